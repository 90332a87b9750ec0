/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* default_depth -- a queue depth at which a run shows most about a switch.
 *
 * A switch whose queues never fill has not been tested where switches fail.  The golden
 * model runs the schedule at depth 2, then at depth 1, only until a link has been stalled
 * behind a full queue: the first depth at which that happens is chosen.  Where it never
 * does, it is a depth at which a queue was at least full: 2, or else 1.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_DEFAULT_DEPTH_H
#define LOCKHOP_RUN_LOCKSTEP_DEFAULT_DEPTH_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Sets shape->depth; the rest of the shape is given.  Error: ERR_ENVIRONMENT. */
bool default_depth_choose(struct shape *shape, const struct schedule *schedule,
                          uint64_t seed, struct err *err);

#endif
