/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* livelock -- packets move and none arrives: which, and where they go.
 *
 * Filled while a run without progress goes on for some cycles more.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_LIVELOCK_H
#define LOCKHOP_RUN_LOCKSTEP_LIVELOCK_H

#include "run/machine/machine.h"

enum { LIVELOCK_PACKETS = 4, LIVELOCK_HOPS = 16, LIVELOCK_CYCLES = 64 };

struct livelock_packet {
  uint32_t number;            /* what its data says */
  uint32_t at[LIVELOCK_HOPS]; /* switches that it left, in order */
  size_t hops;                /* at most LIVELOCK_HOPS */
};

struct livelock {
  struct livelock_packet packets[LIVELOCK_PACKETS];
  size_t count;
};

/* Add the packets that cross a link in this cycle. */
void livelock_add(struct livelock *livelock, const struct shape *shape,
                  const struct machine *machine, const struct links *links);

/* The part of the packet's way that leads back to where it begins: first and last hop of
 * it; false when it does not come back within what was seen. */
bool livelock_circle(const struct livelock_packet *packet, size_t *first, size_t *last);

#endif
