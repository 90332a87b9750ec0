/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_grid_two_phase -- the route unit grid_two_phase, by docs/switches/intermediate.md:
 * every header of small networks; intermediate switches; deadlock. */
#include "switch/route/grid_two_phase.h"

#include "tests/unit/two_phase_routings.h"

TEST(test_every_header)
{
  check_as_one_phase("mesh:2", &grid_two_phase, 1);
  check_as_one_phase("mesh:4x3", &grid_two_phase, 1);
  check_as_one_phase("mesh:2x3x2", &grid_two_phase, 1);
  check_as_one_phase("mesh:5", &grid_two_phase, 1);
}

TEST(test_intermediate_switches)
{
  check_intermediate("mesh:4x3", check_valiant);
  check_intermediate("mesh:4x3", check_romm);
  check_intermediate("mesh:2x3x2", check_valiant);
  check_intermediate("mesh:2x3x2", check_romm);
  check_intermediate("mesh:5", check_valiant);
  check_intermediate("mesh:5", check_romm);
  check_intermediate("hypercube:4", check_valiant);
  check_intermediate("hypercube:4", check_romm);
}

TEST(test_deadlock_by_virtual_channels)
{
  check_phases_apart("mesh:4x4", "valiant", 2);
  check_phases_apart("mesh:4x4", "romm", 2);
  check_phases_apart("mesh:3x5", "valiant", 2);
  check_phases_apart("mesh:3x5", "romm", 2);
  check_phases_apart("hypercube:4", "valiant", 2);
  check_phases_apart("hypercube:4", "romm", 2);
}
