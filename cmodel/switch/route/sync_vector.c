/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_vector -- route unit of the swapped dragonfly: the header carries the ports. */
#include "switch/route/sync_vector.h"

#include "switch/bank/loop.h"
#include "switch/route/sync_marks.h"

ROUTE_UNIT(holds, sync_vector_comb(in, true))

ROUTE_UNIT(free, sync_vector_comb(in, false))

static const char *const parameters[] = {"K", "M", NULL};

/* --- marks --- */

static uint32_t hops_left(const struct route_in *in, uint64_t header)
{
  return (uint32_t)(header >> sync_vector_format(in->parameters).count & 7);
}

SYNC_MARK_FUNCTIONS(hops_left)
SYNC_LEFT_OUT_FUNCTION(hops_left)

static bool is_set(const struct route_in *in, uint32_t bit)
{
  return in->header >> bit & 1;
}

static bool is_broadcast(const struct route_in *in)
{
  return is_set(in, sync_vector_format(in->parameters).broadcast);
}

/* 0: it arrives. */
static uint32_t broadcast_hops(const struct route_sizes *s)
{
  (void)s;
  return SYNC_VECTOR_LAST;
}

static uint32_t routers(const struct route_sizes *s)
{
  return s->parameters[0] * s->parameters[1] * s->parameters[1];
}

ROUTE_HAS(broadcasts)
{
  at[0] = out->ports ? hops_left(in, in->header) : 0;
  return is_broadcast(in) && (out->ports || out->eject);
}

ROUTE_HAS(skips_itself)
{
  const struct sync_vector_format f = sync_vector_format(in->parameters);

  (void)at;
  return is_broadcast(in) && is_set(in, f.skip_self) && hops_left(in, in->header) == 2 &&
         !(out->ports >> in->parameters[1] & 1);
}

/* The number of the router. */
ROUTE_HAS(leaves_a_copy)
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
   .count = {broadcast_hops},                                                              \
   .has = broadcasts,                                                                      \
   .lacks = NO_BROADCAST},                                                                 \
      {.text = "broadcast leaves out the link to itself",                                  \
       .has = skips_itself,                                                                \
       .lacks = NO_BROADCAST},                                                             \
      {.text = "copy is ejected, and the packet goes on",                                  \
       .place = {"router"},                                                                \
       .count = {routers},                                                                 \
       .has = leaves_a_copy,                                                               \
       .lacks = NO_BROADCAST},                                                             \
  {                                                                                        \
    .text = NULL                                                                           \
  }

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
    .loop = holds_loop,
    .marks = &marks,
};

const struct route_unit sync_vector_free = {
    .name = "sync_vector",
    .fixed = {{"HOLDS", 0}},
    .parameters = parameters,
    .has_vc = true,
    .priority_bits = 1,
    .comb = free_comb,
    .loop = free_loop,
    .marks = &free_marks,
};
