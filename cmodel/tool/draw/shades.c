/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shades -- loads as a few colours, light for low loads and dark for high ones. */
#include "tool/draw/shades.h"

#include <stdio.h>
#include <string.h>

/* From amber by red and purple to a dark blue. */
static const uint8_t stops[][3] = {{0xf2, 0xb1, 0x3c},
                                   {0xe3, 0x6b, 0x37},
                                   {0xbe, 0x2d, 0x62},
                                   {0x74, 0x12, 0x7a},
                                   {0x22, 0x0a, 0x55}};

enum { STOPS = sizeof stops / sizeof stops[0], PARTS = 1000, DARK = 125 };

static const double thin = 1.3, thinnest = 1.9, widest = 5.2;

/* Keep a load in from[], which is ascending, unless it is there; false: it has no room. */
static bool keep(struct shades *shades, uint64_t load)
{
  uint32_t place = 0;

  while (place < shades->count && shades->from[place] < load)
    place++;
  if (place < shades->count && shades->from[place] == load)
    return true;
  if (shades->count == SHADES)
    return false;
  for (uint32_t i = shades->count++; i > place; i--)
    shades->from[i] = shades->from[i - 1];
  shades->from[place] = load;
  return true;
}

static void part(struct shades *shades, uint64_t least)
{
  const uint64_t span = shades->most - least + 1, step = (span + SHADES - 1) / SHADES;

  shades->count = (uint32_t)((span + step - 1) / step);
  for (uint32_t i = 0; i < shades->count; i++) {
    shades->from[i] = least + i * step;
    shades->to[i] = i + 1 < shades->count ? shades->from[i] + step - 1 : shades->most;
  }
}

struct shades shades_of(const uint64_t *loads, size_t count)
{
  struct shades shades = {.count = 0};
  uint64_t least = UINT64_MAX;
  bool few = true;

  for (size_t i = 0; i < count; i++) {
    if (loads[i] == 0)
      continue;
    least = loads[i] < least ? loads[i] : least;
    shades.most = loads[i] > shades.most ? loads[i] : shades.most;
    few = few && keep(&shades, loads[i]);
  }
  if (few)
    memcpy(shades.to, shades.from, sizeof shades.to);
  else
    part(&shades, least);
  return shades;
}

uint32_t shade_of(const struct shades *shades, uint64_t load)
{
  uint32_t shade = 0;

  while (shade < shades->count && load >= shades->from[shade])
    shade++;
  return shade;
}

/* How far a shade is from the first to the last, in [0, PARTS]; one alone is in the middle.
 */
static uint32_t part_of(const struct shades *shades, uint32_t shade)
{
  return shades->count < 2 ? PARTS / 2 : (shade - 1) * PARTS / (shades->count - 1);
}

static void colour_of(const struct shades *shades, uint32_t shade, uint32_t colour[3])
{
  const uint32_t place = part_of(shades, shade) * (STOPS - 1);
  const uint32_t stop = place / PARTS < STOPS - 1 ? place / PARTS : STOPS - 2;
  const uint32_t beyond = place - stop * PARTS;

  for (size_t i = 0; i < 3; i++)
    colour[i] = (stops[stop][i] * (PARTS - beyond) + stops[stop + 1][i] * beyond) / PARTS;
}

const char *shade_colour(const struct shades *shades, uint32_t shade, char text[SHADE_TEXT])
{
  uint32_t colour[3] = {0xc3, 0xcb, 0xd3};

  if (shade > 0)
    colour_of(shades, shade, colour);
  snprintf(text, SHADE_TEXT, "#%02x%02x%02x", colour[0] & 0xff, colour[1] & 0xff,
           colour[2] & 0xff);
  return text;
}

double shade_width(const struct shades *shades, uint32_t shade)
{
  return shade == 0 ? thin
                    : thinnest + (widest - thinnest) * part_of(shades, shade) / PARTS;
}

bool shade_is_dark(const struct shades *shades, uint32_t shade)
{
  uint32_t colour[3];

  if (shade == 0)
    return false;
  colour_of(shades, shade, colour);
  return (299 * colour[0] + 587 * colour[1] + 114 * colour[2]) / 1000 < DARK;
}
