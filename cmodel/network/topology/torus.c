/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus -- torus:AxBx..., a product of rings. */
#include "network/topology/torus.h"

#include "network/topology/family.h"
#include "network/topology/faults.h"
#include "network/topology/product.h"
#include "switch/route/source_route.h"
#include "switch/route/torus.h"
#include "switch/route/torus_adaptive.h"
#include "switch/route/torus_two_phase.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_DIMENSION UINT32_MAX

struct state {
  struct product product;
  uint32_t first_port[PRODUCT_DIMENSIONS];
  uint32_t port_dimension[TOPOLOGY_PORTS];
  uint32_t halved; /* the dimension of the longest even ring, or NO_DIMENSION */
};

static const struct state *state_of(const struct topology *t)
{
  return t->state;
}

/* --- the spec --- */

static void lay_out(struct topology *t, struct state *state)
{
  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    const uint32_t n = product_size(t, i);

    state->first_port[i] = t->ports;
    for (uint32_t port = 0; port < torus_ring_ports(n); port++)
      state->port_dimension[t->ports++] = i;
    if (n % 2 == 0 && (state->halved == NO_DIMENSION || n > product_size(t, state->halved)))
      state->halved = i;
  }
}

static bool torus_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct state *state = t->state = calloc(1, sizeof *state);

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!product_open(t, spec, "ring", err))
    return false;
  state->halved = NO_DIMENSION;
  lay_out(t, state);
  return true;
}

/* --- the network --- */

static struct link torus_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const struct state *state = state_of(t);
  const uint32_t i = state->port_dimension[port], n = product_size(t, i);
  const uint32_t place = port - state->first_port[i], x = product_digit(t, from_switch, i);
  const uint32_t end = (x + (place == 0 ? 1 : n - 1)) % n;

  return (struct link){
      .to_switch = from_switch + end * product_stride(t, i) - x * product_stride(t, i),
      .to_port = n == 2 ? port : state->first_port[i] + 1 - place,
  };
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  const uint32_t i = state_of(t)->port_dimension[port];

  snprintf(text, PORT_TEXT, "%c%" PRIu32, port == state_of(t)->first_port[i] ? '+' : '-',
           i);
}

/* --- routing --- */

/* The shorter way, + of two. */
static int64_t ring_way(const struct topology *t, uint32_t i, uint32_t at, uint32_t to)
{
  const int64_t n = product_size(t, i), ahead = ((int64_t)to - at + n) % n;

  return 2 * ahead <= n ? ahead : ahead - n;
}

static uint64_t romm_header(const struct topology *t, uint32_t source, uint32_t destination,
                            uint64_t random)
{
  return product_romm_header(t, source, destination, random, ring_way);
}

/* A ring of 2 has no dateline. */
static void choose_escapes(const struct topology *t, struct routing *routing)
{
  routing->vcs = t->ports == product_dimensions(t) ? 2 : 3;
}

/* --- formulas --- */

/* Counting; a distance is the sum of those in the rings, and a ring of n has distances of
 * floor(n^2/4) from each switch together.  Cutting the longest ring, if it is even, in two
 * halves the network, and no halves are joined by fewer links; a shorter even ring gives a
 * bound. */
static size_t torus_formulas(const struct topology *t, struct formula *formulas,
                             size_t capacity)
{
  const uint32_t halved = state_of(t)->halved;
  const double n = t->switches;
  double diameter = 0, distances = 0, cut = 0; /* distances: from one switch to all */
  uint32_t longest = 0;

  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    const uint32_t ring = product_size(t, i);

    diameter += ring / 2;
    distances += (double)((uint64_t)ring * ring / 4) * (n / ring);
    longest = ring > longest ? ring : longest;
  }
  if (halved != NO_DIMENSION)
    cut = n / product_size(t, halved) * torus_ring_ports(product_size(t, halved));
  const bool exact = halved != NO_DIMENSION && product_size(t, halved) == longest;
  const struct formula all[] = {
      {"switches", "product of n_i", n},
      {"ports", "2 for each n_i > 2, 1 for each n_i = 2", t->ports},
      {"links", "switches x ports", n * t->ports},
      {"diameter", "sum of floor(n_i/2)", diameter},
      {"average distance", "sum of floor(n_i^2/4)/n_i", distances / n},
      {"bisection",
       halved == NO_DIMENSION ? NULL
       : !exact               ? "<= 2 N/n_i, n_i even; N/2 for n_i = 2"
       : longest == 2         ? "N/2"
                              : "2 N/n_i of the longest",
       cut},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

static bool half_of_ring(const struct topology *t, uint32_t sw)
{
  const uint32_t halved = state_of(t)->halved;

  return halved != NO_DIMENSION &&
         product_digit(t, sw, halved) < product_size(t, halved) / 2;
}

static bool low_numbers(const struct topology *t, uint32_t sw)
{
  return sw < t->switches / 2;
}

static const struct halving halvings[] = {
    {.text = "half of the longest even ring", .side = half_of_ring},
    {.text = "the lower half of the numbers", .side = low_numbers},
};

/* A ring is drawn as one. */
static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  if (product_dimensions(t) == 1)
    sketch_rings(&t->switches, &sw, 1, x, y);
  else
    product_place(t, sw, x, y);
}

static const struct sketch sketch = {.place = place};

/* --- the table --- */

static const struct routing_row routings[] = {
    {.plain = {.name = "dimension-order",
               .text =
                   "ring by ring from dimension 0, in the shorter direction; + if equal",
               .unit = &torus_unit,
               .vcs = 2,
               .why = "dimensions ascend, and each ring has a virtual channel before its "
                      "dateline and one behind it",
               .header_bits = product_header_bits,
               .header = product_header,
               .fields = product_fields}},
    {.plain = {.name = "minimal-adaptive",
               .text =
                   "any port that is nearer, by the queues, with an escape in dimension "
                   "order",
               .unit = &torus_adaptive,
               .random = RANDOM_LEAST,
               .vcs = 3,
               .why = "every packet can wait for its escape, in dimension order before and "
                      "behind datelines",
               .header_bits = product_header_bits,
               .header = product_header,
               .fields = product_fields},
     .choose = choose_escapes},
    {.plain = {.name = "valiant",
               .text = "to a random switch first, dimension by dimension, then to the "
                       "destination",
               .unit = &torus_two_phase,
               .vcs = 4,
               .why =
                   "each phase is in dimension order, in two virtual channels of its own",
               .header_bits = product_two_bits,
               .header = product_valiant_header,
               .header_random = true,
               .fields = product_two_fields}},
    {.plain = {.name = "romm",
               .text = "as valiant, by a random switch on a shortest path",
               .unit = &torus_two_phase,
               .vcs = 4,
               .why =
                   "each phase is in dimension order, in two virtual channels of its own",
               .header_bits = product_two_bits,
               .header = romm_header,
               .header_random = true,
               .fields = product_two_fields}},
    FAULT_TOLERANT,
};

static const char *const examples[] = {
    "torus:2", "torus:3", "torus:4x3", "torus:2x3x5", "torus:2x2x2", "torus:5x4", NULL};

const struct topology_row torus = {
    .name = "torus",
    .usage = "torus:AxBx...",
    .text =
        "product of rings of 2 to 65535 switches, at most 2^24; a ring of 2 is one link",
    .examples = examples,
    .family = &family_torus,
    .small = product_small,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .buffers = true,
    .open = torus_open,
    .link = torus_link,
    .coordinates = product_coordinates,
    .here = product_here,
    .formulas = torus_formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = product_print_address,
    .parse_address = product_parse_address,
    .print_port = print_port,
    .sketch = &sketch,
};
