/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_relation -- the h of an h-relation. */
#include "network/traffic/relation.h"

#include "tests/unit/support.h"

static uint32_t relation(const struct schedule *schedule, const struct topology *t)
{
  struct err err;
  uint32_t h = 999;

  CHECK(relation_of(schedule, t, &h, &err), "%s", err.text);
  return h;
}

static uint32_t at_most(const struct schedule *schedule, const struct topology *t)
{
  uint32_t h = 1;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t sent = 0, received = 0;

    for (size_t i = 0; i < schedule->count; i++) {
      sent += schedule->entries[i].source == sw;
      received += schedule->entries[i].destination == sw;
    }
    h = sent > h ? sent : h;
    h = received > h ? received : h;
  }
  return h;
}

/* Every list of 4 packets on 4 switches: destinations and, sorted, sources. */
TEST(test_h_is_the_most_of_any_switch)
{
  struct topology t = topology_of("hypercube:2");

  for (uint32_t code = 0; code < 1u << 16; code++) {
    struct schedule_entry entries[4];
    struct schedule schedule = {.entries = entries, .count = 4};

    for (uint32_t i = 0; i < 4; i++)
      entries[i] = (struct schedule_entry){.source = code >> 4 * i & 3,
                                           .destination = code >> (4 * i + 2) & 3};
    CHECK(relation(&schedule, &t) == at_most(&schedule, &t), "code %#x: h %u, not %u", code,
          relation(&schedule, &t), at_most(&schedule, &t));
  }
}

TEST(test_permutations_are_as_many_relations)
{
  struct topology t = topology_of("hypercube:6");

  for (uint32_t packets = 1; packets <= 6; packets++) {
    struct schedule schedule = schedule_of(&t, "random", packets, packets);

    CHECK(relation(&schedule, &t) == packets, "%u random permutations, seed %u: h %u",
          packets, packets, relation(&schedule, &t));
    schedule_free(&schedule);
  }
}

TEST(test_no_packets_are_a_1_relation)
{
  struct topology t = topology_of("hypercube:1");
  struct schedule none = {.count = 0};

  assert_int_equal(relation(&none, &t), 1);
}

/* Whichever packet is late. */
TEST(test_a_late_packet_makes_it_none)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "random", 2, 4);

  for (size_t late = 0; late < schedule.count; late++) {
    schedule.entries[late].cycle = 1;
    CHECK(relation(&schedule, &t) == 0, "packet %zu is late: h %u", late,
          relation(&schedule, &t));
    schedule.entries[late].cycle = 0;
  }
  assert_int_equal(relation(&schedule, &t), 2);
  schedule_free(&schedule);
}

/* Whichever packet is a broadcast, or waits for another to arrive. */
TEST(test_broadcasts_and_answers_make_it_none)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "random", 2, 4);

  for (size_t i = 0; i < schedule.count; i++) {
    struct schedule_entry *entry = &schedule.entries[i], old = *entry;

    entry->destination = SCHEDULE_ALL;
    CHECK(relation(&schedule, &t) == 0, "packet %zu is a broadcast", i);
    *entry = old;
    entry->answers = 1;
    CHECK(relation(&schedule, &t) == 0, "packet %zu is an answer", i);
    *entry = old;
  }
  assert_int_equal(relation(&schedule, &t), 2);
  schedule_free(&schedule);
}

TEST(test_short_memory_is_told)
{
  struct topology t = topology_of("hypercube:20");
  struct schedule none = {.count = 0};
  struct err err = {.kind = ERR_NONE};
  uint32_t h;
  rlim_t old = limit_memory(1 << 20);
  bool known = relation_of(&none, &t, &h, &err);

  set_memory(old);
  assert_false(known);
  check_error(&err, ERR_ENVIRONMENT, "1048576 terminals", "hypercube:20");
}
