/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* injections -- what those have in common who put packets into a machine: a list that
 * grows, and the sight of its queues. */
#ifndef LOCKHOP_RUN_MACHINE_INJECTIONS_H
#define LOCKHOP_RUN_MACHINE_INJECTIONS_H

#include "run/machine/machine.h"

/* Room for more than `need` injections in (*list)[*capacity].  Error: ERR_ENVIRONMENT. */
bool injections_grow(struct injection **list, size_t *capacity, size_t need,
                     struct err *err);

/* Room for `need` injections, which there mostly is. */
static inline bool injections_reserve(struct injection **list, size_t *capacity,
                                      size_t need, struct err *err)
{
  return need <= *capacity || injections_grow(list, capacity, need, err);
}

/* How a terminal sees the output queues of a machine when it launches a packet. */
struct launch_sight {
  const struct machine *machine; /* one that counts its queues */
  uint32_t vcs;
};

/* `packets` of struct queue_view, for a struct launch_sight: those in the queues of all VCs
 * of a port. */
uint32_t launch_sight_packets(const void *self, uint32_t sw, uint32_t port);

/* The header with which a terminal that sees these queues launches a packet into a switch.
 */
static inline uint64_t launch_header(const struct shape *shape, uint32_t sw,
                                     uint64_t header, const struct queue_view *queues)
{
  const struct routing *routing = shape->routing;

  return routing->launch ? routing->launch(shape->topology, sw, header, queues) : header;
}

#endif
