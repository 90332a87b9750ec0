/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pace -- how far a run is, in what its time is spent on: the moves of its packets.
 *
 * A move is a packet that crosses a link or leaves the network.  Switches at which nothing
 * moves cost next to nothing.  In a long schedule deliveries are as even as moves, and they
 * are counted anyway.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_PACE_H
#define LOCKHOP_RUN_LOCKSTEP_PACE_H

#include "run/machine/machine.h"

struct run_pace {
  uint64_t cycle;
  uint64_t delivered, packets; /* deliveries, so far and in all */
  double moves; /* in all, by a sample of the paths; 0: deliveries tell more */
  const struct shape *shape;
  const struct links *links; /* of this cycle; NULL: nothing moves on links */
  double part; /* (0, 1] of the switches, whose links these are; 0: they are of all */
};

/* Moves in this cycle. */
uint64_t pace_moves(const struct run_pace *pace);

#endif
