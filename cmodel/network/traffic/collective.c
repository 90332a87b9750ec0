/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective -- shared by the schedules of collective communication. */
#define _GNU_SOURCE /* qsort_r */
#include "network/traffic/collective.h"

#include "base/memory.h"
#include "base/text.h"
#include "network/traffic/options.h"

#include <assert.h>
#include <stdlib.h>

enum { PATH_HOPS = 1024 };

void collective_open(struct collective *c, struct schedule *schedule,
                     const struct traffic_request *request)
{
  *c =
      (struct collective){.schedule = schedule, .request = request, .t = request->topology};
}

bool collective_needs_broadcasts(const struct collective *c, const char *kind,
                                 struct err *err)
{
  const struct topology *t = c->t;

  if (!d3_has_vectors(c->request->routing))
    return err_set(err, ERR_USAGE,
                   "%s: broadcasts need source vectors, which routing %s does not have; "
                   "use source-vector",
                   kind, c->request->routing->name);
  return (t->parameters[0] == d3_k(t) && t->parameters[1] == d3_m(t)) ||
         err_set(err, ERR_USAGE,
                 "%s: broadcasts use all ports of a router, and some of %s lead out of it; "
                 "use a whole network, such as d3:%u,%u",
                 kind, t->spec, d3_k(t), d3_m(t));
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

uint32_t collective_steps(const struct collective *c, const struct schedule_entry *entry)
{
  struct hop hops[PATH_HOPS];
  size_t length = topology_path(c->t, c->request->routing, entry->source,
                                entry->destination, entry->header, 0, hops, PATH_HOPS);

  return length ? (uint32_t)length - 1 : 0;
}

/* --- rounds --- */

/* Would a packet of the round meet another in this cycle? */
static enum occupancy_result try_round(const struct collective *c,
                                       const struct schedule_entry *entries, size_t count,
                                       uint32_t cycle)
{
  enum occupancy_result result = OCCUPANCY_FREE;

  for (size_t i = 0; i < count && result == OCCUPANCY_FREE; i++)
    result = occupancy_try(c->occupancy, cycle + entries[i].cycle, entries[i].source,
                           entries[i].header);
  return result;
}

/* Move c->next to the first such cycle, and take the links.  It is soon found: what was
 * launched before is over after a few steps. */
static bool find_cycle(struct collective *c, const struct schedule_entry *entries,
                       size_t count, struct err *err)
{
  struct conflicts ignored = {.count = 0};
  enum occupancy_result result = OCCUPANCY_NO_MEMORY;

  if (!c->occupancy)
    c->occupancy = occupancy_open(c->t, c->request->routing);
  if (c->occupancy)
    while ((result = try_round(c, entries, count, c->next)) == OCCUPANCY_CONFLICT)
      c->next++;
  for (size_t i = 0; i < count && result <= OCCUPANCY_CONFLICT; i++)
    result = occupancy_add(c->occupancy, c->next + entries[i].cycle, entries[i].source,
                           entries[i].header, 0, &ignored);
  assert(result != OCCUPANCY_NOWHERE);
  return result != OCCUPANCY_NO_MEMORY ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory to follow packets on %s",
                 c->t->spec);
}

bool collective_launch(struct collective *c, const struct schedule_entry *entries,
                       size_t count, bool wait, struct err *err)
{
  if (wait && !find_cycle(c, entries, count, err))
    return false;
  for (size_t i = 0; i < count; i++) {
    struct schedule_entry entry = entries[i];

    entry.cycle += c->next;
    if (!collective_add(c, &entry, err))
      return false;
  }
  c->next++;
  return true;
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

static bool sort(struct schedule *schedule, struct err *err)
{
  const size_t count = schedule->count;

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

bool collective_close(struct collective *c, bool good, struct err *err)
{
  occupancy_close(c->occupancy);
  c->occupancy = NULL;
  return good && (is_sorted(c->schedule) || sort(c->schedule, err));
}
