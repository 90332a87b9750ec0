/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flatfly -- flatfly:k,n, the flattened butterfly. */
#include "network/topology/flatfly.h"

#include "network/topology/family.h"
#include "network/topology/faults.h"
#include "network/topology/product.h"
#include "switch/route/hamming.h"
#include "switch/route/hamming_two_phase.h"
#include "switch/route/source_route.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHANNELS = 64, /* of a switch: its ports, and a lane for each terminal */
  SMALL_K = 4,
  SMALL_N = 3
};

static uint32_t k_of(const struct topology *t)
{
  return product_size(t, 0);
}

static bool flatfly_open(struct topology *t, struct spec *spec, struct err *err)
{
  uint32_t factors[PRODUCT_DIMENSIONS];
  uint64_t k, n;

  t->state = calloc(1, sizeof(struct product));
  if (!t->state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_number(spec, ':', &k, err) || !spec_number(spec, ',', &n, err) ||
      !spec_end(spec, err))
    return false;
  if (k < 2 || n < 2 || n > PRODUCT_DIMENSIONS + 1)
    return err_set(err, ERR_USAGE, "%.100s: k is at least 2, and n in 2..%d", spec->text,
                   PRODUCT_DIMENSIONS + 1);
  if (k > CHANNELS || (n - 1) * (k - 1) + k > CHANNELS)
    return err_set(err, ERR_USAGE,
                   "%.100s: a switch has (n-1)(k-1) ports and k terminals, together at "
                   "most %d",
                   spec->text, CHANNELS);
  for (uint64_t i = 0; i < n - 1; i++)
    factors[i] = (uint32_t)k;
  if (!product_make(t, spec, factors, n - 1, err))
    return false;
  t->ports = (uint32_t)((n - 1) * (k - 1));
  t->per_site = (uint32_t)k;
  t->per_site_said = true;
  return true;
}

/* --- the network --- */

static struct link flatfly_link(const struct topology *t, uint32_t from_switch,
                                uint32_t port)
{
  const uint32_t others = k_of(t) - 1, dimension = port / others, place = port % others;
  const uint32_t stride = product_stride(t, dimension);
  const uint32_t at = product_digit(t, from_switch, dimension);
  const uint32_t to = place < at ? place : place + 1;

  return (struct link){
      .to_switch = from_switch + to * stride - at * stride,
      .to_port = dimension * others + hamming_port(to, at),
  };
}

static bool is_symmetric(const struct topology *t)
{
  (void)t;
  return true;
}

/* The dimension, and the place among its ports: "1:0". */
static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  const uint32_t others = k_of(t) - 1;

  snprintf(text, PORT_TEXT, "%" PRIu32 ":%" PRIu32, port / others, port % others);
}

/* --- formulas --- */

/* Counting; in each dimension k - 1 of k digits are a hop away.  Bisection: Nakano, Linear
 * Layouts of Generalized Hypercubes; even k is halved along a dimension. */
static size_t flatfly_formulas(const struct topology *t, struct formula *formulas,
                               size_t capacity)
{
  const double k = k_of(t), d = product_dimensions(t), n = t->switches;
  const bool even = k_of(t) % 2 == 0;
  const struct formula all[] = {
      {"switches", "k^(n-1)", n},
      {"terminals", "k^(n-1)", n},
      {"ports", "(n-1)(k-1)", d * (k - 1)},
      {"links", "switches x ports", n * d * (k - 1)},
      {"diameter", "n-1", d},
      {"average distance", "(n-1)(k-1)/k", d * (k - 1) / k},
      {"bisection", even ? "k^n/4" : "(k+1)(k^(n-1)-1)/4",
       even ? n * k / 4 : (k + 1) * (n - 1) / 4},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

static bool low_numbers(const struct topology *t, uint32_t sw)
{
  return sw < t->switches / 2;
}

static const struct halving halvings[] = {
    {.text = "the lower half of the numbers", .side = low_numbers},
};

static void flatfly_small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  const uint32_t k = k_of(t), n = product_dimensions(t) + 1;

  snprintf(spec, TOPOLOGY_SPEC, "flatfly:%" PRIu32 ",%" PRIu32, k < SMALL_K ? k : SMALL_K,
           n < SMALL_N ? n : SMALL_N);
}

/* Rings, so that no link lies on another. */
static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  uint32_t digits[PRODUCT_DIMENSIONS];

  for (uint32_t i = 0; i < product_dimensions(t); i++)
    digits[i] = product_digit(t, sw, i);
  sketch_rings(t->parameters + 1, digits, product_dimensions(t), x, y);
}

static const struct sketch sketch = {.place = place};

/* --- the table --- */

/* The intermediate switch has each digit of the source or of the destination. */
static uint64_t romm_header(const struct topology *t, uint32_t source, uint32_t destination,
                            uint64_t random)
{
  uint32_t middle = 0;

  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    const uint32_t from = product_digit(t, source, i),
                   to = product_digit(t, destination, i);
    const bool crossed = from != to && random % 2 == 1;

    if (from != to)
      random /= 2;
    middle += (crossed ? to : from) * product_stride(t, i);
  }
  return product_by_way_of(t, middle, destination);
}

static const struct routing_row routings[] = {
    {.plain = {.name = "dimension-order",
               .text = "dimension by dimension from 0, one hop in each",
               .unit = &hamming_unit,
               .vcs = 1,
               .why = "dimensions ascend, and a packet takes one hop in each at most",
               .header_bits = product_header_bits,
               .header = product_header,
               .fields = product_fields}},
    {.plain = {.name = "valiant",
               .text = "to a random switch first, dimension by dimension, then to the "
                       "destination",
               .unit = &hamming_two_phase,
               .vcs = 2,
               .why = "each phase is in dimension order, in a virtual channel of its own",
               .header_bits = product_two_bits,
               .header = product_valiant_header,
               .header_random = true,
               .fields = product_two_fields}},
    {.plain = {.name = "romm",
               .text = "as valiant, by a random switch on a shortest path",
               .unit = &hamming_two_phase,
               .vcs = 2,
               .why = "each phase is in dimension order, in a virtual channel of its own",
               .header_bits = product_two_bits,
               .header = romm_header,
               .header_random = true,
               .fields = product_two_fields}},
    FAULT_TOLERANT,
};

static const char *const examples[] = {"flatfly:2,2", "flatfly:4,2", "flatfly:3,3",
                                       "flatfly:2,4", NULL};

const struct topology_row flatfly = {
    .name = "flatfly",
    .usage = "flatfly:k,n",
    .text = "flattened butterfly: k^(n-1) switches of k terminals, each linked to all that "
            "differ in a digit",
    .examples = examples,
    .family = &family_flatfly,
    .small = flatfly_small,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = flatfly_open,
    .link = flatfly_link,
    .symmetric = is_symmetric,
    .coordinates = product_coordinates,
    .here = product_here,
    .formulas = flatfly_formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = product_print_address,
    .parse_address = product_parse_address,
    .print_port = print_port,
    .sketch = &sketch,
};
