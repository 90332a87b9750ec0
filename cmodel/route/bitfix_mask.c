/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_mask -- the switches on the way choose the intermediate destination at random. */
#include "route/bitfix_mask.h"

static struct route_out forced_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, true, false);
}

static struct route_out forced_shared_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, true, true);
}

static struct route_out free_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, false, false);
}

static struct route_out free_shared_comb(const struct route_in *in)
{
  return bitfix_mask_comb(in, false, true);
}

const struct route_unit bitfix_mask_forced = {
    .name = "bitfix_mask",
    .fixed = {{"FORCED", 1}, {"SHARED", 0}},
    .has_random = true,
    .has_vc = true,
    .comb = forced_comb,
};

const struct route_unit bitfix_mask_forced_shared = {
    .name = "bitfix_mask",
    .fixed = {{"FORCED", 1}, {"SHARED", 1}},
    .has_random = true,
    .has_vc = true,
    .comb = forced_shared_comb,
};

const struct route_unit bitfix_mask_free = {
    .name = "bitfix_mask",
    .fixed = {{"FORCED", 0}, {"SHARED", 0}},
    .has_random = true,
    .has_vc = true,
    .comb = free_comb,
};

const struct route_unit bitfix_mask_free_shared = {
    .name = "bitfix_mask",
    .fixed = {{"FORCED", 0}, {"SHARED", 1}},
    .has_random = true,
    .has_vc = true,
    .comb = free_shared_comb,
};
