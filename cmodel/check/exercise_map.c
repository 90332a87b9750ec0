/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exercise_map -- what a test of a switch must reach, one bit per item: docs/switch.md. */
#include "check/exercise_map.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NEVER_USED "no packet of this routing goes there"
#define NEVER_IN "no packet of this routing comes by there"
#define NEVER_WAITS "no packet of this routing may wait there"

const struct exercise_kind_row exercise_kinds[EXERCISE_KINDS] = {
    [EXERCISE_ROUTED] = {"channel_to_queue",
                         "packet taken from channel to queue",
                         {EXERCISE_CHANNEL, EXERCISE_QUEUE},
                         "the routing never sends there"},
    [EXERCISE_EJECTED] = {"ejected",
                          "packet ejected from channel",
                          {EXERCISE_CHANNEL},
                          "no packet of this routing arrives there"},
    [EXERCISE_STORED] = {"stored",
                         "packet taken from channel to store",
                         {EXERCISE_CHANNEL},
                         NEVER_WAITS},
    [EXERCISE_RELEASED] = {"released",
                           "packet taken from store to queue",
                           {EXERCISE_QUEUE},
                           "no packet of this routing goes there from the store"},
    [EXERCISE_FILL] = {"fill",
                       "queue comes to fill",
                       {EXERCISE_QUEUE, EXERCISE_DEPTH},
                       NEVER_USED},
    [EXERCISE_LAST_POPPED] = {"last_place_with_pop",
                              "last place of queue taken, with a pop",
                              {EXERCISE_QUEUE},
                              NEVER_USED},
    [EXERCISE_LAST] = {"last_place_without_pop",
                       "last place of queue taken, without a pop",
                       {EXERCISE_QUEUE},
                       NEVER_USED},
    [EXERCISE_THROUGH] = {"fall_through",
                          "packet falls through empty queue",
                          {EXERCISE_QUEUE},
                          NEVER_USED},
    [EXERCISE_CONTENDERS] = {"contenders",
                             "channels that want queue at once",
                             {EXERCISE_QUEUE, EXERCISE_SENDERS},
                             "fewer channels of a switch lead there"},
    [EXERCISE_PUSHES] = {"pushes",
                         "packets pushed into queue at once",
                         {EXERCISE_QUEUE, EXERCISE_PLACES},
                         "fewer channels of a switch lead there"},
    [EXERCISE_STALLED] = {"stalled",
                          "queue offers, and nothing is taken",
                          {EXERCISE_QUEUE},
                          NEVER_USED},
    [EXERCISE_KEPT] = {"kept",
                       "packet stays in channel",
                       {EXERCISE_CHANNEL},
                       "packets of this routing never wait there"},
    [EXERCISE_REFILLED] = {"refilled",
                           "packet enters channel as one leaves",
                           {EXERCISE_CHANNEL},
                           NEVER_IN},
    [EXERCISE_LINK_WON] = {"link_won",
                           "queue has the link, another VC waits",
                           {EXERCISE_QUEUE},
                           "one VC of the port is used at the most"},
    [EXERCISE_LINK_LOST] = {"link_lost",
                            "queue waits, another VC has the link",
                            {EXERCISE_QUEUE},
                            "one VC of the port is used at the most"},
    [EXERCISE_SEND_WON] = {"send_won",
                           "port may send, another waits",
                           {EXERCISE_PORT},
                           "no more ports of a switch are used than may send"},
    [EXERCISE_SEND_LOST] = {"send_lost",
                            "port waits, others may send",
                            {EXERCISE_PORT},
                            "no more ports of a switch are used than may send"},
    [EXERCISE_OVERTAKEN] = {"overtaken",
                            "packet overtakes in queue",
                            {EXERCISE_QUEUE},
                            "packets of one priority alone go there"},
    [EXERCISE_STORE_FILL] = {"store_fill",
                             "store comes to fill",
                             {EXERCISE_ONE, EXERCISE_STORE},
                             "fewer packets wait at a switch"},
    [EXERCISE_STORE_REFUSED] = {"store_refused",
                                "store refuses packet",
                                {EXERCISE_ONE},
                                "it has a place for every packet that waits"},
    [EXERCISE_HEADER] = {"header",
                         "header that enters channel",
                         {EXERCISE_CHANNEL, EXERCISE_BIT, EXERCISE_VALUE},
                         "no packet of this routing has it there"},
    [EXERCISE_RESET_QUEUE] = {"reset_queue",
                              "reset while queue holds a packet",
                              {EXERCISE_QUEUE},
                              NEVER_USED},
    [EXERCISE_RESET_CHANNEL] = {"reset_channel",
                                "reset while channel holds a packet",
                                {EXERCISE_CHANNEL},
                                NEVER_IN},
    [EXERCISE_RESET_STORE] = {"reset_store",
                              "reset while store holds a packet",
                              {EXERCISE_ONE},
                              NEVER_WAITS},
};

/* --- items --- */

/* Has the switch what this kind is about? */
static bool has_kind(const struct exercise_shape *s, enum exercise_kind kind)
{
  switch (kind) {
  case EXERCISE_STORED:
  case EXERCISE_RELEASED:
  case EXERCISE_STORE_FILL:
  case EXERCISE_STORE_REFUSED:
  case EXERCISE_RESET_STORE:
    return s->store > 0;
  case EXERCISE_LINK_WON:
  case EXERCISE_LINK_LOST:
    return s->vcs > 1;
  case EXERCISE_SEND_WON:
  case EXERCISE_SEND_LOST:
    return s->sends > 0 && s->sends < s->ports;
  case EXERCISE_OVERTAKEN:
    return s->priority_bits > 0 && s->depth != 1;
  case EXERCISE_LAST:
  case EXERCISE_LAST_POPPED:
    return s->depth > 0;
  default:
    return true;
  }
}

size_t exercise_map_places(const struct exercise_map *map, enum exercise_place place)
{
  const struct exercise_shape *s = &map->shape;
  const size_t queues = (size_t)s->ports * s->vcs, channels = queues + s->lanes;

  switch (place) {
  case EXERCISE_CHANNEL:
  case EXERCISE_SENDERS:
    return channels;
  case EXERCISE_QUEUE:
    return queues;
  case EXERCISE_PORT:
    return s->ports;
  case EXERCISE_DEPTH:
    return s->depth ? (size_t)s->depth + 1 : 0;
  case EXERCISE_STORE:
    return (size_t)s->store + 1;
  case EXERCISE_PLACES:
    return s->depth && s->depth < channels ? s->depth : channels;
  case EXERCISE_BIT:
    return s->header_bits;
  case EXERCISE_VALUE:
    return 2;
  default:
    return 1;
  }
}

size_t exercise_map_item(const struct exercise_map *map, enum exercise_kind kind, size_t a,
                         size_t b, size_t c)
{
  const enum exercise_place *places = exercise_kinds[kind].places;

  return map->first[kind] +
         (a * exercise_map_places(map, places[1]) + b) *
             exercise_map_places(map, places[2]) +
         c;
}

static size_t words_of(const struct exercise_map *map)
{
  return exercise_map_items(map) / 64 + 1;
}

/* Of a map whose shape is set. */
static bool make(struct exercise_map *map, struct err *err)
{
  map->first[0] = 0;
  for (int k = 0; k < EXERCISE_KINDS; k++) {
    size_t items = has_kind(&map->shape, (enum exercise_kind)k);

    for (int i = 0; i < EXERCISE_DIMENSIONS; i++)
      items *= exercise_map_places(map, exercise_kinds[k].places[i]);
    map->first[k + 1] = map->first[k] + items;
  }
  map->reached = calloc(words_of(map), sizeof *map->reached);
  map->reachable = calloc(words_of(map), sizeof *map->reachable);
  if (!map->reached || !map->reachable) {
    exercise_map_close(map);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for what a test must reach");
  }
  for (size_t i = 0; i < exercise_map_items(map); i++)
    exercise_set(map->reachable, i);
  return true;
}

static void name_fields(struct exercise_map *map, const struct shape *shape)
{
  struct field fields[EXERCISE_FIELDS];
  const struct routing *routing = shape->routing;

  map->field_count = routing->fields(shape->topology, fields, EXERCISE_FIELDS);
  for (size_t i = 0; i < map->field_count; i++) {
    map->fields[i] = (struct exercise_field){.lsb = fields[i].lsb, .bits = fields[i].bits};
    snprintf(map->fields[i].name, EXERCISE_NAME, "%s", fields[i].name);
  }
}

bool exercise_map_open(struct exercise_map *map, const struct shape *shape, struct err *err)
{
  *map = (struct exercise_map){
      .shape = {.ports = shape->topology->ports,
                .vcs = shape->vcs,
                .lanes = shape->lanes,
                .depth = shape->depth,
                .store = shape->store,
                .sends = shape->sends,
                .priority_bits = shape_priority_bits(shape),
                .header_bits = shape->format.header_bits,
                .arbiter = shape_arbiter(shape),
                .random = shape->routing->random},
  };
  snprintf(map->shape.unit, sizeof map->shape.unit, "%s", shape->routing->unit->name);
  name_fields(map, shape);
  return make(map, err);
}

void exercise_map_close(struct exercise_map *map)
{
  free(map->reached);
  free(map->reachable);
  *map = (struct exercise_map){.walked = false};
}

/* --- shares --- */

static struct exercise_share share(const struct exercise_map *map, size_t from, size_t to)
{
  struct exercise_share s = {.items = to - from};

  for (size_t i = from; i < to; i++)
    if (exercise_bit(map->reachable, i)) {
      s.reachable++;
      s.reached += exercise_bit(map->reached, i);
    }
  return s;
}

struct exercise_share exercise_map_share(const struct exercise_map *map,
                                         enum exercise_kind kind)
{
  return share(map, map->first[kind], map->first[kind + 1]);
}

struct exercise_share exercise_map_total(const struct exercise_map *map)
{
  return share(map, 0, exercise_map_items(map));
}

double exercise_percent(const struct exercise_share *s)
{
  return s->reachable ? 100.0 * (double)s->reached / (double)s->reachable : 100.0;
}

/* --- several runs --- */

static bool same_switch(const struct exercise_shape *a, const struct exercise_shape *b)
{
  return strcmp(a->unit, b->unit) == 0 && a->ports == b->ports && a->vcs == b->vcs &&
         a->lanes == b->lanes && a->depth == b->depth && a->store == b->store &&
         a->sends == b->sends && a->priority_bits == b->priority_bits &&
         a->header_bits == b->header_bits && a->arbiter == b->arbiter &&
         a->random == b->random;
}

bool exercise_map_merge(struct exercise_map *map, const struct exercise_map *other)
{
  if (!same_switch(&map->shape, &other->shape))
    return false;
  for (size_t i = 0; i < words_of(map); i++) {
    if (!map->walked && other->walked)
      map->reachable[i] = other->reachable[i];
    else if (map->walked == other->walked)
      map->reachable[i] |= other->reachable[i];
    map->reached[i] |= other->reached[i];
    map->reachable[i] |= map->reached[i];
  }
  map->walked |= other->walked;
  return true;
}

/* The line of the switch, as exercise_map_store writes it. */
#define SHAPE_FORMAT                                                                       \
  "switch %47s ports %" SCNu32 " vcs %" SCNu32 " lanes %" SCNu32 " depth %" SCNu32         \
  " store %" SCNu32 " sends %" SCNu32 " priority_bits %" SCNu32 " header_bits %" SCNu32    \
  " arbiter %" SCNu32 " random %" SCNu32 "\n"

void exercise_map_store(const struct exercise_map *map, FILE *file)
{
  const struct exercise_shape *s = &map->shape;

  fprintf(file,
          "lockhop exercise 1\nswitch %s ports %u vcs %u lanes %u depth %u store %u sends "
          "%u priority_bits %u header_bits %u arbiter %u random %u\nwalked %d\n",
          s->unit, s->ports, s->vcs, s->lanes, s->depth, s->store, s->sends,
          s->priority_bits, s->header_bits, s->arbiter, s->random, map->walked);
  fprintf(file, "fields %zu\n", map->field_count);
  for (size_t i = 0; i < map->field_count; i++)
    fprintf(file, "%s %u %u\n", map->fields[i].name, map->fields[i].lsb,
            map->fields[i].bits);
  fprintf(file, "items %zu\n", exercise_map_items(map));
  for (size_t i = 0; i < words_of(map); i++)
    fprintf(file, "%016" PRIx64 " %016" PRIx64 "\n", map->reached[i], map->reachable[i]);
}

static bool load_fields(struct exercise_map *map, FILE *file)
{
  if (fscanf(file, "fields %zu\n", &map->field_count) != 1 ||
      map->field_count > EXERCISE_FIELDS)
    return false;
  for (size_t i = 0; i < map->field_count; i++) {
    struct exercise_field *f = &map->fields[i];

    if (fscanf(file, "%23s %" SCNu32 " %" SCNu32 "\n", f->name, &f->lsb, &f->bits) != 3)
      return false;
  }
  return true;
}

static bool load_head(struct exercise_map *map, FILE *file)
{
  struct exercise_shape *s = &map->shape;
  int version = 0, walked = 0;

  if (fscanf(file, "lockhop exercise %d\n", &version) != 1 || version != 1 ||
      fscanf(file, SHAPE_FORMAT, s->unit, &s->ports, &s->vcs, &s->lanes, &s->depth,
             &s->store, &s->sends, &s->priority_bits, &s->header_bits, &s->arbiter,
             &s->random) != 11 ||
      fscanf(file, "walked %d\n", &walked) != 1)
    return false;
  map->walked = walked;
  return s->ports <= 63 && s->vcs <= ROUTE_VCS && s->lanes <= 63 && s->depth <= 1 << 20 &&
         s->store <= 255 && s->header_bits <= 64 && load_fields(map, file);
}

bool exercise_map_load(struct exercise_map *map, FILE *file, const char *name,
                       struct err *err)
{
  size_t items = 0;

  *map = (struct exercise_map){.walked = false};
  bool good = load_head(map, file);
  if (good && !make(map, err))
    return false;
  good =
      good && fscanf(file, "items %zu\n", &items) == 1 && items == exercise_map_items(map);
  for (size_t i = 0; good && i < words_of(map); i++)
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
