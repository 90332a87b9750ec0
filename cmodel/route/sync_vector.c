/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_vector -- route unit of the swapped dragonfly: the packet carries its ports. */
#include "route/sync_vector.h"

static struct route_out comb(const struct route_in *in)
{
  return sync_vector_comb(in, true);
}

static struct route_out free_comb(const struct route_in *in)
{
  return sync_vector_comb(in, false);
}

static const char *const parameters[] = {"K", "M", NULL};

const struct route_unit sync_vector = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 1}},
    .parameters = parameters,
    .has_vc = true,
    .comb = comb,
};

const struct route_unit sync_vector_free = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_vc = true,
    .comb = free_comb,
};
