/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_random -- random traffic is made of independent uniform permutations. */
#include "tests/unit/traffic_unit.h"

/* Packet j of all switches together: a permutation. */
TEST(test_each_packet_is_a_permutation)
{
  for (uint32_t n = 1; n <= 10; n++) {
    char spec[TOPOLOGY_SPEC];
    uint32_t packets = n;

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    struct topology t = topology_of(spec);
    struct schedule schedule = schedule_of(&t, "random", packets, 11);
    uint8_t *hit = calloc((size_t)packets * t.switches, 1);

    assert_non_null(hit);
    check_schedule(&schedule, &t);
    for (size_t i = 0; i < schedule.count; i++) {
      size_t packet = i % packets;
      CHECK(hit[packet * t.switches + schedule.entries[i].destination]++ == 0,
            "%s: packet %zu goes twice to %u", spec, packet,
            schedule.entries[i].destination);
    }
    free(hit);
    schedule_free(&schedule);
  }
}

/* All 24 permutations of 4 switches are equally likely: chi-square with 23 degrees of
 * freedom, above 49.7 once in 1000 seeds. */
TEST(test_every_permutation_is_as_likely)
{
  enum { ROUNDS = 24000 };
  struct topology t = topology_of("hypercube:2");
  struct schedule schedule = schedule_of(&t, "random", ROUNDS, 3);
  double counts[256] = {0}, chi = 0;
  int seen = 0;

  for (size_t packet = 0; packet < ROUNDS; packet++) {
    uint32_t code = 0;
    for (size_t sw = 0; sw < 4; sw++)
      code = code << 2 | schedule.entries[sw * ROUNDS + packet].destination;
    counts[code]++;
  }
  for (size_t code = 0; code < 256; code++) {
    if (counts[code] > 0) {
      chi += (counts[code] - 1000) * (counts[code] - 1000) / 1000;
      seen++;
    }
  }
  assert_int_equal(seen, 24);
  CHECK(chi < 49.7, "chi-square %g", chi);
  schedule_free(&schedule);
}

/* More packets per switch keep the permutations of fewer. */
TEST(test_permutations_do_not_depend_on_packets)
{
  struct topology t = topology_of("hypercube:5");
  struct schedule few = schedule_of(&t, "random", 2, 9);
  struct schedule many = schedule_of(&t, "random", 7, 9);

  for (size_t sw = 0; sw < t.switches; sw++) {
    for (size_t packet = 0; packet < 2; packet++)
      CHECK(few.entries[sw * 2 + packet].destination ==
                many.entries[sw * 7 + packet].destination,
            "switch %zu packet %zu", sw, packet);
  }
  schedule_free(&few);
  schedule_free(&many);
}

TEST(test_seed_decides)
{
  struct topology t = topology_of("hypercube:6");
  struct schedule a = schedule_of(&t, "random", 2, 1);
  struct schedule b = schedule_of(&t, "random", 2, 1);
  struct schedule c = schedule_of(&t, "random", 2, 2);

  assert_true(same_entries(&a, &b));
  assert_false(same_entries(&a, &c));
  schedule_free(&a);
  schedule_free(&b);
  schedule_free(&c);
}

/* A printed seed must mean the same traffic for ever. */
TEST(test_seed_1_of_the_3_cube)
{
  static const uint32_t expected[8][2] = {{2, 2}, {6, 7}, {1, 3}, {3, 1},
                                          {0, 0}, {4, 6}, {7, 4}, {5, 5}};
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "random", 2, 1);

  for (size_t i = 0; i < 16; i++)
    CHECK(schedule.entries[i].destination == expected[i / 2][i % 2],
          "switch %zu sends packet %zu to %u", i / 2, i % 2,
          schedule.entries[i].destination);
  schedule_free(&schedule);
}

#ifdef MEMORY_LIMITS
/* Room for the packets, not for a permutation beside them. */
TEST(test_short_memory_is_reported)
{
  struct topology t = topology_of("hypercube:20");
  struct schedule schedule;
  struct err err;
  rlim_t old = limit_memory((size_t)26 << 20);
  bool good = try_schedule(&schedule, &t, "random", 1, 1, &err);

  set_memory(old);
  assert_false(good);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory for a random permutation",
              "random");
}
#endif
