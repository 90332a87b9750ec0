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
#include <stdlib.h>
#include <string.h>

#define KIND "hypercube-embedding"

enum placement { PLACEMENT_DILATION_2, PLACEMENT_IDENTITY, PLACEMENTS };

enum program { PROGRAM_NONE, PROGRAM_ALL_REDUCE, PROGRAM_PREFIX_SUM, PROGRAMS };

static const char *const keys[] = {"of", "program", "order", "placement"};
static const char *const program_names[PROGRAMS] = {"none", "all-reduce", "prefix-sum"};
static const char *const order_names[] = {"ascend", "descend"};
static const char *const placement_names[PLACEMENTS] = {"dilation-2", "identity"};

struct options {
  char of[OPTIONS_VALUE]; /* traffic of the hypercube */
  size_t program;         /* enum program; then `of` is bit-complement */
  size_t descends;        /* from the highest dimension on */
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
  const bool given = text_option(argument, "of", options->of, sizeof options->of);

  if (!options_choice(KIND, argument, "program", program_names, PROGRAMS, &options->program,
                      err) ||
      !options_choice(KIND, argument, "order", order_names, 2, &options->descends, err))
    return false;
  if (given && options->program != PROGRAM_NONE)
    return err_set(err, ERR_USAGE,
                   "'" KIND ",%s': a program crosses every dimension; leave of= out",
                   argument);
  if (options->descends && options->program == PROGRAM_PREFIX_SUM)
    return err_set(err, ERR_USAGE, "'" KIND ",%s': the dimensions of a prefix sum ascend",
                   argument);
  if (!given) /* every packet crosses every dimension: those of all vertices are a program
               */
    strcpy(options->of, options->program == PROGRAM_NONE ? "random" : "bit-complement");
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

  for (uint32_t differ = from ^ to; differ;) {
    const uint32_t bit = options->descends ? 1u << floor_log(differ) : differ & -differ;
    const uint32_t next = from ^ bit;
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
    differ ^= bit;
    from = next;
  }
  return true;
}

/* What the terminals compute. */
static bool add_reduction(struct collective *c, const struct options *options,
                          struct err *err)
{
  struct reduction *r = calloc(1, sizeof *r);

  c->schedule->reduction = r;
  if (r)
    r->vertices = malloc(c->t->terminals * sizeof *r->vertices);
  if (!r || !r->vertices)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals",
                   c->t->terminals);
  r->kind = options->program == PROGRAM_ALL_REDUCE ? REDUCTION_SUM : REDUCTION_PREFIX;
  r->descends = options->descends;
  r->dimensions = options->cabinet_bits + 2 * options->router_bits;
  for (uint32_t terminal = 0; terminal < c->t->terminals; terminal++)
    r->vertices[terminal] = REDUCTION_NONE;
  for (uint32_t vertex = 0; vertex >> r->dimensions == 0; vertex++)
    r->vertices[place(c, options, vertex)] = vertex;
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
                     &(struct traffic_request){
                         .topology = &cube,
                         .routing = &cube.routings[0],
                         .traffic = options.of,
                         .packets = options.program == PROGRAM_NONE ? request->packets : 1,
                         .seed = request->seed,
                         .most = request->most},
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
  good = good && (options.program == PROGRAM_NONE || add_reduction(&c, &options, err));
  schedule_free(&permutation);
  return collective_close(&c, good, err);
}
