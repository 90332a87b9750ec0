/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reach -- which items of a map no packet can reach.
 *
 * Explores all packets of the routing and of the schedule (network/topology/explore.h).
 * Where that would take too long, everything stays reachable.  An item that needs several
 * packets at once, such as three contenders, counts as reachable unless too few channels
 * lead there.
 */
#ifndef LOCKHOP_RUN_EXERCISE_REACH_H
#define LOCKHOP_RUN_EXERCISE_REACH_H

#include "network/traffic/schedule.h"
#include "run/exercise/map.h"

/* Clear the bits of unreachable items in map->reachable, of a new map of this shape.
 * `schedule`: may be NULL, except for engines, which need that of their programs.  Error:
 * ERR_ENVIRONMENT. */
bool exercise_reach(struct exercise_map *map, const struct shape *shape,
                    const struct schedule *schedule, struct err *err);

/* Returns the next of several schedules, valid until the next call; NULL: no more. */
typedef const struct schedule *exercise_schedules(void *self);

/* The same for the packets of many schedules of this shape.  `waiting`: the most packets
 * that may wait at one switch; UINT32_MAX: unknown. */
bool exercise_reach_all(struct exercise_map *map, const struct shape *shape,
                        uint32_t waiting, exercise_schedules *next, void *self,
                        struct err *err);

#endif
