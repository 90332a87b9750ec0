/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* svg -- elements of an SVG file. */
#ifndef LOCKHOP_TOOL_DRAW_SVG_H
#define LOCKHOP_TOOL_DRAW_SVG_H

#include "tool/draw/layout.h"

#include <stdio.h>

#define SVG_INK "#1b2733"
#define SVG_GREY "#566472"

/* How a text looks: "start", "middle" or "end" of it is at the place. */
struct svg_font {
  const char *anchor;
  const char *colour;
  double size;
  bool bold;
  bool mono;
};

void svg_open(FILE *file, struct point size, const char *title);
void svg_close(FILE *file);

/* Characters of a text as XML; those that are not ASCII, or control, are '?'. */
void svg_escape(FILE *file, const char *text);

void svg_text(FILE *file, struct point at, const struct svg_font *font, const char *text);

/* The same with white around its letters, for a text over lines. */
void svg_text_clear(FILE *file, struct point at, const struct svg_font *font,
                    const char *text);

/* Width of a text in pixels, or a little less. */
double svg_text_width(const struct svg_font *font, const char *text);

/* The middle of a rectangle with round corners; `style`: attributes. */
void svg_box(FILE *file, struct point middle, struct point size, double corner,
             const char *style);

/* "M..." of a curve. */
void svg_path(FILE *file, const struct curve *curve);

/* The head of an arrow along a curve, at `part` of it. */
void svg_arrow(FILE *file, const struct curve *curve, double part, double length);

#endif
