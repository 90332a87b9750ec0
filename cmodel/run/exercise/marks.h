/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* marks -- what decisions of the route unit are told apart by, as items of a map:
 * docs/switch.md, "What a route unit must reach".
 *
 * Some marks are those of every unit: VC, priority, phases.  The others are rows of the
 * unit's own table (switch/bank/mark.h).
 */
#ifndef LOCKHOP_RUN_EXERCISE_MARKS_H
#define LOCKHOP_RUN_EXERCISE_MARKS_H

#include "run/exercise/groups.h"
#include "run/exercise/map.h"

/* The marks of a new map, and the bits of a destination. */
void exercise_marks_name(struct exercise_map *map, const struct shape *shape);

/* Items of all marks. */
size_t exercise_mark_items(const struct exercise_map *map);

/* What the unit has said of a packet. */
struct exercise_decision {
  uint32_t sw, phase;
  uint64_t header;
  struct route_out way;
};

/* Append a mark with one place, of which there are `count`.  NULL: there is none. */
void exercise_marks_add(struct exercise_map *map, const char *text, const char *place,
                        uint32_t count, const char *lacks);

/* Give all marks their items. */
void exercise_marks_place(struct exercise_map *map);

/* Set in bits[] the item of a mark at these places, if there are such. */
void exercise_marks_set(const struct exercise_map *map, size_t mark, uint32_t a, uint32_t b,
                        uint64_t *bits);

/* Set in bits[] the items of the map that a decision reaches: marks, and the pair of
 * addresses. */
void exercise_marks_note(const struct exercise_map *map, const struct shape *shape,
                         const struct exercise_decision *decision, uint64_t *bits);

/* Name these marks; see exercise_groups. */
void exercise_mark_lines(const struct exercise_map *map, enum exercise_which which,
                         exercise_line *line, void *self);

/* Are there few enough pairs of addresses to count them? */
bool exercise_pairs_counted(const struct exercise_shape *shape);

enum exercise_unconnected { EXERCISE_VC_O, EXERCISE_PRIORITY_O, EXERCISE_UNCONNECTED };

/* "priority_o: queues are FIFOs": what the unit says and its switch does not use; NULL: it
 * does, or the unit does not say it. */
const char *exercise_unconnected(const struct exercise_shape *shape,
                                 enum exercise_unconnected which);

/* As text, and back. */
void exercise_marks_store(const struct exercise_map *map, FILE *file);
bool exercise_marks_load(struct exercise_map *map, FILE *file);

#endif
