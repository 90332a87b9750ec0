/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_faults -- failed switches: fewer than a switch has neighbours cut nothing off, paths
 * are shortest ones round them, what is not sent, and the check of a run that can fail. */
#include "network/topology/faults.h"

#include "base/rng.h"
#include "run/lockstep/failed.h"
#include "tests/unit/unit.h"
#include "tool/session/machines.h"

#include "switch/route/source_route.h"

enum { SWITCHES = 256, LIST = 128, RANDOM_SETS = 40, HOPS = 32, PAIRS_ALL = 32 };

/* --- paths --- */

/* Hops from `from` over switches that have not failed, by relaxing links until nothing
 * changes. */
static void distances(const struct topology *t, const bool *failed, uint32_t from,
                      uint32_t *hops)
{
  bool changed = true;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    hops[sw] = sw == from ? 0 : UINT32_MAX;
  while (changed) {
    changed = false;
    for (uint32_t sw = 0; sw < t->switches; sw++)
      for (uint32_t port = 0; port < t->ports && hops[sw] != UINT32_MAX; port++) {
        const uint32_t far = topology_link(t, sw, port).to_switch;

        if (!failed[far] && hops[far] > hops[sw] + 1) {
          hops[far] = hops[sw] + 1;
          changed = true;
        }
      }
  }
}

/* Every path from `source` is shortest and enters no failed switch. */
static void check_paths(const struct topology *t, const bool *failed, uint32_t source)
{
  struct err err;
  const struct routing *routing = topology_routing(t, FAULTS_ROUTING, &err);
  uint32_t hops[SWITCHES];

  CHECK(routing, "%s: %s", t->spec, err.text);
  distances(t, failed, source, hops);
  for (uint32_t to = 0; to < t->switches; to++) {
    struct hop path[HOPS];

    CHECK(faults_may_send(t, source, to) == !failed[to], "%s: to %u", t->spec, to);
    if (failed[to])
      continue;
    const size_t count = topology_path(t, routing, source, to,
                                       routing->header(t, source, to, 0), 0, path, HOPS);
    CHECK(count == hops[to] + 1, "%s: %u to %u: %zu hops, not %u", t->spec, source, to,
          count - 1, hops[to]);
    for (size_t i = 0; i < count; i++)
      CHECK(!failed[path[i].at], "%s: %u to %u enters %u", t->spec, source, to, path[i].at);
  }
}

/* `count` switches fail: those left reach each other. */
static void check_set(const char *spec, const uint32_t *set, uint32_t count)
{
  TOPOLOGY_OF_BLOCK(t);
  bool failed[SWITCHES] = {false};
  char list[LIST] = "";
  struct err err;

  CHECK(topology_open(&t, spec, &err), "%s: %s", spec, err.text);
  for (uint32_t i = 0; i < count; i++) {
    snprintf(list + strlen(list), LIST - strlen(list), "%s%u", i ? "," : "", set[i]);
    failed[set[i]] = true;
  }
  CHECK(faults_set(&t, list, &err), "%s --failed %s: %s", spec, list, err.text);
  assert_int_equal(faults_count(&t), count);
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    assert_int_equal(faults_failed(&t, sw), failed[sw]);
    if (!failed[sw] && (t.switches <= PAIRS_ALL || sw % 61 == 0))
      check_paths(&t, failed, sw);
  }
}

/* `neighbours`: of a switch, which is the connectivity too. */
static const struct {
  const char *spec;
  uint32_t switches, neighbours;
} networks[] = {
    {"rdn:2:1", 8, 2},      {"rdn:3:1", 18, 3},     {"rdn:2x2:1", 32, 3},
    {"hdn:2x2:2", 16, 3},   {"hdn:2x3:3", 24, 4},   {"hdn:2x2:2x2,1", 128, 4},
    {"hdn:2:1,2", 32, 3},   {"rdn:2:2", 128, 3},    {"hdn:2x2:2,2@2", 256, 4},
    {"dual-cube:3", 32, 3}, {"hypercube:4", 16, 4}, {"torus:3x5", 15, 4},
    {"ccc:3", 24, 3},
};

enum { NETWORKS = sizeof networks / sizeof networks[0] };

TEST(test_one_failed_switch)
{
  for (size_t i = 0; i < NETWORKS; i++)
    for (uint32_t sw = 0; sw < networks[i].switches; sw++)
      check_set(networks[i].spec, &sw, 1);
}

TEST(test_pairs_of_failed_switches)
{
  for (size_t i = 0; i < NETWORKS; i++)
    for (uint32_t a = 0; networks[i].neighbours > 2 && a < networks[i].switches; a++)
      for (uint32_t b = 0; b < a && networks[i].switches <= PAIRS_ALL; b++)
        check_set(networks[i].spec, (const uint32_t[]){a, b}, 2);
}

TEST(test_fewer_than_neighbours)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    struct rng rng = rng_seed(7, i);

    for (uint32_t trial = 0; trial < RANDOM_SETS; trial++) {
      uint32_t set[8], count = 0;

      while (count < networks[i].neighbours - 1) {
        bool known = false;

        set[count] = (uint32_t)rng_below(&rng, networks[i].switches);
        for (uint32_t k = 0; k < count; k++)
          known |= set[k] == set[count];
        count += !known;
      }
      check_set(networks[i].spec, set, count);
    }
  }
}

/* All neighbours of a switch fail, and it alone is left on its side. */
TEST(test_a_switch_is_cut_off)
{
  for (size_t i = 0; i < NETWORKS; i++) {
    TOPOLOGY_OF_BLOCK(t);
    char list[LIST] = "";
    struct err err;

    assert_true(topology_open(&t, networks[i].spec, &err));
    assert_int_equal(t.ports, networks[i].neighbours);
    for (uint32_t port = 0; port < t.ports; port++)
      snprintf(list + strlen(list), LIST - strlen(list), "%s%u", port ? "," : "",
               topology_link(&t, 0, port).to_switch);
    assert_false(faults_set(&t, list, &err));
    check_error(&err, ERR_USAGE, "no path is left between ", list);
    assert_false(faults_any(&t));
  }
}

static struct description failing(const char *spec, const char *traffic, const char *failed)
{
  struct description d = description_of(spec, traffic);

  d.failed = failed;
  return d;
}

/* --- dragonflies --- */

/* A path from `source` to `to` that enters no failed switch and ends there; false: the
 * routing has none. */
static bool check_deflection(const struct topology *t, const struct routing *routing,
                             uint32_t source, uint32_t to)
{
  const uint64_t header = routing->header(t, source, to, 0);
  struct hop path[HOPS];

  if (!header)
    return false;
  const size_t count = topology_path(t, routing, source, to, header, 0, path, HOPS);

  CHECK(count >= 1 && count <= 6 && path[count - 1].at == to, "%s: %u to %u", t->spec,
        source, to);
  for (size_t i = 0; i < count; i++)
    CHECK(!faults_failed(t, path[i].at), "%s: %u to %u enters %u", t->spec, source, to,
          path[i].at);
  return true;
}

/* The pairs without a path when the switches of `list` fail. */
static uint32_t count_lost(const char *spec, const char *list, const char *name)
{
  TOPOLOGY_OF_BLOCK(t);
  struct err err;
  uint32_t lost = 0;

  CHECK(topology_open(&t, spec, &err) && faults_set(&t, list, &err), "%s --failed %s: %s",
        spec, list, err.text);
  const struct routing *routing = topology_routing(&t, name, &err);

  CHECK(routing, "%s", err.text);
  for (uint32_t from = 0; from < t.switches; from++)
    for (uint32_t to = 0; to < t.switches; to++)
      if (from != to && faults_may_send(&t, from, to))
        lost += !check_deflection(&t, routing, from, to);
  return lost;
}

/* Any so many failed routers leave a path between all others. */
static const struct {
  const char *spec;
  uint32_t switches, most;
} dragonflies[] = {
    {"d3:2,2", 8, 1},
    {"d3:3,2", 12, 1},
    {"d3:2,3", 18, 2},
    {"d3:1,3", 9, 1},
    {"d3:1,4", 16, 2},
    {"d3:3,3,routers=0-1-3/4", 27, 2},
    {"mdf:1,2", 6, 1},
    {"mdf:2,2", 10, 1},
    {"mdf:2,3", 21, 2},
    {"mdf:1,3", 12, 2},
    {"mdf:1,3,wiring=relative,columns=router-major", 12, 2},
};

TEST(test_dragonflies_deflect_round_failed_routers)
{
  static const char *const names[] = {"fault-tolerant", "fault-tolerant,holds=0"};

  for (size_t i = 0; i < sizeof dragonflies / sizeof dragonflies[0]; i++)
    for (uint32_t a = 0; a < dragonflies[i].switches; a++)
      for (uint32_t b = 0; b <= a; b++) {
        char list[LIST];

        if (a != b && dragonflies[i].most < 2)
          continue;
        snprintf(list, sizeof list, a == b ? "%u" : "%u,%u", a, b);
        for (uint32_t free = 0; free < 2; free++)
          CHECK(count_lost(dragonflies[i].spec, list, names[free]) == 0,
                "%s --failed %s, %s", dragonflies[i].spec, list, names[free]);
      }
}

/* Neighbours without a wire between them but that of a failed router. */
TEST(test_dragonflies_without_a_deflection)
{
  const struct description d = failing("d3:2,2", "gossip", "1,2");
  struct session s;
  struct err err;

  assert_false(session_open(&s, &d, NULL, &err));
  check_error(&err, ERR_USAGE, "from 0.0.0 to 0.1.1 has a failed switch on the minimal",
              "");
  assert_true(count_lost("d3:2,2", "1,2", "fault-tolerant") > 0);
}

TEST(test_wrong_lists)
{
  static const struct {
    const char *spec, *list, *says;
  } wrong[] = {
      {"rdn:3:1", "", "the list is empty"},
      {"rdn:3:1", "1,,2", "'' is not a switch"},
      {"rdn:3:1", "18", "out of range"},
      {"rdn:3:1", "4,0.1.1", "named twice"},
      {"rdn:2:1", "0,1,2,3,4,5,6,7", "no switch of rdn:2:1 is left"},
      {"benes:2", "1", "no routing fault-tolerant"},
      {"mesh:3x3", "1,3", "between 0.0 and 0.2"},
  };

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    TOPOLOGY_OF_BLOCK(t);
    struct err err;

    assert_true(topology_open(&t, wrong[i].spec, &err));
    CHECK(!faults_set(&t, wrong[i].list, &err), "%s", wrong[i].list);
    check_error(&err, ERR_USAGE, wrong[i].says, wrong[i].list);
  }
}

/* --- runs --- */

/* Packets from and to failed switches are not in the schedule, and all others arrive. */
TEST(test_what_is_not_sent)
{
  const struct description d = failing("rdn:3:1", "gossip", "1,1.2.0");
  struct session s;
  struct err err;

  CHECK(session_open(&s, &d, NULL, &err), "%s", err.text);
  assert_string_equal(s.shape.routing->name, FAULTS_ROUTING);
  assert_int_equal(s.schedule.count, 16 * 15);
  assert_int_equal(s.schedule.not_sent, 18 * 17 - 16 * 15);
  for (size_t i = 0; i < s.schedule.count; i++) {
    const struct schedule_entry *entry = &s.schedule.entries[i];

    assert_true(entry->source != 1 && entry->source != 15);
    assert_true(entry->destination != 1 && entry->destination != 15);
  }
  session_close(&s);
}

static void run_session(struct session *s, struct run_result *result)
{
  struct machine machine;
  struct err err;
  bool written;

  CHECK(machines_open(&machine, s, &err), "%s", err.text);
  CHECK(session_run(s, &machine, result, &written, &err), "%s", err.text);
  machine.ops->close(machine.self);
}

TEST(test_runs_deliver_what_is_sent)
{
  static const char *const traffics[] = {"gossip", "random", "function",
                                         "uniform,load=0.1,warmup=20,measure=50",
                                         "broadcast,source=2"};

  for (size_t i = 0; i < sizeof traffics / sizeof traffics[0]; i++) {
    const struct description d = failing("hdn:2x3:3", traffics[i], "0,5,9");
    struct run_result result;
    struct session s;
    struct err err;

    CHECK(session_open(&s, &d, NULL, &err), "%s", err.text);
    CHECK(s.schedule.not_sent > 0 && s.schedule.count > 0, "%s", traffics[i]);
    run_session(&s, &result);
    CHECK(result.outcome == OUTCOME_PASS, "%s: %s", traffics[i],
          outcome_name(result.outcome));
    run_result_close(&result);
    session_close(&s);
  }
}

/* A header that leads through a failed switch is found out. */
TEST(test_the_check_of_a_run_can_fail)
{
  const struct description d = failing("rdn:3:1", "gossip", "1");
  struct run_result result;
  struct session s;
  struct err err;
  size_t wrong = SIZE_MAX;

  assert_true(session_open(&s, &d, NULL, &err));
  for (size_t i = 0; i < s.schedule.count && wrong == SIZE_MAX; i++)
    if (s.schedule.entries[i].source == 0 && s.schedule.entries[i].destination == 2)
      wrong = i;
  assert_true(wrong != SIZE_MAX);
  /* Twice + in dimension 0, in place of - once. */
  s.schedule.entries[wrong].header =
      source_route_before(3, 0, source_route_before(3, 0, source_route_end));
  run_session(&s, &result);
  assert_int_equal(result.outcome, OUTCOME_LOST);
  assert_true(result.entered.found);
  assert_int_equal(result.entered.at, 1);
  assert_int_equal(result.entered.from, 0);
  assert_int_equal(result.entered.number, wrong);
  run_result_close(&result);
  session_close(&s);
}

TEST(test_what_cannot_be_run)
{
  static const struct {
    const char *spec, *traffic, *routing, *says;
  } wrong[] = {
      {"rdn:3:1", "one-to-all-broadcast", NULL, "--failed: is for switches"},
      {"torus:4x130", "neighbour", NULL, NULL},
      {"torus:150", "tornado", NULL, "do not fit a header"},
      {"benes:2", "random", NULL, "no routing fault-tolerant"},
  };

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct description d = failing(wrong[i].spec, wrong[i].traffic, "1");
    struct session s;
    struct err err;

    d.routing = wrong[i].routing;
    CHECK(session_open(&s, &d, NULL, &err) == !wrong[i].says, "%s", wrong[i].spec);
    if (wrong[i].says)
      check_error(&err, ERR_USAGE, wrong[i].says, wrong[i].spec);
    else
      session_close(&s);
  }
}
