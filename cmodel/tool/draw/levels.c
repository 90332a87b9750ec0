/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* levels -- below the levels of a network, what is most in each. */
#include "tool/draw/sheet.h"

#include <inttypes.h>

enum { LEVEL_ROW = 20 };

static const struct svg_font level_font = {"middle", SVG_INK, 12.5, false, true},
                             level_title_font = {"end", SVG_GREY, 12, false, false};

/* The levels that are drawn. */
static uint32_t first_level(const struct sheet *s)
{
  return topology_level(s->t, s->layout.shown[0]);
}

static uint32_t last_level(const struct sheet *s)
{
  return topology_level(s->t, s->layout.shown[s->layout.count - 1]);
}

/* The largest load of a level's switches, or of the links that leave them. */
static uint64_t most_of_level(const struct sheet *s, uint32_t level, bool links)
{
  const struct run_loads *loads = s->picture->loads;
  uint64_t most = 0;

  for (uint32_t k = 0; k < s->layout.count; k++) {
    const uint32_t sw = s->layout.shown[k], count = links ? s->t->ports : 1;
    const uint64_t *first =
        links ? &loads->links[(size_t)sw * count] : &loads->switches[sw];

    for (uint32_t i = 0; topology_level(s->t, sw) == level && i < count; i++)
      most = first[i] > most ? first[i] : most;
  }
  return most;
}

static double level_x(const struct sheet *s, double level)
{
  return s->layout.level_zero + level * s->layout.column;
}

static void print_level_row(const struct sheet *s, double y, const char *title, bool links)
{
  const uint32_t first = first_level(s), last = last_level(s);
  const uint32_t end = last + !(links && !s->layout.copied);
  const double x = level_x(s, first) - s->layout.switch_size.x / 2 - 14;

  svg_text(s->file, (struct point){x, y}, &level_title_font, title);
  for (uint32_t level = first; level < end; level++) {
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, most_of_level(s, level, links));
    svg_text(s->file, (struct point){level_x(s, level + (links ? 0.5 : 0)), y}, &level_font,
             text);
  }
}

void sheet_print_levels(const struct sheet *s)
{
  const double below = s->high.y - 2;

  for (uint32_t level = first_level(s); level <= last_level(s) + s->layout.copied;
       level++) {
    char text[32];

    snprintf(text, sizeof text, "level %u", level % s->layout.levels);
    svg_text(s->file, (struct point){level_x(s, level), s->low.y + 10}, &level_font, text);
  }
  if (!sheet_loads_switches(s))
    return;
  print_level_row(s, below - LEVEL_ROW, "most in a switch", false);
  print_level_row(s, below, "most on a link", true);
}
