/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* steady -- open loops without bursts, computed. */
#include "network/traffic/steady.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK = 8,           /* packets between two places */
  RECENT_CYCLES = 64,  /* whose blocks are at hand until they are needed again, */
  FLIGHT_CYCLES = 128, /* and whose packets until they arrive; later ones are found again */
  BLOCKS_LEAST = 1 << 9,
  BLOCKS_MOST = 1 << 19
};

/* A packet that is at hand.  All ones: none. */
struct flying {
  uint32_t number, cycle, source, destination;
};

struct computed {
  struct traffic_rule base; /* first, so that a pointer to its rule is one to this */
  struct steady steady;
  void *self;                  /* copy of steady.to.self, or NULL */
  struct steady_place *places; /* [blocks] before the first packet of a block */
  size_t room;                 /* places */
  struct flying *recent;       /* [recents] of whole blocks, packet n at n % recents */
  struct flying *flying;       /* [flyings] that have entered, likewise */
  size_t recents, flyings;     /* powers of two */
};

static struct computed *computed_of(const struct schedule_rule *rule)
{
  return (struct computed *)(uintptr_t)rule;
}

static bool is_there(const struct flying *flying, size_t number,
                     struct schedule_entry *entry)
{
  *entry = (struct schedule_entry){
      .cycle = flying->cycle, .source = flying->source, .destination = flying->destination};
  return flying->number == number;
}

static void keep(struct flying *flying, size_t number, const struct schedule_entry *entry)
{
  *flying =
      (struct flying){(uint32_t)number, entry->cycle, entry->source, entry->destination};
}

static void start(const struct schedule_rule *rule, size_t number,
                  struct schedule_entry *entry)
{
  const struct computed *c = computed_of(rule);

  if (is_there(&c->flying[number & (c->flyings - 1)], number, entry) ||
      is_there(&c->recent[number & (c->recents - 1)], number, entry))
    return;
  struct steady_place place = c->places[number / BLOCK];

  for (size_t i = 0; i <= number % BLOCK; i++)
    steady_next(&c->steady, &place, entry);
}

static void next(struct schedule_rule *rule, size_t number, struct schedule_entry *entry)
{
  struct computed *c = computed_of(rule);
  struct flying *recent = &c->recent[number & (c->recents - 1)];

  if (!is_there(recent, number, entry)) {
    struct steady_place place = c->places[number / BLOCK];
    const size_t first = number / BLOCK * BLOCK;

    for (size_t i = first; i < first + BLOCK && steady_next(&c->steady, &place, entry); i++)
      keep(&c->recent[i & (c->recents - 1)], i, entry);
  }
  is_there(recent, number, entry);
}

static void enter(struct schedule_rule *rule, size_t number, struct schedule_entry *entry)
{
  struct computed *c = computed_of(rule);

  start(rule, number, entry);
  keep(&c->flying[number & (c->flyings - 1)], number, entry);
}

static void close_rule(struct schedule_rule *rule)
{
  struct computed *c = computed_of(rule);

  if (c->steady.to.close)
    c->steady.to.close(c->steady.to.self);
  free(c->self);
  free(c->places);
  free(c->recent);
  free(c->flying);
  free(c);
}

/* A table of the packets of some cycles; NULL: memory is short. */
static struct flying *open_flying(size_t *count, double packets)
{
  size_t blocks = BLOCKS_LEAST;

  while (blocks < BLOCKS_MOST && (double)blocks * BLOCK < packets)
    blocks *= 2;
  *count = blocks * BLOCK;
  struct flying *flying = memory_table(*count, sizeof *flying);
  if (flying)
    memset(flying, 0xff, *count * sizeof *flying);
  return flying;
}

static bool open_tables(struct computed *c, double per_cycle)
{
  c->recent = open_flying(&c->recents, RECENT_CYCLES * per_cycle);
  c->flying = open_flying(&c->flyings, FLIGHT_CYCLES * per_cycle);
  return c->recent && c->flying;
}

static bool copy_self(struct computed *c)
{
  struct open_loop_to *to = &c->steady.to;

  if (to->bytes == 0)
    return true;
  c->self = malloc(to->bytes);
  if (!c->self)
    return false;
  memcpy(c->self, to->self, to->bytes);
  to->self = c->self;
  return true;
}

static bool keep_place(struct computed *c, size_t block, const struct steady_place *place)
{
  if (block == c->room) {
    struct steady_place *larger = realloc(c->places, 2 * c->room * sizeof *larger);

    if (!larger)
      return false;
    c->places = larger;
    c->room *= 2;
  }
  c->places[block] = *place;
  return true;
}

/* Go through all packets, and keep the place of every block. */
static bool count_packets(struct computed *c, struct schedule *schedule, struct rng rng,
                          struct err *err)
{
  struct steady_place place = {.rng = rng}, before = place;
  struct schedule_entry entry;
  size_t count = 0;

  for (; steady_next(&c->steady, &place, &entry); before = place)
    if (count++ % BLOCK == 0 && !keep_place(c, (count - 1) / BLOCK, &before))
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", count);
  schedule->count = count;
  return count <= traffic_packets_max ||
         err_set(err, ERR_USAGE, "more than %" PRIu64 " packets", traffic_packets_max);
}

bool steady_open(struct schedule *schedule, const struct traffic_request *request,
                 const struct open_loop *loop, const struct open_loop_to *to,
                 size_t packets, struct err *err)
{
  const size_t room = packets / BLOCK + 1;
  struct computed *c;

  if (packets > traffic_packets_max)
    return err_set(err, ERR_USAGE, "more than %" PRIu64 " packets", traffic_packets_max);
  if (!traffic_has_room(schedule, packets, sizeof *c->places / BLOCK, err))
    return false;
  c = calloc(1, sizeof *c);
  if (!c)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", packets);
  *c = (struct computed){
      .base = {{start, traffic_rule_header, next, enter, close_rule, NULL, 1},
               request->topology,
               request->routing,
               request->seed},
      .steady = steady_of(request->topology, loop, to),
      .places = memory_table(room, sizeof *c->places),
      .room = room};
  schedule->rule = &c->base.rule; /* closed with the schedule */
  if (!c->places || !copy_self(c) ||
      !open_tables(c, loop->load * request->topology->terminals))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", packets);
  return count_packets(c, schedule, open_loop_start(request), err);
}
