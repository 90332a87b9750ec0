/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* embedding -- a permutation of a hypercube, run on a swapped dragonfly that holds it.
 *
 * Source: The Swapped Dragonfly, sections 10 and 13; docs/schedules/hypercube.md.  The
 * hypercube has k + 2m dimensions, 2^k <= K and 2^m <= M.  A packet crosses the dimensions
 * in ascending order; every crossing is a packet of its own between two routers, launched
 * when the one before it has arrived.
 */
#include "base/bits.h"
#include "base/text.h"
#include "network/traffic/collective.h"
#include "network/traffic/options.h"
#include "network/traffic/relation.h"

#include <stdio.h>
#include <string.h>

#define KIND "hypercube-embedding"

enum placement { PLACEMENT_DILATION_2, PLACEMENT_IDENTITY, PLACEMENTS };

static const char *const keys[] = {"of", "placement"};
static const char *const placement_names[PLACEMENTS] = {"dilation-2", "identity"};

struct options {
  char of[OPTIONS_VALUE]; /* traffic of the hypercube */
  size_t placement;       /* enum placement */
  uint32_t cabinet_bits;  /* k */
  uint32_t router_bits;   /* m */
};

static bool parse(struct options *options, const char *argument, struct err *err)
{
  if (!options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err) ||
      !options_choice(KIND, argument, "placement", placement_names, PLACEMENTS,
                      &options->placement, err))
    return false;
  if (!text_option(argument, "of", options->of, sizeof options->of))
    strcpy(options->of, "random");
  return true;
}

/* Largest b with 2^b <= number. */
static uint32_t floor_log(uint32_t number)
{
  uint32_t bits = 0;

  while (number >> (bits + 1) != 0)
    bits++;
  return bits;
}

/* The router that a vertex is placed at.  Vertex bits, from the lowest: p, d, c. */
static uint32_t place(const struct collective *c, const struct options *options,
                      uint32_t vertex)
{
  const uint32_t m = options->router_bits;
  struct d3_router r = {
      .c = vertex >> 2 * m,
      .d = vertex >> m & (uint32_t)bits_mask(m),
      .p = vertex & (uint32_t)bits_mask(m),
  };

  /* A vertex of odd parity goes to the far end of the global link within its cabinet. */
  if (options->placement == PLACEMENT_DILATION_2 && bits_count(vertex) % 2 == 1)
    r = (struct d3_router){.c = r.c, .d = r.p, .p = r.d};
  return d3_switch(c->t, r);
}

/* The crossings of one packet of the hypercube. */
static bool cross(struct collective *c, const struct options *options, uint32_t from,
                  uint32_t to, struct err *err)
{
  uint32_t cycle = 0, answers = 0;

  for (uint32_t differ = from ^ to; differ; differ &= differ - 1) {
    uint32_t next = from ^ (differ & -differ);
    struct schedule_entry entry = {
        .cycle = cycle,
        .source = place(c, options, from),
        .destination = place(c, options, next),
        .answers = answers,
    };

    traffic_set_header(&entry, c->schedule->count, c->request);
    answers = (uint32_t)c->schedule->count + 1;
    cycle += collective_steps(c, &entry) + 1;
    if (!collective_add(c, &entry, err))
      return false;
    from = next;
  }
  return true;
}

const char *embedding_routing(const char *options)
{
  (void)options;
  return "source-vector,holds=0";
}

bool embedding_make(struct schedule *schedule, const struct traffic_request *request,
                    const char *argument, struct err *err)
{
  struct options options = {.placement = PLACEMENT_DILATION_2};
  struct collective c;
  TOPOLOGY_OF_BLOCK(cube);
  struct schedule permutation;
  char spec[TOPOLOGY_SPEC];

  collective_open(&c, schedule, request);
  if (!parse(&options, argument, err))
    return false;
  options.cabinet_bits = floor_log(d3_k(c.t));
  options.router_bits = floor_log(d3_m(c.t));
  snprintf(spec, sizeof spec, "hypercube:%u",
           options.cabinet_bits + 2 * options.router_bits);
  if (!topology_open(&cube, spec, err))
    return false;
  if (!schedule_make(&permutation,
                     &(struct traffic_request){.topology = &cube,
                                               .routing = &cube.routings[0],
                                               .traffic = options.of,
                                               .packets = request->packets,
                                               .seed = request->seed},
                     err))
    return false;
  uint32_t h;
  bool good = relation_of(&permutation, &cube, &h, err) &&
              (h > 0 || err_set(err, ERR_USAGE,
                                KIND ": packets of %s start late, or are broadcasts; use a "
                                     "permutation such as random",
                                options.of));
  for (size_t i = 0; good && i < permutation.count; i++)
    good = cross(&c, &options, permutation.entries[i].source,
                 permutation.entries[i].destination, err);
  schedule_free(&permutation);
  return collective_close(&c, good, err);
}
