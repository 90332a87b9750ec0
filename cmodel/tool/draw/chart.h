/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* chart -- lines over an axis, as SVG, with a name at the end of each. */
#ifndef LOCKHOP_TOOL_DRAW_CHART_H
#define LOCKHOP_TOOL_DRAW_CHART_H

#include "tool/draw/layout.h"

#include <stdbool.h>
#include <stdio.h>

enum { CHART_LINES = 16, CHART_POINTS = 128 };

struct chart_line {
  const char *name;
  struct point points[CHART_POINTS]; /* [count] x ascending, nothing below 0 */
  size_t count;
};

struct chart {
  const char *title, *x_title, *y_title;
  double x_most, y_most; /* ends of the axes, which begin at 0; lines beyond are cut */
  struct chart_line lines[CHART_LINES]; /* [count] the first is the thick one */
  size_t count;
};

/* The least of 1, 2, 2.5 and 5 times a power of 10 that is not less; `value` > 0. */
double chart_round_up(double value);

/* False: memory is short. */
bool chart_draw(const struct chart *chart, FILE *file);

#endif
