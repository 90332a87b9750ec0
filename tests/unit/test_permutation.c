/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_permutation -- permutations in parts. */
#include "network/traffic/permutation.h"

#include "tests/unit/traffic_unit.h"

/* Part k of every packet starts in cycle k, with the header of the packet. */
TEST(test_parts_of_every_packet)
{
  static const char *const traffics[] = {"random", "bit-reversal", "identity"};
  static const char *const specs[] = {"hypercube:3", "benes:3", "torus:2x4"};

  for (size_t i = 0; i < 3; i++)
    for (size_t k = 0; k < 3; k++)
      for (uint32_t packets = 1; packets <= 3; packets++)
        for (uint32_t parts = 1; parts <= 4; parts++) {
          struct topology t = topology_of(specs[i]);
          char traffic[64];

          snprintf(traffic, sizeof traffic, "%s,parts=%u", traffics[k], parts);
          struct schedule whole = schedule_of(&t, traffics[k], packets, 3);
          struct schedule made = schedule_of(&t, traffic, packets, 3);

          CHECK(made.count == whole.count * parts, "%s %s: %zu packets", specs[i], traffic,
                made.count);
          for (size_t e = 0; e < made.count; e++) {
            const struct schedule_entry *part = &made.entries[e];
            const struct schedule_entry *packet = &whole.entries[e % whole.count];

            CHECK(part->cycle == e / whole.count && part->source == packet->source &&
                      part->destination == packet->destination &&
                      part->header == packet->header && part->answers == 0,
                  "%s %s: packet %zu", specs[i], traffic, e);
          }
          schedule_free(&whole);
          schedule_free(&made);
        }
}

TEST(test_a_routing_that_draws_draws_once)
{
  struct topology t = topology_of("hypercube:4");
  struct schedule schedule;
  struct err err;

  CHECK(schedule_make(&schedule,
                      &(struct traffic_request){.topology = &t,
                                                .routing = routing_of(&t, "rand-trans"),
                                                .traffic = "identity,parts=2",
                                                .packets = 1,
                                                .seed = 1},
                      &err),
        "%s", err.text);
  for (uint32_t i = 0; i < 16; i++)
    assert_int_equal(schedule.entries[i].header, schedule.entries[16 + i].header);
  assert_int_not_equal(schedule.entries[0].header & 15, schedule.entries[1].header & 15);
  schedule_free(&schedule);
}

TEST(test_one_part_is_no_part)
{
  struct topology t = topology_of("hypercube:4");

  struct schedule whole = schedule_of(&t, "random,load=0.5,warmup=1,measure=9", 1, 1);
  struct schedule one = schedule_of(&t, "random,parts=1,load=0.5,warmup=1,measure=9", 1, 1);
  assert_true(same_entries(&whole, &one));
  schedule_free(&whole);
  schedule_free(&one);
}
