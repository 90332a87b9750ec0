/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube -- hypercube:N, the binary N-cube, N in [1, 24]. */
#include "network/topology/hypercube.h"

#include "base/bits.h"
#include "network/topology/family.h"
#include "network/topology/faults.h"
#include "switch/route/bitfix.h"
#include "switch/route/bitfix_mask.h"
#include "switch/route/bitfix_steps.h"
#include "switch/route/bitfix_two_phase.h"
#include "switch/route/source_route.h"
#include "switch/route/torus_adaptive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS_MAX = 24 };

static bool hypercube_open(struct topology *t, struct spec *spec, struct err *err)
{
  uint32_t *parameters = t->state = calloc(1 + DIMENSIONS_MAX, sizeof *parameters);
  uint64_t n;

  if (!parameters)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_number(spec, ':', &n, err) || !spec_end(spec, err))
    return false;
  if (n < 1 || n > DIMENSIONS_MAX)
    return err_set(err, ERR_USAGE, "%.100s: N must be in 1..%d", spec->text,
                   DIMENSIONS_MAX);
  t->switches = UINT32_C(1) << n;
  t->ports = (uint32_t)n;
  t->address_bits = (uint32_t)n;
  parameters[0] = (uint32_t)n; /* as of the torus of rings of 2 */
  for (uint64_t i = 0; i < n; i++)
    parameters[1 + i] = 2;
  t->parameters = parameters;
  t->parameter_count = 1 + n;
  return true;
}

static struct link hypercube_link(const struct topology *t, uint32_t from_switch,
                                  uint32_t port)
{
  (void)t;
  return (struct link){.to_switch = from_switch ^ UINT32_C(1) << port, .to_port = port};
}

/* --- headers: one address, or two fields of n bits, see the pages in docs/switches --- */

static uint32_t one_field(const struct topology *t)
{
  return t->address_bits;
}

static uint32_t two_fields(const struct topology *t)
{
  return 2 * t->address_bits;
}

static size_t name_fields(const struct topology *t, const char *const *names, size_t count,
                          struct field *fields, size_t capacity)
{
  if (count > capacity)
    count = capacity;
  for (uint32_t i = 0; i < count; i++)
    fields[i] = (struct field){
        .name = names[i], .lsb = i * t->address_bits, .bits = t->address_bits};
  return count;
}

static uint64_t destination_header(const struct topology *t, uint32_t source,
                                   uint32_t destination, uint64_t random)
{
  (void)t;
  (void)source;
  (void)random;
  return destination;
}

static size_t destination_fields(const struct topology *t, struct field *fields,
                                 size_t capacity)
{
  static const char *const names[] = {"destination"};

  return name_fields(t, names, 1, fields, capacity);
}

/* The intermediate destination is uniform over all switches, whatever source and
 * destination are. */
static uint64_t two_phase_header(const struct topology *t, uint32_t source,
                                 uint32_t destination, uint64_t random)
{
  (void)source;
  return (uint64_t)destination << t->address_bits | (random & bits_mask(t->address_bits));
}

/* The intermediate destination is uniform over the subcube of the dimensions that differ.
 */
static uint64_t romm_header(const struct topology *t, uint32_t source, uint32_t destination,
                            uint64_t random)
{
  return (uint64_t)destination << t->address_bits |
         (source ^ (random & (source ^ destination)));
}

static size_t two_phase_fields(const struct topology *t, struct field *fields,
                               size_t capacity)
{
  static const char *const names[] = {"immediate", "final"};

  return name_fields(t, names, 2, fields, capacity);
}

static uint32_t two_phases(const struct topology *t)
{
  (void)t;
  return 2;
}

/* The first phase ends at the intermediate destination, the second at the final one. */
static uint32_t ends_at(const struct topology *t, uint32_t source, uint64_t header,
                        uint32_t phase)
{
  (void)source;
  return (uint32_t)(header >> phase * t->address_bits & bits_mask(t->address_bits));
}

static uint64_t mask_header(const struct topology *t, uint32_t source, uint32_t destination,
                            uint64_t random)
{
  (void)source;
  (void)random;
  return bits_mask(t->address_bits) << t->address_bits | destination;
}

static size_t mask_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  static const char *const names[] = {"destination", "mask"};

  return name_fields(t, names, 2, fields, capacity);
}

/* Source: hypercube switch paper, section 1 (2^n processors, fan-in and fan-out n, duplex
 * channels between ids that differ in one position), and what follows from it: a distance
 * is the number of address bits that differ, n/2 of them on average; each of the n address
 * bits cuts the network into halves joined by 2^(n-1) duplex links, and no halves are
 * joined by fewer.
 *
 * Worst link load: under bitfix the link that leaves a switch by port d is reached from 2^d
 * sources and leads to 2^(n-1-d) destinations, so a permutation puts at most
 * min(2^d, 2^(n-1-d)) packets on it; the middle dimension has the largest bound. */
static size_t hypercube_formulas(const struct topology *t, struct formula *formulas,
                                 size_t capacity)
{
  uint32_t n = t->ports;
  double switches = t->switches;
  const struct formula all[] = {
      {"switches", "2^n", switches},
      {"ports", "n", n},
      {"links", "n 2^n", n * switches},
      {"diameter", "n", n},
      {"average distance", "n/2", n / 2.0},
      {"bisection", "2^(n-1)", switches / 2},
      {"worst link load", "2^floor((n-1)/2)", (double)(UINT32_C(1) << (n - 1) / 2)},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

static void print_binary(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  uint32_t n = t->address_bits;

  for (uint32_t i = 0; i < n; i++)
    text[i] = sw >> (n - 1 - i) & 1 ? '1' : '0';
  text[n] = '\0';
}

static bool parse_binary(const struct topology *t, const char *text, uint32_t *sw)
{
  bool prefixed = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
  const char *digits = prefixed ? text + 2 : text;
  size_t length = strspn(digits, "01");
  uint32_t value = 0;

  if (digits[length] != '\0' || length < 1 || length > t->address_bits)
    return false;
  if (!prefixed && length != t->address_bits)
    return false;
  for (size_t i = 0; i < length; i++)
    value = value << 1 | (digits[i] == '1');
  *sw = value;
  return true;
}

/* An h-relation is h permutations, each with at most the worst link load on a link. */
static uint64_t stall_free_depth(const struct topology *t, uint64_t h)
{
  return h << (t->ports - 1) / 2;
}

/* A large cube is a table: the low bits of a switch say its column, the high ones its row,
 * so that every link is in a row or in a column. */
enum { TABLE_FROM = 6 };

static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  const uint32_t half = (t->ports + 1) / 2;
  uint32_t sizes[DIMENSIONS_MAX], digits[DIMENSIONS_MAX];

  if (t->ports >= TABLE_FROM) {
    sketch_table(sw & (uint32_t)bits_mask(half), sw >> half, t->ports - half, x, y);
    return;
  }
  for (uint32_t i = 0; i < t->ports; i++) {
    sizes[i] = 2;
    digits[i] = sw >> i & 1;
  }
  sketch_grid(sizes, digits, t->ports, x, y);
}

static const struct sketch sketch = {.place = place};

/* Walking every packet takes time like 4^n. */
static void small_hypercube(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  snprintf(spec, TOPOLOGY_SPEC, "hypercube:%u", t->ports < 4 ? t->ports : 4);
}

#define ASCENDING "dimensions are crossed in ascending order"
#define TWO_VCS                                                                            \
  "dimensions ascend in each phase, and each phase has a virtual channel of its own"
#define THREE_VCS                                                                          \
  "dimensions ascend in each phase; first phase, forced hop and second phase have a "      \
  "virtual channel "                                                                       \
  "each"

/* The options of the masks, in the order of the row. */
enum { FORCED, RANDOM };

static void choose_mask(const struct topology *t, struct routing *routing)
{
  static const struct route_unit *const units[2][2] = {
      {&bitfix_mask_forced, &bitfix_mask_forced_shared},
      {&bitfix_mask_free, &bitfix_mask_free_shared},
  };

  (void)t;
  routing->unit = units[routing->chosen[FORCED]][routing->chosen[RANDOM]];
  routing->random = routing->chosen[RANDOM] ? RANDOM_SHARED : RANDOM_OWN;
  if (routing->chosen[FORCED]) {
    routing->vcs = 2;
    routing->why = TWO_VCS;
  }
}

enum { BARRIER };

static void choose_barrier(const struct topology *t, struct routing *routing)
{
  (void)t;
  routing->phases.tree = routing->chosen[BARRIER];
}

static const struct routing_row routings[] = {
    {
        .plain =
            {
                .name = "deterministic",
                .text = "cross the dimensions that differ, in ascending order",
                .unit = &bitfix,
                .vcs = 1,
                .why = ASCENDING,
                .header_bits = one_field,
                .header = destination_header,
                .fields = destination_fields,
                .stall_free_depth = stall_free_depth,
            },
    },
    {
        .plain =
            {
                .name = "rand-sync",
                .text = "go to a random switch; when all packets have arrived there, go to "
                        "the destination",
                .unit = &bitfix_two_phase_sync,
                .vcs = 1,
                .why = "dimensions ascend in each phase, and the waiting store has a place "
                       "for all",
                .header_bits = two_fields,
                .header = two_phase_header,
                .header_random = true,
                .fields = two_phase_fields,
                .phases = {.kind = PHASE_BARRIER, .count = two_phases, .ends_at = ends_at},
            },
        .options = {[BARRIER] = {.name = "barrier",
                                 .values = {"bench", "tree"},
                                 .text = "what detects that all have arrived: the test "
                                         "bench, at no cost, or a tree of registers"}},
        .choose = choose_barrier,
    },
    {
        .plain =
            {
                .name = "rand-trans",
                .text = "go to a random switch, and at once on to the destination",
                .unit = &bitfix_two_phase,
                .vcs = 2,
                .why = TWO_VCS,
                .header_bits = two_fields,
                .header = two_phase_header,
                .header_random = true,
                .fields = two_phase_fields,
            },
    },
    {
        .plain =
            {
                .name = "rand-trans-ooo",
                .text = "as rand-trans; packets of the first phase leave a queue first",
                .unit = &bitfix_two_phase,
                .ordered = 2,
                .arbiter = ARBITER_LOWEST,
                .vcs = 2,
                .why = TWO_VCS,
                .header_bits = two_fields,
                .header = two_phase_header,
                .header_random = true,
                .fields = two_phase_fields,
            },
    },
    {
        .plain =
            {
                .name = "drand-trans-ooo",
                .text = "the switches on the path choose hops at random; one hop is forced "
                        "if none is chosen",
                .unit = &bitfix_mask_forced,
                .ordered = 2,
                .arbiter = ARBITER_LOWEST,
                .random = RANDOM_OWN,
                .vcs = 3,
                .why = THREE_VCS,
                .header_bits = two_fields,
                .header = mask_header,
                .fields = mask_fields,
            },
        .options = {[FORCED] = {.name = "forced",
                                .values = {"1", "0"},
                                .text = "1: force one hop if no switch chooses one; 0: no "
                                        "forced hop, every switch equally likely"},
                    [RANDOM] = {.name = "random",
                                .values = {"own", "shared"},
                                .text = "own: one LFSR for each channel; shared: one for "
                                        "the switch (figure 4)"}},
        .choose = choose_mask,
    },
    {
        .plain =
            {
                .name = "drand-steps",
                .text = "the switches on the path choose hops at random, one dimension in "
                        "a step; packets can stay",
                .unit = &bitfix_steps,
                .ordered = 2,
                .arbiter = ARBITER_LOWEST,
                .random = RANDOM_STEPS,
                .vcs = 2,
                .why = TWO_VCS,
                .header_bits = two_fields,
                .header = mask_header,
                .fields = mask_fields,
            },
    },
    {
        .plain =
            {
                .name = "minimal-adaptive",
                .text = "any dimension that differs, by the queues, with an escape in "
                        "ascending order",
                .unit = &torus_adaptive,
                .random = RANDOM_LEAST,
                .vcs = 2,
                .why = "every packet can wait for its escape, and there dimensions ascend",
                .header_bits = one_field,
                .header = destination_header,
                .fields = destination_fields,
            },
    },
    {
        .plain =
            {
                .name = "valiant",
                .text = "to a random switch first, then to the destination; as rand-trans",
                .unit = &bitfix_two_phase,
                .vcs = 2,
                .why = TWO_VCS,
                .header_bits = two_fields,
                .header = two_phase_header,
                .header_random = true,
                .fields = two_phase_fields,
            },
    },
    {
        .plain =
            {
                .name = "romm",
                .text = "as valiant, by a random switch on a shortest path",
                .unit = &bitfix_two_phase,
                .vcs = 2,
                .why = TWO_VCS,
                .header_bits = two_fields,
                .header = romm_header,
                .header_random = true,
                .fields = two_phase_fields,
            },
    },
    FAULT_TOLERANT,
};

static const char *const examples[] = {"hypercube:1", "hypercube:2", "hypercube:3",
                                       "hypercube:4", "hypercube:6", NULL};

const struct topology_row hypercube = {
    .name = "hypercube",
    .usage = "hypercube:N",
    .text = "binary N-cube, 2^N switches, N in 1..24",
    .examples = examples,
    .family = &family_hypercube,
    .small = small_hypercube,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = hypercube_open,
    .link = hypercube_link,
    .formulas = hypercube_formulas,
    .print_address = print_binary,
    .parse_address = parse_binary,
    .sketch = &sketch,
};
