/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* selection -- the switches of a network that a drawing shows. */
#ifndef LOCKHOP_TOOL_DRAW_SELECTION_H
#define LOCKHOP_TOOL_DRAW_SELECTION_H

#include "network/topology/topology.h"

enum { SELECTION_NAME = 64 }; /* bytes of the name of a group, its 0 included */

struct selection {
  bool *shown;    /* [switches] */
  uint32_t count; /* of those that are shown */
};

/* No switch yet.  Error: ERR_ENVIRONMENT; it can be closed then. */
bool selection_open(struct selection *selection, const struct topology *t, struct err *err);

void selection_add(struct selection *selection, uint32_t sw);

/* The text of --only: parts with commas between.  A part is a switch, or `group=names` with
 * the names of groups, their numbers, or A-B of numbers, as in "drawer=0.1,0.2,level=2-3".
 * A comma without '=' behind it goes on with the names of the group before.
 * Errors: ERR_USAGE, ERR_ENVIRONMENT; it can be closed then. */
bool selection_read(struct selection *selection, const struct topology *t, const char *text,
                    struct err *err);

void selection_close(struct selection *selection);

/* NULL: all switches. */
static inline bool selection_has(const struct selection *selection, uint32_t sw)
{
  return !selection || selection->shown[sw];
}

/* The name of a box of switches: the part of their addresses that is the same, up to a dot,
 * such as "1.2"; else its number. */
void selection_box_name(const struct topology *t, uint32_t sw, size_t of,
                        char name[SELECTION_NAME]);

/* "drawer" for "drawers". */
void selection_one_box(const char *boxes, char name[SELECTION_NAME]);

#endif
