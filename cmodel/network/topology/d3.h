/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* d3 -- d3:K,M, the swapped dragonfly D3(K,M), K >= 1, M >= 2, K + M <= 62.
 *
 * Router (c,d,p), cabinet c in [0, K), drawer d and router p in [0, M), is switch
 * (c M + d) M + p; its address is printed "c.d.p".  Ports: docs/switches/sync.md.
 *
 * "cabinets=1-2-5-8/9" and "routers=0-1-3/4" place it as a part in a larger D3(9,4):
 * cabinet i of the part is the i-th of the list in the whole; the same for drawers and
 * routers.  Switch numbers and addresses are those of the part. Ports, headers and
 * t->parameters, {K, M}, are those of the whole.
 *
 * Source: The Swapped Dragonfly, sections 2 to 4 and 8 to 10.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_D3_H
#define LOCKHOP_NETWORK_TOPOLOGY_D3_H

#include "network/topology/topology.h"

extern const struct topology_row d3;

/* Keys of a spec. */
enum { D3_CABINETS, D3_ROUTERS, D3_KEYS };

/* A router; in d3_whole, its coordinates in the whole network. */
struct d3_router {
  uint32_t c, d, p;
};

/* Is t a swapped dragonfly? */
static inline bool d3_is(const struct topology *t)
{
  return t->row == &d3;
}

/* Is the network a part of a larger one, or are its cabinets (D3_CABINETS), or its drawers
 * and routers (D3_ROUTERS), in another order? */
bool d3_is_part(const struct topology *t, size_t key);

enum { D3_COORDINATES = TOPOLOGY_PORTS - 1 }; /* of one kind, at most */

/* The type of t->state; other files use the functions d3_... */
struct d3_state {
  uint32_t parameters[2];   /* {K, M} of the whole network */
  uint32_t counts[D3_KEYS]; /* K and M of the network itself */
  /* The coordinates in the whole, in order; and the inverse, UINT8_MAX for coordinates that
   * the part does not have. */
  uint8_t chosen[D3_KEYS][D3_COORDINATES];
  uint8_t index[D3_KEYS][D3_COORDINATES];
};

static inline const struct d3_state *d3_state(const struct topology *t)
{
  return (const struct d3_state *)t->state;
}

/* The number of cabinets, or of drawers per cabinet: of the network itself, and of the
 * whole. */
static inline uint32_t d3_count(const struct topology *t, size_t key)
{
  return d3_state(t)->counts[key];
}

static inline uint32_t d3_whole_count(const struct topology *t, size_t key)
{
  return t->parameters[key];
}

static inline uint32_t d3_k(const struct topology *t)
{
  return d3_count(t, D3_CABINETS);
}

static inline uint32_t d3_m(const struct topology *t)
{
  return d3_count(t, D3_ROUTERS);
}

/* The coordinate in the whole of cabinet, or router, i. */
static inline uint32_t d3_chosen(const struct topology *t, size_t key, uint32_t i)
{
  return d3_state(t)->chosen[key][i];
}

/* The cabinet, or router, with this coordinate in the whole; UINT8_MAX: none. */
static inline uint32_t d3_index(const struct topology *t, size_t key, uint32_t place)
{
  return d3_state(t)->index[key][place];
}

static inline uint32_t d3_switch(const struct topology *t, struct d3_router r)
{
  return (r.c * d3_m(t) + r.d) * d3_m(t) + r.p;
}

static inline struct d3_router d3_router(const struct topology *t, uint32_t sw)
{
  return (struct d3_router){
      .c = sw / (d3_m(t) * d3_m(t)), .d = sw / d3_m(t) % d3_m(t), .p = sw % d3_m(t)};
}

struct d3_router d3_whole(const struct topology *t, uint32_t sw);

/* A source vector: (b; gamma, pi, delta) of the paper, section 8. */
struct d3_vector {
  uint32_t gamma, pi, delta;
};

/* The paths for which a terminal can make a header. */
enum d3_path {
  D3_L,   /* local, within a drawer: b = 1 */
  D3_G,   /* global, to a neighbour: b = 2 */
  D3_LGL, /* local, global, local: b = 3 */
  D3_GLGL /* by way of the destination's cabinet: b = 4 */
};

/* The header for such a path from source to destination, under a routing with source
 * vectors or with destinations.  Defined for every pair, also of a router with itself; D3_L
 * only for routers of one drawer, D3_G only for (c,d,p) and (c',p,d). */
uint64_t d3_header(const struct topology *t, const struct routing *routing,
                   enum d3_path path, uint32_t source, uint32_t destination);

/* Is every path of the routing local, global, local, with a step for each hop? */
bool d3_is_minimal(const struct routing *routing);

/* Does the routing have source vectors, and so broadcasts? */
bool d3_has_vectors(const struct routing *routing);

/* Header of a broadcast: (1, 3; 0, 0, 0).  `skip_self`: no copy goes by a self-link. */
uint64_t d3_broadcast(const struct topology *t, bool skip_self);

/* The router at which a vector with b = 3 that starts at source ends. */
uint32_t d3_end(const struct topology *t, uint32_t source, struct d3_vector vector);

/* The tables of Theorem 1: the global (key D3_CABINETS) or local (D3_ROUTERS) port of the
 * whole network by which cabinet, or router of a drawer, `from` of the part reaches `to`; 0
 * when they are the same. */
uint32_t d3_part_port(const struct topology *t, size_t key, uint32_t from, uint32_t to);

/* Translate the vector of a part to the whole with these tables, for a router of the part:
 * gamma by the router's c, delta by its p, pi by its d. */
struct d3_vector d3_translate(const struct topology *t, uint32_t source,
                              struct d3_vector vector);

#endif
