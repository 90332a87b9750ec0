/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* buffers -- the most packets at one node after a step, as papers count them.
 *
 * A node is a switch with its terminals: the packets that they have offered and the switch
 * has not taken yet, those in the switch, and those that have arrived, which stay.  The
 * packets that leave in a step are gone, and those that come in it are there, when the step
 * is over; the start counts too.  Links and offers alone tell, so that it is the same for
 * every machine.  Only for topologies whose row says that it is counted.
 *
 * In every cycle, in this order: buffers_leave, buffers_offer for each packet that a
 * terminal offers first in this cycle, buffers_arrive.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_BUFFERS_H
#define LOCKHOP_RUN_LOCKSTEP_BUFFERS_H

#include "run/machine/machine.h"

#define BUFFERS_UNKNOWN UINT32_MAX /* they are not counted */

struct buffers {
  const struct shape *shape;
  uint32_t *held; /* [switches] packets at each node now; NULL: they are not counted */
  uint32_t most;
};

/* The shape must stay as long.  Error: ERR_ENVIRONMENT when memory is short. */
bool buffers_open(struct buffers *b, const struct shape *shape, struct err *err);

/* As after opening. */
void buffers_reset(struct buffers *b);

void buffers_leave(struct buffers *b, const struct links *links);

/* Of struct offer_watch: `self` is a struct buffers that counts. */
void buffers_offer(void *self, uint32_t terminal);

void buffers_arrive(struct buffers *b, const struct links *links);

/* So far; BUFFERS_UNKNOWN where they are not counted. */
uint32_t buffers_most(const struct buffers *b);

void buffers_close(struct buffers *b);

#endif
