/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* default_depth -- chooses the queue depth at which a run tests the switches best.
 *
 * A test in which queues never fill misses the bugs that full queues show.  The golden
 * model runs the schedule at depth 2, then at depth 1, each until a link is stalled behind
 * a full queue; the first depth at which that happens is chosen.  If it never does: depth 2
 * if a queue was full there, otherwise 1.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_DEFAULT_DEPTH_H
#define LOCKHOP_RUN_LOCKSTEP_DEFAULT_DEPTH_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Sets shape->depth; the other members must be set.  Error: ERR_ENVIRONMENT. */
bool default_depth_choose(struct shape *shape, const struct schedule *schedule,
                          uint64_t seed, struct err *err);

#endif
