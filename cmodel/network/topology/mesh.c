/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mesh -- mesh:AxBx..., a product of lines; mesh:N is the linear array. */
#include "network/topology/mesh.h"

#include "base/bits.h"
#include "network/topology/family.h"
#include "network/topology/faults.h"
#include "network/topology/product.h"
#include "switch/route/grid.h"
#include "switch/route/grid_adaptive.h"
#include "switch/route/grid_two_phase.h"
#include "switch/route/source_route.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_MAX = 64 }; /* bits */

#define ALWAYS_ORDERED UINT32_MAX /* packets of several priorities, however many VCs */

static bool read_sides(struct topology *t, struct spec *spec, struct err *err)
{
  t->state = calloc(1, sizeof(struct product));
  if (!t->state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!product_read(t, spec, "row", err))
    return false;
  t->ports = GRID_DIRECTIONS * product_dimensions(t);
  return true;
}

static bool mesh_open(struct topology *t, struct spec *spec, struct err *err)
{
  return read_sides(t, spec, err) && spec_end(spec, err);
}

static bool cmesh_open(struct topology *t, struct spec *spec, struct err *err)
{
  uint64_t each;

  if (!read_sides(t, spec, err) || !spec_number(spec, ',', &each, err) ||
      !spec_end(spec, err))
    return false;
  if (each < 1 || each > TOPOLOGY_PER_SITE)
    return err_set(err, ERR_USAGE,
                   "%.100s: a switch has 1 to %d terminals, not %" PRIu64
                   ": each needs an injection lane",
                   spec->text, TOPOLOGY_PER_SITE, each);
  t->per_site = (uint32_t)each;
  t->per_site_said = true;
  return true;
}

/* --- the network --- */

/* There is no switch behind this port. */
static bool at_border(const struct topology *t, uint32_t sw, uint32_t port)
{
  const uint32_t i = port / GRID_DIRECTIONS, x = product_digit(t, sw, i);

  return x == (port % GRID_DIRECTIONS == 0 ? 0 : product_size(t, i) - 1);
}

static struct link mesh_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const uint32_t stride = product_stride(t, port / GRID_DIRECTIONS);

  if (at_border(t, from_switch, port))
    return (struct link){.to_switch = from_switch, .to_port = port};
  return (struct link){
      .to_switch =
          port % GRID_DIRECTIONS == 0 ? from_switch - stride : from_switch + stride,
      .to_port = port ^ 1,
  };
}

static enum port_kind port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  return at_border(t, sw, port) ? PORT_UNUSED : PORT_LINK;
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  (void)t;
  snprintf(text, PORT_TEXT, "%c%" PRIu32, port % GRID_DIRECTIONS == 0 ? '-' : '+',
           port / GRID_DIRECTIONS);
}

/* --- routing --- */

static bool is_line(const struct topology *t)
{
  return product_dimensions(t) == 1;
}

static bool is_array(const struct topology *t)
{
  return !is_line(t);
}

static bool is_plane(const struct topology *t)
{
  return product_dimensions(t) == 2;
}

static const char *why_no_plane(const struct topology *t)
{
  (void)t;
  return "needs two dimensions, as in mesh:8x8";
}

/* Hops left in a dimension are fewer than its switches. */
static uint32_t priority_bits(const struct topology *t)
{
  uint32_t most = 0;

  for (uint32_t i = 0; i < product_dimensions(t); i++)
    if (bits_index(product_size(t, i)) > most)
      most = bits_index(product_size(t, i));
  return most;
}

/* A phase for each direction: phase and port have one number. */
static uint32_t directions(const struct topology *t)
{
  return t->ports;
}

static uint32_t dimensions(const struct topology *t)
{
  return product_dimensions(t);
}

/* The longest way in a direction, for in a phase no packet waits for another; in the first
 * one the packets start before they move. */
static uint64_t length(const struct topology *t, uint32_t phase)
{
  return product_size(t, phase / GRID_DIRECTIONS) - 1 + (phase == 0);
}

/* The switch of a packet that has made all its moves in dimensions below `done`, and in
 * dimension `done` if `last`. */
static uint32_t moved(const struct topology *t, uint32_t source, uint64_t header,
                      uint32_t done, bool last)
{
  uint32_t sw = source;

  for (uint32_t i = 0; i < done + last; i++)
    sw +=
        (product_field(t, header, i) - product_digit(t, source, i)) * product_stride(t, i);
  return sw;
}

static uint32_t direction_ends_at(const struct topology *t, uint32_t source,
                                  uint64_t header, uint32_t phase)
{
  const uint32_t i = phase / GRID_DIRECTIONS;
  const bool left = product_field(t, header, i) < product_digit(t, source, i);

  return moved(t, source, header, i, left || phase % GRID_DIRECTIONS == 1);
}

static uint32_t dimension_ends_at(const struct topology *t, uint32_t source,
                                  uint64_t header, uint32_t phase)
{
  return moved(t, source, header, phase, true);
}

/* With the column of the source above it. */
static uint32_t column_bits(const struct topology *t)
{
  return t->address_bits + bits_index(product_size(t, 0));
}

static uint64_t column_header(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  return product_header(t, source, destination, random) |
         (uint64_t)product_digit(t, source, 0) << t->address_bits;
}

static size_t column_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  const size_t count = product_fields(t, fields, capacity);

  if (count == capacity)
    return count;
  fields[count] = (struct field){
      .name = "source", .lsb = t->address_bits, .bits = bits_index(product_size(t, 0))};
  return count + 1;
}

static int64_t line_way(const struct topology *t, uint32_t i, uint32_t at, uint32_t to)
{
  (void)t;
  (void)i;
  return (int64_t)to - at;
}

static uint64_t romm_header(const struct topology *t, uint32_t source, uint32_t destination,
                            uint64_t random)
{
  return product_romm_header(t, source, destination, random, line_way);
}

/* The same path as a list of ports, made from its last hop. */
static uint32_t list_bits(const struct topology *t)
{
  uint32_t hops = 0;

  for (uint32_t i = 0; i < product_dimensions(t); i++)
    hops += product_size(t, i) - 1;
  return source_route_bits(t->ports, hops);
}

static bool list_fits(const struct topology *t)
{
  return list_bits(t) <= HEADER_MAX;
}

static uint64_t list(const struct topology *t, uint32_t source, uint32_t destination,
                     uint64_t random)
{
  uint64_t header = source_route_end;

  (void)random;
  for (uint32_t i = product_dimensions(t); i-- > 0;) {
    const uint32_t at = product_digit(t, source, i), to = product_digit(t, destination, i);

    for (uint32_t hop = at < to ? at : to; hop < (at < to ? to : at); hop++)
      header = source_route_before(t->ports, GRID_DIRECTIONS * i + (to > at), header);
  }
  return header;
}

/* --- formulas --- */

/* Counting; a distance is the sum of those along the lines.  Cutting the longest line, if
 * it is even, in two halves the network, and no halves are joined by fewer links. */
static size_t mesh_formulas(const struct topology *t, struct formula *formulas,
                            size_t capacity)
{
  const double n = t->switches;
  double diameter = 0, ports = 0, links = 0;
  double pairs = 0; /* sum of the distances of all ordered pairs */
  uint32_t longest = 0;

  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    const double side = product_size(t, i);

    diameter += side - 1;
    ports += product_size(t, i) > 2 ? 2 : 1;
    pairs += (side * side * side - side) / 3 * (n / side) * (n / side); /* whole numbers */
    links += 2 * (n - n / side);
    longest = product_size(t, i) > longest ? product_size(t, i) : longest;
  }
  const bool even = longest % 2 == 0;
  const struct formula all[] = {
      {"switches", "product of n_i", n},
      {"ports", "2 for each n_i > 2, 1 for each n_i = 2", ports},
      {"links", "2 sum of N - N/n_i", links},
      {"diameter", "sum of n_i - 1", diameter},
      {"average distance", "sum of (n_i - 1/n_i)/3", pairs / (n * n)},
      {"bisection", even ? "N/n_i of the longest" : NULL, even ? n / longest : 0},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

static size_t cmesh_formulas(const struct topology *t, struct formula *formulas,
                             size_t capacity)
{
  const size_t count = mesh_formulas(t, formulas, capacity);

  if (count == capacity)
    return count;
  formulas[count] = (struct formula){"terminals", "N", t->switches};
  return count + 1;
}

/* Of the longest dimension; the middle one of an odd row is on the side of the low digits.
 */
static bool half_of_longest(const struct topology *t, uint32_t sw)
{
  uint32_t longest = 0;

  for (uint32_t i = 1; i < product_dimensions(t); i++)
    if (product_size(t, i) > product_size(t, longest))
      longest = i;
  return product_digit(t, sw, longest) < product_size(t, longest) / 2;
}

static bool low_numbers(const struct topology *t, uint32_t sw)
{
  return sw < t->switches / 2;
}

static const struct halving halvings[] = {
    {.text = "half of the longest dimension", .side = half_of_longest},
    {.text = "the lower half of the numbers", .side = low_numbers},
};

static const struct sketch sketch = {.place = product_place};

/* --- the table --- */

#define WHY "dimensions ascend, and along a line a packet keeps its direction"

/* What the routings by the destination's address have in common, and those of the paper. */
#define DESTINATION                                                                        \
  .vcs = 1, .why = WHY, .header_bits = product_header_bits, .header = product_header,      \
  .fields = product_fields

#define OF_THE_PAPER .arbiter = ARBITER_LOWEST, DESTINATION

#define DIRECTION_PHASES                                                                   \
  .phases = {.kind = PHASE_LENGTHS,                                                        \
             .repeated = true,                                                             \
             .count = directions,                                                          \
             .ends_at = direction_ends_at,                                                 \
             .length = length}

#define DIMENSION_PHASES                                                                   \
  .phases = {.kind = PHASE_BARRIER, .count = dimensions, .ends_at = dimension_ends_at}

#define FARTHEST .ordered = ALWAYS_ORDERED, .priority_bits = priority_bits

enum { OF_PERMUTATIONS = 7 }; /* the first routings, which cmesh lacks */

static const struct routing_row routings[] = {
    {.plain = {.name = "phases",
               .text =
                   "first all packets that go left, then all that go right, n-1 steps each",
               .unit = &grid_directions,
               .sends = 1,
               DIRECTION_PHASES,
               OF_THE_PAPER},
     .has = is_line,
     .where = "lines"},
    {.plain = {.name = "local",
               .text = "no phases: in each switch packets that go left first, then the "
                       "farthest to go",
               .unit = &grid_left_first,
               .sends = 1,
               FARTHEST,
               OF_THE_PAPER},
     .has = is_line,
     .where = "lines"},
    {.plain = {.name = "four-phase",
               .text = "dimension by dimension, a phase of n-1 steps for each direction",
               .unit = &grid_four_phase,
               .sends = 1,
               DIRECTION_PHASES,
               FARTHEST,
               OF_THE_PAPER},
     .has = is_array,
     .where = "arrays"},
    {.plain = {.name = "farthest-barrier",
               .text = "dimension by dimension with barriers, the farthest to go first",
               .unit = &grid_dimensions,
               .sends = 1,
               DIMENSION_PHASES,
               FARTHEST,
               OF_THE_PAPER},
     .has = is_array,
     .where = "arrays"},
    {.plain = {.name = "duplex-barrier",
               .text = "farthest-barrier with a packet on every link in a step",
               .unit = &grid_dimensions,
               DIMENSION_PHASES,
               FARTHEST,
               OF_THE_PAPER},
     .has = is_array,
     .where = "arrays"},
    {.plain = {.name = "farthest",
               .text = "no phases, one packet of a switch in a step: the farthest to go",
               .unit = &grid_farthest,
               .sends = 1,
               FARTHEST,
               OF_THE_PAPER}},
    {.plain = {.name = "duplex",
               .text = "no phases, a packet on every link in a step, the farthest first",
               .unit = &grid_farthest,
               FARTHEST,
               OF_THE_PAPER}},
    {.plain = {.name = "dimension-order",
               .text = "dimension by dimension, a packet on every link in a step, in FIFOs",
               .unit = &grid_plain,
               DESTINATION},
     .open_loop = true},
    {.plain = {.name = "west-first",
               .text = "what must go left goes first; then any port that is nearer, by the "
                       "queues",
               .unit = &grid_west_first,
               .random = RANDOM_LEAST,
               .vcs = 1,
               .why = "no packet turns to the left, so no cycle closes there",
               .header_bits = product_header_bits,
               .header = product_header,
               .fields = product_fields},
     .has = is_plane,
     .where = "meshes of two dimensions",
     .why_not = why_no_plane},
    {.plain = {.name = "odd-even",
               .text =
                   "any port that is nearer, by the queues; which turns, says the column",
               .unit = &grid_odd_even,
               .random = RANDOM_LEAST,
               .vcs = 1,
               .why = "the rightmost column of a cycle would be even and odd",
               .header_bits = column_bits,
               .header = column_header,
               .fields = column_fields},
     .has = is_plane,
     .where = "meshes of two dimensions",
     .why_not = why_no_plane},
    {.plain = {.name = "minimal-adaptive",
               .text =
                   "any port that is nearer, by the queues, with an escape in dimension "
                   "order",
               .unit = &grid_minimal,
               .random = RANDOM_LEAST,
               .vcs = 2,
               .why = "every packet can wait for its escape, and there dimensions ascend",
               .header_bits = product_header_bits,
               .header = product_header,
               .fields = product_fields}},
    {.plain = {.name = "valiant",
               .text = "to a random switch first, dimension by dimension, then to the "
                       "destination",
               .unit = &grid_two_phase,
               .vcs = 2,
               .why = "each phase is in dimension order, in a virtual channel of its own",
               .header_bits = product_two_bits,
               .header = product_valiant_header,
               .header_random = true,
               .fields = product_two_fields}},
    {.plain = {.name = "romm",
               .text = "as valiant, by a random switch on a shortest path",
               .unit = &grid_two_phase,
               .vcs = 2,
               .why = "each phase is in dimension order, in a virtual channel of its own",
               .header_bits = product_two_bits,
               .header = romm_header,
               .header_random = true,
               .fields = product_two_fields}},
    {.plain = {.name = "source-route",
               .text = "the header carries the ports of the path, dimension by dimension",
               .unit = &source_route_unit,
               .vcs = 1,
               .why = WHY,
               .header_bits = list_bits,
               .header = list},
     .has = list_fits,
     .where = "meshes whose longest way has a header of 64 bits"},
    FAULT_TOLERANT,
};

static const char *const examples[] = {"mesh:2",   "mesh:5",     "mesh:4x3",
                                       "mesh:3x3", "mesh:2x3x4", NULL};

static const char *const cmesh_examples[] = {"cmesh:2,1", "cmesh:2x2,4", "cmesh:4x3,2",
                                             "cmesh:2x3x2,3", NULL};

static void cmesh_small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  product_small(t, spec);
  snprintf(spec + strlen(spec), TOPOLOGY_SPEC - strlen(spec), ",%" PRIu32, t->per_site);
}

/* What both rows have in common. */
#define GRID                                                                               \
  .link = mesh_link, .port_kind = port_kind, .coordinates = product_coordinates,           \
  .here = product_here, .halvings = halvings,                                              \
  .halving_count = sizeof halvings / sizeof halvings[0],                                   \
  .print_address = product_print_address, .parse_address = product_parse_address,          \
  .print_port = print_port, .sketch = &sketch

const struct topology_row mesh = {
    .name = "mesh",
    .usage = "mesh:AxBx...",
    .text = "product of lines of 2 to 65535 switches, at most 2^24; mesh:N is a line",
    .examples = examples,
    .family = &family_mesh,
    .small = product_small,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .buffers = true,
    .open = mesh_open,
    .formulas = mesh_formulas,
    GRID,
};

const struct topology_row cmesh = {
    .name = "cmesh",
    .usage = "cmesh:AxBx...,c",
    .text = "concentrated mesh: c terminals, 1 to 63, at every switch of mesh:AxBx...",
    .examples = cmesh_examples,
    .small = cmesh_small,
    .routings = routings + OF_PERMUTATIONS,
    .routing_count = sizeof routings / sizeof routings[0] - OF_PERMUTATIONS,
    .open = cmesh_open,
    .formulas = cmesh_formulas,
    GRID,
};
