/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_all_to_one -- to every sink of small networks: each router once, as printed with its
 * conflicts, corrected, and by the clock. */
#include "tests/unit/collective_unit.h"

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {2, 3}, {1, 4}, {3, 4}, {4, 3}, {4, 4}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

typedef void check_sink(const struct made *made, struct place sink, const char *traffic);

/* Every sink: requests to all, an answer of each. */
static void check_pairs(const struct reference *r, uint32_t sink, const char *traffic)
{
  bool printed = strstr(traffic, "printed"), clocked = strstr(traffic, "clocked");

  for (uint32_t from = 0; from < r->switches; from++)
    for (uint32_t to = 0; to < r->switches; to++) {
      uint32_t expected = from == sink && !clocked ? r->k * r->m : 0;

      expected += to == sink && (from != sink || printed);
      CHECK(r->pairs[from * r->switches + to] == expected,
            "D3(%u,%u) %s: %u packets from %u to %u", r->k, r->m, traffic,
            r->pairs[from * r->switches + to], from, to);
    }
}

static void for_all(const char *rule, check_sink *check)
{
  for (size_t i = 0; i < SIZES; i++)
    for (uint32_t sink = 0; sink < sizes[i][0] * sizes[i][1] * sizes[i][1]; sink++) {
      char spec[TOPOLOGY_SPEC], traffic[128];
      struct made made;

      snprintf(spec, sizeof spec, "d3:%u,%u", sizes[i][0], sizes[i][1]);
      snprintf(traffic, sizeof traffic, "all-to-one,sink=%u,rule=%s", sink, rule);
      made_open(&made, spec, NULL, traffic);
      struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
      check_pairs(&r, sink, traffic);
      check(&made, place_of(&r, sink), traffic);
      made_run(&made, made.conflicts.count == 0, 1, traffic);
      reference_close(&r);
      made_close(&made);
    }
}

static void check_last(const struct made *made, uint64_t last, const char *traffic)
{
  CHECK(made->conflicts.count == 0 && made->schedule.conflict_free &&
            made->conflicts.last == last,
        "%s %s: %" PRIu64 " conflicts, last step %" PRIu64 ", not %" PRIu64, made->t.spec,
        traffic, made->conflicts.count, made->conflicts.last, last);
}

static uint64_t rounds(const struct made *made)
{
  return (uint64_t)d3_k(&made->t) * d3_m(&made->t);
}

/* An answer starts in the cycle after the step in which its request has come. */
static void check_answers(const struct made *made, const char *traffic)
{
  for (size_t i = 0; i < made->schedule.count; i++) {
    const struct schedule_entry *entry = &made->schedule.entries[i];

    CHECK((entry->destination == SCHEDULE_ALL) == (entry->answers == 0), "%s packet %zu",
          traffic, i);
    if (entry->answers == 0)
      continue;
    const struct schedule_entry *request = &made->schedule.entries[entry->answers - 1];
    CHECK(request->destination == SCHEDULE_ALL && request->cycle + 4 == entry->cycle,
          "%s packet %zu", traffic, i);
  }
}

static void check_corrected(const struct made *made, struct place sink, const char *traffic)
{
  check_answers(made, traffic);
  check_last(made, sink.d != sink.p ? rounds(made) + 6 : made->conflicts.last, traffic);
}

TEST(test_corrected)
{
  for_all("corrected", check_corrected);
}

static void check_clocked(const struct made *made, struct place sink, const char *traffic)
{
  check_last(made, sink.d != sink.p ? rounds(made) + 2 : made->conflicts.last, traffic);
}

TEST(test_clocked)
{
  for_all("clocked", check_clocked);
}

/* The last step is right, but requests and answers meet: KM - 4 times on the way out of the
 * sink's drawer, and by the self-link. */
static void check_printed(const struct made *made, struct place sink, const char *traffic)
{
  check_answers(made, traffic);
  CHECK(!made->schedule.conflict_free && made->conflicts.last == rounds(made) + 6, "%s %s",
        made->t.spec, traffic);
  if (sink.d != sink.p)
    CHECK(rounds(made) <= 4 || made->conflicts.count >= rounds(made) - 4,
          "%s %s: %" PRIu64 " conflicts", made->t.spec, traffic, made->conflicts.count);
}

TEST(test_printed)
{
  for_all("printed", check_printed);
}

/* With K = 3, M = 4 fewer where the rounds of the sink's own cabinet are the last. */
TEST(test_examples)
{
  static const struct {
    const char *spec, *traffic;
    uint64_t conflicts, last;
  } rows[] = {
      {"d3:3,4", "all-to-one,sink=0.0.1,rule=printed", 13, 18},
      {"d3:3,4", "all-to-one,sink=2.0.1,rule=printed", 8, 18},
      {"d3:4,4", "all-to-one,sink=0.0.1,rule=printed", 17, 22},
      {"d3:3,4", "all-to-one,sink=0.0.1", 0, 18},
      {"d3:3,4", "all-to-one,sink=0.1.1", 0, 20},
      {"d3:3,4", "all-to-one,sink=2.0.0", 0, 22},
      {"d3:3,4", "all-to-one,sink=0.0.1,rule=clocked", 0, 14},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct made made;

    made_open(&made, rows[i].spec, NULL, rows[i].traffic);
    CHECK(made.conflicts.count == rows[i].conflicts && made.conflicts.last == rows[i].last,
          "%s %s: %" PRIu64 " conflicts, last step %" PRIu64, rows[i].spec, rows[i].traffic,
          made.conflicts.count, made.conflicts.last);
    made_close(&made);
  }
}

/* The sink reads up to M packets in a step. */
TEST(test_the_sink_reads_a_drawer_in_a_step)
{
  struct made made;

  made_open(&made, "d3:3,4", NULL, "all-to-one,sink=0.0.1,rule=clocked");
  struct reference r = made_reference(&made, REFERENCE_LGL, "rule=clocked");
  assert_int_equal(reference_most_read(&r), 4);
  reference_close(&r);
  made_close(&made);
}

TEST(test_other_routings)
{
  static const char *const routings[] = {"source-vector,holds=0",
                                         "source-vector,queue=lifo", "destination",
                                         "destination,holds=0"};

  for (size_t i = 0; i < 4; i++)
    for (uint32_t sink = 0; sink < 48; sink += 5)
      for (int clocked = i >= 2; clocked < 2; clocked++) {
        char traffic[128];
        struct made made;

        snprintf(traffic, sizeof traffic, "all-to-one,sink=%u,rule=%s", sink,
                 clocked ? "clocked" : "corrected");
        made_open(&made, "d3:3,4", routings[i], traffic);
        struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
        check_pairs(&r, sink, traffic);
        check_last(&made, made.conflicts.last, traffic);
        made_run(&made, 1, 1, traffic);
        reference_close(&r);
        made_close(&made);
      }
}

/* Requests that terminals copy: every router but the sink answers once, when the request of
 * its round has come; without conflicts. */
static void check_relayed(const char *spec, const char *routing, uint32_t sink)
{
  char traffic[64];
  struct made made;

  snprintf(traffic, sizeof traffic, "all-to-one,sink=%u", sink);
  made_open(&made, spec, routing, traffic);
  uint32_t *answered = calloc(made.t.switches, sizeof *answered);
  const uint64_t round = rounds(&made);
  size_t requests = 0;

  CHECK(made.conflicts.count == 0 && made.schedule.conflict_free, "%s %s %s", spec, routing,
        traffic);
  for (size_t i = 0; i < made.schedule.count; i++) {
    const struct schedule_entry *entry = &made.schedule.entries[i];

    if (entry->destination != sink) {
      requests++;
      continue;
    }
    const struct schedule_entry *request = &made.schedule.entries[entry->answers - 1];

    CHECK(entry->answers > 0 && request->destination == entry->source &&
              request->cycle < entry->cycle,
          "%s %s: packet %zu", spec, traffic, i);
    answered[entry->source]++;
  }
  CHECK(requests == round * (made.t.switches - 1), "%s: %zu requests", spec, requests);
  for (uint32_t sw = 0; sw < made.t.switches; sw++)
    CHECK(answered[sw] == (sw != sink), "%s: %u answers of %u", spec, answered[sw], sw);
  made_run(&made, 1, made.routing->vcs, traffic);
  free(answered);
  made_close(&made);
}

TEST(test_requests_copied_by_terminals)
{
  static const char *const rows[][2] = {
      {"d3:3,3,routers=0-1-3/4", "source-vector"},
      {"d3:2,3,cabinets=0-2/3,routers=0-3-1/4", "source-vector,holds=0"},
      {"d3:2,2,cabinets=2-0/5", "destination"},
      {"d3:2,3", "destination,holds=0"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i][0]);

    for (uint32_t sink = 0; sink < t.switches; sink++)
      check_relayed(rows[i][0], rows[i][1], sink);
  }
}

TEST(test_routers_that_cannot_copy)
{
  struct topology t = topology_of("d3:3,4");
  struct traffic_request request = {.topology = &t,
                                    .routing = routing_of(&t, "destination"),
                                    .traffic = "all-to-one,sink=0.0.1,copies=routers"};
  struct schedule schedule;
  struct err err;

  assert_false(schedule_make(&schedule, &request, &err));
  check_error(&err, ERR_USAGE, "broadcasts need source vectors", "routing destination");
  request.traffic = "all-to-one,sink=0.0.1,rule=clocked,copies=terminals";
  assert_false(schedule_make(&schedule, &request, &err));
  check_error(&err, ERR_USAGE, "there are no requests", "leave copies out");
}
