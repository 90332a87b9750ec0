/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_all_to_all -- every order: each pair once, the steps and the conflicts. */
#include "tests/unit/collective_unit.h"

static const struct size {
  uint32_t k, m;
  uint64_t printed; /* last steps */
  uint64_t minimal;
  uint64_t zero_wait;
  uint64_t protocol_1; /* steps with conflicts */
  uint64_t protocol_3;
  uint64_t protocol_2;
  uint64_t protocol_2_conflicts; /* steps with conflicts */
} sizes[] = {
    {1, 2, 8, 7, 6, 1, 8, 7, 1},
    {2, 2, 14, 12, 10, 2, 16, 13, 2},
    {4, 2, 26, 22, 18, 4, 32, 25, 4},
    {1, 3, 14, 13, 11, 2, 19, 15, 1},
    {2, 3, 26, 24, 20, 4, 36, 28, 2},
    {3, 3, 38, 35, 29, 6, 55, 42, 3},
    {1, 4, 22, 20, 18, 3, 32, 25, 2},
    {2, 4, 42, 38, 34, 6, 64, 49, 4},
    {3, 4, 62, 56, 50, 9, 96, 73, 6},
    {4, 4, 82, 74, 66, 12, 128, 97, 8},
    {5, 4, 102, 92, 82, 15, 160, 121, 10},
    {8, 4, 162, 146, 130, 24, 256, 193, 16},
    {2, 5, 62, 58, 52, 8, 100, 76, 4},
    {3, 5, 92, 86, 77, 12, 151, 114, 5},
    {4, 5, 122, 114, 102, 16, 200, 151, 8},
    {2, 6, 86, 82, 74, 10, 144, 109, 6},
    {4, 6, 170, 162, 146, 20, 288, 217, 12},
    {4, 8, 290, 282, 258, 28, 512, 385, 16},
};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Cycles before the last launch in which nothing is launched. */
static uint64_t delays(const struct schedule *schedule)
{
  uint64_t without = schedule->entries[0].cycle;

  for (size_t i = 1; i < schedule->count; i++) {
    uint32_t from = schedule->entries[i - 1].cycle, to = schedule->entries[i].cycle;
    without += to > from ? to - from - 1 : 0;
  }
  return without;
}

static void check_pairs(const struct reference *r, bool self, const char *what)
{
  for (uint32_t from = 0; from < r->switches; from++)
    for (uint32_t to = 0; to < r->switches; to++)
      CHECK(r->pairs[from * r->switches + to] == (from != to || self),
            "D3(%u,%u) %s: %u packets from %u to %u", r->k, r->m, what,
            r->pairs[from * r->switches + to], from, to);
}

/* An order that is free of conflicts: each pair once, one arrival at a router in a step,
 * the last in step `last`; so counted, by the reference, and on a machine. */
static void check_free(const char *spec, const char *traffic, uint64_t last)
{
  struct made made;

  made_open(&made, spec, NULL, traffic);
  struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
  CHECK(made.conflicts.count == 0 && made.conflicts.last == last &&
            made.schedule.conflict_free,
        "%s %s: %" PRIu64 " conflicts, last step %" PRIu64 ", not %" PRIu64, spec, traffic,
        made.conflicts.count, made.conflicts.last, last);
  check_pairs(&r, strstr(traffic, "self=1") != NULL, traffic);
  CHECK(reference_most_read(&r) == 1, "%s %s: %u arrivals in a step", spec, traffic,
        reference_most_read(&r));
  made_run(&made, 1, 1, traffic);
  reference_close(&r);
  made_close(&made);
}

static const char *spec_of(const struct size *size)
{
  static char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "d3:%u,%u", size->k, size->m);
  return spec;
}

TEST(test_orders_that_are_free_of_conflicts)
{
  for (size_t i = 0; i < SIZES; i++) {
    const char *spec = spec_of(&sizes[i]);

    check_free(spec, "all-to-all", sizes[i].printed);
    check_free(spec, "all-to-all,order=printed,self=1", sizes[i].printed);
    check_free(spec, "all-to-all,order=minimal", sizes[i].minimal);
    check_free(spec, "all-to-all,order=zero-wait", sizes[i].zero_wait);
    check_free(spec, "all-to-all,order=zero-wait,self=1", sizes[i].zero_wait);
    check_free(spec, "all-to-all,order=protocol-3,self=1", sizes[i].protocol_3);
  }
}

/* The printed program has KM delays; needed are K, 2K, K(M-2) for M of 2, 3, more. */
TEST(test_delays)
{
  for (size_t i = 0; i < SIZES; i++) {
    const uint32_t k = sizes[i].k, m = sizes[i].m;
    struct made printed, minimal, none;

    made_open(&printed, spec_of(&sizes[i]), NULL, "all-to-all");
    made_open(&minimal, spec_of(&sizes[i]), NULL, "all-to-all,order=minimal");
    made_open(&none, spec_of(&sizes[i]), NULL, "all-to-all,order=zero-wait");
    CHECK(delays(&printed.schedule) == k * m, "D3(%u,%u) printed", k, m);
    CHECK(delays(&minimal.schedule) == (m == 2   ? k
                                        : m == 3 ? 2 * k
                                                 : k * (m - 2)),
          "D3(%u,%u) minimal: %" PRIu64, k, m, delays(&minimal.schedule));
    CHECK(delays(&none.schedule) == 0, "D3(%u,%u) zero-wait", k, m);
    made_close(&printed);
    made_close(&minimal);
    made_close(&none);
  }
}

/* Each minimal wait is needed: launched one step earlier, with all that follows, the round
 * meets another. */
TEST(test_no_minimal_wait_is_spare)
{
  struct err err;

  for (size_t i = 0; i < SIZES; i++) {
    struct made made;

    made_open(&made, spec_of(&sizes[i]), NULL, "all-to-all,order=minimal");
    struct schedule_entry *entries = made.schedule.entries;
    for (size_t first = 1; first < made.schedule.count; first++) {
      struct conflicts earlier;

      if (entries[first].cycle < entries[first - 1].cycle + 2)
        continue;
      for (size_t j = first; j < made.schedule.count; j++)
        entries[j].cycle--;
      assert_true(conflicts_count(&earlier, &made.schedule, &made.t, made.routing, &err));
      CHECK(earlier.count > 0, "%s: the wait before packet %zu", made.t.spec, first);
      for (size_t j = first; j < made.schedule.count; j++)
        entries[j].cycle++;
      if (sizes[i].k * sizes[i].m > 16)
        break; /* of the large networks the first */
    }
    made_close(&made);
  }
}

/* In each of those steps all routers, by the same port. */
static void check_conflicts(const struct size *size, const char *order, uint64_t last,
                            uint64_t steps)
{
  const uint64_t all = (uint64_t)size->k * size->m * size->m;
  char traffic[64];
  struct made made;

  for (int self = 0; self < 2; self++) {
    snprintf(traffic, sizeof traffic, "all-to-all,order=%s,self=%d", order, self);
    made_open(&made, spec_of(size), NULL, traffic);
    struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
    CHECK(made.conflicts.last == last && made.conflicts.steps == steps &&
              (self ? made.conflicts.count == steps * all
                    : made.conflicts.count <= steps * all) &&
              made.conflicts.most == 2,
          "%s %s: last step %" PRIu64 ", %" PRIu64 " conflicts in %" PRIu64 " steps",
          spec_of(size), traffic, made.conflicts.last, made.conflicts.count,
          made.conflicts.steps);
    assert_false(made.schedule.conflict_free);
    check_pairs(&r, self, traffic);
    made_run(&made, 0, 1, traffic);
    reference_close(&r);
    made_close(&made);
  }
}

TEST(test_orders_with_conflicts)
{
  for (size_t i = 0; i < SIZES; i++) {
    const uint64_t rounds = (uint64_t)sizes[i].k * sizes[i].m * sizes[i].m;

    check_conflicts(&sizes[i], "protocol-1", rounds + 2, sizes[i].protocol_1);
    check_conflicts(&sizes[i], "lifo", rounds + 2, sizes[i].protocol_1);
    check_conflicts(&sizes[i], "protocol-2", sizes[i].protocol_2,
                    sizes[i].protocol_2_conflicts);
  }
}

/* What is launched later goes first: then conflicts cost no step. */
TEST(test_last_in_first_out_costs_nothing)
{
  static const char *const traffics[] = {"all-to-all,order=lifo,self=1",
                                         "all-to-all,order=protocol-2,self=1"};

  for (size_t i = 0; i < SIZES; i++)
    for (size_t j = 0; j < 2; j++) {
      struct made made;

      made_open(&made, spec_of(&sizes[i]), NULL, traffics[j]);
      assert_string_equal(made.routing->name, "source-vector,queue=lifo");
      uint64_t steps = made_run(&made, 0, 1, traffics[j]);
      CHECK(steps == made.conflicts.last, "%s %s: %" PRIu64 " steps", made.t.spec,
            traffics[j], steps);
      made_close(&made);
    }
}

/* Sizes beyond the table: also where a router can keep only one packet in a step, before
 * its global hop or after it. */
TEST(test_zero_wait_of_other_sizes)
{
  for (uint32_t k = 1; k <= 8; k++)
    for (uint32_t m = 2; m <= 19; m++) {
      char spec[TOPOLOGY_SPEC];
      struct made made;
      struct reference r;

      if (k * m * m > 130 && !(k == 1 && m == 19))
        continue;
      snprintf(spec, sizeof spec, "d3:%u,%u", k, m);
      made_open(&made, spec, NULL, "all-to-all,order=zero-wait,self=1");
      CHECK(made.conflicts.count == 0 && made.conflicts.last == k * m * m + 2, "%s", spec);
      if (m > 2) {
        reference_open(&r, k, m, made.conflicts.last);
        r.one_hold = true;
        made_compare(&made, &r, REFERENCE_LGL, "zero-wait");
        check_pairs(&r, true, "zero-wait");
        reference_close(&r);
      }
      made_close(&made);
    }
}

/* min(K,M) vectors a round: KM^2/min(K,M) rounds, free of conflicts two on, two off. */
TEST(test_doubly_parallel)
{
  for (size_t i = 0; i < SIZES; i++) {
    const uint32_t k = sizes[i].k, m = sizes[i].m, s = k < m ? k : m;
    const uint64_t rounds = (uint64_t)k * m * m / s;
    const char *traffic = "all-to-all,order=doubly-parallel,self=1";
    struct made made;

    made_open(&made, spec_of(&sizes[i]), NULL, traffic);
    struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
    CHECK(made.conflicts.count == 0 && made.schedule.conflict_free &&
              made.conflicts.last == 2 * rounds + rounds % 2,
          "D3(%u,%u): %" PRIu64 " conflicts, last step %" PRIu64, k, m,
          made.conflicts.count, made.conflicts.last);
    check_pairs(&r, true, traffic);
    CHECK(reference_most_read(&r) == s, "D3(%u,%u): %u arrivals in a step", k, m,
          reference_most_read(&r));
    assert_int_equal(schedule_width(&made.schedule, &made.t), s);
    made_run(&made, 1, 1, traffic);
    reference_close(&r);
    made_close(&made);

    traffic = "all-to-all,order=doubly-parallel-1,self=1";
    made_open(&made, spec_of(&sizes[i]), NULL, traffic);
    r = made_reference(&made, REFERENCE_LGL, traffic);
    CHECK(made.conflicts.last == rounds + 2 && !made.schedule.conflict_free, "D3(%u,%u)", k,
          m);
    check_pairs(&r, true, traffic);
    made_run(&made, 0, 1, traffic);
    reference_close(&r);
    made_close(&made);
  }
}

/* Destinations in the header, and parts of larger networks: the same links in the same
 * steps.  Other paths keep no promise. */
TEST(test_other_routings_and_parts)
{
  static const struct {
    const char *spec, *routing;
    enum reference_path path;
    bool free;
  } rows[] = {
      {"d3:3,4", "destination", REFERENCE_LGL, true},
      {"d3:3,4", "destination,holds=0", REFERENCE_LGL, false},
      {"d3:3,4", "source-vector,holds=0", REFERENCE_LGL, false},
      {"d3:3,4", "glgl", REFERENCE_GLGL, false},
      {"d3:3,4", "glgl,holds=0", REFERENCE_GLGL, false},
      {"d3:2,3,cabinets=1-3/4,routers=0-2-3/4", "source-vector", REFERENCE_LGL, true},
      {"d3:2,3,cabinets=1-3/4,routers=0-2-3/4", "destination", REFERENCE_LGL, true},
      {"d3:3,4,cabinets=1-2-8/9", "source-vector", REFERENCE_LGL, true},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int order = 0; order < 3; order++) {
      static const char *const traffics[] = {"all-to-all", "all-to-all,order=zero-wait",
                                             "all-to-all,order=protocol-3"};
      struct made made;

      made_open(&made, rows[i].spec, rows[i].routing, traffics[order]);
      struct reference r = made_reference(&made, rows[i].path, traffics[order]);
      CHECK(made.schedule.conflict_free == rows[i].free &&
                (!rows[i].free || made.conflicts.count == 0),
            "%s %s", rows[i].spec, rows[i].routing);
      check_pairs(&r, false, traffics[order]);
      made_run(&made, rows[i].free, 1, traffics[order]);
      reference_close(&r);
      made_close(&made);
    }
}

TEST(test_orders_that_want_another_routing)
{
  struct topology t = topology_of("d3:3,4"), cube = topology_of("hypercube:4");

  assert_null(schedule_routing(&t, "all-to-all"));
  assert_null(schedule_routing(&t, "all-to-all,order=protocol-1"));
  assert_null(schedule_routing(&t, "all-to-all,order=x"));
  assert_null(schedule_routing(&cube, "all-to-all,order=lifo"));
  assert_string_equal(schedule_routing(&t, "all-to-all,order=lifo"),
                      "source-vector,queue=lifo");
  assert_string_equal(schedule_routing(&t, "all-to-all,self=1,order=protocol-2"),
                      "source-vector,queue=lifo");
}

/* Two thousand routers. */
TEST(test_the_largest)
{
  static const struct {
    const char *order;
    uint64_t last, conflict_steps;
  } rows[] = {
      {"printed", 2178, 0},    {"minimal", 2162, 0},     {"zero-wait", 2050, 0},
      {"protocol-3", 4096, 0}, {"protocol-2", 3073, 64}, {"protocol-1", 2050, 120},
  };

#ifdef __SANITIZE_ADDRESS__
  skip(); /* 25 million packets */
#endif
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char traffic[64];
    struct made made;

    snprintf(traffic, sizeof traffic, "all-to-all,order=%s", rows[i].order);
    made_open(&made, "d3:8,16", NULL, traffic);
    assert_int_equal(made.schedule.count, 2048 * 2047);
    CHECK(made.conflicts.last == rows[i].last &&
              made.conflicts.steps == rows[i].conflict_steps,
          "%s: last step %" PRIu64 ", conflicts in %" PRIu64 " steps", rows[i].order,
          made.conflicts.last, made.conflicts.steps);
    made_close(&made);
  }
}
