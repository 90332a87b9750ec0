/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_node_disjoint -- all pairs of switches of small networks: the paths follow links and
 * share nothing, and the cut leaves no path. */
#include "network/topology/node_disjoint.h"

#include "base/rng.h"
#include "tests/unit/failing.h"

enum { NODES = 128, RANDOM_NODES = 14 };

/* Follow all paths: each switch but the ends at most once. */
static void check_paths(const struct topology *t, const struct node_disjoint *d)
{
  bool used[NODES] = {false};

  for (uint32_t path = 0; path < d->paths; path++)
    for (uint32_t at = d->from; at != d->to;) {
      const uint32_t next = at == d->from ? d->starts[path] : d->after[at];

      CHECK(at == d->from || !used[at], "%s: %u to %u: switch %u twice", t->spec, d->from,
            d->to, at);
      used[at] = true;
      CHECK(graph_port(t, at, next) != UINT32_MAX, "%s: no link from %u to %u", t->spec, at,
            next);
      at = next;
    }
}

/* As many as paths, and without them nothing leads to the end. */
static void check_cut(const struct topology *t, const struct node_disjoint *d)
{
  const struct graph *g = d->g;
  bool seen[NODES] = {false};
  uint32_t queue[NODES], count = 0, cut = d->direct;

  for (uint32_t node = 0; node < g->nodes; node++) {
    seen[node] = node_disjoint_is_cut(d, node);
    cut += seen[node];
  }
  CHECK(cut == d->paths, "%s: %u to %u: %u paths, cut %u", t->spec, d->from, d->to,
        d->paths, cut);
  CHECK(!seen[d->from] && !seen[d->to], "%s: an end in the cut", t->spec);
  seen[d->from] = true;
  queue[count++] = d->from;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = g->first[queue[i]]; k < g->first[queue[i] + 1]; k++) {
      const uint32_t to = g->to[k];

      if (seen[to] || (queue[i] == d->from && to == d->to && d->direct))
        continue;
      CHECK(to != d->to, "%s: %u to %u: the cut leaves a path", t->spec, d->from, d->to);
      seen[to] = true;
      queue[count++] = to;
    }
}

TEST(test_all_pairs)
{
  static const char *const specs[] = {"hypercube:4", "torus:4x3", "mesh:4x3", "mesh:5",
                                      "d3:2,3",      "mdf:2,2",   "ccc:3",    "hdn:2x2:2",
                                      "hdn:2:1,2",   "rdn:3:1",   "pn:2,3",   "waksman:3",
                                      "butterfly:2", "torus:2"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    struct node_disjoint d;
    struct graph g;
    struct err err;

    CHECK(t.switches <= NODES, "%s", t.spec);
    CHECK(graph_open(&g, &t, &err) && node_disjoint_open(&d, &g, &err), "%s", t.spec);
    for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
      if (pair / t.switches == pair % t.switches)
        continue;
      node_disjoint_find(&d, pair / t.switches, pair % t.switches);
      check_paths(&t, &d);
      check_cut(&t, &d);
    }
    node_disjoint_close(&d);
    graph_close(&g);
  }
}

/* The first path, 0 1 4 5, is the shortest, and makes way for 0 1 2 6 5 and 0 3 7 4 5. */
TEST(test_a_path_makes_way)
{
  uint32_t first[] = {0, 2, 4, 5, 6, 7, 7, 8, 9};
  uint32_t to[] = {1, 3, 4, 2, 6, 7, 5, 5, 4};
  const struct graph g = {.nodes = 8, .first = first, .to = to};
  struct node_disjoint d;
  struct err err;

  assert_true(node_disjoint_open(&d, &g, &err));
  assert_int_equal(node_disjoint_find(&d, 0, 5), 2);
  assert_int_equal(d.after[1], 2);
  assert_int_equal(d.after[7], 4);
  assert_int_equal(node_disjoint_find(&d, 5, 0), 0);
  node_disjoint_close(&d);
}

/* The second path, 0 6 7 3 16, takes node 3 from the first one, 0 1 2 3 16, which goes on
 * from node 1 by 4 and 5.  Node 2 is free again, for 0 8 9 10 11 2 12 13 14 15 16. */
TEST(test_a_node_leaves_its_path)
{
  uint32_t first[] = {0, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20};
  uint32_t to[] = {1, 6, 8, 2, 4, 3, 12, 16, 5, 16, 7, 3, 9, 10, 11, 2, 13, 14, 15, 16};
  const struct graph g = {.nodes = 17, .first = first, .to = to};
  struct node_disjoint d;
  struct err err;

  assert_true(node_disjoint_open(&d, &g, &err));
  assert_int_equal(node_disjoint_find(&d, 0, 16), 3);
  assert_int_equal(d.after[7], 3);
  assert_int_equal(d.after[1], 4);
  assert_int_equal(d.after[11], 2);
  assert_int_equal(d.after[2], 12);
  node_disjoint_close(&d);
}

/* From the first to the last node of random graphs. */
TEST(test_random_graphs)
{
  const struct topology named = {.spec = "a random graph"};
  struct rng rng = rng_seed(1, 0);

  for (uint32_t trial = 0; trial < 500; trial++) {
    uint32_t first[RANDOM_NODES + 1], to[RANDOM_NODES * RANDOM_NODES], count = 0;
    const struct graph g = {.nodes = RANDOM_NODES, .first = first, .to = to};
    struct node_disjoint d;
    struct err err;

    for (uint32_t node = 0; node < RANDOM_NODES; node++) {
      first[node] = count;
      for (uint32_t far = 0; far < RANDOM_NODES; far++)
        if (far != node && rng_below(&rng, RANDOM_NODES) < 3)
          to[count++] = far;
    }
    first[RANDOM_NODES] = count;
    assert_true(node_disjoint_open(&d, &g, &err));
    node_disjoint_find(&d, 0, RANDOM_NODES - 1);
    check_cut(&named, &d);
    node_disjoint_close(&d);
  }
}

static bool open_both(const void *self, struct err *err)
{
  struct node_disjoint d;
  struct graph g;

  if (!graph_open(&g, self, err))
    return false;
  const bool good = node_disjoint_open(&d, &g, err);
  if (good)
    node_disjoint_close(&d);
  graph_close(&g);
  return good;
}

TEST(test_short_memory)
{
  struct topology t = topology_of("hypercube:3");

  assert_int_equal(fail_each(open_both, &t, "node_disjoint_open"), 7);
}
