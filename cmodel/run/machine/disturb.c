/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb -- checks the disturbances of a run, and draws random ones from a seed. */
#include "run/machine/disturb.h"

#include "base/rng.h"
#include "run/machine/engine_programs.h"

#include <inttypes.h>

uint32_t disturb_least_reset(const struct shape *shape)
{
  const struct engine_programs *programs = shape->programs;
  uint32_t least = 1;

  if (!programs)
    return random_source_apart(shape->routing->random) ? shape_channels(shape) : 1;
  for (uint32_t i = 0; i < shape->topology->switches; i++)
    if (engine_program_words(programs, i) > least)
      least = engine_program_words(programs, i);
  return least;
}

bool disturb_check(const struct disturbances *d, const struct shape *shape,
                   const char *path, struct err *err)
{
  const uint32_t queues = shape_queues(shape), least = disturb_least_reset(shape);

  for (size_t i = 0; i < d->count; i++) {
    const struct disturbance *one = &d->list[i];

    if (one->kind == DISTURBANCE_STALL && one->queue >= queues)
      return err_set(err, ERR_USAGE,
                     "%s:%" PRIu64 ": queue %" PRIu32 " is out of range; with %" PRIu32
                     " port%s and %" PRIu32
                     " virtual channel%s there are queues 0 to %" PRIu32,
                     path, d->line + i, one->queue, shape->topology->ports,
                     shape->topology->ports == 1 ? "" : "s", shape->vcs,
                     shape->vcs == 1 ? "" : "s", queues - 1);
    if (one->kind == DISTURBANCE_REFUSAL && one->queue >= shape_channels(shape))
      return err_set(
          err, ERR_USAGE,
          "%s:%" PRIu64 ": channel %" PRIu32
          " is out of range; the switches of this run have channels 0 to %" PRIu32,
          path, d->line + i, one->queue, shape_channels(shape) - 1);
    if (one->kind == DISTURBANCE_RESET && one->to - one->from < least)
      return err_set(err, ERR_USAGE,
                     "%s:%" PRIu64 ": a reset of %" PRIu32
                     " cycle%s is too short; the switches of this run need %" PRIu32,
                     path, d->line + i, one->to - one->from,
                     one->to - one->from == 1 ? "" : "s", least);
  }
  return true;
}

/* --- drawing --- */

enum {
  STREAM =
      0x5a4e, /* the stream of random numbers; STALL, HOLD, RESET have the next ones, */
  NOISE_STREAM = 3, /* and these the following */
  LONG_STALL_STREAM = 4,
  REFUSAL_STREAM = 5,
  MOST = 1 << 18,    /* disturbances of a kind, approximately */
  ALL_PLACES = 4096, /* of a network at which all may stall at once */
  LONG = 40,         /* cycles of a burst, at most */
  EPOCH = 1024, /* cycles after which a place changes how often it stalls, approximately */
  HORIZON = 1 << 24 /* at most; so the end of all disturbances fits in 32 bits */
};

struct drawing {
  const struct disturb_request *request;
  struct disturbances *to;
  size_t capacity;
  struct rng rng;
  uint32_t least; /* cycles of a reset */
  uint64_t horizon;
  uint64_t end; /* stalls, holds and refusals begin before it */
};

static uint32_t below(struct drawing *d, uint64_t bound)
{
  return (uint32_t)rng_below(&d->rng, bound);
}

static bool add(struct drawing *d, enum disturbance_kind kind, uint64_t from,
                uint64_t cycles, uint32_t at, uint32_t queue, struct err *err)
{
  return disturbances_append(d->to, &d->capacity,
                             &(struct disturbance){.kind = kind,
                                                   .from = (uint32_t)from,
                                                   .to = (uint32_t)(from + cycles),
                                                   .at = at,
                                                   .queue = queue},
                             err);
}

/* Cycles of a burst; most are short. */
static uint32_t draw_length(struct drawing *d)
{
  switch (below(d, 4)) {
  case 0:
  case 1:
    return 1;
  case 2:
    return 2 + below(d, 3);
  default:
    return 1 + below(d, LONG);
  }
}

/* Draw the bursts at one of `places`.  A place has its own mean gap, or no bursts at all;
 * in a long run both change from epoch to epoch. */
static bool draw_place(struct drawing *d, enum disturbance_kind kind, uint64_t places,
                       uint32_t at, uint32_t queue, struct err *err)
{
  static const uint32_t gaps[] = {2, 16, 200};
  const uint64_t spread = d->end * places / MOST; /* 0 where there is room for all */
  uint64_t cycle = 0;

  while (cycle < d->end) {
    const uint64_t until = cycle + EPOCH / 2 + below(d, EPOCH);
    const uint32_t habit = below(d, 4);

    while (habit > 0 && cycle < until) {
      cycle += below(d, gaps[habit - 1]) + below(d, 2 * spread + 1);
      if (cycle >= d->end)
        return true;
      const uint32_t length = draw_length(d);

      if (!add(d, kind, cycle, length, at, queue, err))
        return false;
      cycle += length + 1;
    }
    cycle = cycle > until ? cycle : until;
  }
  return true;
}

/* Has this switch places of this kind?  Only one with a terminal has something refused. */
static bool has_places(const struct drawing *d, enum disturbance_kind kind, uint32_t sw)
{
  return kind != DISTURBANCE_REFUSAL ||
         topology_sink_of(d->request->shape->topology, sw) != UINT32_MAX;
}

/* Any switch with places of this kind. */
static uint32_t draw_switch(struct drawing *d, enum disturbance_kind kind)
{
  const struct topology *t = d->request->shape->topology;

  return kind == DISTURBANCE_REFUSAL ? topology_sink(t, below(d, t->terminals))
                                     : below(d, t->switches);
}

/* Draw the bursts at all places of a kind: `of_switch` of them at each switch. */
static bool draw_places(struct drawing *d, enum disturbance_kind kind, uint32_t of_switch,
                        struct err *err)
{
  const uint32_t switches = d->request->shape->topology->switches;
  const uint64_t places = (uint64_t)switches * of_switch;

  for (uint32_t sw = 0; sw < switches; sw++)
    for (uint32_t queue = 0; queue < of_switch; queue++)
      if (has_places(d, kind, sw) && !draw_place(d, kind, places, sw, queue, err))
        return false;
  for (uint32_t left = places <= ALL_PLACES ? below(d, 3) : 0; left > 0; left--) {
    const uint32_t from = below(d, d->end), length = draw_length(d);

    for (uint32_t sw = 0; sw < switches; sw++)
      for (uint32_t queue = 0; queue < of_switch; queue++)
        if (has_places(d, kind, sw) && !add(d, kind, from, length, sw, queue, err))
          return false;
  }
  return disturbances_count(d->to, kind) > 0 ||
         add(d, kind, below(d, d->horizon), draw_length(d), draw_switch(d, kind),
             below(d, of_switch), err);
}

/* With one seed in four, stall a place for longer than an 8-bit counter can count, or, less
 * often, a 10-bit one: a switch must not drop a packet that waits. */
static bool draw_long(struct drawing *d, enum disturbance_kind kind, uint32_t of_switch,
                      struct err *err)
{
  if (below(d, 4) > 0)
    return true;
  const uint32_t most = below(d, 4) > 0 ? 8 : 10; /* bits */
  const uint32_t from = below(d, d->horizon), length = (1u << most) + 1 + below(d, LONG);

  return add(d, kind, from, length, draw_switch(d, kind), below(d, of_switch), err);
}

static bool draw_stalls(struct drawing *d, struct err *err)
{
  return draw_places(d, DISTURBANCE_STALL, shape_queues(d->request->shape), err);
}

static bool draw_long_stall(struct drawing *d, struct err *err)
{
  return draw_long(d, DISTURBANCE_STALL, shape_queues(d->request->shape), err);
}

static bool draw_refusals(struct drawing *d, struct err *err)
{
  const uint32_t channels = shape_channels(d->request->shape);

  return draw_places(d, DISTURBANCE_REFUSAL, channels, err) &&
         draw_long(d, DISTURBANCE_REFUSAL, channels, err);
}

static bool draw_holds(struct drawing *d, struct err *err)
{
  const uint32_t terminals = d->request->shape->topology->terminals;

  for (uint32_t terminal = 0; terminal < terminals; terminal++)
    if (!draw_place(d, DISTURBANCE_HOLD, terminals, terminal, 0, err))
      return false;
  return disturbances_count(d->to, DISTURBANCE_HOLD) > 0 ||
         add(d, DISTURBANCE_HOLD, below(d, d->horizon), draw_length(d), below(d, terminals),
             0, err);
}

/* Cycles of a reset; most have the minimum or a few more. */
static uint32_t draw_reset_length(struct drawing *d, bool longest)
{
  enum { FEW = 4, MORE = 32, MOST_BITS = 8 };

  if (longest)
    return d->least + (1u << MOST_BITS) + below(d, LONG);
  return d->least + (below(d, 3) ? below(d, FEW) : MORE + below(d, MORE));
}

/* Draw the resets: early, right after another, when queues may be full, and at any time.
 * The cycle with rst 0 between two resets counts as part of the wait for the next. */
static bool draw_resets(struct drawing *d, struct err *err)
{
  enum { SOON = 8, CLOSE = 3, LEAST = 4, FULL = 3, RESETS = 6, LATEST = 1 << 13 };
  const uint64_t late = d->horizon < LATEST ? d->horizon : LATEST;
  const uint64_t waits[RESETS] = {
      1 + below(d, SOON),  1 + below(d, CLOSE),
      1 + below(d, CLOSE), 1 + late / 4 + below(d, late / 4 + 1),
      1 + below(d, CLOSE), 1 + below(d, late)};
  const bool longest = below(d, 2);
  uint64_t end = 0;

  for (uint32_t i = 0, count = LEAST + below(d, RESETS - LEAST + 1); i < count; i++) {
    const uint64_t from = end + waits[i];
    const uint32_t length = draw_reset_length(d, longest && i == FULL);

    if (!add(d, DISTURBANCE_RESET, from, length, 0, 0, err))
      return false;
    end = from + length;
  }
  d->end = end + d->horizon;
  return true;
}

/* Of disturbances of one place that begin in the same cycle, keep the longest. */
static void drop_twins(struct disturbances *list)
{
  size_t kept = 0;

  for (size_t i = 0; i < list->count; i++) {
    if (i + 1 < list->count && disturbance_compare(&list->list[i], &list->list[i + 1]) == 0)
      continue;
    list->list[kept++] = list->list[i];
  }
  list->count = kept;
}

/* The random numbers also depend on the switch parameters and the horizon. */
static struct rng stream(const struct disturb_request *request, uint32_t number)
{
  const struct shape *shape = request->shape;
  const uint32_t numbers[] = {shape->depth, shape->lanes, shape->vcs, shape->sends};
  uint64_t own = rng_mix(request->horizon);

  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    own = rng_mix(own + numbers[i]);
  return rng_seed(request->seed ^ own, STREAM + number);
}

bool disturbances_draw(struct disturbances *disturbances,
                       const struct disturb_request *request, struct err *err)
{
  typedef bool draw(struct drawing *, struct err *);
  static const struct {
    enum disturbance_kind kind;
    uint32_t stream;
    draw *draw;
  } draws[] = {{DISTURBANCE_RESET, DISTURBANCE_RESET,
                draw_resets}, /* first: all end after the last */
               {DISTURBANCE_STALL, DISTURBANCE_STALL, draw_stalls},
               {DISTURBANCE_HOLD, DISTURBANCE_HOLD, draw_holds},
               {DISTURBANCE_STALL, LONG_STALL_STREAM, draw_long_stall},
               {DISTURBANCE_REFUSAL, REFUSAL_STREAM, draw_refusals}};
  const uint64_t horizon = request->horizon < HORIZON ? request->horizon : HORIZON;
  struct drawing d = {.request = request,
                      .to = disturbances,
                      .least = disturb_least_reset(request->shape),
                      .horizon = horizon > 0 ? horizon : 1};

  d.end = d.horizon;
  *disturbances = (struct disturbances){.list = NULL};
  for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++) {
    d.rng = stream(request, draws[i].stream);
    if ((request->kinds >> draws[i].kind & 1) && !draws[i].draw(&d, err)) {
      disturbances_free(disturbances);
      return false;
    }
  }
  d.rng = stream(request, NOISE_STREAM);
  if (request->kinds & DISTURB_NOISE)
    disturbances->noise = rng_next(&d.rng) | 1;
  disturbances_sort(disturbances);
  drop_twins(disturbances);
  return true;
}
