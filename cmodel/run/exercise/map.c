/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* map -- what a test of a switch must reach, one bit per item: docs/reach.md. */
#include "run/exercise/map.h"

#include "base/bits.h"
#include "run/exercise/engine.h"
#include "run/exercise/marks.h"

#include <stdlib.h>
#include <string.h>

#define NEVER_USED "no packet of this routing goes there"
#define NEVER_IN "no packet of this routing comes by there"
#define NEVER_ARRIVES "no packet of this routing arrives there"
#define NEVER_WAITS "no packet of this routing may wait there"

const struct exercise_kind_row exercise_kinds[EXERCISE_KINDS] = {
    [EXERCISE_ROUTED] = {"channel_to_queue",
                         "packet taken from channel to queue",
                         {EXERCISE_CHANNEL, EXERCISE_QUEUE},
                         "the routing never sends there"},
    [EXERCISE_EJECTED] = {"ejected",
                          "packet ejected from channel",
                          {EXERCISE_CHANNEL},
                          NEVER_ARRIVES},
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
    [EXERCISE_NOT_READY] = {"not_ready",
                            "channel is not ready",
                            {EXERCISE_CHANNEL},
                            NEVER_IN},
    [EXERCISE_HELD] = {"held",
                       "packet leaves after it was refused",
                       {EXERCISE_QUEUE},
                       NEVER_USED},
    [EXERCISE_ARRIVALS] = {"arrivals",
                           "packets for queue enter at once",
                           {EXERCISE_QUEUE, EXERCISE_SENDERS},
                           "fewer channels of a switch lead there"},
    [EXERCISE_RESET_ENTERED] = {"reset_entered",
                                "reset with a packet inside that entered by channel",
                                {EXERCISE_CHANNEL},
                                NEVER_IN},
    [EXERCISE_RESET_INSIDE] = {"reset_inside",
                               "reset with so many packets inside",
                               {EXERCISE_ONE, EXERCISE_PACKETS},
                               NULL},
    [EXERCISE_REFUSED] = {"refused",
                          "packet ejected after it was refused",
                          {EXERCISE_CHANNEL},
                          NEVER_ARRIVES},
    [EXERCISE_ROUTE] = {"route_unit",
                        "route unit decides",
                        {EXERCISE_ONE, EXERCISE_MARK},
                        NULL},
    [EXERCISE_ENGINE] = {"engine", "engine does", {EXERCISE_ONE, EXERCISE_MARK}, NULL},
    [EXERCISE_PAIRS] = {"address_pairs",
                        "switch routes packet for address",
                        {EXERCISE_SWITCH, EXERCISE_DESTINATION},
                        "no packet comes by there with this address"},
};

/* --- items --- */

/* Do the pins show items of this kind? */
static bool pins_show(const struct exercise_shape *s, enum exercise_kind kind)
{
  switch (kind) {
  case EXERCISE_ROUTED:
  case EXERCISE_EJECTED:
  case EXERCISE_STALLED:
  case EXERCISE_HEADER:
  case EXERCISE_NOT_READY:
  case EXERCISE_HELD:
  case EXERCISE_RESET_ENTERED:
  case EXERCISE_RESET_INSIDE:
  case EXERCISE_ROUTE:
    return true;
  case EXERCISE_ARRIVALS:
    return s->pins == EXERCISE_PINS;
  case EXERCISE_REFUSED:
    return s->eject_ready;
  case EXERCISE_PAIRS:
    return s->destination_bits > 0 && exercise_pairs_counted(s);
  default:
    return false;
  }
}

/* Does a switch of this shape have items of this kind? */
static bool has_kind(const struct exercise_shape *s, enum exercise_kind kind)
{
  if (s->engines || kind == EXERCISE_ENGINE)
    return s->engines && kind == EXERCISE_ENGINE;
  if (s->pins)
    return pins_show(s, kind);
  switch (kind) {
  case EXERCISE_NOT_READY:
  case EXERCISE_HELD:
  case EXERCISE_ARRIVALS:
  case EXERCISE_RESET_ENTERED:
  case EXERCISE_RESET_INSIDE:
  case EXERCISE_REFUSED:
    return false;
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
  case EXERCISE_PAIRS:
    return s->destination_bits > 0 && exercise_pairs_counted(s);
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
  case EXERCISE_PACKETS:
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
    if (s->one_push)
      return 1;
    return s->depth && s->depth < channels ? s->depth : channels;
  case EXERCISE_BIT:
    return s->header_bits;
  case EXERCISE_VALUE:
    return 2;
  case EXERCISE_MARK:
    return exercise_mark_items(map);
  case EXERCISE_SWITCH:
    return s->switches;
  case EXERCISE_DESTINATION:
    return (size_t)1 << s->destination_bits;
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

bool exercise_map_make(struct exercise_map *map, struct err *err)
{
  map->first[0] = 0;
  for (int k = 0; k < EXERCISE_KINDS; k++) {
    size_t items = has_kind(&map->shape, (enum exercise_kind)k);

    for (int i = 0; i < EXERCISE_DIMENSIONS; i++)
      items *= exercise_map_places(map, exercise_kinds[k].places[i]);
    map->first[k + 1] = map->first[k] + items;
  }
  map->reached = calloc(exercise_map_words(map), sizeof *map->reached);
  map->reachable = calloc(exercise_map_words(map), sizeof *map->reachable);
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

  map->field_count = routing_fields(routing, shape->topology, fields, EXERCISE_FIELDS);
  for (size_t i = 0; i < map->field_count; i++) {
    map->fields[i] = (struct exercise_field){.lsb = fields[i].lsb, .bits = fields[i].bits};
    snprintf(map->fields[i].name, EXERCISE_NAME, "%s", fields[i].name);
  }
}

/* Set what is known of a switch, but not its items. */
static void describe(struct exercise_map *map, const struct shape *shape)
{
  *map = (struct exercise_map){
      .shape = {.ports = shape->topology->ports,
                .vcs = shape->vcs,
                .lanes = shape->lanes,
                .depth = shape->depth,
                .store = shape->store,
                .sends = shape->sends,
                .one_push = shape->pushes == 1,
                .priority_bits = shape_priority_bits(shape),
                .header_bits = shape->format.header_bits,
                .arbiter = shape_arbiter(shape),
                .random = shape->routing->random,
                .unit_vc = shape->routing->unit->has_vc,
                .unit_priority_bits = shape->routing->unit->priority_bits,
                .switches = shape->topology->switches},
  };
  snprintf(map->shape.unit, sizeof map->shape.unit, "%s", shape->routing->unit->name);
  name_fields(map, shape);
  exercise_marks_name(map, shape);
}

bool exercise_map_open(struct exercise_map *map, const struct shape *shape, struct err *err)
{
  if (shape->programs) {
    *map = (struct exercise_map){
        .shape = {.ports = shape->topology->ports, .vcs = 1, .engines = 1}};
    snprintf(map->shape.unit, sizeof map->shape.unit, "%s", shape->routing->unit->name);
    exercise_engine_name(map);
    return exercise_map_make(map, err);
  }
  describe(map, shape);
  return exercise_map_make(map, err);
}

bool exercise_map_open_pins(struct exercise_map *map, const struct shape *shape,
                            bool choices, struct err *err)
{
  describe(map, shape);
  map->shape.pins = choices ? EXERCISE_PINS_CHOICES : EXERCISE_PINS;
  map->shape.eject_ready = shape->eject_ready;
  return exercise_map_make(map, err);
}

void exercise_map_close(struct exercise_map *map)
{
  free(map->reached);
  free(map->reachable);
  *map = (struct exercise_map){.explored = false};
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
  return share(map, 0, map->first[EXERCISE_PAIRS]);
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
         a->sends == b->sends && a->one_push == b->one_push &&
         a->priority_bits == b->priority_bits && a->header_bits == b->header_bits &&
         a->arbiter == b->arbiter && a->random == b->random && a->engines == b->engines &&
         a->pins == b->pins;
}

bool exercise_map_merge(struct exercise_map *map, const struct exercise_map *other)
{
  if (!same_switch(&map->shape, &other->shape) ||
      memcmp(map->first, other->first, sizeof map->first) != 0)
    return false;
  for (size_t i = 0; i < exercise_map_words(map); i++) {
    if (!map->explored && other->explored)
      map->reachable[i] = other->reachable[i];
    else if (map->explored == other->explored)
      map->reachable[i] |= other->reachable[i];
    map->reached[i] |= other->reached[i];
    map->reachable[i] |= map->reached[i];
  }
  map->explored |= other->explored;
  return true;
}
