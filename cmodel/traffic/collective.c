/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective -- what the schedules of collective communication share. */
#define _GNU_SOURCE /* qsort_r */
#include "traffic/collective.h"

#include "base/memory.h"
#include "base/text.h"
#include "traffic/options.h"

#include <stdlib.h>

enum { PLACE_CYCLES = 1 << 20 }; /* a round that finds no place in so many has none */

bool collective_open(struct collective *c, const char *kind, struct schedule *schedule,
                     const struct traffic_request *request, struct err *err)
{
  *c =
      (struct collective){.schedule = schedule, .request = request, .t = request->topology};
  return d3_is(c->t) || err_set(err, ERR_USAGE,
                                "%s is a schedule of the swapped dragonfly; %s is none; "
                                "use d3:K,M",
                                kind, c->t->spec);
}

bool collective_address(const struct collective *c, const char *kind, const char *argument,
                        const char *key, uint32_t *sw, struct err *err)
{
  char value[OPTIONS_VALUE];

  if (!text_option(argument, key, value, sizeof value))
    return err_set(err, ERR_USAGE, "%s: needs a %s, as in %s,%s=0.0.1", kind, key, kind,
                   key);
  return topology_parse_address(c->t, value, key, sw, err);
}

bool collective_needs_vectors(const struct collective *c, const char *kind, struct err *err)
{
  return d3_has_vectors(c->request->routing) ||
         err_set(err, ERR_USAGE,
                 "%s: broadcasts need source vectors, which routing %s has not; use "
                 "source-vector",
                 kind, c->request->routing->name);
}

bool collective_add(struct collective *c, const struct schedule_entry *entry,
                    struct err *err)
{
  return traffic_append(c->schedule, &c->capacity, entry, err);
}

bool collective_send(struct collective *c, uint32_t cycle, uint32_t source,
                     uint32_t destination, bool self, struct err *err)
{
  struct schedule_entry entry = {
      .cycle = cycle, .source = source, .destination = destination};

  if (source == destination && !self)
    return true;
  traffic_set_header(&entry, c->schedule->count, c->request);
  return collective_add(c, &entry, err);
}

/* --- finding a cycle --- */

static enum occupancy_result fits(struct occupancy *o, const struct collective_round *round,
                                  uint32_t cycle)
{
  enum occupancy_result result = OCCUPANCY_FREE;

  for (size_t i = 0; i < round->count && result == OCCUPANCY_FREE; i++)
    result = occupancy_try(o, cycle + round->entries[i].cycle, round->entries[i].source,
                           round->entries[i].header);
  return result;
}

bool collective_place(struct occupancy *o, const struct collective_round *round,
                      uint32_t from, uint32_t *cycle, struct err *err)
{
  struct conflicts conflicts = {.count = 0};
  enum occupancy_result result = OCCUPANCY_CONFLICT;

  for (*cycle = from; *cycle < from + PLACE_CYCLES; ++*cycle) {
    result = fits(o, round, *cycle);
    if (result != OCCUPANCY_CONFLICT)
      break;
  }
  for (size_t i = 0; i < round->count && result == OCCUPANCY_FREE; i++)
    result = occupancy_add(o, *cycle + round->entries[i].cycle, round->entries[i].source,
                           round->entries[i].header, (uint32_t)i, &conflicts);
  return result == OCCUPANCY_FREE ||
         err_set(err, ERR_ENVIRONMENT, "no cycle is free of conflicts for a round");
}

/* --- sorting --- */

static int by_start(const void *a, const void *b, void *self)
{
  const struct schedule_entry *entries = self;
  const uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

  if (entries[i].cycle != entries[j].cycle)
    return entries[i].cycle < entries[j].cycle ? -1 : 1;
  if (entries[i].source != entries[j].source)
    return entries[i].source < entries[j].source ? -1 : 1;
  return i < j ? -1 : i > j;
}

static bool is_sorted(const struct schedule *schedule)
{
  for (size_t i = 1; i < schedule->count; i++) {
    const struct schedule_entry *a = &schedule->entries[i - 1], *b = a + 1;

    if (a->cycle > b->cycle || (a->cycle == b->cycle && a->source > b->source))
      return false;
  }
  return true;
}

bool collective_close(struct collective *c, struct err *err)
{
  struct schedule *schedule = c->schedule;
  const size_t count = schedule->count;

  if (is_sorted(schedule))
    return true;
  uint32_t *order = memory_table(count, sizeof *order);
  uint32_t *place = memory_table(count, sizeof *place);
  struct schedule_entry *sorted = memory_table(count, sizeof *sorted);
  bool good = order && place && sorted;
  if (good) {
    for (size_t i = 0; i < count; i++)
      order[i] = (uint32_t)i;
    qsort_r(order, count, sizeof *order, by_start, schedule->entries);
    for (size_t i = 0; i < count; i++)
      place[order[i]] = (uint32_t)i;
    for (size_t i = 0; i < count; i++) {
      sorted[i] = schedule->entries[order[i]];
      if (sorted[i].answers)
        sorted[i].answers = place[sorted[i].answers - 1] + 1;
    }
    free(schedule->entries);
    schedule->entries = sorted;
  } else {
    free(sorted);
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", count);
  }
  free(order);
  free(place);
  return good;
}
