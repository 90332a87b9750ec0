/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus_two_phase -- route unit of a product of rings: by way of an intermediate
 * destination. */
#include "switch/route/torus_two_phase.h"

#include "switch/bank/loop.h"
#include "switch/route/torus.h"
#include "switch/route/two_phase.h"

enum { VCS = 2, PHASES = 2 }; /* VCs of a phase */

ROUTE_UNIT(unit, two_phase_comb(in, torus_comb, VCS))

static uint32_t vcs(const struct route_sizes *sizes)
{
  (void)sizes;
  return PHASES * VCS;
}

static const struct route_mark rows[] = {TWO_PHASE_MARKS(vcs), {.text = NULL}};

static const struct route_marks marks = {.rows = rows,
                                         .destination = two_phase_destination,
                                         .destination_bits = two_phase_destination_bits};

static const char *const parameters[] = {"DIMENSIONS", NULL};

const struct route_unit torus_two_phase = {
    .name = "torus_two_phase",
    .parameters = parameters,
    .vector = "SIZES",
    .has_vc = true,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &marks,
};
