/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* marks -- kinds of decisions of the route unit, as items of a map. */
#include "run/exercise/marks.h"

#include "base/bits.h"
#include "switch/bank/mark.h"

#include <inttypes.h>
#include <string.h>

/* The marks of every unit come first. */
enum common { SAYS_VC, SAYS_PRIORITY, SENDS, WAITS, ARRIVES, COMMON };

#define NONE "-"
#define NO_PACKET "no packet of this network is told so"
#define NO_PROGRAM "no program does it"

/* --- the rows --- */

static struct exercise_mark *add(struct exercise_map *map, const char *text,
                                 const char *place, const char *place_2, const char *lacks)
{
  struct exercise_mark *mark = &map->marks[map->mark_count++];

  snprintf(mark->text, sizeof mark->text, "%s", text);
  snprintf(mark->lacks, sizeof mark->lacks, "%s", lacks ? lacks : NONE);
  snprintf(mark->place[0], sizeof mark->place[0], "%s", place ? place : NONE);
  snprintf(mark->place[1], sizeof mark->place[1], "%s", place_2 ? place_2 : NONE);
  mark->count[0] = mark->count[1] = 1;
  return mark;
}

void exercise_marks_add(struct exercise_map *map, const char *text, const char *place,
                        uint32_t count, const char *lacks)
{
  add(map, text, place, NULL, lacks)->count[0] = count;
}

static void name_common(struct exercise_map *map, const struct shape *shape)
{
  const struct routing *r = shape->routing;
  const uint32_t phases = r->phases.count ? r->phases.count(shape->topology) : 1;
  struct exercise_mark *mark = add(map, "sends into", "VC", NULL, NULL);

  mark->count[0] = r->unit->has_vc && shape->vcs > 1 ? shape->vcs : 0;
  mark = add(map, "priority", "bit", "value", NULL);
  mark->count[0] = map->shape.priority_bits;
  mark->count[1] = 2;
  mark = add(map, "sends", "phase", "port", NULL);
  mark->count[0] = phases > 1 ? phases : 0;
  mark->count[1] = shape->topology->ports;
  mark = add(map, "lets packet wait", "phase", NULL, NULL);
  mark->count[0] = r->unit->waits && phases > 1 ? phases : 0;
  mark = add(map, "ejects", "phase", NULL, NULL);
  mark->count[0] = phases > 1 ? phases : 0;
}

void exercise_marks_place(struct exercise_map *map)
{
  size_t first = 0;

  for (size_t i = 0; i < map->mark_count; i++) {
    map->marks[i].first = first;
    first += (size_t)map->marks[i].count[0] * map->marks[i].count[1];
  }
}

void exercise_marks_name(struct exercise_map *map, const struct shape *shape)
{
  const struct route_marks *marks = shape->routing->unit->marks;
  const struct route_sizes sizes = {.ports = shape->topology->ports,
                                    .header_bits = shape->format.header_bits,
                                    .parameters = shape->topology->parameters};

  name_common(map, shape);
  for (const struct route_mark *row = marks ? marks->rows : NULL;
       row && row->text && map->mark_count < EXERCISE_MARKS; row++) {
    struct exercise_mark *mark =
        add(map, row->text, row->place[0], row->place[1], row->lacks);

    for (int i = 0; i < ROUTE_MARK_PLACES; i++)
      if (row->count[i])
        mark->count[i] = row->count[i](&sizes);
  }
  if (marks && marks->destination)
    map->shape.destination_bits = marks->destination_bits(&sizes);
  exercise_marks_place(map);
}

size_t exercise_mark_items(const struct exercise_map *map)
{
  if (map->mark_count == 0)
    return 0;
  const struct exercise_mark *last = &map->marks[map->mark_count - 1];

  return last->first + (size_t)last->count[0] * last->count[1];
}

bool exercise_pairs_counted(const struct exercise_shape *s)
{
  return s->destination_bits <= EXERCISE_PAIR_BITS &&
         s->switches <= UINT32_C(1) << (EXERCISE_PAIR_BITS - s->destination_bits);
}

const char *exercise_unconnected(const struct exercise_shape *s,
                                 enum exercise_unconnected which)
{
  if (which == EXERCISE_VC_O)
    return s->unit_vc && s->vcs == 1 ? "vc_o: links have one VC" : NULL;
  return s->unit_priority_bits && !s->priority_bits ? "priority_o: queues are FIFOs" : NULL;
}

static size_t first_item(const struct exercise_map *map)
{
  return map->first[map->shape.engines ? EXERCISE_ENGINE : EXERCISE_ROUTE];
}

/* --- decisions --- */

void exercise_marks_set(const struct exercise_map *map, size_t mark, uint32_t a, uint32_t b,
                        uint64_t *bits)
{
  const struct exercise_mark *m = &map->marks[mark];

  if (a < m->count[0] && b < m->count[1])
    exercise_set(bits, first_item(map) + m->first + (size_t)a * m->count[1] + b);
}

static void note_common(const struct exercise_map *map, const struct shape *shape,
                        const struct exercise_decision *d, uint64_t *bits)
{
  const struct route_out *way = &d->way;

  for (uint64_t ports = way->ports; ports; ports &= ports - 1)
    exercise_marks_set(map, SENDS, d->phase, bits_lowest(ports), bits);
  if (way->ports) {
    exercise_marks_set(map, SAYS_VC, way->vc < shape->vcs ? way->vc : shape->vcs - 1, 0,
                       bits);
    for (uint32_t bit = 0; bit < map->shape.priority_bits; bit++)
      exercise_marks_set(map, SAYS_PRIORITY, bit, way->priority >> bit & 1, bits);
  }
  if (way->wait && !way->ports)
    exercise_marks_set(map, WAITS, d->phase, 0, bits);
  if (way->eject)
    exercise_marks_set(map, ARRIVES, d->phase, 0, bits);
}

void exercise_marks_note(const struct exercise_map *map, const struct shape *shape,
                         const struct exercise_decision *d, uint64_t *bits)
{
  const struct route_marks *marks = shape->routing->unit->marks;
  const struct route_in in = {.here = topology_here(shape->topology, d->sw),
                              .header = d->header,
                              .ports = shape->topology->ports,
                              .phase = d->phase,
                              .parameters = shape->topology->parameters};

  note_common(map, shape, d, bits);
  for (size_t i = COMMON; i < map->mark_count; i++) {
    uint32_t at[ROUTE_MARK_PLACES] = {0, 0};

    if (marks->rows[i - COMMON].has(&in, &d->way, at))
      exercise_marks_set(map, i, at[0], map->marks[i].count[1] > 1 ? at[1] : 0, bits);
  }
  if (map->first[EXERCISE_PAIRS] < map->first[EXERCISE_PAIRS + 1])
    exercise_set(bits, exercise_map_item(map, EXERCISE_PAIRS, d->sw,
                                         marks->destination(&in, &d->way) &
                                             bits_mask(map->shape.destination_bits),
                                         0));
}

/* --- names --- */

static bool is_meant(const struct exercise_map *map, enum exercise_which which, size_t item)
{
  item += first_item(map);
  return !exercise_bit(map->reached, item) &&
         exercise_bit(map->reachable, item) == (which == EXERCISE_MISSED);
}

static void name_range(const struct exercise_map *map, const struct exercise_mark *mark,
                       enum exercise_which which, uint32_t a, uint32_t from, uint32_t to,
                       exercise_line *line, void *self)
{
  const bool two = strcmp(mark->place[1], NONE) != 0;
  const char *place = mark->place[two];
  char text[4 * EXERCISE_MARK_TEXT], before[2 * EXERCISE_NAME] = "", range[64] = "";

  if (two)
    snprintf(before, sizeof before, "%s %u, ", mark->place[0], a);
  if (from < to)
    snprintf(range, sizeof range, ": %.23s %u..%u", place, from, to);
  else if (strcmp(place, NONE) != 0)
    snprintf(range, sizeof range, ": %.23s %u", place, from);
  if (two)
    snprintf(text, sizeof text, "%s: %s%s", mark->text, before, range + 2);
  else
    snprintf(text, sizeof text, "%s%s", mark->text, range);
  if (which == EXERCISE_UNREACHABLE)
    snprintf(text + strlen(text), sizeof text - strlen(text), " (%s)",
             strcmp(mark->lacks, NONE) != 0 ? mark->lacks
             : map->shape.engines           ? NO_PROGRAM
                                            : NO_PACKET);
  line(self, text);
}

/* Items that are neighbours at the last place share a line. */
static void name_row(const struct exercise_map *map, const struct exercise_mark *mark,
                     enum exercise_which which, uint32_t a, uint32_t count,
                     exercise_line *line, void *self)
{
  const size_t first = mark->first + (size_t)a * count;

  for (uint32_t from = 0, to; from < count; from = to + 1) {
    to = from;
    if (!is_meant(map, which, first + from))
      continue;
    while (to + 1 < count && is_meant(map, which, first + to + 1))
      to++;
    name_range(map, mark, which, a, from, to, line, self);
  }
}

void exercise_mark_lines(const struct exercise_map *map, enum exercise_which which,
                         exercise_line *line, void *self)
{
  for (size_t i = 0; i < map->mark_count; i++) {
    const struct exercise_mark *mark = &map->marks[i];
    const bool two = strcmp(mark->place[1], NONE) != 0;

    for (uint32_t a = 0; a < (two ? mark->count[0] : 1); a++)
      name_row(map, mark, which, a, mark->count[two], line, self);
  }
}

/* --- text --- */

void exercise_marks_store(const struct exercise_map *map, FILE *file)
{
  fprintf(file, "marks %zu\n", map->mark_count);
  for (size_t i = 0; i < map->mark_count; i++) {
    const struct exercise_mark *m = &map->marks[i];

    fprintf(file, "%u %u|%s|%s|%s|%s\n", m->count[0], m->count[1], m->text, m->place[0],
            m->place[1], m->lacks);
  }
}

bool exercise_marks_load(struct exercise_map *map, FILE *file)
{
  if (fscanf(file, "marks %zu\n", &map->mark_count) != 1 ||
      map->mark_count > EXERCISE_MARKS)
    return false;
  for (size_t i = 0; i < map->mark_count; i++) {
    struct exercise_mark *m = &map->marks[i];

    if (fscanf(file, "%" SCNu32 " %" SCNu32 "|%79[^|\n]|%23[^|\n]|%23[^|\n]|%79[^|\n]\n",
               &m->count[0], &m->count[1], m->text, m->place[0], m->place[1],
               m->lacks) != 6 ||
        m->count[0] > 1 << 20 || m->count[1] > 1 << 10 || !m->text[0] || !m->lacks[0] ||
        !m->place[0][0] || !m->place[1][0]) /* a byte of 0 */
      return false;
  }
  exercise_marks_place(map);
  return true;
}
