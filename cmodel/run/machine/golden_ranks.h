/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_ranks -- the golden machine of one rank: what its switches and those of other
 * ranks show each other.
 *
 * The arrays of a rank have all switches of the network by their numbers, but only those of
 * its own part are set, and `ready` and `kept` of switches at the far ends of its links. In
 * every cycle a rank shows the others the packets that its switches offer to theirs, and
 * the channels that theirs feed and that take nothing.  So both ends of a link know what
 * crosses it, from one exchange.
 */
#ifndef LOCKHOP_RUN_MACHINE_GOLDEN_RANKS_H
#define LOCKHOP_RUN_MACHINE_GOLDEN_RANKS_H

#include "run/machine/golden_parts.h"

/* A packet that a switch of one rank offers to one of another. */
struct golden_offer {
  uint32_t to, channel; /* switch, channel */
  struct packet packet;
  uint64_t hops; /* when it has crossed */
};

/* A channel of a switch that takes nothing in this cycle. */
struct golden_closed {
  uint32_t sw, channel;
};

/* machine_ops.meet: which rank feeds which port of which own switch. */
bool golden_ranks_meet(void *self, struct err *err);

void golden_ranks_close(struct golden *g);

/* Switches of other ranks are as after a reset. */
void golden_ranks_reset(struct golden *g);

/* machine_ops.tell and machine_ops.hear */
bool golden_ranks_tell(void *self, const uint64_t *stalled);
bool golden_ranks_hear(void *self, struct err *err);

/* machine_ops.gather, and what a channel waits for then; UINT32_MAX: for nothing. */
bool golden_ranks_gather(void *self, struct err *err);
uint32_t golden_whole_waits(const struct golden_whole *whole, uint32_t sw,
                            uint32_t channel);

/* machine_ops.waits_for */
uint32_t golden_waits_for(const void *self, uint32_t sw, uint32_t channel);

/* What has been told in this cycle to a rank. */
const struct golden_offer *golden_ranks_told(const struct golden *g, uint32_t rank,
                                             size_t *count);

/* What a rank has offered in this cycle: since hear, until the next exchange begins. */
const struct golden_offer *golden_ranks_offered(const struct golden *g, uint32_t rank,
                                                size_t *count);

/* At the clock edge: keep what was shown of switches of other ranks; put the packets that
 * came into their channels. */
void golden_ranks_edge(struct golden *g);
void golden_ranks_accept(struct golden *g);

#endif
