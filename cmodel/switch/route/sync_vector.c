/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_vector -- route unit of the swapped dragonfly: the header carries the ports. */
#include "switch/route/sync_vector.h"

#include "switch/bank/loop.h"
#include "switch/route/sync_vector_marks.h"

ROUTE_UNIT(holds, sync_vector_comb(in, true))

ROUTE_UNIT(free, sync_vector_comb(in, false))

static const char *const parameters[] = {"K", "M", NULL};

/* --- marks --- */

SYNC_LEFT_OUT_FUNCTION(vector_hops_left)

static const struct route_mark rows[] = {SYNC_MARKS, BROADCAST_MARKS};

static uint32_t odd_hops(const struct route_sizes *s)
{
  (void)s;
  return SYNC_VECTOR_LAST / 2;
}

static const struct route_mark free_rows[] = {SYNC_MARKS, SYNC_LEFT_OUT(odd_hops),
                                              BROADCAST_MARKS};

static const struct route_marks marks = {.rows = rows};
static const struct route_marks free_marks = {.rows = free_rows};

const struct route_unit sync_vector = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 1}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = holds_comb,
    .loops = &holds_loops,
    .marks = &marks,
};

const struct route_unit sync_vector_free = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = free_comb,
    .loops = &free_loops,
    .marks = &free_marks,
};
