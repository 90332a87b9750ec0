/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamming_two_phase -- route unit of a product of complete graphs: by way of an
 * intermediate destination. */
#include "switch/route/hamming_two_phase.h"

#include "switch/route/hamming.h"
#include "switch/route/two_phase.h"

enum { VCS = 1 }; /* of a phase */

static inline struct route_out one_phase(const struct route_in *in)
{
  return hamming_comb(in);
}

TWO_PHASE_UNIT(hamming_two_phase);
