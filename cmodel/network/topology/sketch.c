/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sketch -- where a drawing shows the switches of a network. */
#include "network/topology/sketch.h"

#include <math.h>

/* A step in dimension 2 of a grid, and what is left free between blocks of three
 * dimensions, which are a little askew so that links pass beside switches. */
static const double back_x = 0.75, back_y = -0.6, gap = 1.5, askew_right = 0.75,
                    askew_down = -2;

/* A column of a table, with the square of the bits of its rows more, and what is left free
 * where the next bit differs. */
static const double table_column = 0.55, table_more = 0.1, table_gap = 0.3;

void sketch_grid(const uint32_t *sizes, const uint32_t *digits, size_t dimensions,
                 double *x, double *y)
{
  const double depth = dimensions > 2 ? sizes[2] - 1 : 0;
  const double step = dimensions > 2 ? 1.35 + back_x * depth : 1;
  double width = back_x * depth, height = -back_y * depth;

  *x = *y = 0;
  for (size_t i = 0; i < dimensions; i++) {
    const double digit = digits[i];
    double across = 0, down = 0;

    if (i == 2) {
      across = back_x;
      down = back_y;
    } else if (i < 2) {
      *(i == 0 ? &across : &down) = step;
      *(i == 0 ? &width : &height) += step * (sizes[i] - 1);
    } else {
      double *size = i % 2 ? &width : &height;

      *(i % 2 ? &across : &down) = *size + gap;
      *(i % 2 ? &down : &across) = i % 2 ? askew_right : askew_down;
      *size += (*size + gap) * (sizes[i] - 1);
    }
    *x += across * digit;
    *y += down * digit;
  }
}

/* The place of a number among those of its row or column. */
static double table_place(uint32_t number)
{
  double place = number;

  for (uint32_t bit = 1; number >> bit > 0; bit++)
    place += table_gap * (number >> bit);
  return place;
}

void sketch_table(uint32_t column, uint32_t row, uint32_t row_bits, double *x, double *y)
{
  *x = (table_column + table_more * row_bits * row_bits) * table_place(column);
  *y = table_place(row);
}

void sketch_rings(const uint32_t *sizes, const uint32_t *digits, size_t rings, double *x,
                  double *y)
{
  const double pi = acos(-1);
  double distance = 1, outermost = 0; /* of two neighbours; of what is placed */

  *x = *y = 0;
  for (size_t i = 0; i < rings; i++) {
    const double size = sizes[i];
    const double radius = sizes[i] > 1 ? distance / (2 * sin(pi / size)) : 0;
    /* Number 0 is on top, but of two the one at the left; an even ring stands on a side. */
    const double first = sizes[i] == 2 ? pi : sizes[i] % 2 ? -pi / 2 : -pi / 2 - pi / size;
    const double angle = first + 2 * pi * digits[i] / size;

    *x += radius * cos(angle);
    *y += radius * sin(angle);
    outermost += radius;
    distance = 2 * outermost + (outermost > 0 ? 1.7 : 1);
  }
}
