/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* barrier -- drives the phase of a routing whose phases are synchronised.
 *
 * Watches the links of a machine from outside.  In the cycle in which the last packet of
 * the schedule comes to the end of its first phase -- crosses the link to that switch, or
 * enters a lane there -- it asks for phase 1, which then holds from the next cycle on.  So
 * the barrier costs no cycle.
 *
 * Source: hypercube switch paper, section 4, algorithm 2 (Rand-Sync).
 */
#ifndef LOCKHOP_NETWORK_BARRIER_H
#define LOCKHOP_NETWORK_BARRIER_H

#include "network/machine.h"
#include "traffic/schedule.h"

struct barrier {
  const struct routing *routing; /* NULL: there is no barrier, the phase stays 0 */
  const struct shape *shape;
  size_t packets;       /* of the schedule */
  size_t arrived_count; /* packets at the end of their first phase */
  uint32_t *arrived;    /* [packets] cycle from which it could go on */
  uint64_t release;     /* first cycle of phase 1; UINT64_MAX until it is known */
};

/* The shape must stay as long as the barrier.  Error: ERR_ENVIRONMENT when memory is short.
 */
bool barrier_open(struct barrier *barrier, const struct schedule *schedule,
                  const struct shape *shape, struct err *err);

/* What moves in this cycle, before the clock edge.  Returns the phase of the next cycle. */
bool barrier_cycle(struct barrier *barrier, uint64_t cycle, const struct machine *machine,
                   const struct links *links, const struct injection *injections,
                   size_t count);

/* Cycles that a packet has waited for the others; 0 without a barrier. */
uint64_t barrier_waited(const struct barrier *barrier, uint32_t packet);

/* Most packets that may wait at one switch: places that the waiting store must have.
 * UINT32_MAX when memory is short. */
uint32_t barrier_store(const struct schedule *schedule, const struct topology *t,
                       const struct routing *routing);

void barrier_close(struct barrier *barrier);

#endif
