/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_two_phase -- to an intermediate destination first, and from there to the final
 * one.
 */
#include "route/bitfix_two_phase.h"

#include "switch/loop.h"

static inline struct route_out transient_comb(const struct route_in *in)
{
  return bitfix_two_phase_comb(in, false);
}

static void transient_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, transient_comb);
}

static inline struct route_out sync_comb(const struct route_in *in)
{
  return bitfix_two_phase_comb(in, true);
}

static void sync_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, sync_comb);
}

const struct route_unit bitfix_two_phase = {
    .name = "bitfix_two_phase",
    .fixed = {{"SYNC", 0}},
    .phase_bits = 1,
    .waits = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = transient_comb,
    .loop = transient_loop,
};

const struct route_unit bitfix_two_phase_sync = {
    .name = "bitfix_two_phase",
    .fixed = {{"SYNC", 1}},
    .phase_bits = 1,
    .waits = true,
    .has_vc = true,
    .priority_bits = 1,
    .comb = sync_comb,
    .loop = sync_loop,
};
