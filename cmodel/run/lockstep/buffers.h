/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* buffers -- counts the most packets at one node after a step, as the papers do.
 *
 * A node is a switch with its terminals.  Its packets are those that the terminals offer
 * and the switch has not yet taken, those in the switch, and those that have arrived, which
 * stay.  The count is taken at the end of each step, and at the start of the run.  It uses
 * only links and offers, so it is the same for every machine.  Only for topologies whose
 * row asks for it.
 *
 * In every cycle, in this order: buffers_look, buffers_leave, buffers_offer for each packet
 * that a terminal offers first in this cycle, buffers_arrive.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_BUFFERS_H
#define LOCKHOP_RUN_LOCKSTEP_BUFFERS_H

#include "run/machine/machine.h"

#define BUFFERS_UNKNOWN UINT32_MAX /* not counted */

/* A packet that crosses a link between two switches. */
struct buffers_crossing {
  uint32_t from, to;
};

struct buffers {
  const struct shape *shape;
  uint32_t *held; /* [switches] packets at each node now; NULL: not counted */
  struct buffers_crossing *crossings; /* [crossing_count] of this cycle */
  size_t crossing_count;
  uint32_t most;
  /* The switches [first, end) are counted; `joint`: what comes from others is told by
   * buffers_come (base/ranks.h). */
  uint32_t first, end;
  bool joint, offered; /* a terminal has offered something in this cycle */
};

/* The shape must outlive it.  Error: ERR_ENVIRONMENT when memory is short. */
bool buffers_open(struct buffers *b, const struct shape *shape, struct err *err);

/* Return to the state after opening. */
void buffers_reset(struct buffers *b);

/* Note the packets that cross links in this cycle. */
void buffers_look(struct buffers *b, const struct links *links);

/* They leave the nodes that they come from. */
void buffers_leave(struct buffers *b);

/* The callback of struct offer_watch; `self` is a struct buffers that counts. */
void buffers_offer(void *self, uint32_t terminal);

/* They arrive at the nodes that they go to. */
void buffers_arrive(struct buffers *b);

/* Joint: in a cycle buffers_offer comes first, then the others in their order; then this
 * for every packet that comes from another rank, and buffers_settle. */
void buffers_come(struct buffers *b, uint32_t sw);
void buffers_settle(struct buffers *b);

/* The maximum so far; BUFFERS_UNKNOWN: not counted. */
uint32_t buffers_most(const struct buffers *b);

void buffers_close(struct buffers *b);

#endif
