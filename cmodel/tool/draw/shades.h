/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shades -- loads as a few colours, light for low loads and dark for high ones.
 *
 * The lightness falls from one to the next, so they can be told apart without their hues,
 * by people who are colour-blind and on paper.
 */
#ifndef LOCKHOP_TOOL_DRAW_SHADES_H
#define LOCKHOP_TOOL_DRAW_SHADES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADES = 6, SHADE_TEXT = 8 /* bytes of a colour, its 0 included */ };

/* Shade 0 is for a load of 0, shade i in [1, count] for loads in [from[i-1], to[i-1]]: one
 * load where there are few, else ranges of the same size. */
struct shades {
  uint64_t most;                     /* the largest load */
  uint64_t from[SHADES], to[SHADES]; /* ascending, without overlap */
  uint32_t count;                    /* 0 when all loads are 0 */
};

struct shades shades_of(const uint64_t *loads, size_t count);

/* The shade of a load. */
uint32_t shade_of(const struct shades *shades, uint64_t load);

/* "#rrggbb"; and how wide a line of it is. */
const char *shade_colour(const struct shades *shades, uint32_t shade,
                         char text[SHADE_TEXT]);
double shade_width(const struct shades *shades, uint32_t shade);

/* Is white easier to read on it than black? */
bool shade_is_dark(const struct shades *shades, uint32_t shade);

#endif
