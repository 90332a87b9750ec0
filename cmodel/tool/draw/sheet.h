/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sheet -- a picture in the making. */
#ifndef LOCKHOP_TOOL_DRAW_SHEET_H
#define LOCKHOP_TOOL_DRAW_SHEET_H

#include "tool/draw/layout.h"
#include "tool/draw/picture.h"
#include "tool/draw/shades.h"

enum { SHEET_LINE = 256, SHEET_NOTES = 5 };

struct sheet {
  const struct picture *picture;
  const struct topology *t;
  FILE *file;
  struct layout layout;
  struct edge *edges;   /* [edge_count] */
  struct curve *curves; /* [edge_count] of those that are no loops */
  size_t edge_count;
  uint64_t *crossed; /* [switches * ports] loads of links */
  struct shades shades, switch_shades;
  uint64_t shade_links[SHADES + 1]; /* links of each shade */
  uint64_t shade_switches[SHADES + 1];
  char numbers[SHEET_LINE];            /* about all links */
  char notes[SHEET_NOTES][SHEET_LINE]; /* what lines of the drawing mean */
  size_t note_count;
  struct point low, high; /* of what is drawn of the network */
  struct point origin;    /* of the network's pixels on the sheet */
  struct point size;
};

static inline uint64_t sheet_load(const struct sheet *s, uint32_t sw, uint32_t port)
{
  return s->picture->loads ? s->picture->loads->links[(size_t)sw * s->t->ports + port] : 0;
}

static inline uint64_t sheet_back_load(const struct sheet *s, const struct edge *e)
{
  return e->paired ? sheet_load(s, e->to, e->back) : 0;
}

/* The two links of a pair are drawn apart. */
static inline bool sheet_is_apart(const struct sheet *s, const struct edge *e)
{
  return e->paired && sheet_load(s, e->from, e->port) != sheet_back_load(s, e);
}

static inline bool sheet_has_levels(const struct sheet *s)
{
  return s->layout.levels > 0;
}

/* The lines of the network, in their colours. */
void sheet_print_lines(const struct sheet *s);

#endif
