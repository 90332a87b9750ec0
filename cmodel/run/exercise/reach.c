/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reach -- which items of a map no packet can reach. */
#include "run/exercise/reach.h"

#include "base/bits.h"
#include "network/topology/explore.h"
#include "run/exercise/engine.h"
#include "run/exercise/marks.h"
#include "run/machine/phases.h"

#include <stdlib.h>

enum { EXPLORED_STATES = 1 << 21 };

/* What the exploration has found. */
struct reach {
  struct exercise_map *map;
  const struct shape *shape;
  struct explore_request request;
  uint32_t waiting;                                     /* packets at one switch */
  uint64_t routed[SHAPE_CHANNELS];                      /* of a channel: queues */
  uint64_t ones[SHAPE_CHANNELS], zeros[SHAPE_CHANNELS]; /* of a channel: bits of headers */
  /* Channels that packets enter, are ejected from, may leave for the store, may have to
   * stay in. */
  uint64_t entered, ejected, waits, stays;
  uint64_t used;     /* queues */
  uint64_t released; /* queues, from the store */
  uint64_t mixed;    /* queues with packets of several priorities */
  uint64_t shared;   /* queues of a port with several VCs in use at one switch */
  uint32_t ports;    /* in use at one switch, at most */
  uint8_t senders[SHAPE_CHANNELS];       /* of a queue: channels of one switch, at most */
  uint32_t pushers[SHAPE_CHANNELS];      /* the same, with the places of its store */
  uint64_t *leads;                       /* [switches * queues] channels that lead there */
  bool *from_store;                      /* [switches * queues] */
  struct explore_priorities *priorities; /* [switches * queues] */
  uint64_t *decided; /* bit i: a decision of the unit reaches item i of the map */
};

/* --- the exploration --- */

/* The lanes that a packet with this header may enter, as a mask. */
static uint64_t lanes_of(const struct shape *shape, uint64_t header)
{
  const uint64_t all = bits_mask(shape->lanes);
  const uint64_t own = bits_mask(shape->privileged_lanes);

  if (!own)
    return all;
  return header & shape->routing->privileged(shape->topology->parameters) ? own
                                                                          : all & ~own;
}

/* The channels in which a packet of this state may be; 0: it is in the store. */
static uint64_t channels_of(const struct reach *r, const struct explore_state *from)
{
  const struct shape *shape = r->shape;
  const uint32_t queues = shape_queues(shape);

  if (from->came_by == EXPLORE_STORE)
    return 0;
  if (from->came_by == EXPLORE_LANE)
    return lanes_of(shape, from->header) << queues;
  return UINT64_C(1)
         << shape_far(shape, from->came_by / queues, from->came_by % queues).to_port;
}

static void note_queue(struct reach *r, uint32_t sw, uint32_t queue, uint64_t channels,
                       uint16_t priority)
{
  const size_t place = (size_t)sw * shape_queues(r->shape) + queue;

  priority &= (uint16_t)bits_mask(r->map->shape.priority_bits);
  r->leads[place] |= channels;
  r->from_store[place] |= channels == 0;
  explore_note_priority(&r->priorities[place], priority);
}

/* Is a packet of this state retained while its unit has not decided (RANDOM_STEPS)? */
static bool is_retained(const struct reach *r, const struct explore_state *from)
{
  const struct routing *routing = r->shape->routing;
  const struct route_in in = topology_route_in(r->shape->topology, from->at, from->header);

  if (routing->random != RANDOM_STEPS)
    return false;
  const struct route_out way = routing->unit->comb(&in); /* the first step, no bit is 1 */
  return !way.ports && !way.eject;
}

static void note(void *self, const struct explore_state *from, const struct route_out *way,
                 uint32_t own_vc)
{
  struct reach *r = self;
  const uint64_t channels = channels_of(r, from);
  uint64_t queues = 0;

  if (!r->map->shape.pins || way->ports || way->eject) /* pins show no waiting */
    exercise_marks_note(
        r->map, r->shape,
        &(struct exercise_decision){
            .sw = from->at, .phase = from->phase, .header = from->header, .way = *way},
        r->decided);
  for (uint64_t ports = way->ports; ports; ports &= ports - 1) {
    const uint32_t queue = bits_lowest(ports) * r->shape->vcs + own_vc;

    queues |= UINT64_C(1) << queue;
    note_queue(r, from->at, queue, channels, way->priority);
  }
  for (uint64_t left = channels; left; left &= left - 1) {
    const uint32_t channel = bits_lowest(left);

    r->routed[channel] |= queues;
    r->ones[channel] |= from->header;
    r->zeros[channel] |= ~from->header;
  }
  r->entered |= channels;
  if (way->eject)
    r->ejected |= channels;
  if (way->wait)
    r->waits |= channels;
  if ((queues ? r->shape->depth > 0 || r->shape->pushes : !way->eject) ||
      is_retained(r, from))
    r->stays |= channels;
  if (channels == 0)
    r->released |= queues;
}

/* Sum up the findings at one switch. */
static void sum_up_switch(struct reach *r, uint32_t sw)
{
  const uint32_t queues = shape_queues(r->shape), vcs = r->shape->vcs;
  uint64_t used = 0;
  uint32_t ports = 0;

  for (uint32_t queue = 0; queue < queues; queue++) {
    const size_t place = (size_t)sw * queues + queue;
    const uint32_t senders = bits_count(r->leads[place]);
    const uint32_t pushers = senders + (r->from_store[place] ? r->shape->store : 0);

    if (senders > r->senders[queue])
      r->senders[queue] = (uint8_t)senders;
    if (pushers > r->pushers[queue])
      r->pushers[queue] = pushers;
    used |= (uint64_t)(pushers > 0) << queue;
    r->mixed |= (uint64_t)(r->priorities[place].lowest != r->priorities[place].highest)
                << queue;
  }
  r->used |= used;
  for (uint32_t port = 0; port < r->shape->topology->ports; port++) {
    const uint64_t own = used & bits_mask(vcs) << port * vcs;

    ports += own != 0;
    if (own & (own - 1))
      r->shared |= own;
  }
  if (ports > r->ports)
    r->ports = ports;
}

/* --- the items --- */

static uint64_t all_if(bool condition)
{
  return condition ? UINT64_MAX : 0;
}

/* For a kind with one place: the reachable places. */
static uint64_t places_reached(const struct reach *r, enum exercise_kind kind)
{
  switch (kind) {
  case EXERCISE_EJECTED:
  case EXERCISE_REFUSED:
    return r->ejected;
  case EXERCISE_STORED:
    return r->waits;
  case EXERCISE_RELEASED:
    return r->released;
  case EXERCISE_KEPT:
    return r->stays;
  case EXERCISE_REFILLED:
  case EXERCISE_RESET_CHANNEL:
  case EXERCISE_NOT_READY:
  case EXERCISE_RESET_ENTERED:
    return r->entered;
  case EXERCISE_LINK_WON:
  case EXERCISE_LINK_LOST:
    return r->shared;
  case EXERCISE_SEND_WON:
  case EXERCISE_SEND_LOST:
    return all_if(r->ports > r->shape->sends);
  case EXERCISE_OVERTAKEN:
    return r->mixed;
  case EXERCISE_STORE_REFUSED:
    return all_if(r->waits != 0 && r->waiting > r->shape->store);
  case EXERCISE_RESET_STORE:
    return all_if(r->waits != 0);
  default:
    return r->used;
  }
}

/* Can the item at these places be reached? */
static bool is_reachable(const struct reach *r, enum exercise_kind kind, uint32_t a,
                         uint32_t b, uint32_t c)
{
  switch (kind) {
  case EXERCISE_ROUTED:
    return r->routed[a] >> b & 1;
  case EXERCISE_CONTENDERS:
  case EXERCISE_ARRIVALS:
    return b < r->senders[a];
  case EXERCISE_PUSHES:
    return b < r->pushers[a];
  case EXERCISE_RESET_INSIDE:
    return r->entered != 0;
  case EXERCISE_STORE_FILL:
    return r->waits != 0 && b <= r->waiting;
  case EXERCISE_HEADER:
    return (c ? r->ones[a] : r->zeros[a]) >> b & 1;
  default:
    return places_reached(r, kind) >> a & 1;
  }
}

static void clear_kind(struct reach *r, enum exercise_kind kind)
{
  struct exercise_map *map = r->map;
  const enum exercise_place *places = exercise_kinds[kind].places;
  const size_t bs = exercise_map_places(map, places[1]);
  const size_t cs = exercise_map_places(map, places[2]);

  for (size_t item = map->first[kind]; item < map->first[kind + 1]; item++) {
    const size_t at = item - map->first[kind];

    if (kind >= EXERCISE_ROUTE
            ? !exercise_bit(r->decided, item)
            : !is_reachable(r, kind, (uint32_t)(at / cs / bs), (uint32_t)(at / cs % bs),
                            (uint32_t)(at % cs)))
      map->reachable[item / 64] &= ~(UINT64_C(1) << item % 64);
  }
}

static bool make(struct reach *r)
{
  const size_t places = (size_t)r->shape->topology->switches * shape_queues(r->shape);

  r->leads = calloc(places, sizeof *r->leads);
  r->from_store = calloc(places, sizeof *r->from_store);
  r->priorities = calloc(places, sizeof *r->priorities);
  r->decided = calloc(exercise_map_words(r->map), sizeof *r->decided);
  return r->leads && r->from_store && r->priorities && r->decided;
}

static void start_schedules(struct exploration *exploration, exercise_schedules *next,
                            void *self)
{
  const struct schedule *schedule;
  struct schedule_entry room;

  while ((schedule = next(self)))
    for (size_t i = 0; i < schedule->count && !exploration->over; i++) {
      const struct schedule_entry *entry = schedule_entry(schedule, i, &room);

      explore_start(exploration, entry->source, entry->header);
    }
}

bool exercise_reach_all(struct exercise_map *map, const struct shape *shape,
                        uint32_t waiting, exercise_schedules *next, void *self,
                        struct err *err)
{
  struct reach r = {.map = map,
                    .shape = shape,
                    .waiting = waiting,
                    .request = {.topology = shape->topology,
                                .routing = shape->routing,
                                .vcs = shape->vcs,
                                .start_in_ports = shape->lanes == 0,
                                .any_phase = true,
                                .limit = EXPLORED_STATES,
                                .visit = note,
                                .self = &r}};
  struct exploration exploration;

  explore_open(&exploration, &r.request);
  bool good = make(&r);
  if (good) {
    explore_start_all(&exploration);
    start_schedules(&exploration, next, self);
    map->explored = explore_run(&exploration);
    good = !exploration.short_of_memory;
  }
  for (uint32_t sw = 0; map->explored && sw < shape->topology->switches; sw++)
    sum_up_switch(&r, sw);
  for (int kind = 0; map->explored && kind < EXERCISE_KINDS; kind++)
    clear_kind(&r, (enum exercise_kind)kind);
  explore_close(&exploration);
  free(r.leads);
  free(r.from_store);
  free(r.priorities);
  free(r.decided);
  return good ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory to explore the packets of %s",
                 shape->topology->spec);
}

/* Returns the only schedule, once. */
static const struct schedule *only(void *self)
{
  const struct schedule **schedule = self, *one = *schedule;

  *schedule = NULL;
  return one;
}

bool exercise_reach(struct exercise_map *map, const struct shape *shape,
                    const struct schedule *schedule, struct err *err)
{
  if (shape->programs)
    return exercise_engine_reach(map, shape, schedule, err);
  const uint32_t waiting =
      schedule ? phases_store(schedule, shape->topology, shape->routing) : UINT32_MAX;

  if (schedule && waiting == UINT32_MAX)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the waiting stores of %s",
                   shape->topology->spec);

  return exercise_reach_all(map, shape, waiting, only, &schedule, err);
}
