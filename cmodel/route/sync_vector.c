/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_vector -- route unit of the swapped dragonfly: the packet carries its ports. */
#include "route/sync_vector.h"

#include "switch/loop.h"

static inline struct route_out comb(const struct route_in *in)
{
  return sync_vector_comb(in, true);
}

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, comb);
}

static inline struct route_out free_comb(const struct route_in *in)
{
  return sync_vector_comb(in, false);
}

static void free_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, free_comb);
}

static const char *const parameters[] = {"K", "M", NULL};

const struct route_unit sync_vector = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 1}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = comb,
    .loop = loop,
};

const struct route_unit sync_vector_free = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = free_comb,
    .loop = free_loop,
};
