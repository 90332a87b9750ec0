/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_broadcast -- from every router of small networks: every router reads every packet
 * once, in the steps of the theorem. */
#include "tests/unit/collective_unit.h"

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {2, 3}, {1, 4}, {3, 4}, {4, 3}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void check_pairs(const struct reference *r, uint32_t source, uint32_t count,
                        const char *traffic)
{
  for (uint32_t i = 0; i < r->switches * r->switches; i++)
    CHECK(r->pairs[i] == (i / r->switches == source ? count : 0),
          "D3(%u,%u) %s: %u packets from %u to %u", r->k, r->m, traffic, r->pairs[i],
          i / r->switches, i % r->switches);
}

/* `count` broadcasts, last arrival in step `last`. */
static void check_one(const char *spec, uint32_t source, uint32_t count, bool self_links,
                      uint64_t last)
{
  char traffic[128];
  struct made made;

  snprintf(traffic, sizeof traffic, "broadcast,source=%u,count=%u,self-links=%d", source,
           count, self_links);
  made_open(&made, spec, NULL, traffic);
  struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
  CHECK(made.conflicts.count == 0 && made.schedule.conflict_free &&
            made.conflicts.last == last,
        "%s %s: %" PRIu64 " conflicts, last step %" PRIu64 ", not %" PRIu64, spec, traffic,
        made.conflicts.count, made.conflicts.last, last);
  check_pairs(&r, source, count, traffic);
  assert_int_equal(made.schedule.count, count);
  assert_int_equal(schedule_deliveries(&made.schedule, &made.t), count * r.switches);
  made_run(&made, 1, 1, traffic);
  reference_close(&r);
  made_close(&made);
}

/* One a step, N + 2 in all; from (c,p,p) two on, two off: 2N, or 2N + 1 for odd N; and N +
 * 2 again if no copy goes by the link of a router to itself. */
TEST(test_steps_from_every_source)
{
  for (size_t i = 0; i < SIZES; i++)
    for (uint32_t source = 0; source < sizes[i][0] * sizes[i][1] * sizes[i][1]; source++)
      for (uint32_t n = 1; n <= 9; n++) {
        const uint32_t d = source / sizes[i][1] % sizes[i][1], p = source % sizes[i][1];
        char spec[TOPOLOGY_SPEC];

        snprintf(spec, sizeof spec, "d3:%u,%u", sizes[i][0], sizes[i][1]);
        check_one(spec, source, n, true, d != p ? n + 2 : 2 * n + n % 2);
        check_one(spec, source, n, false, n + 2);
      }
}

/* Copies on the links of D3(3,4), hop by hop: 3 local, 12 global of which one is a
 * self-link, 36 local. */
TEST(test_copies)
{
  uint32_t local = 0, global = 0, last = 0;
  struct made made;

  made_open(&made, "d3:3,4", NULL, "broadcast,source=0.0.1");
  struct reference r = made_reference(&made, REFERENCE_LGL, "broadcast");
  for (uint32_t sw = 0; sw < 48; sw++)
    for (uint32_t port = 1; port < 7; port++) {
      local += port < 4 ? r.used[(1 * 48 + sw) * 8 + port] : 0;
      global += port >= 4 ? r.used[(2 * 48 + sw) * 8 + port] : 0;
      last += port < 4 ? r.used[(3 * 48 + sw) * 8 + port] : 0;
    }
  assert_int_equal(local, 3);
  assert_int_equal(global, 12);
  assert_int_equal(last, 36);
  reference_close(&r);
  made_close(&made);
}

/* All read it in step 3; but with self-links=0 the drawer of the source does so a step
 * before. */
TEST(test_steps_of_the_reading)
{
  for (int self_links = 0; self_links < 2; self_links++) {
    char traffic[64];
    struct made made;

    snprintf(traffic, sizeof traffic, "broadcast,source=1.2.0,self-links=%d", self_links);
    made_open(&made, "d3:3,4", NULL, traffic);
    struct reference r = made_reference(&made, REFERENCE_LGL, traffic);
    for (uint32_t sw = 0; sw < 48; sw++) {
      bool early = !self_links && sw / 4 == 1 * 4 + 2;

      CHECK(r.read[2 * 48 + sw] == early && r.read[3 * 48 + sw] == !early,
            "self-links=%d switch %u", self_links, sw);
    }
    reference_close(&r);
    made_close(&made);
  }
}

/* A network of which all is there is whole, in whatever order it is listed. */
TEST(test_whole_networks)
{
  check_one("d3:2,3,cabinets=1-0/2", 1, 3, true, 5);
}

/* --- copied by terminals --- */

/* Every router but the source gets every message once, in one hop from a router that has
 * it; no conflict, last arrival in step `last`. */
static void check_relayed(const char *spec, const char *routing, const char *traffic,
                          uint32_t source, uint32_t count, uint64_t last)
{
  struct made made;

  made_open(&made, spec, routing, traffic);
  uint32_t *got = calloc(made.t.switches, sizeof *got);

  CHECK(made.conflicts.count == 0 && made.schedule.conflict_free == made.routing->timed &&
            made.conflicts.last == last,
        "%s %s %s: %" PRIu64 " conflicts, last step %" PRIu64 ", not %" PRIu64, spec,
        routing, traffic, made.conflicts.count, made.conflicts.last, last);
  for (size_t i = 0; i < made.schedule.count; i++) {
    const struct schedule_entry *entry = &made.schedule.entries[i];
    const struct d3_router from = d3_router(&made.t, entry->source),
                           to = d3_router(&made.t, entry->destination);

    CHECK((from.c == to.c && from.d == to.d && from.p != to.p) ||
              (from.d == to.p && from.p == to.d),
          "%s: packet %zu makes more than a hop", spec, i);
    CHECK((entry->answers == 0) == (entry->source == source) &&
              (entry->answers == 0 ||
               made.schedule.entries[entry->answers - 1].destination == entry->source),
          "%s: packet %zu is not given on", spec, i);
    got[entry->destination]++;
  }
  for (uint32_t sw = 0; sw < made.t.switches; sw++)
    CHECK(got[sw] == (sw == source ? 0 : count), "%s %s: %u at %u", spec, traffic, got[sw],
          sw);
  made_run(&made, 1, made.routing->vcs, traffic);
  free(got);
  made_close(&made);
}

TEST(test_copied_by_terminals)
{
  static const struct {
    const char *spec, *routing;
    uint32_t after;
  } rows[] = {
      {"d3:3,3,routers=0-1-3/4", "source-vector", 5},
      {"d3:2,3,cabinets=0-2/3,routers=0-3-1/4", "source-vector,holds=0", 4},
      {"d3:2,2,cabinets=2-0/5", "destination", 5},
      {"d3:2,3", "destination,holds=0", 4},
      {"d3:1,4", "valiant", 5},
      {"d3:3,2", "ugal", 5},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);

    for (uint32_t source = 0; source < t.switches; source++)
      for (uint32_t n = 1; n <= 5; n += 2) {
        char traffic[64];

        snprintf(traffic, sizeof traffic, "broadcast,source=%u,count=%u", source, n);
        check_relayed(rows[i].spec, rows[i].routing, traffic, source, n, n + rows[i].after);
      }
  }
  check_relayed("d3:3,4", "source-vector", "broadcast,source=5,count=2,copies=terminals", 5,
                2, 7);
}

static void check_routers_cannot(const char *spec, const char *routing, const char *part)
{
  struct topology t = topology_of(spec);
  struct traffic_request request = {.topology = &t,
                                    .routing = routing_of(&t, routing),
                                    .traffic = "broadcast,source=1,copies=routers"};
  struct schedule schedule;
  struct err err;

  assert_false(schedule_make(&schedule, &request, &err));
  check_error(&err, ERR_USAGE, part, "copies=routers");
}

TEST(test_routers_that_cannot_copy)
{
  static const char *const routings[] = {"destination", "valiant", "valiant,b=5", "ugal"};

  for (size_t i = 0; i < 4; i++)
    check_routers_cannot("d3:3,4", routings[i],
                         "broadcast: broadcasts need source vectors, which routing ");
  check_routers_cannot("d3:3,3,routers=0-1-3/4", "source-vector", "some of ");
}
