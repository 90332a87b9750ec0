/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shades -- loads as a few colours, light for low loads and dark for high ones.
 *
 * The lightness falls from one to the next, so they can be told apart without their hues,
 * by people who are colour-blind and on paper.
 */
#ifndef LOCKHOP_DRAW_SHADES_H
#define LOCKHOP_DRAW_SHADES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADES = 6, SHADE_TEXT = 8 /* bytes of a colour, its 0 included */ };

/* Shade 0 is for a load of 0, shade i in [1, count] for loads from least + (i-1) step to
 * least + i step - 1, at most `most`. */
struct shades {
  uint64_t least, most; /* of the loads that are not 0; both 0 when all are */
  uint64_t step;
  uint32_t count; /* at most SHADES */
};

struct shades shades_of(const uint64_t *loads, size_t count);

uint32_t shade_of(const struct shades *shades, uint64_t load);

/* The loads of a shade that is not 0. */
void shade_range(const struct shades *shades, uint32_t shade, uint64_t *from, uint64_t *to);

/* "#rrggbb"; and how wide a line of it is. */
const char *shade_colour(const struct shades *shades, uint32_t shade,
                         char text[SHADE_TEXT]);
double shade_width(const struct shades *shades, uint32_t shade);

/* White is easier to read on it than black. */
bool shade_is_dark(const struct shades *shades, uint32_t shade);

#endif
