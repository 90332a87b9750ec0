/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* conflicts -- counts the link conflicts of a schedule. */
#include "network/traffic/conflicts.h"

#include "base/bits.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  WINDOW = 16 /* steps remembered, a power of two; more than a path is long */
};

/* How many packets want a link that more than one wants; out of date when the step is
 * another. */
struct contention {
  uint64_t step; /* 0: never */
  uint32_t count;
};

/* A packet, or a copy of one, at a switch. */
struct copy {
  uint32_t at;
  uint64_t header;
};

struct occupancy {
  const struct topology *t;
  const struct routing *routing;
  /* A place for each link in each of WINDOW steps; what is read for every hop is a bit,
   * because the rest is larger than a cache. */
  uint64_t steps[WINDOW];         /* the step of a row of places; 0: none yet */
  uint64_t *taken;                /* [WINDOW * words]: a bit for each place */
  size_t links, words;            /* places of a row, and its words of `taken` */
  uint32_t *first;                /* [WINDOW * links]: the packet that took it */
  struct contention *contentions; /* [WINDOW * links] */
  uint64_t conflict_step[WINDOW]; /* last step counted among conflicts->steps */
  link_seen *seen;                /* told of every link taken, with self; NULL: nobody is */
  void *self;
  /* The copies of one packet; more than one only of a broadcast. */
  struct copy *now, *next; /* [capacity] */
  size_t now_count, next_count, capacity;
};

struct occupancy *occupancy_open(const struct topology *t, const struct routing *routing)
{
  struct occupancy *o = calloc(1, sizeof *o);

  if (!o)
    return NULL;
  o->t = t;
  o->routing = routing;
  o->capacity = (size_t)t->ports + 1;
  o->links = (size_t)t->switches * t->ports;
  o->words = o->links / 64 + 1;
  o->taken = calloc(WINDOW * o->words, sizeof *o->taken);
  o->first = malloc(WINDOW * o->links * sizeof *o->first);
  o->contentions = calloc(WINDOW * o->links, sizeof *o->contentions);
  o->now = malloc(o->capacity * sizeof *o->now);
  o->next = malloc(o->capacity * sizeof *o->next);
  if (o->taken && o->first && o->contentions && o->now && o->next)
    return o;
  occupancy_close(o);
  return NULL;
}

static bool append_next(struct occupancy *o, struct copy copy)
{
  if (o->next_count == o->capacity) {
    struct copy *next = realloc(o->next, 2 * o->capacity * sizeof *next);

    if (!next)
      return false;
    o->next = next;
    struct copy *now = realloc(o->now, 2 * o->capacity * sizeof *now);
    if (!now)
      return false;
    o->now = now;
    o->capacity *= 2;
  }
  o->next[o->next_count++] = copy;
  return true;
}

/* One more packet wants a link that another has taken. */
static void note_conflict(struct occupancy *o, struct conflicts *c, struct link_use use,
                          size_t place)
{
  struct contention *contention = &o->contentions[place];

  if (contention->step != use.step)
    *contention = (struct contention){.step = use.step, .count = 1};
  contention->count++;
  if (contention->count == 2) {
    if (c->count == 0 || use.step < c->step) {
      c->packets[0] = o->first[place];
      c->packets[1] = use.packet;
      c->at = use.at;
      c->port = use.port;
      c->step = use.step;
    }
    c->count++;
    if (o->conflict_step[use.step % WINDOW] != use.step) {
      o->conflict_step[use.step % WINDOW] = use.step;
      c->steps++;
    }
  }
  if (contention->count > c->most)
    c->most = contention->count;
}

/* One more packet wants a link.  With conflicts NULL it is only asked. */
static enum occupancy_result want(struct occupancy *o, struct link_use use,
                                  struct conflicts *c)
{
  const size_t row = use.step % WINDOW, link = (size_t)use.at * o->t->ports + use.port;
  uint64_t *word = &o->taken[row * o->words + link / 64];
  const uint64_t bit = UINT64_C(1) << link % 64;

  if (!c)
    return o->steps[row] == use.step && (*word & bit) ? OCCUPANCY_CONFLICT : OCCUPANCY_FREE;
  if (o->seen)
    o->seen(o->self, &use);
  if (o->steps[row] != use.step) {
    memset(&o->taken[row * o->words], 0, o->words * sizeof *o->taken);
    o->steps[row] = use.step;
  }
  if (*word & bit) {
    note_conflict(o, c, use, row * o->links + link);
    return OCCUPANCY_CONFLICT;
  }
  *word |= bit;
  o->first[row * o->links + link] = use.packet;
  if (c->most == 0)
    c->most = 1;
  return OCCUPANCY_FREE;
}

static enum occupancy_result hop(struct occupancy *o, struct copy copy, uint64_t step,
                                 uint32_t number, struct conflicts *c)
{
  const struct route_in in = topology_route_in(o->t, copy.at, copy.header);
  struct route_out way = o->routing->unit->comb(&in);
  enum occupancy_result result = OCCUPANCY_FREE;

  if (way.ports == 0 && way.eject)
    return result;
  if (way.ports == 0)
    return OCCUPANCY_NOWHERE;
  for (uint64_t ports = way.ports; ports; ports &= ports - 1) {
    uint32_t port = bits_lowest(ports);

    if (want(o,
             (struct link_use){.packet = number, .at = copy.at, .port = port, .step = step},
             c) == OCCUPANCY_CONFLICT) {
      result = OCCUPANCY_CONFLICT;
      if (!c)
        return result;
    }
    if (!append_next(o, (struct copy){.at = topology_link(o->t, copy.at, port).to_switch,
                                      .header = way.header}))
      return OCCUPANCY_NO_MEMORY;
  }
  return result;
}

static enum occupancy_result follow(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header, uint32_t number, struct conflicts *c)
{
  enum occupancy_result result = OCCUPANCY_FREE;
  uint64_t step = (uint64_t)cycle + 1;

  o->now[0] = (struct copy){.at = topology_source(o->t, source), .header = header};
  o->now_count = 1;
  for (; o->now_count > 0; step++) {
    if (step > cycle + CONFLICTS_HOPS + 1)
      return OCCUPANCY_NOWHERE;
    o->next_count = 0;
    for (size_t i = 0; i < o->now_count; i++) {
      enum occupancy_result one = hop(o, o->now[i], step, number, c);

      if (one > result)
        result = one;
      if (one >= OCCUPANCY_NOWHERE || (one == OCCUPANCY_CONFLICT && !c))
        return one;
    }
    struct copy *swap = o->now;
    o->now = o->next;
    o->next = swap;
    o->now_count = o->next_count;
  }
  if (c && step - 2 > c->last)
    c->last = step - 2;
  return result;
}

enum occupancy_result occupancy_try(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header)
{
  return follow(o, cycle, source, header, 0, NULL);
}

enum occupancy_result occupancy_add(struct occupancy *o, uint32_t cycle, uint32_t source,
                                    uint64_t header, uint32_t number,
                                    struct conflicts *conflicts)
{
  return follow(o, cycle, source, header, number, conflicts);
}

void occupancy_close(struct occupancy *o)
{
  if (!o)
    return;
  free(o->taken);
  free(o->first);
  free(o->contentions);
  free(o->now);
  free(o->next);
  free(o);
}

bool conflicts_count(struct conflicts *conflicts, const struct schedule *schedule,
                     const struct topology *t, const struct routing *routing,
                     struct err *err)
{
  return conflicts_follow(conflicts, schedule, t, routing, NULL, NULL, err);
}

bool conflicts_follow(struct conflicts *conflicts, const struct schedule *schedule,
                      const struct topology *t, const struct routing *routing,
                      link_seen *seen, void *self, struct err *err)
{
  struct occupancy *o = occupancy_open(t, routing);
  const bool mixed = schedule_is_mixed(schedule);
  enum occupancy_result result = o ? OCCUPANCY_FREE : OCCUPANCY_NO_MEMORY;
  uint32_t number = 0;
  struct schedule_entry room;

  *conflicts = (struct conflicts){.count = 0};
  if (o) {
    o->seen = seen;
    o->self = self;
  }
  for (; result < OCCUPANCY_NOWHERE && number < schedule->count; number++) {
    const struct schedule_entry *entry = schedule_entry(schedule, number, &room);

    if ((entry->destination == SCHEDULE_NOWHERE && !schedule->conflict_free) ||
        (mixed && !schedule_is_privileged(schedule, entry)))
      continue;
    result =
        occupancy_add(o, entry->cycle, entry->source, entry->header, number, conflicts);
  }
  occupancy_close(o);
  if (result == OCCUPANCY_NO_MEMORY)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory to follow %zu packets on %s",
                   schedule->count, t->spec);
  return result != OCCUPANCY_NOWHERE ||
         err_set(err, ERR_USAGE,
                 "packet %u of the schedule: header 0x%" PRIx64
                 " leads nowhere on %s with routing %s",
                 number - 1, schedule_entry(schedule, number - 1, &room)->header, t->spec,
                 routing->name);
}

bool conflicts_refuse(const struct conflicts *c, const struct schedule *schedule,
                      const struct topology *t, struct err *err)
{
  char at[ADDRESS_TEXT], port[PORT_TEXT], from[2][ADDRESS_TEXT], to[2][ADDRESS_TEXT];
  struct schedule_entry room;

  if (!schedule->conflict_free || c->count == 0)
    return true;
  t->row->print_address(t, c->at, at);
  topology_print_port(t, c->port, port);
  for (int i = 0; i < 2; i++) {
    const struct schedule_entry *entry = schedule_start(schedule, c->packets[i], &room);

    topology_print_terminal(t, entry->source, from[i]);
    schedule_print_destination(t, entry, to[i]);
  }
  return err_set(err, ERR_USAGE,
                 "the schedule is said to be free of link conflicts, but packet %u (%s to "
                 "%s) and packet %u (%s to %s) both take port %s of %s in step %" PRIu64,
                 c->packets[0], from[0], to[0], c->packets[1], from[1], to[1], port, at,
                 c->step);
}
