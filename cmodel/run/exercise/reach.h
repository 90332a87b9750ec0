/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reach -- which items of a map no packet can reach.
 *
 * All packets of the routing and of the schedule are walked (network/topology/explore.h).
 * Where that would take too long everything stays reachable.  What depends on the packets
 * of a moment, as three contenders at once, is reachable unless too few lead there at all.
 */
#ifndef LOCKHOP_RUN_EXERCISE_REACH_H
#define LOCKHOP_RUN_EXERCISE_REACH_H

#include "network/traffic/schedule.h"
#include "run/exercise/map.h"

/* Clear the bits of map->reachable, of a new map of this shape, that are known to be out of
 * reach.  `schedule` NULL: none; engines need that of their programs.  Error:
 * ERR_ENVIRONMENT. */
bool exercise_reach(struct exercise_map *map, const struct shape *shape,
                    const struct schedule *schedule, struct err *err);

/* The next of several schedules; it stays until the next call.  NULL: there is no more. */
typedef const struct schedule *exercise_schedules(void *self);

/* The same for the packets of many schedules of this shape, of which at most `waiting` may
 * wait at one switch; UINT32_MAX: that is not known. */
bool exercise_reach_all(struct exercise_map *map, const struct shape *shape,
                        uint32_t waiting, exercise_schedules *next, void *self,
                        struct err *err);

#endif
