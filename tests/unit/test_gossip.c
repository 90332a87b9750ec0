/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_gossip -- one to all by a tree of packets, and all to all, on every network. */
#include "tests/unit/traffic_unit.h"

static const char *const specs[] = {"hypercube:1", "hypercube:4", "torus:2x3x5",
                                    "torus:5x4",   "mdf:2,3",     "torus:7"};
enum { SPECS = sizeof specs / sizeof specs[0], MOST = 64 };

/* Every pair of different terminals once, and in each cycle a permutation. */
TEST(test_all_pairs_once)
{
  for (size_t s = 0; s < SPECS; s++) {
    struct topology t = topology_of(specs[s]);
    struct schedule schedule = schedule_of(&t, "gossip", 5, 1);
    uint8_t pair[MOST][MOST] = {{0}}, busy[MOST][MOST] = {{0}};

    check_schedule(&schedule, &t);
    assert_int_equal(schedule.count, t.terminals * (t.terminals - 1));
    for (size_t i = 0; i < schedule.count; i++) {
      const struct schedule_entry *entry = &schedule.entries[i];

      CHECK(entry->source != entry->destination &&
                pair[entry->source][entry->destination]++ == 0,
            "%s: %u to %u", t.spec, entry->source, entry->destination);
      CHECK(entry->cycle == i / t.terminals &&
                busy[entry->cycle][entry->destination]++ == 0,
            "%s: two to %u in cycle %u", t.spec, entry->destination, entry->cycle);
    }
    schedule_free(&schedule);
  }
}

/* Every terminal but the source gets one packet; who sends has the message by then. */
TEST(test_everybody_is_told_once)
{
  for (size_t s = 0; s < SPECS; s++) {
    struct topology t = topology_of(specs[s]);

    for (uint32_t source = 0; source < t.terminals; source++) {
      uint32_t told_by[MOST] = {0}; /* 1 + packet */
      char traffic[64];

      snprintf(traffic, sizeof traffic, "broadcast,source=0x%x", source);
      struct schedule schedule = schedule_of(&t, traffic, 5, 1);

      check_schedule(&schedule, &t);
      assert_int_equal(schedule.count, t.terminals - 1);
      for (size_t i = 0; i < schedule.count; i++) {
        const struct schedule_entry *entry = &schedule.entries[i];

        CHECK(entry->answers == told_by[entry->source] &&
                  (entry->source == source) == (entry->answers == 0),
              "%s %s: packet %zu answers %u", t.spec, traffic, i, entry->answers);
        CHECK(entry->destination != source && told_by[entry->destination] == 0,
              "%s %s: packet %zu to %u", t.spec, traffic, i, entry->destination);
        told_by[entry->destination] = (uint32_t)i + 1;
      }
      schedule_free(&schedule);
    }
  }
}

/* On a hypercube every packet of the tree is one hop, and of what is known in a cycle each
 * terminal sends one packet: a message takes a cycle to start and one to arrive. */
TEST(test_the_tree_of_a_hypercube)
{
  for (uint32_t n = 1; n <= 6; n++) {
    char spec[TOPOLOGY_SPEC];
    uint32_t last = 0;

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    struct topology t = topology_of(spec);
    struct schedule schedule = schedule_of(&t, "broadcast,source=1", 1, 1);

    for (size_t i = 0; i < schedule.count; i++) {
      const struct schedule_entry *entry = &schedule.entries[i];

      CHECK(bits_count(entry->source ^ entry->destination) == 1, "%s: packet %zu", spec, i);
      last = entry->cycle > last ? entry->cycle : last;
    }
    CHECK(last == 2 * (n - 1), "%s: the last packet starts in cycle %u", spec, last);
    schedule_free(&schedule);
  }
}

/* A barrier waits for all packets, and answers wait for arrivals. */
TEST(test_no_tree_behind_a_barrier)
{
  struct topology t = topology_of("hypercube:4");
  struct traffic_request request = {.topology = &t,
                                    .routing = routing_of(&t, "rand-sync"),
                                    .traffic = "broadcast,source=1",
                                    .packets = 1,
                                    .seed = 1};
  struct schedule schedule;
  struct err err = {.kind = ERR_NONE};

  assert_false(schedule_make(&schedule, &request, &err));
  check_error(&err, ERR_USAGE, "with rand-sync none arrives before all have started",
              "rand-sync");
}
