/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_vector_marks -- marks of the units whose headers are source vectors: of each hop,
 * SYNC_MARKS, and BROADCAST_MARKS, the last rows of a table.
 *
 * The functions find the fields of sync_vector in the low bits of a header; what a unit has
 * above them does not matter.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_VECTOR_MARKS_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_VECTOR_MARKS_H

#include "switch/route/sync_marks.h"
#include "switch/route/sync_vector.h"

static inline uint32_t vector_hops_left(const struct route_in *in, uint64_t header)
{
  return (uint32_t)(header >> sync_vector_format(in->parameters).count & 7);
}

SYNC_MARK_FUNCTIONS(vector_hops_left)

static inline bool vector_has_bit(const struct route_in *in, uint32_t bit)
{
  return in->header >> bit & 1;
}

static inline bool vector_is_broadcast(const struct route_in *in)
{
  return vector_has_bit(in, sync_vector_format(in->parameters).broadcast);
}

/* 0: it arrives. */
static inline uint32_t vector_broadcast_hops(const struct route_sizes *s)
{
  (void)s;
  return SYNC_VECTOR_LAST;
}

static inline uint32_t vector_routers(const struct route_sizes *s)
{
  return s->parameters[0] * s->parameters[1] * s->parameters[1];
}

ROUTE_HAS(vector_broadcasts)
{
  at[0] = out->ports ? vector_hops_left(in, in->header) : 0;
  return vector_is_broadcast(in) && (out->ports || out->eject);
}

ROUTE_HAS(vector_skips_itself)
{
  const struct sync_vector_format f = sync_vector_format(in->parameters);

  (void)at;
  return vector_is_broadcast(in) && vector_has_bit(in, f.skip_self) &&
         vector_hops_left(in, in->header) == 2 && !(out->ports >> in->parameters[1] & 1);
}

/* The number of the router. */
ROUTE_HAS(vector_leaves_a_copy)
{
  const struct sync_vector_format f = sync_vector_format(in->parameters);
  const uint32_t k = in->parameters[0], m = in->parameters[1];
  const uint32_t p = (uint32_t)(in->here & f.local_mask);
  const uint32_t d = (uint32_t)(in->here >> f.delta & f.local_mask);
  const uint32_t c = (uint32_t)(in->here >> f.gamma & f.global_mask);

  at[0] = p < m && d < m && c < k ? (c * m + d) * m + p : UINT32_MAX;
  return out->eject && out->ports;
}

#define NO_BROADCAST "no broadcast of the traffic does it"

#define BROADCAST_MARKS                                                                    \
  {.text = "broadcast (hop 0: arrives)",                                                   \
   .place = {"hop"},                                                                       \
   .count = {vector_broadcast_hops},                                                       \
   .has = vector_broadcasts,                                                               \
   .lacks = NO_BROADCAST},                                                                 \
      {.text = "broadcast leaves out the link to itself",                                  \
       .has = vector_skips_itself,                                                         \
       .lacks = NO_BROADCAST},                                                             \
      {.text = "copy is ejected, and the packet goes on",                                  \
       .place = {"router"},                                                                \
       .count = {vector_routers},                                                          \
       .has = vector_leaves_a_copy,                                                        \
       .lacks = NO_BROADCAST},                                                             \
  {                                                                                        \
    .text = NULL                                                                           \
  }

#endif
