/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly -- shared by d3 and mdf: ports, addresses, headers of source vectors.
 *
 * Routers have the ports of docs/switches/sync.md, with t->parameters: {K, M}.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DRAGONFLY_H
#define LOCKHOP_NETWORK_TOPOLOGY_DRAGONFLY_H

#include "network/topology/topology.h"

/* Read K and M of a spec.  Error: ERR_USAGE when they are missing or out of range. */
bool dragonfly_read(struct spec *spec, uint32_t *k, uint32_t *m, struct err *err);

/* K + M of a network, at most: K + M + 1 ports are at most 63. */
enum { DRAGONFLY_SUM = TOPOLOGY_PORTS - 1 };

/* --- ports --- */

/* The port that is global port 0. */
static inline uint32_t dragonfly_global(const struct topology *t)
{
  return t->parameters[1];
}

/* The second hold port, for packets after their last global hop. */
static inline uint32_t dragonfly_last_hold(const struct topology *t)
{
  return t->parameters[1] + t->parameters[0];
}

/* PORT_HOLD, PORT_LOCAL or PORT_GLOBAL. */
enum port_kind dragonfly_port_kind(const struct topology *t, uint32_t port);

/* "hold", "local 2", "global 0", "last hold". */
void dragonfly_print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT]);

/* --- headers for the route unit sync_vector --- */

/* Source vector (b; gamma, pi, delta). */
uint64_t dragonfly_vector(const struct topology *t, uint32_t b, uint32_t gamma, uint32_t pi,
                          uint32_t delta);

uint32_t dragonfly_vector_bits(const struct topology *t);

size_t dragonfly_vector_fields(const struct topology *t, struct field *fields,
                               size_t capacity);

/* Markers for fields as wide as a local, or a global, port number. */
enum { DRAGONFLY_LOCAL = 'L', DRAGONFLY_GLOBAL = 'G' };

struct dragonfly_field {
  const char *name;
  char bits; /* the width, or one of these markers */
};

/* Convert rows[count], from bit 0 on, to fields[capacity].  Returns their number. */
size_t dragonfly_fields(const struct topology *t, const struct dragonfly_field *rows,
                        size_t count, struct field *fields, size_t capacity);

/* --- routings --- */

/* The option of a struct routing_row for the meaning of local port 0. */
#define DRAGONFLY_HOLDS                                                                    \
  {                                                                                        \
    .name = "holds", .values = {"1", "0"},                                                 \
    .text = "1: local port 0 holds the packet for a step; 0: it takes no step"             \
  }

/* The option of UGAL-G for router D and cabinet, or global port, C of the deflected path.
 */
#define DRAGONFLY_VIA                                                                      \
  {                                                                                        \
    .name = "via", .values = {"drawn", "least"},                                           \
    .text = "the deflected path: drawn at random, or by the shortest queues"               \
  }

/* Of `count` ports of a router, from port `port` on, the one with the fewest packets, as a
 * number in [0, count); of several the first from number `drawn` on, in ascending order. */
uint32_t dragonfly_least_queue(const struct queue_view *queues, uint32_t sw, uint32_t port,
                               uint32_t count, uint32_t drawn);

/* (to - from) mod size; both in [0, size). */
static inline uint32_t dragonfly_difference(uint32_t to, uint32_t from, uint32_t size)
{
  return to >= from ? to - from : to + size - from;
}

#endif
