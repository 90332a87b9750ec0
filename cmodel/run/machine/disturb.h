/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb -- the disturbances that a network of a shape can have: which are possible, and
 * some of them drawn from a seed. */
#ifndef LOCKHOP_RUN_MACHINE_DISTURB_H
#define LOCKHOP_RUN_MACHINE_DISTURB_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Cycles of rst that a reset needs: one; a seed for each channel where each has an LFSR; of
 * engines the words of the longest program. */
uint32_t disturb_least_reset(const struct shape *shape);

/* Are these possible: queues that there are, resets as long as they need to be?  Error:
 * ERR_USAGE, with the line of `path`, the trace file that they are from. */
bool disturb_check(const struct disturbances *disturbances, const struct shape *shape,
                   const char *path, struct err *err);

struct disturb_request {
  const struct shape *shape;
  uint32_t kinds; /* enum disturb, or-ed */
  uint64_t seed;
  uint64_t horizon; /* cycles in which a run without disturbances has most of its packets */
};

/* Draw disturbances, of every kind asked for one at least; they depend on the seed, the
 * horizon, and the depth, lanes, VCs and sends of the shape.  Stalls and holds come in
 * bursts of 1, 2 to 4 or up to 40 cycles, at some places often and at some never, and in
 * long runs that changes; on networks that are not large all links may stall at once, and
 * with one of four seeds a link stalls for more than 256 or 1024 cycles.  Of four to six
 * resets the first comes within the first cycles, the second and third 1 to 3 cycles after
 * another, the fourth when queues may be full, the fifth 1 to 3 cycles after it, the sixth
 * at any time.  Some last 32 to 63 cycles longer than they must, and one of half of the
 * seeds more than 256.  All are over some time: at the latest 4 horizons after the
 * beginning, and the length of the resets and of the longest stall. Error:
 * ERR_ENVIRONMENT. */
bool disturbances_draw(struct disturbances *disturbances,
                       const struct disturb_request *request, struct err *err);

#endif
