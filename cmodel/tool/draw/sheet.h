/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sheet -- a picture in the making. */
#ifndef LOCKHOP_TOOL_DRAW_SHEET_H
#define LOCKHOP_TOOL_DRAW_SHEET_H

#include "tool/draw/classes.h"
#include "tool/draw/layout.h"
#include "tool/draw/picture.h"
#include "tool/draw/shades.h"
#include "tool/draw/svg.h"

enum { SHEET_LINE = 256, SHEET_NOTES = 8, SHEET_LARGE = 64 /* switches */ };

#define SHEET_PAPER "#ffffff"
#define SHEET_FAINT "#d3dae1"   /* links that no packet crossed, where there are many */
#define SHEET_NO_LOAD "#eef2f6" /* a switch */
#define SHEET_BORDER 26         /* pixels */

struct sheet {
  const struct picture *picture;
  const struct topology *t;
  FILE *file;
  struct layout layout;
  struct edge *edges;   /* [edge_count] */
  struct curve *curves; /* [edge_count] of those that are no loops */
  size_t edge_count;
  size_t outside;    /* links to switches that are not drawn */
  uint32_t *edge_at; /* [switches * ports] 1 + edge of a link; 0: it is not drawn */
  uint64_t *crossed; /* [switches * ports] loads of links */
  bool *touched;     /* [switches] a packet was there */
  uint32_t touched_count;
  struct shades shades, switch_shades;
  struct classes classes;
  uint64_t group_links[CLASSES + SHADES + 1]; /* links of each group */
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
  const uint64_t there = sheet_load(s, e->from, e->port), back = sheet_back_load(s, e);

  if (s->picture->colour == PICTURE_PATH || !e->paired)
    return false;
  if (s->picture->focus)
    return there > 0 || back > 0;
  return s->picture->colour == PICTURE_CLASS ? (there > 0) != (back > 0) : there != back;
}

static inline bool sheet_has_levels(const struct sheet *s)
{
  return s->layout.levels > 0;
}

/* Are there so many switches that what is not used must be faint? */
static inline bool sheet_is_large(const struct sheet *s)
{
  return s->layout.count >= SHEET_LARGE;
}

/* The loads of switches are shown in them. */
static inline bool sheet_loads_switches(const struct sheet *s)
{
  return sheet_has_levels(s) && s->picture->loads && s->picture->colour == PICTURE_LOAD;
}

/* "packets", or the messages of a collective. */
static inline const char *sheet_word(const struct sheet *s)
{
  return s->picture->label == LABEL_LOAD ? "messages" : "packets";
}

/* --- groups: links that look alike.  Group 0 is never crossed --- */

uint32_t sheet_groups(const struct sheet *s);
uint32_t sheet_group(const struct sheet *s, uint32_t sw, uint32_t port);
const char *sheet_group_colour(const struct sheet *s, uint32_t group,
                               char text[SHADE_TEXT]);
double sheet_group_width(const struct sheet *s, uint32_t group);

/* --- parts of the drawing --- */

/* Boxes around switches, or their names. */
void sheet_print_boxes(const struct sheet *s, bool names);

/* The lines of the network, in their colours. */
void sheet_print_lines(const struct sheet *s);

/* The ways of packets, each in its colour; PICTURE_PATH. */
void sheet_print_paths(const struct sheet *s);

/* What stands at links that were crossed. */
void sheet_print_labels(const struct sheet *s);

/* How many labels there are to print. */
size_t sheet_labels(const struct sheet *s);

void sheet_print_switches(const struct sheet *s);

/* Names of the levels, and what is most in each. */
void sheet_print_levels(const struct sheet *s);

/* Colour and dashes of the path of packet number `place` of those that are drawn. */
const char *sheet_path_style(size_t place, const char **dashes);

/* --- the legend --- */

double sheet_legend_height(const struct sheet *s);
double sheet_legend_width(const struct sheet *s);

/* Its first line at `y`. */
void sheet_print_legend(const struct sheet *s, double y);

#endif
