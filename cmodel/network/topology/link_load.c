/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* link_load -- counts the packets of a permutation that must cross one link. */
#include "network/topology/link_load.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORST_SWITCHES = 1024 };

/* Paths of one routing, one at a time, in a buffer that no path outgrows. */
struct tracer {
  const struct topology *t;
  const struct routing *routing;
  const uint64_t *headers; /* [terminals] of one permutation; NULL: the routing's */
  struct hop *hops;        /* [capacity] */
  size_t capacity;
};

static bool tracer_open(struct tracer *tracer, const struct topology *t,
                        const struct routing *routing)
{
  *tracer =
      (struct tracer){.t = t, .routing = routing, .capacity = 2 * (size_t)t->switches + 2};
  tracer->hops = malloc(tracer->capacity * sizeof *tracer->hops);
  return tracer->hops != NULL;
}

/* Links of the path into tracer->hops, their number returned. */
static size_t trace(struct tracer *tracer, uint32_t source, uint32_t destination)
{
  uint64_t header =
      tracer->headers ? tracer->headers[source]
                      : topology_header(tracer->t, tracer->routing, source, destination, 0);
  size_t entries = topology_path(tracer->t, tracer->routing, source, destination, header, 0,
                                 tracer->hops, tracer->capacity);

  assert(entries > 0);
  return entries - 1;
}

static size_t link_index(const struct tracer *tracer, size_t hop)
{
  return (size_t)tracer->hops[hop].at * tracer->t->ports + tracer->hops[hop].port;
}

/* The headers that the routing sets up for the permutation: to be freed; *good false:
 * there are none. */
static uint64_t *set_up(const struct topology *t, const struct routing *routing,
                        const struct permutation *permutation, bool *good)
{
  uint32_t *destinations = malloc(t->terminals * sizeof *destinations);
  uint64_t *headers = malloc(t->terminals * sizeof *headers);
  struct err ignored; /* every permutation has disjoint paths; memory can be short */

  *good = destinations && headers;
  for (uint32_t source = 0; *good && source < t->terminals; source++)
    destinations[source] = permutation->destination(t, source);
  *good = *good && routing->set_up(t, destinations, headers, &ignored);
  free(destinations);
  return headers;
}

bool link_load_of(const struct topology *t, const struct routing *routing,
                  const struct permutation *permutation, uint32_t *load, struct err *err)
{
  uint32_t *loads = calloc((size_t)t->switches * t->ports, sizeof *loads);
  struct tracer tracer = {.hops = NULL};
  uint64_t *headers = NULL;
  bool good = loads && tracer_open(&tracer, t, routing);

  *load = 0;
  if (good && routing->set_up)
    tracer.headers = headers = set_up(t, routing, permutation, &good);
  for (uint32_t source = 0; good && source < t->terminals; source++) {
    size_t links = trace(&tracer, source, permutation->destination(t, source));

    for (size_t hop = 0; hop < links; hop++) {
      size_t link = link_index(&tracer, hop);
      if (++loads[link] > *load)
        *load = loads[link];
    }
  }
  free(tracer.hops);
  free(headers);
  free(loads);
  return good ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for the links of %s", t->spec);
}

bool link_load_worst_affordable(const struct topology *t)
{
  return t->switches <= WORST_SWITCHES;
}

struct pair {
  uint32_t source;
  uint32_t destination;
};

/* The terminals of a site whose ways differ: all, or as one.  Their number is the number of
 * ends at the site. */
static uint32_t ends_at_site(const struct topology *t, const struct routing *routing)
{
  return routing->of_terminals ? t->per_site : 1;
}

/* The pairs of ends that cross each link: those of link l are pairs[start[l]] to
 * pairs[start[l + 1] - 1], ascending by source. */
struct crossings {
  struct pair *pairs;
  size_t *start; /* [links + 1] */
};

/* Every pair that crosses a link l goes to pairs[place[l]++]; pairs may be NULL. */
static void place_pairs(struct tracer *tracer, struct pair *pairs, size_t *place)
{
  const struct topology *t = tracer->t;
  const uint32_t each = ends_at_site(t, tracer->routing), ends = t->sites * each;
  const uint32_t step = t->per_site / each; /* of terminals from end to end */

  for (uint32_t source = 0; source < ends; source++) {
    for (uint32_t destination = 0; destination < ends; destination++) {
      size_t links = trace(tracer, source * step, destination * step);
      for (size_t hop = 0; hop < links; hop++) {
        size_t at = place[link_index(tracer, hop)]++;
        if (pairs)
          pairs[at] = (struct pair){source, destination};
      }
    }
  }
}

static bool crossings_open(struct crossings *crossings, const struct topology *t,
                           const struct routing *routing)
{
  size_t links = (size_t)t->switches * t->ports;
  size_t *start = calloc(links + 2, sizeof *start);
  struct tracer tracer = {.hops = NULL};
  bool good = start && tracer_open(&tracer, t, routing);

  *crossings = (struct crossings){.start = start};
  if (good) {
    /* start[l + 2] counts the pairs of link l; the sums make start[l + 1] their first
     * place; filling moves it on to the first place of link l + 1. */
    place_pairs(&tracer, NULL, start + 2);
    for (size_t link = 0; link < links; link++)
      start[link + 2] += start[link + 1];
    crossings->pairs = malloc((start[links + 1] + 1) * sizeof *crossings->pairs);
    good = crossings->pairs != NULL;
  }
  if (good)
    place_pairs(&tracer, crossings->pairs, start + 1);
  free(tracer.hops);
  return good;
}

/* Maximum matching of the pairs of one link, by augmenting paths. */
struct matching {
  const struct pair *pairs; /* [count], ascending by source */
  size_t count;
  uint32_t *first; /* [ends] first pair of a source */
  uint32_t *owner; /* [ends] source that has this destination; UINT32_MAX: nobody */
  uint32_t *tried; /* [ends] round in which this destination was last tried */
  uint32_t round;  /* of the search now, from 1 */
};

/* Give source a destination, moving others where that helps. */
static bool augment(struct matching *m, uint32_t source)
{
  for (size_t i = m->first[source]; i < m->count && m->pairs[i].source == source; i++) {
    uint32_t destination = m->pairs[i].destination;

    if (m->tried[destination] == m->round)
      continue;
    m->tried[destination] = m->round;
    if (m->owner[destination] == UINT32_MAX || augment(m, m->owner[destination])) {
      m->owner[destination] = source;
      return true;
    }
  }
  return false;
}

static uint32_t match(struct matching *m, const struct pair *pairs, size_t count)
{
  uint32_t size = 0;

  m->pairs = pairs;
  m->count = count;
  for (size_t i = 0; i < count; i++)
    m->owner[pairs[i].destination] = UINT32_MAX;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && pairs[i].source == pairs[i - 1].source)
      continue;
    m->first[pairs[i].source] = (uint32_t)i;
    m->round++;
    size += augment(m, pairs[i].source);
  }
  return size;
}

bool link_load_worst(const struct topology *t, const struct routing *routing,
                     uint32_t *load, struct err *err)
{
  size_t links = (size_t)t->switches * t->ports;
  const uint32_t each = ends_at_site(t, routing), ends = t->sites * each;
  uint32_t *words = calloc(3 * (size_t)ends, sizeof *words);
  struct matching m = {.first = words};
  struct crossings crossings = {.pairs = NULL};
  bool good = words && crossings_open(&crossings, t, routing);

  *load = 0;
  if (good) {
    m.owner = words + ends;
    m.tried = m.owner + ends;
  }
  for (size_t link = 0; good && link < links; link++) {
    size_t from = crossings.start[link];
    uint32_t size = match(&m, crossings.pairs + from, crossings.start[link + 1] - from);
    if (size > *load)
      *load = size;
  }
  /* A permutation of the terminals is so many permutations of the ends, one on another. */
  *load *= t->per_site / each;
  free(crossings.pairs);
  free(crossings.start);
  free(words);
  return good || err_set(err, ERR_ENVIRONMENT,
                         "not enough memory for all pairs of terminals of %s", t->spec);
}
