/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus_two_phase -- the route unit torus_two_phase, by docs/switches/intermediate.md:
 * every header of small networks; intermediate switches; deadlock. */
#include "switch/route/torus_two_phase.h"

#include "tests/unit/two_phase_routings.h"

TEST(test_every_header)
{
  check_as_one_phase("torus:2", &torus_two_phase, 2);
  check_as_one_phase("torus:4x3", &torus_two_phase, 2);
  check_as_one_phase("torus:2x3x2", &torus_two_phase, 2);
  check_as_one_phase("torus:5", &torus_two_phase, 2);
}

TEST(test_intermediate_switches)
{
  check_intermediate("torus:4x3", check_valiant);
  check_intermediate("torus:4x3", check_romm);
  check_intermediate("torus:2x3x2", check_valiant);
  check_intermediate("torus:2x3x2", check_romm);
  check_intermediate("torus:5", check_valiant);
  check_intermediate("torus:5", check_romm);
}

TEST(test_deadlock_by_virtual_channels)
{
  check_phases_apart("torus:4x4", "valiant", 4);
  check_phases_apart("torus:4x4", "romm", 4);
  check_phases_apart("torus:3x4", "valiant", 4);
  check_phases_apart("torus:3x4", "romm", 4);
}
