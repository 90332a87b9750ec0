/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* classes -- the kinds of the links of a network, for a drawing. */
#ifndef LOCKHOP_TOOL_DRAW_CLASSES_H
#define LOCKHOP_TOOL_DRAW_CLASSES_H

#include "network/topology/topology.h"

enum { CLASSES = 12 /* with colours of their own; the last takes what is more */ };

struct classes {
  char names[CLASSES][PORT_TEXT]; /* [count] in the order of their first links */
  uint32_t count;
};

/* The class of a link, which is added when it is new: "local" and "global" of dragonflies,
 * "straight" and "cross" between levels, "dimension 1" of cubes and grids, or the port. */
uint32_t classes_add(struct classes *classes, const struct topology *t, uint32_t sw,
                     uint32_t port);

/* The same of a link whose class is known. */
uint32_t classes_find(const struct classes *classes, const struct topology *t, uint32_t sw,
                      uint32_t port);

/* A colour, number modulo CLASSES. */
const char *classes_colour(size_t number);

#endif
