/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* path_setup -- disjoint paths for the permutations in a schedule. */
#include "network/traffic/path_setup.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct setup {
  struct schedule *schedule;
  const struct topology *t;
  const struct routing *routing;
  uint32_t
      *destinations; /* [terminals] of each source in the permutation; UINT32_MAX: none */
  uint32_t *sources; /* [terminals] of each destination; the same */
  uint64_t *headers; /* [terminals] */
};

static void forget(struct setup *p)
{
  memset(p->destinations, 0xff, p->t->terminals * sizeof *p->destinations);
  memset(p->sources, 0xff, p->t->terminals * sizeof *p->sources);
}

/* Add the packet to the permutation.  False: its source or destination has another packet.
 */
static bool join(struct setup *p, const struct schedule_entry *entry)
{
  if (!schedule_is_for_one(entry))
    return false;
  uint32_t *to = &p->destinations[entry->source], *from = &p->sources[entry->destination];
  const bool joins = (*to == UINT32_MAX || *to == entry->destination) &&
                     (*from == UINT32_MAX || *from == entry->source);

  if (joins) {
    *to = entry->destination;
    *from = entry->source;
  }
  return joins;
}

static bool set_up(struct setup *p, struct err *err)
{
  struct timespec start, end;

  clock_gettime(CLOCK_MONOTONIC, &start);
  if (!p->routing->set_up(p->t, p->destinations, p->headers, err))
    return false;
  clock_gettime(CLOCK_MONOTONIC, &end);
  p->schedule->setups++;
  p->schedule->setup_seconds +=
      (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
  return true;
}

/* Set up the paths of all packets at once; *done: they are one permutation. */
static bool set_up_all(struct setup *p, bool *done, struct err *err)
{
  struct schedule_entry *entries = p->schedule->entries;
  const size_t count = p->schedule->count;

  *done = true;
  forget(p);
  for (size_t i = 0; *done && i < count; i++)
    *done = join(p, &entries[i]);
  if (!*done)
    return true;
  if (!set_up(p, err))
    return false;
  for (size_t i = 0; i < count; i++)
    entries[i].header = p->headers[entries[i].source];
  p->schedule->all_set_up = true;
  return true;
}

/* Entries of one cycle. */
struct start {
  struct schedule_entry *entries; /* [count] */
  size_t count;
};

/* Packet `wave` of the source of entries[first], its first one; NULL: it has less. */
static struct schedule_entry *of_wave(const struct start *start, size_t first,
                                      uint32_t wave)
{
  struct schedule_entry *entries = start->entries;

  return first + wave < start->count &&
                 entries[first + wave].source == entries[first].source
             ? &entries[first + wave]
             : NULL;
}

static size_t next_source(const struct start *start, size_t first)
{
  const uint32_t source = start->entries[first].source;

  while (first < start->count && start->entries[first].source == source)
    first++;
  return first;
}

/* Set up the paths of one wave, if it is a (partial) permutation; *any: it has packets. */
static bool set_up_wave(struct setup *p, const struct start *start, uint32_t wave,
                        bool *any, struct err *err)
{
  struct schedule_entry *entry;
  bool joins = true;

  *any = false;
  forget(p);
  for (size_t first = 0; first < start->count; first = next_source(start, first))
    if ((entry = of_wave(start, first, wave)) != NULL) {
      *any = true;
      joins = joins && join(p, entry);
    }
  if (!*any)
    return true;
  p->schedule->all_set_up &= joins;
  if (!joins)
    return true;
  if (!set_up(p, err))
    return false;
  for (size_t first = 0; first < start->count; first = next_source(start, first))
    if ((entry = of_wave(start, first, wave)) != NULL)
      entry->header = p->headers[entry->source];
  return true;
}

static bool set_up_start(struct setup *p, const struct start *start, struct err *err)
{
  bool good = true, more = true;

  for (uint32_t wave = 0; good && more; wave++)
    good = set_up_wave(p, start, wave, &more, err);
  return good;
}

/* The entries of the cycle of entry `from`. */
static struct start start_of(const struct schedule *schedule, size_t from)
{
  size_t end = from;

  while (end < schedule->count &&
         schedule->entries[end].cycle == schedule->entries[from].cycle)
    end++;
  return (struct start){.entries = schedule->entries + from, .count = end - from};
}

static bool set_up_waves(struct setup *p, struct err *err)
{
  struct schedule *schedule = p->schedule;
  bool done, good;

  if (schedule->count == 0)
    return true;
  good = set_up_all(p, &done, err);
  if (done || schedule->measure_to > 0)
    return good;
  schedule->all_set_up = true;
  for (size_t from = 0; good && from < schedule->count;) {
    const struct start start = start_of(schedule, from);

    good = set_up_start(p, &start, err);
    from += start.count;
  }
  return good;
}

bool path_setup(struct schedule *schedule, const struct topology *t,
                const struct routing *routing, struct err *err)
{
  struct setup p = {
      .schedule = schedule,
      .t = t,
      .routing = routing,
      .destinations = memory_table(t->terminals, sizeof *p.destinations),
      .sources = memory_table(t->terminals, sizeof *p.sources),
      .headers = memory_table(t->terminals, sizeof *p.headers),
  };
  bool good = p.destinations && p.sources && p.headers;

  good = good ? set_up_waves(&p, err)
              : err_set(err, ERR_ENVIRONMENT, "not enough memory to set up paths on %s",
                        t->spec);
  free(p.destinations);
  free(p.sources);
  free(p.headers);
  return good;
}
