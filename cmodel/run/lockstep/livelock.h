/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* livelock -- records which packets move, and where, while none arrives.
 *
 * A run without progress continues for some cycles to fill it.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_LIVELOCK_H
#define LOCKHOP_RUN_LOCKSTEP_LIVELOCK_H

#include "run/machine/machine.h"

enum { LIVELOCK_PACKETS = 4, LIVELOCK_HOPS = 16, LIVELOCK_CYCLES = 64 };

struct livelock_packet {
  uint32_t number;            /* packet number in its data */
  uint32_t at[LIVELOCK_HOPS]; /* switches that it left, in order */
  size_t hops;                /* at most LIVELOCK_HOPS */
};

struct livelock {
  struct livelock_packet packets[LIVELOCK_PACKETS];
  size_t count;
};

/* Packet `number` leaves switch `at`. */
void livelock_note(struct livelock *livelock, uint32_t number, uint32_t at);

/* Add the packets that cross a link in this cycle. */
void livelock_add(struct livelock *livelock, const struct shape *shape,
                  const struct machine *machine, const struct links *links);

/* The circle of the packet's path: first and last hop of the part that returns to its
 * start. False: it does not return within the recorded hops. */
bool livelock_circle(const struct livelock_packet *packet, size_t *first, size_t *last);

#endif
