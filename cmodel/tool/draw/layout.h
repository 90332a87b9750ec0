/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* layout -- the positions of the switches and links of a network on a page, in pixels. */
#ifndef LOCKHOP_TOOL_DRAW_LAYOUT_H
#define LOCKHOP_TOOL_DRAW_LAYOUT_H

#include "tool/draw/selection.h"

enum {
  LAYOUT_SWITCHES = 2048, /* most switches of a network that can be drawn */
  LAYOUT_PORTS = 4096,    /* most ports of all its switches together */
  LAYOUT_CELL = 3,        /* pixels of a part of the page, across and down */
  LAYOUT_STUBS = 16 /* most switches of a part that is drawn with its links outwards */
};

struct point {
  double x, y;
};

struct layout {
  const struct topology *t;
  const struct selection *only; /* NULL: all switches */
  uint32_t *shown;              /* [count] the switches that are drawn, ascending */
  uint32_t count;
  struct point *at; /* [switches] their middles; of those that are drawn */
  struct point switch_size;
  bool labelled;     /* there is room for the address of every switch */
  double unit;       /* of the sketch */
  double column;     /* from a level to the next; 0 without levels */
  double level_zero; /* where level 0 is, drawn or not */
  uint32_t levels;   /* 0 without levels */
  bool copied;       /* links lead to a copy of the first level, behind the last */
  struct point size; /* everything is between (0,0) and here */
  uint32_t *taken;   /* [columns * rows] 1 + switch that may cover a part of the page */
  uint32_t columns, rows; /* of these parts */
};

/* `only`: NULL for all switches.  `lines`: of text in a switch, 1 or 2.  Errors: ERR_USAGE
 * when too much is to be drawn; ERR_ENVIRONMENT when memory is short.  *layout can be
 * closed then. */
bool layout_open(struct layout *layout, const struct topology *t,
                 const struct selection *only, uint32_t lines, struct err *err);

/* Only look whether it is small enough. */
bool layout_fits(const struct topology *t, const struct selection *only, struct err *err);

void layout_close(struct layout *layout);

static inline bool layout_has_levels(const struct topology *t)
{
  return t->row->level != NULL;
}

/* A line of the drawing: one link, or both links of a pair. */
struct edge {
  uint32_t from, port;
  uint32_t to, back; /* `back`: port of the far end by which its pair leads back */
  bool paired;
  bool loop;      /* to the switch itself */
  bool stub;      /* `to` is not drawn */
  uint32_t place; /* among those with the same two ends */
};

/* Is a point on a switch, or nearly? */
bool layout_covers(const struct layout *layout, uint32_t sw, struct point p);

/* All lines of what is drawn of a network, without unused ports and those that hold a
 * packet at its switch: edges[*count], to be freed.  Links to switches that are not drawn
 * are stubs of a small part, and else only counted: *outside.  NULL with ERR_ENVIRONMENT
 * when memory is short. */
struct edge *edges_of(const struct topology *t, const struct selection *only, size_t *count,
                      size_t *outside, struct err *err);

/* A cubic curve, from p[0] to p[3]; `straight`: p[1] and p[2] do not matter. */
struct curve {
  struct point p[4];
  bool straight;
};

/* The curve of stub number `place` of `stubs` at its switch: away from the middle of what
 * is drawn. */
struct curve layout_stub(const struct layout *layout, const struct edge *edge,
                         uint32_t place, uint32_t stubs);

/* The curve of an edge that is neither loop nor stub: straight where it passes no switch,
 * else bent around them.  With levels it goes from side to side of switches, else from
 * middle to middle. */
struct curve layout_curve(const struct layout *layout, const struct edge *edge);

/* The curve moved by so many pixels to the right, as seen from its start. */
struct curve curve_aside(struct curve curve, double pixels);

/* The point of a curve at `part` of it, in [0, 1]. */
struct point curve_point(const struct curve *curve, double part);

#endif
