/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hamming_two_phase -- the route unit hamming_two_phase, by
 * docs/switches/intermediate.md: every header of small networks; intermediate switches;
 * deadlock. */
#include "switch/route/hamming_two_phase.h"

#include "tests/unit/two_phase_routings.h"

TEST(test_every_header)
{
  check_as_one_phase("flatfly:2,2", &hamming_two_phase, 1);
  check_as_one_phase("flatfly:5,2", &hamming_two_phase, 1);
  check_as_one_phase("flatfly:3,3", &hamming_two_phase, 1);
  check_as_one_phase("flatfly:2,4", &hamming_two_phase, 1);
}

TEST(test_intermediate_switches)
{
  check_intermediate("flatfly:4,2", check_valiant);
  check_intermediate("flatfly:3,3", check_valiant);
  check_intermediate("flatfly:4,2", check_romm);
  check_intermediate("flatfly:3,3", check_romm);
  check_intermediate("flatfly:2,4", check_romm);
}

TEST(test_deadlock_by_virtual_channels)
{
  check_phases_apart("flatfly:3,2", "valiant", 2);
  check_phases_apart("flatfly:4,3", "valiant", 2);
  check_phases_apart("flatfly:3,3", "romm", 2);
}

/* From 0.1 to 2.0 by way of 1.2: the cycle diagram of the page. */
TEST(test_path_of_the_page)
{
  static const uint32_t switches[] = {1, 2, 5, 3, 6}, ports[] = {1, 2, 0, 3};
  static const uint64_t headers[] = {0x86, 0x86, 0x86, 0x88, 0x88};
  struct topology t = topology_of("flatfly:3,3");
  const struct routing *valiant = routing_of(&t, "valiant");
  struct hop hops[8];

  assert_int_equal(topology_header(&t, valiant, 3, 18, 5), 0x86);
  assert_int_equal(topology_path(&t, valiant, 3, 18, 0x86, 0, hops, 8), 5);
  for (size_t i = 0; i < 5; i++) {
    assert_int_equal(hops[i].at, switches[i]);
    assert_int_equal(hops[i].header, headers[i]);
    assert_int_equal(hops[i].port, i < 4 ? ports[i] : UINT32_MAX);
  }
}
