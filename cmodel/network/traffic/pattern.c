/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pattern -- permutations of terminals with a name. */
#include "network/traffic/pattern.h"
#include "network/traffic/at_once.h"

#include "base/bits.h"
#include "network/topology/d3.h"
#include "network/traffic/permutation.h"
#include "network/traffic/traffic.h"

#include <string.h>

/* n: addresses are the numbers of the terminals, of n bits. */
static uint32_t bits_of(const struct topology *t)
{
  return topology_terminal_bits(t);
}

static uint32_t bit_reversal(const struct topology *t, uint32_t source)
{
  uint32_t destination = 0;

  for (uint32_t bit = 0; bit < bits_of(t); bit++)
    destination = destination << 1 | (source >> bit & 1);
  return destination;
}

static uint32_t rotate_left(const struct topology *t, uint32_t source, uint32_t by)
{
  const uint32_t bits = bits_of(t);
  uint64_t twice = (uint64_t)source << bits | source;

  return (uint32_t)(twice >> (bits - by) & bits_mask(bits));
}

static uint32_t transpose(const struct topology *t, uint32_t source)
{
  return rotate_left(t, source, bits_of(t) / 2);
}

static uint32_t bit_complement(const struct topology *t, uint32_t source)
{
  return (uint32_t)(~source & bits_mask(bits_of(t)));
}

static uint32_t shuffle(const struct topology *t, uint32_t source)
{
  return rotate_left(t, source, bits_of(t) > 0);
}

static uint32_t identity(const struct topology *t, uint32_t source)
{
  (void)t;
  return source;
}

/* The terminal with the number of `source` at another site. */
static uint32_t same_place(const struct topology *t, uint32_t site, uint32_t source)
{
  return topology_terminal(t, site, topology_place(t, source));
}

/* What a global hop does with the drawer and the router. */
static uint32_t swap(const struct topology *t, uint32_t source)
{
  struct d3_router r = d3_router(t, topology_site(t, source));

  return same_place(t, d3_switch(t, (struct d3_router){.c = r.c, .d = r.p, .p = r.d}),
                    source);
}

uint32_t pattern_next_drawer(const struct topology *t, uint32_t source)
{
  const uint32_t site = topology_site(t, source);

  if (!d3_is(t)) /* of the next group of an mdf */
    return same_place(t, (site + t->parameters[1]) % t->switches, source);
  const struct d3_router r = d3_router(t, site);
  const struct d3_router next = {
      .c = (r.c + 1) % d3_k(t), .d = (r.d + 1) % d3_m(t), .p = r.p};

  return same_place(t, d3_switch(t, next), source);
}

/* Every coordinate x of size k of the site becomes (x + step(k)) mod k. */
static uint32_t move(const struct topology *t, uint32_t source, uint32_t (*step)(uint32_t))
{
  uint32_t sizes[TOPOLOGY_COORDINATES], destination = 0, stride = 1;
  const uint32_t site = topology_site(t, source);
  const size_t count = topology_coordinates(t, sizes);

  for (size_t i = 0; i < count; i++) {
    const uint32_t x = site / stride % sizes[i];

    destination += (uint32_t)(((uint64_t)x + step(sizes[i])) % sizes[i]) * stride;
    stride *= sizes[i];
  }
  return same_place(t, destination, source);
}

/* Nearly half way round: ceil(k/2) - 1. */
static uint32_t nearly_half(uint32_t size)
{
  return (size - 1) / 2;
}

static uint32_t one(uint32_t size)
{
  (void)size;
  return 1;
}

static uint32_t tornado(const struct topology *t, uint32_t source)
{
  return move(t, source, nearly_half);
}

static uint32_t neighbour(const struct topology *t, uint32_t source)
{
  return move(t, source, one);
}

const struct pattern patterns[PATTERN_ROWS] = {
    {.permutation = {"bit-reversal", bit_reversal}, .measured = true},
    {.permutation = {"transpose", transpose}, .measured = true},
    {.permutation = {"bit-complement", bit_complement}, .measured = true},
    {.permutation = {"shuffle", shuffle}, .measured = true},
    {.permutation = {"identity", identity}, .measured = true},
    {.permutation = {"tornado", tornado}},
    {.permutation = {"neighbour", neighbour}},
    {.permutation = {"swap", swap}, .measured = true},
    {.permutation = {"drawer-to-drawer", pattern_next_drawer}, .measured = true},
};

bool pattern_defined(const struct pattern *pattern, const struct topology *t,
                     struct err *err)
{
  return traffic_find(pattern->permutation.name, t, err) != NULL;
}

size_t pattern_permutations(const struct topology *t,
                            struct permutation permutations[PATTERN_ROWS])
{
  size_t count = 0;
  struct err reason; /* why a pattern is left out; not told */

  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    if (patterns[i].measured && pattern_defined(&patterns[i], t, &reason))
      permutations[count++] = patterns[i].permutation;
  }
  return count;
}

/* A pattern on a network. */
struct running {
  const struct topology *t;
  const struct pattern *pattern;
};

static uint32_t destination(const void *self, uint32_t source, struct rng *rng)
{
  const struct running *r = self;

  (void)rng;
  return r->pattern->permutation.destination(r->t, source);
}

bool pattern_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  const size_t length = strcspn(request->traffic, ",");
  struct running r = {.t = request->topology, .pattern = patterns};
  struct permutation_options options;

  while (strlen(r.pattern->permutation.name) != length ||
         strncmp(r.pattern->permutation.name, request->traffic, length) != 0)
    r.pattern++; /* ends: every row of traffic.c that comes here is a row of this table */
  if (!permutation_read(&options, request, argument, err))
    return false;
  schedule->parts = options.parts;
  if (options.open)
    return open_loop_make(
        schedule, request, &options.loop,
        &(struct open_loop_to){.of = destination, .self = &r, .bytes = sizeof r}, err);
  if (!at_once_open(schedule, request, err))
    return false;
  for (size_t i = 0; i < schedule->count; i++)
    *at_once_destination(schedule, i) =
        destination(&r, (uint32_t)(i / request->packets), NULL);
  at_once_finish(schedule, request);
  return true;
}
