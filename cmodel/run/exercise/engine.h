/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine -- what a test of collective engines must reach:
 * docs/switches/collective_engine.md. */
#ifndef LOCKHOP_RUN_EXERCISE_ENGINE_H
#define LOCKHOP_RUN_EXERCISE_ENGINE_H

#include "network/traffic/schedule.h"
#include "run/exercise/watch.h"

/* Add the marks of engines to a new map whose ports are set. */
void exercise_engine_name(struct exercise_map *map);

/* Clear the bits of map->reachable that no program of the shape can reach.  Items that
 * depend on costs, words and time stay reachable: other traffic may reach them.  Error:
 * ERR_ENVIRONMENT.
 */
bool exercise_engine_reach(struct exercise_map *map, const struct shape *shape,
                           const struct schedule *schedule, struct err *err);

/* exercise_watch_cycle, for engines. */
void exercise_engine_cycle(struct exercise_watch *watch, const struct machine *machine,
                           const struct links *links, const struct stimulus *stimulus);

#endif
