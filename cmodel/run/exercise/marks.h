/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* marks -- kinds of decisions of the route unit, as items of a map: docs/reach.md, "What a
 * route unit must reach".
 *
 * Every unit has marks for VC, priority and phases.  The others are the rows of the unit's
 * own table (switch/bank/mark.h).
 */
#ifndef LOCKHOP_RUN_EXERCISE_MARKS_H
#define LOCKHOP_RUN_EXERCISE_MARKS_H

#include "run/exercise/groups.h"
#include "run/exercise/map.h"

/* Set the marks of a new map, and its destination_bits. */
void exercise_marks_name(struct exercise_map *map, const struct shape *shape);

/* The number of items of all marks. */
size_t exercise_mark_items(const struct exercise_map *map);

/* The answer of the unit for a packet. */
struct exercise_decision {
  uint32_t sw, phase;
  uint64_t header;
  struct route_out way;
};

/* Append a mark with `count` places.  `place` NULL: it has no place.  `lacks` NULL: no
 * reason.
 */
void exercise_marks_add(struct exercise_map *map, const char *text, const char *place,
                        uint32_t count, const char *lacks);

/* Assign items to all marks. */
void exercise_marks_place(struct exercise_map *map);

/* Set in bits[] the item of a mark at these places, if it exists. */
void exercise_marks_set(const struct exercise_map *map, size_t mark, uint32_t a, uint32_t b,
                        uint64_t *bits);

/* Set in bits[] the items of the map that a decision reaches: marks, and the pair of
 * addresses. */
void exercise_marks_note(const struct exercise_map *map, const struct shape *shape,
                         const struct exercise_decision *decision, uint64_t *bits);

/* Name these marks, as exercise_groups names items. */
void exercise_mark_lines(const struct exercise_map *map, enum exercise_which which,
                         exercise_line *line, void *self);

/* Are there few enough pairs of addresses to count them? */
bool exercise_pairs_counted(const struct exercise_shape *shape);

enum exercise_unconnected { EXERCISE_VC_O, EXERCISE_PRIORITY_O, EXERCISE_UNCONNECTED };

/* Why the switch does not use an output of its unit, e.g. "priority_o: queues are FIFOs";
 * NULL: it uses it, or the unit does not have it. */
const char *exercise_unconnected(const struct exercise_shape *shape,
                                 enum exercise_unconnected which);

/* Write as text, and read. */
void exercise_marks_store(const struct exercise_map *map, FILE *file);
bool exercise_marks_load(struct exercise_map *map, FILE *file);

#endif
