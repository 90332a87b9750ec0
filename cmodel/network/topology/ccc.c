/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ccc -- ccc:n, the cube-connected cycles. */
#include "network/topology/ccc.h"

#include "base/bits.h"
#include "network/topology/family.h"
#include "network/topology/faults.h"
#include "network/topology/shortest.h"
#include "switch/route/source_route.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  N_MIN = 3,
  N_MAX = 13, /* so that the ports of the longest path fit a header */
  NEXT = 0,   /* ports */
  BEFORE = 1,
  CUBE = 2,
  PORTS = 3
};

struct state {
  uint32_t n;
  struct shortest shortest;
};

static uint32_t n_of(const struct topology *t)
{
  return ((const struct state *)t->state)->n;
}

static uint32_t diameter(uint32_t n)
{
  return n == 3 ? 6 : 2 * n + n / 2 - 2;
}

/* --- the network --- */

static bool ccc_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct state *state = t->state = calloc(1, sizeof *state);
  uint64_t n;

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_number(spec, ':', &n, err) || !spec_end(spec, err))
    return false;
  if (n < N_MIN || n > N_MAX)
    return err_set(err, ERR_USAGE, "%.100s: n must be in %d..%d", spec->text, N_MIN, N_MAX);
  state->n = (uint32_t)n;
  t->switches = state->n << n;
  t->ports = PORTS;
  t->address_bits = bits_index(t->switches);
  return shortest_open(&state->shortest, t->switches) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
}

static void close(struct topology *t)
{
  struct state *state = t->state;

  shortest_close(&state->shortest);
  free(state);
}

static struct link link_of(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const uint32_t n = n_of(t), node = from_switch / n, i = from_switch % n;

  if (port == CUBE)
    return (struct link){.to_switch = (node ^ UINT32_C(1) << i) * n + i, .to_port = CUBE};
  return (struct link){
      .to_switch = node * n + (i + (port == NEXT ? 1 : n - 1)) % n,
      .to_port = port == NEXT ? BEFORE : NEXT,
  };
}

static bool symmetric(const struct topology *t)
{
  (void)t;
  return true;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  snprintf(text, ADDRESS_TEXT, "%" PRIu32 ".%" PRIu32, sw / n_of(t), sw % n_of(t));
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const uint32_t sizes[] = {UINT32_C(1) << n_of(t), n_of(t)};

  return topology_parse_digits(text, sizes, 2, sw);
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  static const char *const names[PORTS] = {"+", "-", "cube"};

  (void)t;
  snprintf(text, PORT_TEXT, "%s", names[port]);
}

/* --- routing --- */

static uint32_t list_bits(const struct topology *t)
{
  return source_route_bits(PORTS, diameter(n_of(t)));
}

/* Turning all rings, and with them the bits of the nodes, keeps the links and their ports,
 * and so does flipping bits of all nodes: every path is one that starts at switch 0. */
static uint64_t list(const struct topology *t, uint32_t source, uint32_t destination,
                     uint64_t random)
{
  struct state *state = t->state;
  const uint32_t n = state->n, i = source % n;
  const uint32_t differ = source / n ^ destination / n;
  const uint32_t node =
      (differ >> i | differ << (n - i)) & (uint32_t)bits_mask(n); /* turned */

  (void)random;
  return shortest_header(&state->shortest, t, 0, node * n + (destination % n + n - i) % n);
}

static void small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  (void)t;
  snprintf(spec, TOPOLOGY_SPEC, "ccc:3");
}

/* --- formulas --- */

static size_t formulas(const struct topology *t, struct formula *filled, size_t capacity)
{
  const uint32_t n = n_of(t);
  const struct formula all[] = {
      {"switches", "n 2^n", t->switches},
      {"ports", "3", PORTS},
      {"links", "3 n 2^n", (double)PORTS * t->switches},
      {"diameter", n == 3 ? "6" : "2n + floor(n/2) - 2", diameter(n)},
      {"bisection", "<= 2^(n-1)", (double)(UINT32_C(1) << (n - 1))},
      {"diameter", "paper: 2n", 2 * n},
  };
  size_t count = sizeof all / sizeof all[0] - (diameter(n) == 2 * n);

  count = count < capacity ? count : capacity;
  memcpy(filled, all, count * sizeof all[0]);
  return count;
}

static bool half_of_cube(const struct topology *t, uint32_t sw)
{
  return sw / n_of(t) & 1;
}

static const struct halving halvings[] = {
    {.text = "half of the cube", .side = half_of_cube},
};

/* --- the table --- */

/* The rings where the drawing of the cube has its switches. */
static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  const uint32_t n = n_of(t), node = sw / n, i = sw % n;
  uint32_t sizes[N_MAX], digits[N_MAX];
  const double apart = 1 + 0.5 * n; /* more than a ring is wide */
  double ring_x, ring_y;

  for (uint32_t bit = 0; bit < n; bit++) {
    sizes[bit] = 2;
    digits[bit] = node >> bit & 1;
  }
  sketch_grid(sizes, digits, n, x, y);
  sketch_rings(&n, &i, 1, &ring_x, &ring_y);
  *x = *x * apart + ring_x;
  *y = *y * apart + ring_y;
}

static uint32_t box(const struct topology *t, uint32_t sw, size_t of)
{
  (void)of;
  return sw / n_of(t);
}

static const struct sketch sketch = {.place = place, .boxes = {"rings"}, .box = box};

static const struct routing_row routings[] = {
    {.plain = {.name = "source-route",
               .text = "the header carries the ports of a shortest path",
               .unit = &source_route_unit,
               .vcs = 1,
               .cyclic = true,
               .why = "no cycle on so small a network",
               .header_bits = list_bits,
               .header = list}},
    FAULT_TOLERANT,
};

static const char *const examples[] = {"ccc:3", "ccc:4", NULL};

const struct topology_row ccc = {
    .name = "ccc",
    .usage = "ccc:n",
    .text = "cube-connected cycles, n 2^n switches, n in 3..13",
    .examples = examples,
    .family = &family_ccc,
    .small = small,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = ccc_open,
    .close = close,
    .link = link_of,
    .symmetric = symmetric,
    .formulas = formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = print_address,
    .parse_address = parse_address,
    .print_port = print_port,
    .sketch = &sketch,
};
