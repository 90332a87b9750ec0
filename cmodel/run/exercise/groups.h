/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* groups -- names of items of a map, many in one line. */
#ifndef LOCKHOP_RUN_EXERCISE_GROUPS_H
#define LOCKHOP_RUN_EXERCISE_GROUPS_H

#include "run/exercise/map.h"

enum exercise_which {
  EXERCISE_MISSED,     /* reachable, and not reached */
  EXERCISE_UNREACHABLE /* and not reached */
};

/* Called once per group of items, e.g. with "channel 0..2 -> port 0". */
typedef void exercise_line(void *self, const char *text);

/* Name these items of a kind (not pairs), each once; calls `line` with `self` for every
 * line. */
void exercise_groups(const struct exercise_map *map, enum exercise_kind kind,
                     enum exercise_which which, exercise_line *line, void *self);

#endif
