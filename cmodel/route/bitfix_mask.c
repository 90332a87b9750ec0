/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_mask -- the switches on the way choose the intermediate destination at random. */
#include "route/bitfix_mask.h"

#include "switch/loop.h"

static inline struct route_out forced_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, true, false);
}

static void forced_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, forced_comb);
}

static inline struct route_out forced_shared_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, true, true);
}

static void forced_shared_loop(struct switch_bank *bank, const uint32_t *active,
                               size_t count)
{
  switch_loop(bank, active, count, forced_shared_comb);
}

static inline struct route_out free_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, false, false);
}

static void free_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, free_comb);
}

static inline struct route_out free_shared_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, false, true);
}

static void free_shared_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, free_shared_comb);
}

#define UNIT(variant, is_forced, is_shared)                                                \
  {                                                                                        \
    .name = "bitfix_mask", .fixed = {{"FORCED", is_forced}, {"SHARED", is_shared}},        \
    .has_random = true, .has_vc = true, .priority_bits = 1, .comb = variant##_comb,        \
    .loop = variant##_loop                                                                 \
  }

const struct route_unit bitfix_mask_forced = UNIT(forced, 1, 0);
const struct route_unit bitfix_mask_forced_shared = UNIT(forced_shared, 1, 1);
const struct route_unit bitfix_mask_free = UNIT(free, 0, 0);
const struct route_unit bitfix_mask_free_shared = UNIT(free_shared, 0, 1);
