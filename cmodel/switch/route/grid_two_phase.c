/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grid_two_phase -- route unit of a grid without wrap-around: by way of an intermediate
 * destination. */
#include "switch/route/grid_two_phase.h"

#include "switch/route/grid.h"
#include "switch/route/two_phase.h"

enum { VCS = 1 }; /* of a phase */

static inline struct route_out one_phase(const struct route_in *in)
{
  return grid_comb(in, GRID_PHASED_NOTHING, GRID_ALL_EQUAL);
}

TWO_PHASE_UNIT(grid_two_phase);
