/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus -- torus:AxBx..., a product of rings. */
#include "topology/torus.h"

#include "base/bits.h"
#include "route/torus.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIMENSIONS_MAX = 20,
  SWITCHES_BITS = 20, /* at most 2^20 switches */
  RING_MAX = 65535,   /* elements of SIZES have 16 bits */
  SMALL_DIMENSIONS = 2
};

struct state {
  uint32_t parameters[1 + DIMENSIONS_MAX]; /* of the route unit: DIMENSIONS, SIZES */
  uint32_t stride[DIMENSIONS_MAX];         /* switch numbers between two digits */
  uint32_t first_port[DIMENSIONS_MAX];
  uint32_t port_dimension[TOPOLOGY_PORTS];
  uint32_t halved; /* the dimension of the longest even ring; DIMENSIONS_MAX: none */
};

static const struct state *state_of(const struct topology *t)
{
  return t->state;
}

static uint32_t dimensions(const struct topology *t)
{
  return t->parameters[0];
}

/* Switches in a ring. */
static uint32_t size(const struct topology *t, uint32_t dimension)
{
  return t->parameters[1 + dimension];
}

static uint32_t digit(const struct topology *t, uint32_t sw, uint32_t dimension)
{
  return sw / state_of(t)->stride[dimension] % size(t, dimension);
}

/* --- the spec --- */

/* Switches, ports and the rest from the sizes; false: too many switches. */
static bool lay_out(struct topology *t, struct state *state)
{
  uint64_t switches = 1;

  for (uint32_t i = 0; i < dimensions(t); i++) {
    const uint32_t n = size(t, i);

    state->stride[i] = (uint32_t)switches;
    switches *= n;
    if (switches > UINT64_C(1) << SWITCHES_BITS)
      return false;
    state->first_port[i] = t->ports;
    for (uint32_t port = 0; port < torus_ring_ports(n); port++)
      state->port_dimension[t->ports++] = i;
    t->address_bits += bits_index(n);
    if (n % 2 == 0 && (state->halved == DIMENSIONS_MAX || n > size(t, state->halved)))
      state->halved = i;
  }
  t->switches = (uint32_t)switches;
  return true;
}

static bool torus_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct state *state = t->state = calloc(1, sizeof *state);
  uint32_t factors[DIMENSIONS_MAX];
  size_t count;

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_product(spec, ':', factors, DIMENSIONS_MAX, &count, err) ||
      !spec_end(spec, err))
    return false;
  for (size_t i = 0; i < count; i++) {
    if (factors[i] < 2 || factors[i] > RING_MAX)
      return err_set(err, ERR_USAGE, "%.100s: a ring has 2 to %d switches, not %" PRIu32,
                     spec->text, RING_MAX, factors[i]);
    state->parameters[count - i] = factors[i];
  }
  state->parameters[0] = (uint32_t)count;
  state->halved = DIMENSIONS_MAX;
  t->parameters = state->parameters;
  t->parameter_count = 1 + count;
  return lay_out(t, state) || err_set(err, ERR_USAGE, "%.100s: more than 2^%d switches",
                                      spec->text, SWITCHES_BITS);
}

/* --- the network --- */

static struct link torus_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const struct state *state = state_of(t);
  const uint32_t i = state->port_dimension[port], n = size(t, i);
  const uint32_t place = port - state->first_port[i], x = digit(t, from_switch, i);
  const uint32_t end = (x + (place == 0 ? 1 : n - 1)) % n;

  return (struct link){
      .to_switch = from_switch + end * state->stride[i] - x * state->stride[i],
      .to_port = n == 2 ? port : state->first_port[i] + 1 - place,
  };
}

static size_t coordinates(const struct topology *t, uint32_t sizes[TOPOLOGY_COORDINATES])
{
  memcpy(sizes, t->parameters + 1, dimensions(t) * sizeof sizes[0]);
  return dimensions(t);
}

/* The digits as fields, the form in which route units see an address. */
static uint64_t here(const struct topology *t, uint32_t sw)
{
  uint64_t word = 0;

  for (uint32_t i = dimensions(t); i-- > 0;)
    word = word << bits_index(size(t, i)) | digit(t, sw, i);
  return word;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  size_t used = 0;

  for (uint32_t i = dimensions(t); i-- > 0;)
    used += (size_t)snprintf(text + used, ADDRESS_TEXT - used, "%" PRIu32 "%s",
                             digit(t, sw, i), i > 0 ? "." : "");
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  uint32_t sizes[DIMENSIONS_MAX];

  for (uint32_t i = 0; i < dimensions(t); i++)
    sizes[i] = size(t, dimensions(t) - 1 - i);
  return topology_parse_digits(text, sizes, dimensions(t), sw);
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  const uint32_t i = state_of(t)->port_dimension[port];

  snprintf(text, PORT_TEXT, "%c%" PRIu32, port == state_of(t)->first_port[i] ? '+' : '-',
           i);
}

/* --- routing --- */

static uint32_t header_bits(const struct topology *t)
{
  return t->address_bits;
}

static uint64_t header(const struct topology *t, uint32_t source, uint32_t destination,
                       uint64_t random)
{
  (void)source;
  (void)random;
  return here(t, destination);
}

static size_t fields(const struct topology *t, struct field *fields, size_t capacity)
{
  static const char *const names[DIMENSIONS_MAX] = {
      "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",
      "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19"};
  size_t count = 0;

  for (uint32_t lsb = 0; count < dimensions(t) && count < capacity; count++) {
    const uint32_t bits = bits_index(size(t, (uint32_t)count));

    fields[count] = (struct field){.name = names[count], .lsb = lsb, .bits = bits};
    lsb += bits;
  }
  return count;
}

/* Longer rings are as those of 4 or 5, and what two dimensions do to each other more
 * dimensions do: the two longest rings. */
static void small_torus(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  int used = snprintf(spec, TOPOLOGY_SPEC, "torus");
  uint32_t chosen = 0;

  for (uint32_t k = 0; k < SMALL_DIMENSIONS && k < dimensions(t); k++) {
    uint32_t longest = DIMENSIONS_MAX;

    for (uint32_t i = 0; i < dimensions(t); i++)
      if (!(chosen >> i & 1) &&
          (longest == DIMENSIONS_MAX || size(t, i) > size(t, longest)))
        longest = i;
    chosen |= UINT32_C(1) << longest;
  }
  for (uint32_t i = dimensions(t); i-- > 0;) {
    const uint32_t n = size(t, i);

    if (chosen >> i & 1)
      used += snprintf(spec + used, TOPOLOGY_SPEC - (size_t)used, "%c%" PRIu32,
                       spec[5] == '\0' ? ':' : 'x', n <= 5 ? n : 4 + n % 2);
  }
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

  for (uint32_t i = 0; i < dimensions(t); i++) {
    const uint32_t ring = size(t, i);

    diameter += ring / 2;
    distances += (double)((uint64_t)ring * ring / 4) * (n / ring);
    longest = ring > longest ? ring : longest;
  }
  if (halved < DIMENSIONS_MAX)
    cut = n / size(t, halved) * torus_ring_ports(size(t, halved));
  const bool exact = halved < DIMENSIONS_MAX && size(t, halved) == longest;
  const struct formula all[] = {
      {"switches", "product of n_i", n},
      {"ports", "2 for each n_i > 2, 1 for each n_i = 2", t->ports},
      {"links", "switches x ports", n * t->ports},
      {"diameter", "sum of floor(n_i/2)", diameter},
      {"average distance", "sum of floor(n_i^2/4)/n_i", distances / n},
      {"bisection",
       halved == DIMENSIONS_MAX ? NULL
       : !exact                 ? "<= 2 N/n_i, n_i even; N/2 for n_i = 2"
       : longest == 2           ? "N/2"
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

  return halved < DIMENSIONS_MAX && digit(t, sw, halved) < size(t, halved) / 2;
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
  uint32_t digits[DIMENSIONS_MAX];

  for (uint32_t i = 0; i < dimensions(t); i++)
    digits[i] = digit(t, sw, i);
  (dimensions(t) == 1 ? sketch_rings : sketch_grid)(t->parameters + 1, digits,
                                                    dimensions(t), x, y);
}

static const struct sketch sketch = {.place = place};

/* --- the table --- */

static const struct routing_row routings[] = {
    {.plain = {.name = "dimension-order",
               .text = "ring by ring from dimension 0, the shorter way round, + if equal",
               .unit = &torus_unit,
               .vcs = 2,
               .why = "dimensions ascend, and each ring has a virtual channel before its "
                      "dateline and one behind it",
               .header_bits = header_bits,
               .header = header,
               .fields = fields}},
};

static const char *const examples[] = {
    "torus:2", "torus:3", "torus:4x3", "torus:2x3x5", "torus:2x2x2", "torus:5x4", NULL};

const struct topology_row torus = {
    .name = "torus",
    .usage = "torus:AxBx...",
    .text =
        "product of rings of 2 to 65535 switches, at most 2^20; a ring of 2 is one link",
    .examples = examples,
    .small = small_torus,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .buffers = true,
    .open = torus_open,
    .link = torus_link,
    .coordinates = coordinates,
    .here = here,
    .formulas = torus_formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = print_address,
    .parse_address = parse_address,
    .print_port = print_port,
    .sketch = &sketch,
};
