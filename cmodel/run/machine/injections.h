/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* injections -- shared by the sources of packets: a growing list of injections, and a view
 * of the machine's queues. */
#ifndef LOCKHOP_RUN_MACHINE_INJECTIONS_H
#define LOCKHOP_RUN_MACHINE_INJECTIONS_H

#include "base/bits.h"
#include "run/machine/machine.h"

/* Grow (*list)[*capacity] to more than `need` injections.  Error: ERR_ENVIRONMENT. */
bool injections_grow(struct injection **list, size_t *capacity, size_t need,
                     struct err *err);

/* Make room for `need` injections; usually there is room already. */
static inline bool injections_reserve(struct injection **list, size_t *capacity,
                                      size_t need, struct err *err)
{
  return need <= *capacity || injections_grow(list, capacity, need, err);
}

/* The lanes of a terminal at its source switch: those of its site are shared out, the first
 * ones to number 0, as many to each. */
static inline uint64_t injections_lanes(const struct shape *shape, uint32_t terminal)
{
  const uint32_t sharing = shape->topology->per_site;
  const uint32_t each = sharing > 1 ? shape->lanes / sharing : shape->lanes;

  return bits_mask(each) << topology_place(shape->topology, terminal) * each;
}

/* A terminal's view of the output queues when it launches a packet. */
struct launch_sight {
  const struct machine *machine; /* must have MACHINE_QUEUES */
  uint32_t vcs;
};

/* The function `packets` of struct queue_view; `self` is a struct launch_sight.  Returns
 * the packets in the queues of all VCs of a port. */
uint32_t launch_sight_packets(const void *self, uint32_t sw, uint32_t port);

/* The header with which a terminal launches a packet, given its view of the queues. */
static inline uint64_t launch_header(const struct shape *shape, uint32_t sw,
                                     uint64_t header, const struct queue_view *queues)
{
  const struct routing *routing = shape->routing;

  return routing->launch ? routing->launch(shape->topology, sw, header, queues) : header;
}

#endif
