/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_conflicts -- packets that want one link in one step are found, and none else. */
#include "network/traffic/conflicts.h"

#include "tests/unit/collective_unit.h"

/* Packets of cycle, source, destination. */
static struct schedule schedule_by(const struct topology *t, const uint32_t (*rows)[3],
                                   size_t count)
{
  struct schedule schedule = {.count = 0};

  for (size_t i = 0; i < count; i++)
    schedule_add(&schedule, t, rows[i][0], rows[i][1], rows[i][2]);
  return schedule;
}

static struct conflicts count(const struct schedule *schedule, const struct topology *t)
{
  struct conflicts c;
  struct err err;

  CHECK(conflicts_count(&c, schedule, t, &t->routings[0], &err), "%s", err.text);
  return c;
}

/* Two packets of drawer (0,0) to drawer (1,2) both want the global link from (0,0,2). */
TEST(test_two_packets_by_one_link)
{
  const uint32_t rows[][3] = {{4, 0, 24}, {4, 1, 26}, {4, 5, 5}};
  struct topology t = topology_of("d3:3,4");
  struct schedule schedule = schedule_by(&t, rows, 3);
  struct conflicts c = count(&schedule, &t);
  struct err err;

  assert_int_equal(c.count, 1);
  assert_int_equal(c.steps, 1);
  assert_int_equal(c.most, 2);
  assert_int_equal(c.last, 7);
  assert_int_equal(c.packets[0], 0);
  assert_int_equal(c.packets[1], 1);
  assert_int_equal(c.at, 2);
  assert_int_equal(c.port, 4 + 1);
  assert_int_equal(c.step, 6);
  assert_true(conflicts_refuse(&c, &schedule, &t, &err)); /* it was not said */
  schedule.conflict_free = true;
  assert_false(conflicts_refuse(&c, &schedule, &t, &err));
  check_error(&err, ERR_USAGE,
              "the schedule is said to be free of link conflicts, but packet 0 (0.0.0 to "
              "1.2.0) and packet 1 (0.0.1 to 1.2.2) both take port global 1 of 0.0.2 in "
              "step 6",
              "two packets");
  schedule_free(&schedule);
}

/* Three packets on a link are one conflict. */
TEST(test_three_packets)
{
  const uint32_t rows[][3] = {{0, 0, 24}, {0, 1, 25}, {0, 3, 26}};
  struct topology t = topology_of("d3:3,4");
  struct schedule schedule = schedule_by(&t, rows, 3);
  struct conflicts c = count(&schedule, &t);

  assert_int_equal(c.count, 1);
  assert_int_equal(c.most, 3);
  assert_int_equal(c.packets[0], 0);
  assert_int_equal(c.packets[1], 1);
  schedule_free(&schedule);
}

/* The first conflict in time is told, which is not the first that is found: packets 0 and 1
 * meet on their last hop, packets 2 and 3, a cycle later, on their first. */
TEST(test_the_first_in_time)
{
  const uint32_t rows[][3] = {{0, 0, 37}, {0, 16, 37}, {1, 47, 4}, {1, 47, 5}};
  struct topology t = topology_of("d3:3,4");
  struct schedule schedule = schedule_by(&t, rows, 4);
  struct conflicts c = count(&schedule, &t);

  assert_int_equal(c.count, 3); /* steps 3; 2 and 3 */
  assert_int_equal(c.steps, 2);
  assert_int_equal(c.step, 2);
  assert_int_equal(c.at, 47);
  assert_int_equal(c.packets[0], 2);
  assert_int_equal(c.packets[1], 3);
  schedule_free(&schedule);
}

/* Whatever packets start when, the reference counts the same: any cycle, gaps longer than
 * what is remembered, broadcasts, three kinds of path. */
TEST(test_random_schedules_beside_the_reference)
{
  static const struct {
    const char *spec, *routing;
    enum reference_path path;
    bool broadcasts;
  } rows[] = {
      {"d3:3,4", "source-vector", REFERENCE_LGL, true},
      {"d3:1,2", "source-vector", REFERENCE_LGL, true},
      {"d3:2,3", "source-vector,holds=0", REFERENCE_LGL, false},
      {"d3:4,3", "glgl", REFERENCE_GLGL, false},
      {"d3:2,5", "glgl,holds=0", REFERENCE_GLGL, false},
      {"d3:3,4", "destination", REFERENCE_LGL, false},
      {"d3:2,3", "destination,holds=0", REFERENCE_LGL, false},
      {"d3:2,3,cabinets=1-3/4,routers=0-2-3/4", "source-vector", REFERENCE_LGL, false},
  };
  struct rng rng = rng_seed(9, 1);

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int trial = 0; trial < 20; trial++) {
      struct topology t = topology_of(rows[i].spec);
      struct made made = {.t = t, .routing = routing_of(&t, rows[i].routing)};
      uint32_t cycle = 0, packets = 1 + (uint32_t)rng_below(&rng, 80);
      uint64_t gap = trial % 4 == 3 ? 40 : 3;
      struct err err;

      for (uint32_t p = 0; p < packets; p++) {
        struct schedule *s = &made.schedule;
        uint32_t to = (uint32_t)rng_below(&rng, t.switches);

        cycle += rng_below(&rng, 4) == 0 ? (uint32_t)rng_below(&rng, gap) : 0;
        schedule_add(s, &t, cycle, (uint32_t)rng_below(&rng, t.switches), to);
        struct schedule_entry *entry = &s->entries[p];
        entry->header = made.routing->header(&t, entry->source, to, 0);
        if (rows[i].broadcasts && rng_below(&rng, 10) == 0) {
          entry->destination = SCHEDULE_ALL;
          entry->header = d3_broadcast(&t, false);
        }
      }
      assert_true(conflicts_count(&made.conflicts, &made.schedule, &t, made.routing, &err));
      struct reference r = made_reference(&made, rows[i].path, "random packets");
      reference_close(&r);
      made_close(&made);
    }
}

TEST(test_headers_that_lead_nowhere)
{
  struct topology t = topology_of("d3:3,3");
  struct schedule_entry entries[2] = {{.cycle = 3}, {.cycle = 4, .source = 7}};
  struct schedule schedule = {.entries = entries, .count = 2};
  struct conflicts c;
  struct err err;

  entries[1].header = UINT64_C(7) << 6; /* b = 7 */
  assert_false(conflicts_count(&c, &schedule, &t, &t.routings[0], &err));
  check_error(&err, ERR_USAGE,
              "packet 1 of the schedule: header 0x1c0 leads nowhere on d3:3,3 with routing "
              "source-vector",
              "b = 7");
  entries[1].header = UINT64_C(1) << 6 | 3; /* a last hop by port 3 of ports 0 to 2 */
  assert_false(conflicts_count(&c, &schedule, &t, &t.routings[0], &err));
  check_error(&err, ERR_USAGE, "header 0x43 leads nowhere", "pi = 3");
}

TEST(test_no_packets)
{
  struct topology t = topology_of("d3:2,2");
  struct schedule none = {.count = 0, .conflict_free = true};
  struct conflicts c = count(&none, &t);
  struct err err;

  assert_int_equal(c.count + c.steps + c.most + c.last, 0);
  assert_true(conflicts_refuse(&c, &none, &t, &err));
}

/* --- one by one --- */

/* What is added is taken, in its steps alone; what is tried is not. */
TEST(test_occupancy)
{
  struct topology t = topology_of("d3:3,4");
  const struct routing *routing = &t.routings[0];
  struct occupancy *o = occupancy_open(&t, routing);
  struct conflicts c = {.count = 0};
  uint64_t header = routing->header(&t, 0, 24, 0), other = routing->header(&t, 1, 26, 0);

  assert_non_null(o);
  for (int i = 0; i < 2; i++)
    assert_int_equal(occupancy_try(o, 5, 0, header), OCCUPANCY_FREE);
  assert_int_equal(occupancy_add(o, 5, 0, header, 11, &c), OCCUPANCY_FREE);
  assert_int_equal(occupancy_try(o, 5, 0, header), OCCUPANCY_CONFLICT);
  assert_int_equal(occupancy_try(o, 5, 1, other), OCCUPANCY_CONFLICT);
  assert_int_equal(occupancy_try(o, 4, 1, other), OCCUPANCY_FREE);
  assert_int_equal(occupancy_try(o, 6, 1, other), OCCUPANCY_FREE);
  assert_int_equal(occupancy_try(o, 5 + 16, 0, header), OCCUPANCY_FREE);
  assert_int_equal(occupancy_try(o, 5, 0, UINT64_C(7) << 6), OCCUPANCY_NOWHERE);
  assert_int_equal(c.count, 0);
  assert_int_equal(c.last, 8);
  assert_int_equal(occupancy_add(o, 5, 1, other, 12, &c), OCCUPANCY_CONFLICT);
  assert_int_equal(c.count, 1);
  assert_int_equal(c.packets[0], 11);
  assert_int_equal(c.packets[1], 12);
  occupancy_close(o);
  occupancy_close(NULL);
}

TEST(test_short_memory_is_told)
{
  struct topology t = topology_of("d3:20,40");
  struct schedule schedule = {.count = 0};
  struct conflicts c;
  struct err err = {.kind = ERR_NONE};
  rlim_t old = limit_memory(1 << 20);
  bool counted = conflicts_count(&c, &schedule, &t, &t.routings[0], &err);

  set_memory(old);
  assert_false(counted);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory to follow 0 packets on d3:20,40",
              "d3:20,40");
}
