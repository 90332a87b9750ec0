/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* text -- writes a map of what a test must reach as text, and reads it. */
#include "run/exercise/marks.h"

#include <inttypes.h>

enum { EJECT_READY = 4, ONE_PUSH = 8 /* in the number of pins */ };

/* The line of the switch, as exercise_map_store writes it. */
#define SHAPE_FORMAT                                                                       \
  "switch %47s ports %" SCNu32 " vcs %" SCNu32 " lanes %" SCNu32 " depth %" SCNu32         \
  " store %" SCNu32 " sends %" SCNu32 " priority_bits %" SCNu32 " header_bits %" SCNu32    \
  " arbiter %" SCNu32 " random %" SCNu32 " unit_vc %" SCNu32                               \
  " unit_priority_bits %" SCNu32 " switches %" SCNu32 " destination_bits %" SCNu32         \
  " engines %" SCNu32 " pins %d\n"

void exercise_map_store(const struct exercise_map *map, FILE *file)
{
  const struct exercise_shape *s = &map->shape;

  fprintf(file,
          "lockhop exercise 3\nswitch %s ports %u vcs %u lanes %u depth %u store %u sends "
          "%u priority_bits %u header_bits %u arbiter %u random %u unit_vc %u "
          "unit_priority_bits %u switches %u destination_bits %u engines %u pins "
          "%d\nwalked %d\n",
          s->unit, s->ports, s->vcs, s->lanes, s->depth, s->store, s->sends,
          s->priority_bits, s->header_bits, s->arbiter, s->random, s->unit_vc,
          s->unit_priority_bits, s->switches, s->destination_bits, s->engines,
          (int)s->pins + (s->eject_ready ? EJECT_READY : 0) + (s->one_push ? ONE_PUSH : 0),
          map->explored);
  fprintf(file, "fields %zu\n", map->field_count);
  for (size_t i = 0; i < map->field_count; i++)
    fprintf(file, "%s %u %u\n", map->fields[i].name, map->fields[i].lsb,
            map->fields[i].bits);
  exercise_marks_store(map, file);
  fprintf(file, "items %zu\n", exercise_map_items(map));
  for (size_t i = 0; i < exercise_map_words(map); i++)
    fprintf(file, "%016" PRIx64 " %016" PRIx64 "\n", map->reached[i], map->reachable[i]);
}

static bool load_fields(struct exercise_map *map, FILE *file)
{
  if (fscanf(file, "fields %zu\n", &map->field_count) != 1 ||
      map->field_count > EXERCISE_FIELDS)
    return false;
  for (size_t i = 0; i < map->field_count; i++) {
    struct exercise_field *f = &map->fields[i];

    if (fscanf(file, "%23s %" SCNu32 " %" SCNu32 "\n", f->name, &f->lsb, &f->bits) != 3 ||
        !f->name[0])
      return false;
  }
  return true;
}

static bool load_head(struct exercise_map *map, FILE *file)
{
  struct exercise_shape *s = &map->shape;
  int version = 0, walked = 0, pins = 0;

  if (fscanf(file, "lockhop exercise %d\n", &version) != 1 || version != 3 ||
      fscanf(file, SHAPE_FORMAT, s->unit, &s->ports, &s->vcs, &s->lanes, &s->depth,
             &s->store, &s->sends, &s->priority_bits, &s->header_bits, &s->arbiter,
             &s->random, &s->unit_vc, &s->unit_priority_bits, &s->switches,
             &s->destination_bits, &s->engines, &pins) != 17 ||
      fscanf(file, "walked %d\n", &walked) != 1)
    return false;
  map->explored = walked;
  s->pins = (enum exercise_pins_of)(pins % EJECT_READY);
  s->eject_ready = pins % ONE_PUSH >= EJECT_READY;
  s->one_push = pins >= ONE_PUSH;
  return s->unit[0] && s->ports <= 63 && s->vcs <= ROUTE_VCS && s->lanes <= 63 &&
         s->depth <= 1 << 20 && s->store <= 255 && s->header_bits <= 64 &&
         s->destination_bits <= 64 && load_fields(map, file) &&
         exercise_marks_load(map, file);
}

bool exercise_map_load(struct exercise_map *map, FILE *file, const char *name,
                       struct err *err)
{
  size_t items = 0;

  *map = (struct exercise_map){.explored = false};
  bool good = load_head(map, file);
  if (good && !exercise_map_make(map, err))
    return false;
  good =
      good && fscanf(file, "items %zu\n", &items) == 1 && items == exercise_map_items(map);
  for (size_t i = 0; good && i < exercise_map_words(map); i++)
    good = fscanf(file, "%" SCNx64 " %" SCNx64 "\n", &map->reached[i],
                  &map->reachable[i]) == 2;
  if (good)
    return true;
  exercise_map_close(map);
  return err_set(err, ERR_USAGE,
                 "%s: not a map of what was reached, or of another version; run again with "
                 "--exercise",
                 name);
}
