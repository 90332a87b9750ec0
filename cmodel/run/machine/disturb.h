/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb -- checks the disturbances of a run, and draws random ones from a seed. */
#ifndef LOCKHOP_RUN_MACHINE_DISTURB_H
#define LOCKHOP_RUN_MACHINE_DISTURB_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Least cycles of rst for a reset.  1; with an LFSR per channel as many as there are
 * channels (one seed each); with engines as many as the longest program has words. */
uint32_t disturb_least_reset(const struct shape *shape);

/* Check that all queues and channels exist and all resets are long enough.  Error:
 * ERR_USAGE, with the line in `path`, the trace file that they come from. */
bool disturb_check(const struct disturbances *disturbances, const struct shape *shape,
                   const char *path, struct err *err);

struct disturb_request {
  const struct shape *shape;
  uint32_t kinds; /* enum disturb, or-ed */
  uint64_t seed;
  uint64_t horizon; /* cycles in which an undisturbed run moves most of its packets */
};

/* Draw disturbances, at least one of each kind requested.  They depend on the seed, the
 * horizon, and the depth, lanes, VCs and sends of the shape.
 *
 * - Stalls, holds and refusals come in bursts of 1, 2 to 4 or up to 40 cycles: often at
 * some places, never at others; in long runs the places change.  On networks that are not
 *   large, all links may stall at once, and all terminals refuse.  One seed in four stalls
 * a link, or has a channel refused, for more than 256 or 1024 cycles.
 * - There are four to six resets: the first within the first cycles; the second and third 1
 * to 3 cycles after another; the fourth when queues may be full; the fifth 1 to 3 cycles
 * after it; the sixth at any time.  Some last 32 to 63 cycles longer than the minimum. Half
 * of the seeds have one of more than 256 cycles.
 *
 * All disturbances end: at the latest after 4 horizons plus the lengths of the resets and
 * of the longest stall or refusal.  Error: ERR_ENVIRONMENT. */
bool disturbances_draw(struct disturbances *disturbances,
                       const struct disturb_request *request, struct err *err);

#endif
