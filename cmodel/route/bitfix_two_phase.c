/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_two_phase -- to an intermediate destination first, and from there to the final
 * one.
 */
#include "route/bitfix_two_phase.h"

static struct route_out transient_comb(const struct route_in *in)
{
  return bitfix_two_phase_comb(in, false);
}

static struct route_out sync_comb(const struct route_in *in)
{
  return bitfix_two_phase_comb(in, true);
}

const struct route_unit bitfix_two_phase = {
    .name = "bitfix_two_phase",
    .fixed = {{"SYNC", 0}},
    .has_phase = true,
    .has_vc = true,
    .comb = transient_comb,
};

const struct route_unit bitfix_two_phase_sync = {
    .name = "bitfix_two_phase",
    .fixed = {{"SYNC", 1}},
    .has_phase = true,
    .has_vc = true,
    .comb = sync_comb,
};
