/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus_two_phase -- route unit of a product of rings: by way of an intermediate
 * destination. */
#include "switch/route/torus_two_phase.h"

#include "switch/route/torus.h"
#include "switch/route/two_phase.h"

enum { VCS = 2 }; /* of a phase */

static inline struct route_out one_phase(const struct route_in *in)
{
  return torus_comb(in);
}

TWO_PHASE_UNIT(torus_two_phase);
