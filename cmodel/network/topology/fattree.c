/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree -- fattree:k,n, the k-ary n-tree. */
#include "network/topology/fattree.h"

#include "base/bits.h"
#include "network/topology/family.h"
#include "switch/route/fattree.h"
#include "switch/route/fattree_adaptive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  K_MAX = 21, /* 2k ports and k lanes are at most 64 channels */
  N_MAX = 21,
  LEAVES_BITS = 20,
  SMALL_K = 3,
  SMALL_N = 3
};

/* Of the route unit: K, LEVELS. */
struct state {
  uint32_t parameters[2];
  uint32_t leaves;       /* k^(n-1), as many as switches of any level */
  uint32_t power[N_MAX]; /* [i] is k^i */
};

static const struct state *state_of(const struct topology *t)
{
  return t->state;
}

static uint32_t k_of(const struct topology *t)
{
  return t->parameters[0];
}

static uint32_t n_of(const struct topology *t)
{
  return t->parameters[1];
}

static uint32_t digits(const struct topology *t)
{
  return n_of(t) - 1;
}

static uint32_t digit_bits(const struct topology *t)
{
  return bits_index(k_of(t));
}

static uint32_t level_of(const struct topology *t, uint32_t sw)
{
  return sw / state_of(t)->leaves;
}

/* Digit i of a switch, within its level, or of a terminal. */
static uint32_t digit(const struct topology *t, uint32_t number, uint32_t i)
{
  return number / state_of(t)->power[i] % k_of(t);
}

static bool fattree_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct state *state = t->state = calloc(1, sizeof *state);
  uint64_t k, n, leaves = 1;

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_number(spec, ':', &k, err) || !spec_number(spec, ',', &n, err) ||
      !spec_end(spec, err))
    return false;
  if (k < 2 || k > K_MAX || n < 2 || n > N_MAX)
    return err_set(err, ERR_USAGE, "%.100s: k is in 2..%d, and n in 2..%d", spec->text,
                   K_MAX, N_MAX);
  for (uint64_t i = 0; i + 1 < n; i++) {
    state->power[i] = (uint32_t)leaves;
    leaves *= k;
    if (leaves > UINT64_C(1) << LEAVES_BITS)
      return err_set(err, ERR_USAGE, "%.100s: k^(n-1) is more than 2^%d", spec->text,
                     LEAVES_BITS);
  }
  state->power[n - 1] = state->leaves = (uint32_t)leaves;
  state->parameters[0] = (uint32_t)k;
  state->parameters[1] = (uint32_t)n;
  t->parameters = state->parameters;
  t->parameter_count = 2;
  t->switches = (uint32_t)(n * leaves);
  t->sites = (uint32_t)leaves;
  t->ports = (uint32_t)(2 * k);
  t->per_site = (uint32_t)k;
  t->per_site_said = true;
  t->address_bits = digits(t) * digit_bits(t) + bits_index((uint32_t)n);
  return true;
}

/* --- the network --- */

/* Below the leaves and above the roots there is nothing. */
static bool is_unused(const struct topology *t, uint32_t sw, uint32_t port)
{
  return port < k_of(t) ? level_of(t, sw) == 0 : level_of(t, sw) == digits(t);
}

static struct link fattree_link(const struct topology *t, uint32_t from_switch,
                                uint32_t port)
{
  const struct state *state = state_of(t);
  const uint32_t k = k_of(t), place = port % k;
  const bool up = port >= k;

  if (is_unused(t, from_switch, port))
    return (struct link){.to_switch = from_switch, .to_port = port};
  /* The digit that tells apart the switches at the upper ends of a switch's links. */
  const uint32_t changed = level_of(t, from_switch) - !up;
  const uint32_t own = digit(t, from_switch % state->leaves, changed);
  const uint32_t beside =
      from_switch + place * state->power[changed] - own * state->power[changed];

  return (struct link){
      .to_switch = up ? beside + state->leaves : beside - state->leaves,
      .to_port = up ? own : k + own,
  };
}

static enum port_kind port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  return is_unused(t, sw, port) ? PORT_UNUSED : PORT_LINK;
}

static uint32_t leaf_of(const struct topology *t, uint32_t site)
{
  (void)t;
  return site;
}

static uint32_t site_of(const struct topology *t, uint32_t sw)
{
  return level_of(t, sw) == 0 ? sw : UINT32_MAX;
}

static size_t coordinates(const struct topology *t, uint32_t sizes[TOPOLOGY_COORDINATES])
{
  for (uint32_t i = 0; i < digits(t); i++)
    sizes[i] = k_of(t);
  return digits(t);
}

/* The digits of a number as fields. */
static uint64_t fields_of(const struct topology *t, uint32_t number)
{
  uint64_t word = 0;

  for (uint32_t i = digits(t); i-- > 0;)
    word = word << digit_bits(t) | digit(t, number, i);
  return word;
}

static uint64_t here(const struct topology *t, uint32_t sw)
{
  return (uint64_t)level_of(t, sw) << digits(t) * digit_bits(t) |
         fields_of(t, sw % state_of(t)->leaves);
}

/* Level, and the digits from the highest on: "1.0.2". */
static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  int used = snprintf(text, ADDRESS_TEXT, "%" PRIu32, level_of(t, sw));

  for (uint32_t i = digits(t); i-- > 0;)
    used += snprintf(text + used, ADDRESS_TEXT - (size_t)used, ".%" PRIu32,
                     digit(t, sw % state_of(t)->leaves, i));
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  uint32_t sizes[N_MAX] = {n_of(t)};

  for (uint32_t i = 1; i < n_of(t); i++)
    sizes[i] = k_of(t);
  return topology_parse_digits(text, sizes, n_of(t), sw);
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  snprintf(text, PORT_TEXT, "%s %" PRIu32, port < k_of(t) ? "down" : "up", port % k_of(t));
}

/* --- routing --- */

static uint32_t header_bits(const struct topology *t)
{
  return 2 * digits(t) * digit_bits(t);
}

/* To a leaf; the ways up are digits of a number, that of level i digit i. */
static uint64_t header_by(const struct topology *t, uint32_t leaf, uint32_t ways)
{
  return fields_of(t, ways) << digits(t) * digit_bits(t) | fields_of(t, leaf);
}

static uint64_t by_destination(const struct topology *t, uint32_t source,
                               uint32_t destination, uint64_t random)
{
  (void)source;
  (void)random;
  return header_by(t, topology_site(t, destination), destination);
}

static uint64_t by_source(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random)
{
  (void)random;
  return header_by(t, topology_site(t, destination), source);
}

static uint64_t at_random(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random)
{
  (void)source;
  return header_by(t, destination, (uint32_t)(random % state_of(t)->leaves));
}

static size_t fields(const struct topology *t, struct field *fields, size_t capacity)
{
  const uint32_t bits = digits(t) * digit_bits(t);
  const struct field both[] = {{.name = "to", .lsb = 0, .bits = bits},
                               {.name = "up", .lsb = bits, .bits = bits}};
  const size_t count = capacity < 2 ? capacity : 2;

  memcpy(fields, both, count * sizeof both[0]);
  return count;
}

static void small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  snprintf(spec, TOPOLOGY_SPEC, "fattree:%" PRIu32 ",%" PRIu32,
           k_of(t) < SMALL_K ? k_of(t) : SMALL_K, n_of(t) < SMALL_N ? n_of(t) : SMALL_N);
}

/* --- formulas --- */

/* Counting; of the leaves (k-1) k^j differ from one in digit j and none above, and are
 * 2(j+1) hops away. */
static size_t formulas(const struct topology *t, struct formula *formulas, size_t capacity)
{
  const double k = k_of(t), n = n_of(t), leaves = t->sites;
  double hops = 0; /* from one leaf to all */

  for (uint32_t j = 0; j < digits(t); j++)
    hops += 2.0 * (j + 1) * (k - 1) * state_of(t)->power[j];
  const struct formula all[] = {
      {"switches", "n k^(n-1)", n * leaves},
      {"terminals", "k^(n-1)", leaves},
      {"ports", n_of(t) == 2 ? "k" : "2k", n_of(t) == 2 ? k : 2 * k},
      {"links", "2(n-1) k^n", 2 * (n - 1) * k * leaves},
      {"diameter", "2(n-1)", 2 * (n - 1)},
      {"average distance", "2(n-1) - 2(1 - k^(1-n))/(k-1)", hops / leaves},
      {"bisection", k_of(t) % 2 == 0 ? "<= k^n/2" : NULL, k * leaves / 2},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

/* By the highest digit, of all levels. */
static bool low_subtrees(const struct topology *t, uint32_t sw)
{
  return sw % state_of(t)->leaves < state_of(t)->leaves / 2;
}

static const struct halving halvings[] = {
    {.text = "half of the subtrees, and of the roots", .side = low_subtrees},
};

/* Level by level, the leaves at the bottom. */
static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  *x = sw % state_of(t)->leaves;
  *y = 2.0 * (digits(t) - level_of(t, sw));
}

static const struct sketch sketch = {.place = place};

/* --- the table --- */

#define UP_AND_DOWN                                                                        \
  .vcs = 1, .why = "packets go up and then down, and never up again",                      \
  .header_bits = header_bits, .fields = fields

static const struct routing_row routings[] = {
    {.plain = {.name = "d-mod-k",
               .unit = &fattree_unit,
               .text = "up by the digits of the destination's number, then down",
               .of_terminals = true,
               .header = by_destination,
               UP_AND_DOWN}},
    {.plain = {.name = "s-mod-k",
               .unit = &fattree_unit,
               .text = "up by the digits of the source's number, then down",
               .of_terminals = true,
               .header = by_source,
               UP_AND_DOWN}},
    {.plain = {.name = "random",
               .unit = &fattree_unit,
               .text = "up by ways that the terminal draws for each packet, then down",
               .header = at_random,
               .header_random = true,
               UP_AND_DOWN}},
    {.plain = {.name = "minimal-adaptive",
               .unit = &fattree_adaptive,
               .random = RANDOM_LEAST,
               .text = "up by the way with the emptiest queue, of equal ones as d-mod-k, "
                       "then down",
               .of_terminals = true,
               .header = by_destination,
               UP_AND_DOWN}},
};

static const char *const examples[] = {"fattree:2,2", "fattree:3,2", "fattree:2,3",
                                       "fattree:4,2", "fattree:3,3", "fattree:2,4",
                                       NULL};

const struct topology_row fattree = {
    .name = "fattree",
    .usage = "fattree:k,n",
    .text = "k-ary n-tree: n levels of k^(n-1) switches, at most 2^20 in a level; k^n "
            "terminals",
    .examples = examples,
    .family = &family_fattree,
    .small = small,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = fattree_open,
    .link = fattree_link,
    .addressed = true,
    .source = leaf_of,
    .sink = leaf_of,
    .source_of = site_of,
    .sink_of = site_of,
    .coordinates = coordinates,
    .port_kind = port_kind,
    .here = here,
    .formulas = formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = print_address,
    .parse_address = parse_address,
    .print_port = print_port,
    .sketch = &sketch,
};
