/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exercise -- an exercise map as text and as JSON: which of the items that a test must
 * reach were reached. */
#include "tool/console/exercise.h"

#include "run/exercise/marks.h"
#include "tool/console/rows.h"

enum { LINES = 8 /* most names of items of one kind, in text */ };

/* --- text --- */

struct lines {
  FILE *file;
  const char *reason; /* NULL: there is none to tell */
  size_t count;
};

static void print_line(void *self, const char *text)
{
  struct lines *lines = self;

  if (lines->count++ >= LINES)
    return;
  if (lines->reason)
    fprintf(lines->file, "    %s: %s\n", text, lines->reason);
  else
    fprintf(lines->file, "    %s\n", text);
}

static void print_groups(const struct exercise_map *map, enum exercise_kind kind,
                         enum exercise_which which, FILE *file)
{
  struct lines lines = {.file = file};

  if (which == EXERCISE_UNREACHABLE)
    lines.reason = exercise_kinds[kind].unreachable;
  exercise_groups(map, kind, which, print_line, &lines);
  if (lines.count > LINES)
    fprintf(file, "    and %zu lines more; --json has all\n", lines.count - LINES);
}

/* Of all kinds; `title` is printed above the first line there is. */
static void print_kinds(const struct exercise_map *map, enum exercise_which which,
                        const char *title, FILE *file)
{
  bool titled = false;

  for (int k = 0; k < EXERCISE_PAIRS; k++) {
    const struct exercise_share s = exercise_map_share(map, (enum exercise_kind)k);
    const size_t count =
        which == EXERCISE_MISSED ? s.reachable - s.reached : s.items - s.reachable;

    if (count == 0)
      continue;
    if (!titled)
      fprintf(file, "%s\n", title);
    titled = true;
    fprintf(file, "  %s\n", exercise_kinds[k].text);
    print_groups(map, (enum exercise_kind)k, which, file);
  }
}

static void print_pairs(const struct exercise_map *map, FILE *file)
{
  const struct exercise_share s = exercise_map_share(map, EXERCISE_PAIRS);

  if (s.items && map->explored)
    fprintf(file, "pairs of switch and address: %zu of %zu\n", s.reached, s.reachable);
  else if (s.items)
    fprintf(file, "pairs of switch and address: %zu\n", s.reached);
  else if (map->shape.destination_bits)
    fprintf(file, "pairs of switch and address: not counted, there are more than %u\n",
            1u << EXERCISE_PAIR_BITS);
}

enum { NAMES = 42, NUMBERS = 30 }; /* columns */

static void print_share(const char *text, const struct exercise_share *s, FILE *file)
{
  char name[NAMES + 40];

  snprintf(name, sizeof name, "  %s", text);
  rows_begin(file, name, NAMES, NUMBERS);
  fprintf(file, " %9zu %9zu %9zu\n", s->reached, s->reachable, s->items);
}

void exercise_print(const struct exercise_map *map, FILE *file)
{
  const struct exercise_share total = exercise_map_total(map);

  fprintf(file, "reached: %.1f %% of what can be reached\n", exercise_percent(&total));
  rows_begin(file, "", NAMES, NUMBERS);
  fprintf(file, " %9s %9s %9s\n", "reached", "reachable", "items");
  for (int k = 0; k < EXERCISE_PAIRS; k++) {
    const struct exercise_share s = exercise_map_share(map, (enum exercise_kind)k);

    if (s.items)
      print_share(exercise_kinds[k].text, &s, file);
  }
  print_share("all", &total, file);
  print_pairs(map, file);
  for (int i = 0; i < EXERCISE_UNCONNECTED; i++)
    if (exercise_unconnected(&map->shape, (enum exercise_unconnected)i))
      fprintf(file, "not connected: %s\n",
              exercise_unconnected(&map->shape, (enum exercise_unconnected)i));
  print_kinds(map, EXERCISE_MISSED, "not reached:", file);
  if (map->explored)
    print_kinds(map, EXERCISE_UNREACHABLE, "cannot be reached:", file);
  else
    fprintf(file, "too many packets to walk all of them: it is not known what cannot be "
                  "reached\n");
}

/* --- JSON --- */

static void add_line(void *self, const char *text)
{
  json_array_append_new(self, json_string(text));
}

static json_t *json_groups(const struct exercise_map *map, enum exercise_kind kind,
                           enum exercise_which which)
{
  json_t *lines = json_array();

  exercise_groups(map, kind, which, add_line, lines);
  return lines;
}

static json_t *json_kind(const struct exercise_map *map, enum exercise_kind kind)
{
  const struct exercise_share s = exercise_map_share(map, kind);
  json_t *of = json_pack("{s:I, s:I, s:I, s:o, s:o}", "reached", (json_int_t)s.reached,
                         "reachable", (json_int_t)s.reachable, "items", (json_int_t)s.items,
                         "not_reached", json_groups(map, kind, EXERCISE_MISSED),
                         "unreachable", json_groups(map, kind, EXERCISE_UNREACHABLE));

  if (s.items > s.reachable && exercise_kinds[kind].unreachable)
    json_object_set_new(of, "reason", json_string(exercise_kinds[kind].unreachable));
  return of;
}

json_t *exercise_json(const struct exercise_map *map)
{
  const struct exercise_share total = exercise_map_total(map);
  json_t *kinds = json_object(), *unconnected = json_array();

  for (int k = 0; k < EXERCISE_KINDS; k++)
    if (map->first[k] < map->first[k + 1])
      json_object_set_new(kinds, exercise_kinds[k].name,
                          json_kind(map, (enum exercise_kind)k));
  for (int i = 0; i < EXERCISE_UNCONNECTED; i++)
    if (exercise_unconnected(&map->shape, (enum exercise_unconnected)i))
      add_line(unconnected,
               exercise_unconnected(&map->shape, (enum exercise_unconnected)i));
  return json_pack("{s:f, s:I, s:I, s:I, s:b, s:o, s:o}", "percent",
                   exercise_percent(&total), "reached", (json_int_t)total.reached,
                   "reachable", (json_int_t)total.reachable, "items",
                   (json_int_t)total.items, "walked", map->explored, "kinds", kinds,
                   "not_connected", unconnected);
}
