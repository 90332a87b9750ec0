/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* groups -- names of items of a map, many in one line. */
#include "run/exercise/groups.h"

#include "base/bits.h"
#include "run/exercise/marks.h"

#include <stdarg.h>

enum { LINE = 1024 };

struct line {
  char text[LINE];
  size_t used;
};

__attribute__((format(printf, 2, 3))) static void append(struct line *line,
                                                         const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  if (line->used < LINE)
    line->used +=
        (size_t)vsnprintf(line->text + line->used, LINE - line->used, format, arguments);
  va_end(arguments);
}

static void append_range(struct line *line, size_t from, size_t to)
{
  if (from == to)
    append(line, "%zu", from);
  else
    append(line, "%zu..%zu", from, to);
}

/* The bits of a mask as "0..2, 5", numbered from bit `first`. */
static void append_mask(struct line *line, uint64_t mask, uint32_t first)
{
  const char *before = "";

  for (uint32_t from = first, to; from < 64; from = to + 1) {
    to = from;
    if (!(mask >> from & 1))
      continue;
    while (mask >> to >> 1 & 1)
      to++;
    append(line, "%s", before);
    append_range(line, from - first, to - first);
    before = ", ";
  }
}

/* "channel 0..2, channel 3 (lane 0)": the channels above those of the network are lanes. */
static void append_channels(const struct exercise_map *map, struct line *line,
                            uint64_t mask)
{
  const uint32_t queues = map->shape.ports * map->shape.vcs;
  const uint64_t network = mask & bits_mask(queues), lanes = mask & ~bits_mask(queues);

  if (network) {
    append(line, "channel ");
    append_mask(line, network, 0);
  }
  if (lanes) {
    append(line, "%schannel ", network ? ", " : "");
    append_mask(line, lanes, 0);
    append(line, " (lane ");
    append_mask(line, lanes, queues);
    append(line, ")");
  }
}

static void append_first(const struct exercise_map *map, enum exercise_kind kind,
                         struct line *line, uint64_t mask)
{
  switch (exercise_kinds[kind].places[0]) {
  case EXERCISE_CHANNEL:
    append_channels(map, line, mask);
    break;
  case EXERCISE_QUEUE:
    append(line, map->shape.vcs > 1 ? "queue " : "port ");
    append_mask(line, mask, 0);
    break;
  case EXERCISE_PORT:
    append(line, "port ");
    append_mask(line, mask, 0);
    break;
  default:
    append(line, kind == EXERCISE_RESET_INSIDE ? "switch" : "store");
    break;
  }
}

/* The field that contains a bit of the header; NULL: none. */
static const struct exercise_field *field_of(const struct exercise_map *map, size_t bit)
{
  for (size_t i = 0; i < map->field_count; i++)
    if (bit >= map->fields[i].lsb && bit - map->fields[i].lsb < map->fields[i].bits)
      return &map->fields[i];
  return NULL;
}

static void append_bits(const struct exercise_map *map, struct line *line, size_t from,
                        size_t to)
{
  const struct exercise_field *field = field_of(map, from);

  append(line, "%s[", field ? field->name : "header");
  append_range(line, from - (field ? field->lsb : 0), to - (field ? field->lsb : 0));
  append(line, "]");
}

/* Places [from, to] of the second kind. */
static void append_second(const struct exercise_map *map, enum exercise_kind kind,
                          struct line *line, size_t from, size_t to)
{
  switch (exercise_kinds[kind].places[1]) {
  case EXERCISE_QUEUE:
    append(line, map->shape.vcs > 1 ? " -> queue " : " -> port ");
    append_range(line, from, to);
    break;
  case EXERCISE_DEPTH:
  case EXERCISE_STORE:
    append(line, ": fill ");
    append_range(line, from, to);
    break;
  case EXERCISE_SENDERS:
    append(line, ": ");
    append_range(line, from + 1, to + 1);
    append(line, " channel%s", to ? "s" : "");
    break;
  case EXERCISE_PLACES:
  case EXERCISE_PACKETS:
    append(line, ": ");
    append_range(line, from + 1, to + 1);
    append(line, " packet%s", to ? "s" : "");
    break;
  case EXERCISE_BIT:
    append(line, ": ");
    append_bits(map, line, from, to);
    break;
  default:
    break;
  }
}

/* The first places of the items to name. */
static uint64_t first_places(const struct exercise_map *map, enum exercise_kind kind,
                             enum exercise_which which, size_t b, size_t c)
{
  const size_t places = exercise_map_places(map, exercise_kinds[kind].places[0]);
  uint64_t mask = 0;

  for (size_t a = 0; a < places; a++) {
    const size_t item = exercise_map_item(map, kind, a, b, c);

    if (!exercise_bit(map->reached, item) &&
        exercise_bit(map->reachable, item) == (which == EXERCISE_MISSED))
      mask |= UINT64_C(1) << a;
  }
  return mask;
}

/* The last second place that shares a line with `from`. */
static size_t run_end(const struct exercise_map *map, enum exercise_kind kind,
                      enum exercise_which which, size_t from, size_t c, uint64_t mask)
{
  const enum exercise_place place = exercise_kinds[kind].places[1];
  const size_t places = exercise_map_places(map, place);
  size_t to = from;

  while (to + 1 < places && first_places(map, kind, which, to + 1, c) == mask &&
         (place != EXERCISE_BIT || field_of(map, to + 1) == field_of(map, from)))
    to++;
  return to;
}

void exercise_groups(const struct exercise_map *map, enum exercise_kind kind,
                     enum exercise_which which, exercise_line *line, void *self)
{
  const enum exercise_place *places = exercise_kinds[kind].places;

  if (map->first[kind] == map->first[kind + 1])
    return;
  if (kind == EXERCISE_ROUTE || kind == EXERCISE_ENGINE)
    exercise_mark_lines(map, which, line, self);
  if (kind >= EXERCISE_ROUTE)
    return; /* pairs are too many to name */
  for (size_t c = 0; c < exercise_map_places(map, places[2]); c++)
    for (size_t b = 0, to; b < exercise_map_places(map, places[1]); b = to + 1) {
      const uint64_t mask = first_places(map, kind, which, b, c);
      struct line text = {.used = 0};

      to = run_end(map, kind, which, b, c, mask);
      if (!mask)
        continue;
      append_first(map, kind, &text, mask);
      append_second(map, kind, &text, b, to);
      if (places[2] == EXERCISE_VALUE)
        append(&text, " = %zu", c);
      line(self, text.text);
    }
}
