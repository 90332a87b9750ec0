/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_one_to_all -- from every router of small networks: each other once, in the steps of
 * the theorem. */
#include "tests/unit/collective_unit.h"

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {1, 3}, {2, 3}, {1, 4},
                                    {3, 4}, {4, 3}, {2, 5}, {1, 5}, {4, 4}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

typedef void check_source(const struct made *made, const struct reference *r,
                          struct place from, const char *traffic);

/* The schedule of every source, with the options, compared with the reference and run. */
static void for_all(const char *options, enum reference_path path, check_source *check)
{
  for (size_t i = 0; i < SIZES; i++)
    for (uint32_t source = 0; source < sizes[i][0] * sizes[i][1] * sizes[i][1]; source++) {
      char spec[TOPOLOGY_SPEC], traffic[128];
      struct made made;

      snprintf(spec, sizeof spec, "d3:%u,%u", sizes[i][0], sizes[i][1]);
      snprintf(traffic, sizeof traffic, "one-to-all,source=%u%s", source, options);
      made_open(&made, spec, NULL, traffic);
      struct reference r = made_reference(&made, path, traffic);
      check(&made, &r, place_of(&r, source), traffic);
      made_run(&made, made.conflicts.count == 0, 1, traffic);
      reference_close(&r);
      made_close(&made);
    }
}

static void check_pairs(const struct reference *r, uint32_t source, bool self,
                        const char *traffic)
{
  for (uint32_t i = 0; i < r->switches * r->switches; i++)
    CHECK(r->pairs[i] == (i / r->switches == source && (i % r->switches != source || self)),
          "D3(%u,%u) %s: %u packets from %u to %u", r->k, r->m, traffic, r->pairs[i],
          i / r->switches, i % r->switches);
}

static void check_last(const struct made *made, uint64_t last, const char *traffic)
{
  CHECK(made->conflicts.count == 0 && made->schedule.conflict_free &&
            made->conflicts.last == last,
        "%s %s: %" PRIu64 " conflicts, last step %" PRIu64 ", not %" PRIu64, made->t.spec,
        traffic, made->conflicts.count, made->conflicts.last, last);
}

/* KM rounds; from (c,p,p) M-1 delays, for K = 1 fewer. */
static void check_corrected(const struct made *made, const struct reference *r,
                            struct place from, const char *traffic)
{
  uint32_t waits = from.d != from.p ? 0 : r->k > 1 ? r->m - 1 : (r->m - 2) / 2 * 2;

  check_last(made, r->k * r->m + waits + 2, traffic);
  check_pairs(r, number_of(r, from), strstr(traffic, "self=1"), traffic);
  CHECK(schedule_width(&made->schedule, &made->t) == r->m, "%s", traffic);
}

TEST(test_corrected)
{
  for_all("", REFERENCE_LGL, check_corrected);
  for_all(",self=1", REFERENCE_LGL, check_corrected);
}

/* Two on, two off. */
static void check_protocol_3(const struct made *made, const struct reference *r,
                             struct place from, const char *traffic)
{
  uint32_t rounds = r->k * r->m;

  check_last(made, 2 * rounds + rounds % 2, traffic);
  check_pairs(r, number_of(r, from), false, traffic);
}

TEST(test_protocol_3)
{
  for_all(",rule=protocol-3", REFERENCE_LGL, check_protocol_3);
}

/* The loop begins with round 1, so that nobody sends to (c,*,d); from (c,p,p) it meets
 * itself in M - 1 steps, while gamma is 0. */
static void check_printed(const struct made *made, const struct reference *r,
                          struct place from, const char *traffic)
{
  for (uint32_t to = 0; to < r->switches; to++) {
    struct place at = place_of(r, to);
    bool missed = (at.c == from.c && at.p == from.d) || to == number_of(r, from);

    CHECK(r->pairs[number_of(r, from) * r->switches + to] == !missed, "D3(%u,%u) %s: to %u",
          r->k, r->m, traffic, to);
  }
  CHECK(made->conflicts.last == r->k * r->m + 1, "%s", traffic);
  if (from.d != from.p)
    check_last(made, r->k * r->m + 1, traffic);
  else if (r->k > 1)
    CHECK(made->conflicts.count == r->m - 1 && !made->schedule.conflict_free,
          "D3(%u,%u) %s: %" PRIu64 " conflicts", r->k, r->m, traffic,
          made->conflicts.count);
}

TEST(test_printed)
{
  for_all(",rule=printed", REFERENCE_LGL, check_printed);
}

/* M^2 rounds of four hops; from (c,p,p) M - 1 delays. */
static void check_glgl(const struct made *made, const struct reference *r,
                       struct place from, const char *traffic)
{
  check_pairs(r, number_of(r, from), false, traffic);
  CHECK(schedule_width(&made->schedule, &made->t) == r->k, "%s", traffic);
  check_last(made, r->m * r->m + 3 + (from.d == from.p ? r->m - 1 : 0), traffic);
}

TEST(test_glgl)
{
  for_all(",paths=glgl", REFERENCE_GLGL, check_glgl);
}

static void check_glgl_protocol_3(const struct made *made, const struct reference *r,
                                  struct place from, const char *traffic)
{
  check_last(made, made->conflicts.last, traffic);
  check_pairs(r, number_of(r, from), false, traffic);
}

TEST(test_glgl_protocol_3)
{
  for_all(",paths=glgl,rule=protocol-3", REFERENCE_GLGL, check_glgl_protocol_3);
}

/* The values of the paper's example, and other routings: a destination in the header gives
 * the same steps; without holds the cycles are found anew. */
TEST(test_examples)
{
  static const struct {
    const char *routing, *traffic;
    enum reference_path path;
    uint64_t last; /* 0: not known */
  } rows[] = {
      {"source-vector", "one-to-all,source=0.0.1", REFERENCE_LGL, 14},
      {"source-vector", "one-to-all,source=1.2.2", REFERENCE_LGL, 17},
      {"source-vector", "one-to-all,source=1.2.2,rule=protocol-3", REFERENCE_LGL, 24},
      {"source-vector", "one-to-all,source=0.0.1,paths=glgl", REFERENCE_GLGL, 19},
      {"destination", "one-to-all,source=0.0.1", REFERENCE_LGL, 14},
      {"destination", "one-to-all,source=1.2.2", REFERENCE_LGL, 17},
      {"destination", "one-to-all,source=0.0.1,paths=glgl", REFERENCE_GLGL, 19},
      {"valiant", "one-to-all,source=1.2.2,paths=glgl", REFERENCE_GLGL, 0},
      {"source-vector,holds=0", "one-to-all,source=1.2.2", REFERENCE_LGL, 0},
      {"destination,holds=0", "one-to-all,source=1.2.2,paths=glgl", REFERENCE_GLGL, 0},
      {"source-vector,queue=lifo", "one-to-all,source=1.2.2", REFERENCE_LGL, 17},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct made made;

    made_open(&made, "d3:3,4", rows[i].routing, rows[i].traffic);
    struct reference r = made_reference(&made, rows[i].path, rows[i].traffic);
    check_last(&made, rows[i].last ? rows[i].last : made.conflicts.last, rows[i].traffic);
    check_pairs(&r, made.schedule.entries[0].source, false, rows[i].traffic);
    made_run(&made, 1, 1, rows[i].traffic);
    reference_close(&r);
    made_close(&made);
  }
}

/* Two on, two off is a rule for paths with holds: without them nothing is promised, and the
 * schedule is not refused. */
TEST(test_no_promise_without_holds)
{
  struct made made;

  made_open(&made, "d3:3,4", "source-vector,holds=0",
            "one-to-all,source=0.1.1,rule=protocol-3");
  assert_false(made.schedule.conflict_free);
  assert_true(made.conflicts.count > 0);
  made_run(&made, 0, 1, "protocol-3 without holds");
  made_close(&made);
}

/* Where the terminal may send by another path, nobody can tell. */
TEST(test_no_promise_with_ugal)
{
  struct topology t = topology_of("d3:3,4");
  struct traffic_request request = {.topology = &t,
                                    .routing = routing_of(&t, "ugal"),
                                    .traffic = "one-to-all,source=0.0.1",
                                    .packets = 1};
  struct schedule schedule;
  struct err err;

  assert_true(schedule_make(&schedule, &request, &err));
  assert_int_equal(schedule.count, 47);
  assert_false(schedule.conflict_free);
  schedule_free(&schedule);
}

/* Which path is taken is said by the schedule, not by the queues: four hops each, also in a
 * part that has no router 0. */
TEST(test_ugal_leaves_the_paths)
{
  static const char *const specs[] = {"d3:2,3", "d3:2,3,routers=1-2-3/4"};

  for (size_t i = 0; i < 2; i++) {
    const char *traffic = "one-to-all,source=0.0.1,paths=glgl";
    struct made made;

    made_open(&made, specs[i], "ugal", traffic);
    assert_int_equal(made.conflicts.last, 12);
    made_run(&made, 0, 1, traffic);
    made_close(&made);
  }
}
