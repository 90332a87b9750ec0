/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_network_states -- freedom from deadlock, by all states of small networks.
 *
 * docs/states.md says what is searched and has the table, which `make states` prints.  A
 * question of logic, not of memory.
 */
#include "tests/unit/network_supply.h"

#include <time.h>

/* A network with a routing, what it is sent, and what is found with so many VCs. */
struct row {
  const char *spec, *routing;
  uint32_t vcs;
  bool stalls; /* links may be slow */
  bool stuck;  /* there is a state in which packets stay for ever */
  bool night;  /* it takes long */
  const char *sent;
};

static const struct row rows[] = {
    {"hypercube:2", "deterministic", 1, false, false, false, "all"},
    {"hypercube:2", "deterministic", 1, true, false, true, "0>3 1>2 2>1 3>0"},
    {"hypercube:2", "rand-trans", 1, true, true, false, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "rand-trans", 2, true, false, true, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "rand-trans-ooo", 1, true, true, false, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "rand-trans-ooo", 2, true, false, false, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "drand-steps", 2, false, false, false, "0>3/0 3>0/0"},
    {"hypercube:2", "minimal-adaptive", 1, false, false, true, "all"},
    {"hypercube:2", "minimal-adaptive", 2, false, false, false, "0>3 1>2 2>1 3>0"},
    {"hypercube:2", "valiant", 1, true, true, false, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "valiant", 2, true, false, true, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "romm", 2, false, false, false, "0>3/1 1>2/3 2>1/0 3>0/2"},
    {"torus:4", "dimension-order", 1, true, false, false, "0>2 1>3 2>0 3>1"},
    {"torus:4", "dimension-order", 2, true, false, true, "0>2 1>3 2>0 3>1"},
    {"torus:4", "dimension-order", 2, false, false, true, "all"},
    {"torus:6", "dimension-order", 1, false, false, true, "0>3 1>3 2>5 3>5 4>1 5>1"},
    {"torus:4x2", "dimension-order", 1, false, true, false, "1>4 3>6 5>0 7>2"},
    {"torus:4x2", "dimension-order", 2, false, false, true, "1>4 3>6 5>0 7>2"},
    {"torus:4", "minimal-adaptive", 3, false, false, false, "0>2 1>3 2>0 3>1"},
    {"torus:4", "valiant", 1, false, true, false, "1>2/0 0>1/3 0>2/1 1>0/3"},
    {"torus:4", "valiant", 1, true, true, true, "1>2/0 0>1/3 0>2/1 1>0/3"},
    {"torus:4", "valiant", 4, false, false, false, "1>2/0 0>1/3 0>2/1 1>0/3"},
    {"torus:4", "valiant", 2, false, true, true, "0>0/3 1>1/3 3>1/2 2>2/0"},
    {"torus:4", "valiant", 4, false, false, true, "0>0/3 1>1/3 3>1/2 2>2/0"},
    {"mesh:3", "dimension-order", 1, true, false, false, "all"},
    {"mesh:3", "local", 1, true, false, true, "all"},
    {"mesh:2x2", "dimension-order", 1, false, false, true, "all"},
    {"mesh:2x2", "dimension-order", 1, true, false, true, "0>3 1>2 2>1 3>0"},
    {"mesh:2x2", "duplex", 1, false, false, true, "all"},
    {"mesh:2x2", "farthest", 1, false, false, false, "0>3 1>2 2>1 3>0"},
    {"mesh:2x2", "west-first", 1, false, false, false, "all"},
    {"mesh:2x2", "odd-even", 1, false, false, true, "all"},
    {"mesh:2x2", "source-route", 1, false, false, true, "all"},
    {"mesh:2x2", "minimal-adaptive", 2, false, false, false, "0>3 1>2 2>1 3>0"},
    {"mesh:2x2", "valiant", 1, true, true, false, "2>2/0 1>0/2 1>3/0"},
    {"mesh:2x2", "valiant", 2, true, false, true, "2>2/0 1>0/2 1>3/0"},
    {"mesh:2x2", "romm", 2, false, false, false, "0>3/1 1>2/3 2>1/0 3>0/2"},
    {"cmesh:2x2,2", "dimension-order", 1, true, false, true, "0>6 2>4 4>2 6>0"},
    {"d3:1,2", "source-vector", 2, false, false, true, "0>3 3>0 1>2 2>1"},
    {"d3:1,2", "destination", 2, false, false, true, "0>3 3>0 1>2 2>1"},
    {"d3:1,2", "glgl", 3, false, false, false, "0>3 3>0"},
    {"d3:1,2", "valiant", 3, false, false, false, "0>3/1 3>0/1"},
    {"mdf:1,2", "source-vector", 2, false, false, true, "0>5 5>0 1>4 4>1"},
    {"flatfly:2,3", "dimension-order", 1, false, false, false, "0>6 2>4 4>2 6>0"},
    {"fattree:2,2", "d-mod-k", 1, false, false, false, "all"},
    {"fattree:2,2", "s-mod-k", 1, false, false, false, "all"},
    {"fattree:2,2", "random", 1, false, false, false, "all"},
    {"butterfly:2", "destination-tag", 1, false, false, false, "0>3 1>2 2>1 3>0"},
    {"benes:1", "offline", 1, true, false, false, "all"},
    {"waksman:1", "offline", 1, true, false, false, "all"},
    {"pn:2,1", "offline", 1, true, false, false, "all"},
    {"rdn:2:1", "memoryless", 0, false, false, false, "0>7 7>0 3>4 4>3"},
    {"dual-cube:2", "memoryless", 0, false, false, true, "0>7 7>0 3>4 4>3"},
    {"dual-cube:2", "algorithm-1", 0, false, false, true, "0>7 7>0 3>4 4>3"},
    {"hdn:2:1,2", "memoryless", 0, false, false, true, "0>7 7>0"},
    {"file:examples/networks/two_spines.anynet", "shortest", 1, false, false, false,
     "0>3 1>2 2>1 3>0"},
    {"file:examples/networks/ring.txt", "up-down", 1, false, false, true,
     "0>3 1>4 2>5 3>0 4>1 5>2"},
};

/* Queues take one packet in a cycle, in turns. */
static const struct row rows_of_turns[] = {
    {"hypercube:2", "deterministic", 1, false, false, false, "0>3 1>2 2>1 3>0"},
    {"hypercube:2", "rand-trans", 2, false, false, false, "2>2/0 1>0/2 1>3/0"},
    {"hypercube:2", "minimal-adaptive", 2, false, false, false, "0>3 1>2 2>1 3>0"},
    {"torus:4", "dimension-order", 1, false, false, false, "0>2 1>3 2>0 3>1"},
    {"torus:6", "dimension-order", 1, false, true, true, "0>3 1>3 2>5 3>5 4>1 5>1"},
    {"torus:4", "dimension-order", 2, false, false, false, "0>2 1>3 2>0 3>1"},
    {"torus:4x2", "dimension-order", 2, false, false, true, "1>4 3>6 5>0 7>2"},
    {"torus:4", "valiant", 1, false, true, false, "1>2/0 0>1/3 0>2/1 1>0/3"},
    {"torus:4", "valiant", 4, false, false, true, "1>2/0 0>1/3 0>2/1 1>0/3"},
    {"mesh:3", "dimension-order", 1, true, false, false, "all"},
    {"dual-cube:2", "memoryless", 0, false, false, true, "0>7 7>0 3>4 4>3"},
};

enum { LIMIT = 1000000 }; /* of states */

static double now(void)
{
  struct timespec time;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The static check of the row's network and VCs. */
static struct dependency static_check(const struct topology *t, const struct shape *shape)
{
  struct dependency d;
  struct err err;

  CHECK(dependency_explore(&d, t, shape->routing, shape->vcs, false, &err), "%s", err.text);
  return d;
}

/* What is stuck is a cycle that the static check has seen; says whether it is the one that
 * it names. */
static const char *check_stuck(struct network_search *s, const struct row *row,
                               const struct dependency *named)
{
  struct dependency found;

  stuck_cycle(s, &found);
  CHECK(named->cycle_length > 0,
        "%s %s with %u VCs: stuck, and the static check finds no cycle", row->spec,
        row->routing, row->vcs);
  CHECK(supply_can_wait(s->topology, s->shape.routing, row->vcs, &found),
        "%s %s with %u VCs: the static check does not know the cycle", row->spec,
        row->routing, row->vcs);
  return supply_is_cycle(&found, named) ? "deadlock, the cycle named" : "deadlock";
}

/* `pushes`: as in struct shape. */
static void search_row(const struct row *row, uint32_t pushes)
{
  static struct network_search s;
  struct topology t = topology_of(row->spec);
  struct shape shape = shape_of(&t, row->routing, 1, 1, 64);
  const double start = now();

  shape.vcs = row->vcs ? row->vcs : shape.routing->vcs;
  shape.sends = shape.routing->sends;
  shape.pushes = pushes;
  const struct dependency d = static_check(&t, &shape);
  search_open(&s, &shape);
  supply_read(&s, row->sent);
  s.stalls = row->stalls;
  search_run(&s, LIMIT);
  CHECK(s.ended && (s.stuck != STATE_NONE) == row->stuck && s.circling == STATE_NONE,
        "%s %s with %u VCs: stuck in state %u, circling in state %u of %u", row->spec,
        row->routing, row->vcs, s.stuck, s.circling, s.states.count);
  const char *text = row->stuck ? check_stuck(&s, row, &d) : "none";
  if (getenv("STATES"))
    printf("| `%s` | `%s`%s | %u of %u | `%s`%s | %zu | %s | %u | %" PRIu64 " | %.1f |\n",
           row->spec, row->routing, pushes ? ", one push" : "", shape.vcs,
           shape.routing->vcs, row->sent, row->stalls ? ", slow links" : "", d.cycle_length,
           text, s.states.count, s.cycles, now() - start);
  search_close(&s);
}

static void search_rows(const struct row *first, size_t count, uint32_t pushes)
{
  for (size_t i = 0; i < count; i++)
    if (!first[i].night || getenv("ALL"))
      search_row(&first[i], pushes);
}

TEST(test_deadlocks_are_found_where_the_static_check_sees_a_cycle)
{
  search_rows(rows, sizeof rows / sizeof rows[0], 0);
}

TEST(test_deadlocks_are_found_with_one_push_too)
{
  search_rows(rows_of_turns, sizeof rows_of_turns / sizeof rows_of_turns[0], 1);
}
