/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_levels -- source vectors with two service levels: privileged and standard packets.
 */
#include "switch/route/sync_levels.h"

#include "switch/bank/loop.h"
#include "switch/route/sync_vector_marks.h"

ROUTE_UNIT(levels, sync_levels_comb(in))

static const char *const parameters[] = {"K", "M", NULL};

/* --- marks --- */

static uint32_t hops(const struct route_sizes *s)
{
  (void)s;
  return SYNC_VECTOR_LAST + 1; /* and 0: it arrives */
}

static bool moves(const struct route_in *in, const struct route_out *out, bool privileged,
                  uint32_t *hop)
{
  *hop = out->ports ? vector_hops_left(in, in->header) : 0;
  return ((in->header & sync_levels_privileged(in->parameters)) != 0) == privileged &&
         (out->ports || out->eject);
}

ROUTE_HAS(is_privileged)
{
  return moves(in, out, true, &at[0]);
}

ROUTE_HAS(is_standard)
{
  return moves(in, out, false, &at[0]);
}

#define LEVEL(name, function)                                                              \
  {                                                                                        \
    .text = name " packet (hop 0: arrives)", .place = {"hop"}, .count = {hops},            \
    .has = (function), .lacks = "no " name " packet of the traffic makes this hop"         \
  }

static const struct route_mark rows[] = {SYNC_MARKS, LEVEL("privileged", is_privileged),
                                         LEVEL("standard", is_standard), BROADCAST_MARKS};

static const struct route_marks marks = {.rows = rows};

const struct route_unit sync_levels = {
    .name = "sync_levels",
    .parameters = parameters,
    .has_vc = true,
    .comb = levels_comb,
    .loops = &levels_loops,
    .marks = &marks,
};
