/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pn -- pn:n,d, the (n,d)-permutation network; benes:d, which is pn:2,d; and waksman:d. */
#include "network/topology/pn.h"

#include "base/bits.h"
#include "base/memory.h"
#include "network/topology/family.h"
#include "network/topology/pn_paths.h"
#include "switch/route/source_route.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  SWITCHES_BITS = 26, /* at most 2^26 switches */
  DIGITS_MAX = 20,    /* so 2d 2^d is at most that */
  SMALL_N = 3,
  SMALL_D = 2
};

struct state {
  uint32_t n, d;
  bool waksman; /* one 2x2 switch of every network of 4 rows or more is fixed */
  uint32_t power[DIGITS_MAX + 1]; /* of n; power[d]: rows */
};

static const struct state *state_of(const struct topology *t)
{
  return t->state;
}

uint32_t pn_n(const struct topology *t)
{
  return state_of(t)->n;
}

uint32_t pn_d(const struct topology *t)
{
  return state_of(t)->d;
}

bool pn_is_waksman(const struct topology *t)
{
  return state_of(t)->waksman;
}

static uint32_t levels(const struct topology *t)
{
  return 2 * pn_d(t);
}

static uint32_t digit(const struct topology *t, uint32_t row, uint32_t place)
{
  return row / state_of(t)->power[place] % pn_n(t);
}

/* The digit that the links from a level to the next one choose. */
static uint32_t chosen(const struct topology *t, uint32_t level)
{
  const uint32_t d = pn_d(t);

  return level < d ? d - 1 - level : level - (d - 1);
}

bool pn_is_fixed(const struct topology *t, uint32_t sw)
{
  const uint32_t level = sw / t->sites, row = sw % t->sites;

  return pn_is_waksman(t) && level >= pn_d(t) && level + 1 < levels(t) &&
         row % state_of(t)->power[chosen(t, level)] == 0;
}

/* --- the spec --- */

/* Everything from n and d; false: too many switches. */
static bool lay_out(struct topology *t, uint32_t n, uint32_t d)
{
  struct state *state = t->state;
  uint64_t rows = 1;

  *state = (struct state){.n = n, .d = d, .waksman = t->row == &waksman};
  for (uint32_t i = 0; i <= d; i++) {
    state->power[i] = (uint32_t)rows;
    rows *= i < d ? n : 1;
    if (2 * d * rows > UINT64_C(1) << SWITCHES_BITS)
      return false;
  }
  t->sites = (uint32_t)rows;
  t->switches = 2 * d * t->sites;
  t->ports = n;
  t->address_bits = bits_index(t->switches);
  return true;
}

static bool open_network(struct topology *t, const struct spec *spec, uint64_t n,
                         uint64_t d, struct err *err)
{
  t->state = malloc(sizeof(struct state));
  if (!t->state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (n < 2 || n > TOPOLOGY_PORTS)
    return err_set(err, ERR_USAGE, "%.100s: n must be in 2..%d", spec->text,
                   TOPOLOGY_PORTS);
  if (d < 1 || d > DIGITS_MAX)
    return err_set(err, ERR_USAGE, "%.100s: d must be in 1..%d", spec->text, DIGITS_MAX);
  return lay_out(t, (uint32_t)n, (uint32_t)d) ||
         err_set(err, ERR_USAGE,
                 "%.100s: 2d n^d are more than 2^%d switches; take a smaller d", spec->text,
                 SWITCHES_BITS);
}

static bool pn_open(struct topology *t, struct spec *spec, struct err *err)
{
  uint64_t n, d;

  return spec_number(spec, ':', &n, err) && spec_number(spec, ',', &d, err) &&
         spec_end(spec, err) && open_network(t, spec, n, d, err);
}

static bool benes_open(struct topology *t, struct spec *spec, struct err *err)
{
  uint64_t d;

  return spec_number(spec, ':', &d, err) && spec_end(spec, err) &&
         open_network(t, spec, 2, d, err);
}

/* --- the network --- */

/* Unused links lead from the last level back to the first one and choose digit 0, so that
 * every port is the end of one link.  Both wires of a fixed switch go straight. */
static struct link link_of(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const uint32_t rows = t->sites, level = from_switch / rows, row = from_switch % rows;
  const bool last = level + 1 == levels(t);
  const uint32_t place = last ? 0 : chosen(t, level), old = digit(t, row, place);
  const uint32_t weight = state_of(t)->power[place];

  if (pn_is_fixed(t, from_switch))
    return (struct link){.to_switch = from_switch + rows, .to_port = port};
  return (struct link){.to_switch = (last ? 0 : level + 1) * rows + row - old * weight +
                                    port * weight,
                       .to_port = old};
}

static uint32_t level_of(const struct topology *t, uint32_t sw)
{
  return sw / t->sites;
}

static enum port_kind port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  const uint32_t level = level_of(t, sw);

  if (level + 1 == levels(t))
    return PORT_UNUSED;
  return pn_is_fixed(t, sw) && port != digit(t, sw % t->sites, chosen(t, level))
             ? PORT_UNUSED
             : PORT_LINK;
}

static uint32_t source(const struct topology *t, uint32_t site)
{
  (void)t;
  return site;
}

static uint32_t sink(const struct topology *t, uint32_t site)
{
  return t->switches - t->sites + site;
}

static uint32_t source_of(const struct topology *t, uint32_t sw)
{
  return sw < t->sites ? sw : UINT32_MAX;
}

static uint32_t sink_of(const struct topology *t, uint32_t sw)
{
  const uint32_t first = t->switches - t->sites;

  return sw >= first ? sw - first : UINT32_MAX;
}

/* "LEVEL.DIGITS", the highest digit first. */
static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  size_t used = (size_t)snprintf(text, ADDRESS_TEXT, "%" PRIu32, sw / t->sites);

  for (uint32_t place = pn_d(t); place-- > 0;)
    used += (size_t)snprintf(text + used, ADDRESS_TEXT - used, ".%" PRIu32,
                             digit(t, sw % t->sites, place));
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  uint32_t sizes[1 + DIGITS_MAX] = {levels(t)};

  for (uint32_t i = 0; i < pn_d(t); i++)
    sizes[1 + i] = pn_n(t);
  return topology_parse_digits(text, sizes, 1 + pn_d(t), sw);
}

/* --- routing --- */

static uint32_t header_bits(const struct topology *t)
{
  return source_route_bits(t->ports, levels(t) - 1);
}

uint64_t pn_header(const struct topology *t, uint32_t middle, uint32_t destination)
{
  uint64_t header = source_route_end;

  for (uint32_t level = levels(t) - 1; level-- > 0;) {
    const uint32_t row = level + 1 < pn_d(t) ? middle : destination;

    header = source_route_before(t->ports, digit(t, row, chosen(t, level)), header);
  }
  return header;
}

/* By any row in the middle; its lowest digit does not matter.  With a destination of z
 * zeros at the right, the last 2x2 switches of z networks of Waksman are fixed: digits 1 to
 * z come from the middle as they shall be. */
static uint64_t random_header(const struct topology *t, uint32_t from, uint32_t destination,
                              uint64_t random)
{
  const uint32_t set = pn_is_waksman(t) ? destination ^ (destination - 1) : 0;
  const uint32_t middle = (uint32_t)(random % t->sites);

  (void)from;
  return pn_header(t, (middle & ~set) | (destination & set), destination);
}

static bool set_up(const struct topology *t, const uint32_t *destinations,
                   uint64_t *headers, struct err *err)
{
  uint32_t *middles = memory_table(t->sites, sizeof *middles);
  bool good;

  if (!middles)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the paths of %s", t->spec);
  good = pn_is_waksman(t) ? pn_paths_waksman(middles, destinations, pn_d(t), err)
                          : pn_paths(middles, destinations, pn_n(t), pn_d(t), NULL, err);
  for (uint32_t i = 0; good && i < t->sites; i++)
    headers[i] = destinations[i] == UINT32_MAX ? source_route_end
                                               : pn_header(t, middles[i], destinations[i]);
  free(middles);
  return good;
}

/* Packets ascend the levels whatever their number: few levels and rows are as many. */
static void small_pn(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  const uint32_t n = pn_n(t) < SMALL_N ? pn_n(t) : SMALL_N;
  const uint32_t d = pn_d(t) < SMALL_D ? pn_d(t) : SMALL_D;

  snprintf(spec, TOPOLOGY_SPEC, "pn:%" PRIu32 ",%" PRIu32, n, d);
}

static void small_benes(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  snprintf(spec, TOPOLOGY_SPEC, "%s:%" PRIu32, t->row->name,
           pn_d(t) < SMALL_D ? pn_d(t) : SMALL_D);
}

/* Source: the mesh paper, section 4, properties 1 and 2, and counting. */
static size_t formulas(const struct topology *t, struct formula *filled, size_t capacity)
{
  const double rows = t->sites, depth = levels(t) - 1;
  const struct formula all[] = {
      {"switches", "2d n^d", 2 * pn_d(t) * rows},
      {"ports", "n", pn_n(t)},
      {"links", "(2d-1) n^(d+1)", depth * rows * pn_n(t)},
      {"diameter", "2d-1", depth},
      {"average distance", "2d-1", depth},
      {"worst link load", "1", 1},
      {"2x2 switches", "N log2 N - N/2", rows * pn_d(t) - rows / 2},
  };
  /* Of rows of two digits alone are 2x2 switches. */
  size_t count = sizeof all / sizeof all[0] - (pn_n(t) != 2);

  count = count < capacity ? count : capacity;
  memcpy(filled, all, count * sizeof all[0]);
  return count;
}

/* Source: Waksman, 1968; a fixed 2x2 switch has two links less. */
static size_t waksman_formulas(const struct topology *t, struct formula *filled,
                               size_t capacity)
{
  const double rows = t->sites, depth = levels(t) - 1;
  const struct formula all[] = {
      {"switches", "2d 2^d", 2 * pn_d(t) * rows},
      {"ports", "2", 2},
      {"links", "(2d-1) 2^(d+1) - 2^d + 2", 2 * depth * rows - rows + 2},
      {"diameter", "2d-1", depth},
      {"average distance", "2d-1", depth},
      {"worst link load", "1", 1},
      {"2x2 switches", "N log2 N - N + 1", rows * pn_d(t) - rows + 1},
  };
  size_t count = sizeof all / sizeof all[0];

  count = count < capacity ? count : capacity;
  memcpy(filled, all, count * sizeof all[0]);
  return count;
}

/* --- the table --- */

static const struct routing_row routings[] = {
    {.plain = {.name = "offline",
               .text = "disjoint paths for a whole permutation, set up before it starts; "
                       "other packets go by a random middle switch",
               .unit = &source_route_unit,
               .vcs = 1,
               .why = "links lead to higher levels alone",
               .header_bits = header_bits,
               .header = random_header,
               .header_random = true,
               .set_up = set_up}},
};

static const char *const pn_examples[] = {"pn:2,1", "pn:2,3", "pn:3,2", "pn:4,2",
                                          "pn:5,1", "pn:3,3", NULL};
static const char *const benes_examples[] = {"benes:1", "benes:3", "benes:4", NULL};
static const char *const waksman_examples[] = {"waksman:1", "waksman:3", "waksman:4", NULL};

/* What all rows have in common. */
#define PERMUTATION_NETWORK                                                                \
  .routings = routings, .routing_count = sizeof routings / sizeof routings[0],             \
  .link = link_of, .one_way = true, .buffers = true, .source = source, .sink = sink,       \
  .source_of = source_of, .sink_of = sink_of, .level = level_of, .port_kind = port_kind,   \
  .one_terminal = "paths are set up for permutations of the rows",                         \
  .print_address = print_address, .parse_address = parse_address

const struct topology_row pn = {
    .name = "pn",
    .usage = "pn:n,d",
    .text = "permutation network, 2d levels of n^d switches, n in 2..63, at most 2^26",
    .examples = pn_examples,
    .family = &family_pn,
    .small = small_pn,
    .open = pn_open,
    .formulas = formulas,
    PERMUTATION_NETWORK,
};

const struct topology_row benes = {
    .name = "benes",
    .usage = "benes:d",
    .text = "Benes network of 2^d terminals: pn:2,d, d in 1..20",
    .examples = benes_examples,
    .family = &family_benes,
    .small = small_benes,
    .open = benes_open,
    .formulas = formulas,
    PERMUTATION_NETWORK,
};

const struct topology_row waksman = {
    .name = "waksman",
    .usage = "waksman:d",
    .text = "Waksman's network of 2^d terminals: Benes with fewer 2x2 switches, d in 1..20",
    .examples = waksman_examples,
    .family = &family_waksman,
    .small = small_benes,
    .open = benes_open,
    .formulas = waksman_formulas,
    PERMUTATION_NETWORK,
};
