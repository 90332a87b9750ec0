/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exercise -- an exercise map as text and as JSON: which of the items that a test must
 * reach were reached. */
#ifndef LOCKHOP_TOOL_CONSOLE_EXERCISE_H
#define LOCKHOP_TOOL_CONSOLE_EXERCISE_H

#include "run/exercise/map.h"

#include <jansson.h>
#include <stdio.h>

/* The share of every kind, and the names of what was not reached. */
void exercise_print(const struct exercise_map *map, FILE *file);

/* docs/results.md, key "map".  NULL: memory is short. */
json_t *exercise_json(const struct exercise_map *map);

#endif
