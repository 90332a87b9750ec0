/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* factor -- the graphs of which the base of a dual-net is a product.
 *
 * The route unit dual_net and the networks share it; docs/switches/dual_net.md, Factors.
 * Switches of a factor are its digits, [0, size).  Ports are counted within the factor.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_FACTOR_H
#define LOCKHOP_SWITCH_ROUTE_FACTOR_H

#include "switch/route/torus.h"

#include <stdbool.h>
#include <stdint.h>

enum factor_kind {
  FACTOR_RING,     /* ports + and -; of 2 switches + alone */
  FACTOR_COMPLETE, /* port i leads i + 1 further round */
  FACTOR_PETERSEN  /* digits 0 to 4 are a ring; 5 to 9 one whose ports lead two further;
                    * port FACTOR_SPOKE joins the two */
};

enum { FACTOR_PETERSEN_SIZE = 10, FACTOR_SPOKE = 2, FACTOR_DATELINE = 4 };

struct factor {
  enum factor_kind kind;
  uint32_t size;
};

static inline uint32_t factor_ports(struct factor f)
{
  switch (f.kind) {
  case FACTOR_COMPLETE:
    return f.size - 1;
  case FACTOR_PETERSEN:
    return 3;
  default:
    return torus_ring_ports(f.size);
  }
}

static inline uint32_t factor_diameter(struct factor f)
{
  return f.kind == FACTOR_COMPLETE ? 1 : f.kind == FACTOR_PETERSEN ? 2 : f.size / 2;
}

/* Does a packet take several hops in it, so that the last ones need another VC? */
static inline bool factor_has_dateline(struct factor f)
{
  return f.kind == FACTOR_PETERSEN || (f.kind == FACTOR_RING && f.size >= FACTOR_DATELINE);
}

/* The digit at the other end of a link, and the port there. */
static inline uint32_t factor_far(struct factor f, uint32_t at, uint32_t port)
{
  const bool inner = f.kind == FACTOR_PETERSEN && at >= 5;
  const uint32_t step = inner ? 2 : 1, first = inner ? 5 : 0;

  if (f.kind == FACTOR_COMPLETE)
    return (at + port + 1) % f.size;
  if (f.kind == FACTOR_RING)
    return (at + (port == 0 ? 1 : f.size - 1)) % f.size;
  if (port == FACTOR_SPOKE)
    return (at + 5) % FACTOR_PETERSEN_SIZE;
  return first + (at - first + (port == 0 ? step : 5 - step)) % 5;
}

static inline uint32_t factor_far_port(struct factor f, uint32_t port)
{
  if (f.kind == FACTOR_COMPLETE)
    return f.size - 2 - port;
  if (f.kind == FACTOR_PETERSEN && port == FACTOR_SPOKE)
    return port;
  return f.size == 2 ? port : 1 - port;
}

/* --- the next hop, between different digits --- */

struct factor_hop {
  uint32_t port;
  bool behind; /* no dateline is ahead; in a Petersen graph: it is the last hop */
};

static inline struct factor_hop factor_hop_in_ring(uint32_t size, uint32_t at, uint32_t to)
{
  const uint32_t ahead = to > at ? to - at : to + size - at;
  const bool plus = size == 2 || 2 * ahead <= size;

  return (struct factor_hop){
      .port = !plus,
      .behind = size >= FACTOR_DATELINE && (plus ? to > at : to < at),
  };
}

static inline struct factor_hop factor_hop_in_complete(uint32_t size, uint32_t at,
                                                       uint32_t to)
{
  const uint32_t ahead = to > at ? to - at : to + size - at;

  return (struct factor_hop){.port = (ahead < size ? ahead : size - 1) - 1};
}

/* Two switches that are not joined have one common neighbour. */
static inline struct factor_hop factor_hop_in_petersen(uint32_t at, uint32_t to)
{
  const bool from_inner = at >= 5, to_inner = to >= 5;
  const uint32_t step = from_inner ? 2 : 1;
  const uint32_t x = from_inner ? at - 5 : at, y = to_inner ? to - 5 : to;
  const uint32_t ahead = y >= x ? y - x : y + 5 - x;
  const bool plus = ahead == step, minus = ahead == 5 - step;

  if (from_inner == to_inner)
    return (struct factor_hop){.port = !(plus || ahead == 2 * step),
                               .behind = plus || minus};
  return (struct factor_hop){.port = plus    ? 0
                                     : minus ? 1
                                             : FACTOR_SPOKE,
                             .behind = ahead == 0};
}

static inline struct factor_hop factor_hop(struct factor f, uint32_t at, uint32_t to)
{
  return f.kind == FACTOR_COMPLETE   ? factor_hop_in_complete(f.size, at, to)
         : f.kind == FACTOR_PETERSEN ? factor_hop_in_petersen(at, to)
                                     : factor_hop_in_ring(f.size, at, to);
}

#endif
