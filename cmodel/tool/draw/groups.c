/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* groups -- links of a drawing that have one colour and one width. */
#include "tool/draw/sheet.h"

#include <string.h>

static const double thin = 0.8, plain = 1.3, class_width = 2.2;

static bool has_traffic(const struct sheet *s)
{
  return s->picture->loads != NULL;
}

uint32_t sheet_groups(const struct sheet *s)
{
  switch (s->picture->colour) {
  case PICTURE_LOAD:
    return s->shades.count + 1;
  case PICTURE_CLASS:
    return s->classes.count + 1;
  case PICTURE_PATH:
    break;
  }
  return 1;
}

uint32_t sheet_group(const struct sheet *s, uint32_t sw, uint32_t port)
{
  const uint64_t load = sheet_load(s, sw, port);

  switch (s->picture->colour) {
  case PICTURE_LOAD:
    return shade_of(&s->shades, load);
  case PICTURE_CLASS:
    if (!has_traffic(s) || load > 0)
      return 1 + classes_find(&s->classes, s->t, sw, port);
    break;
  case PICTURE_PATH:
    break;
  }
  return 0;
}

const char *sheet_group_colour(const struct sheet *s, uint32_t group, char text[SHADE_TEXT])
{
  if (group > 0 && s->picture->colour == PICTURE_CLASS)
    return classes_colour(group - 1);
  if (group > 0)
    return shade_colour(&s->shades, group, text);
  if (!has_traffic(s))
    return sheet_is_large(s) ? "#a3aeb8" : "#7c8a97";
  return sheet_is_large(s) || s->picture->focus ? SHEET_FAINT
                                                : shade_colour(&s->shades, 0, text);
}

double sheet_group_width(const struct sheet *s, uint32_t group)
{
  if (group > 0 && s->picture->colour == PICTURE_CLASS)
    return sheet_is_large(s) ? plain : class_width;
  if (group > 0)
    return shade_width(&s->shades, group);
  return sheet_is_large(s) ? thin : plain;
}
