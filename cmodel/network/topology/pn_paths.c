/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pn_paths -- finds disjoint paths for a permutation in the (n,d)-permutation network. */
#include "network/topology/pn_paths.h"

#include "base/memory.h"
#include "network/topology/edge_colouring.h"
#include "network/topology/topology.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 1 }; /* the paths depend on the permutation alone */

/* A packet in a network of some dimension: its rows within that network. */
struct traveller {
  uint32_t from, to;
  uint32_t source; /* of the whole network */
};

struct path_setup {
  struct edge_colouring colouring;
  /* [rows] packets by networks of a dimension, and of the next one: those of a network
   * stand where its rows are in the middle of the whole, ascending by source. */
  struct traveller *stages[2];
  uint32_t *colours; /* [rows] */
  uint32_t n;
  bool to_row_0; /* the first circle of every network starts at the packet for its row 0 */
  uint32_t *middles;
};

/* The packet at which the first circle starts. */
static uint32_t start_of(const struct path_setup *p, const struct traveller *packets)
{
  uint32_t first = 0;

  while (p->to_row_0 && packets[first].to != 0)
    first++;
  return first;
}

/* The edges of the graph: packet `first`, then the others in their order. */
static void make_edges(struct path_setup *p, const struct traveller *packets, uint32_t rows,
                       uint32_t first)
{
  for (uint32_t i = 0; i < rows; i++)
    p->colouring.edges[i == first ? 0 : i + (i < first)] = (struct colouring_edge){
        .left = packets[i].from, .right = packets[i].to, .number = i};
}

/* One network, its rows from `start` on.  What it is parted into is done to its end before
 * the next one, so that all but the largest stay in the cache. */
static void network(struct path_setup *p, size_t stage, uint32_t start, uint32_t rows)
{
  struct traveller *packets = p->stages[stage] + start;
  struct traveller *next = p->stages[1 - stage] + start;
  const uint32_t lower = rows / p->n;
  uint32_t used[TOPOLOGY_PORTS];

  if (lower == 1) {
    for (uint32_t i = 0; i < rows; i++)
      p->middles[packets[i].source] = start + packets[i].from;
    return;
  }
  const uint32_t first = start_of(p, packets);
  for (uint32_t i = 0; i < rows; i++) {
    packets[i].from %= lower;
    packets[i].to %= lower;
  }
  make_edges(p, packets, rows, first);
  edge_colouring_make(&p->colouring, p->colours, lower, p->n);
  for (uint32_t colour = 0; colour < p->n; colour++)
    used[colour] = colour * lower;
  for (uint32_t i = 0; i < rows; i++)
    next[used[p->colours[i]]++] = packets[i];
  for (uint32_t colour = 0; colour < p->n; colour++)
    network(p, 1 - stage, start + colour * lower, lower);
}

/* The whole permutation: sources without a destination get those that are left, in order.
 */
static bool complete(struct path_setup *p, const uint32_t *destinations, uint32_t rows,
                     struct err *err)
{
  struct traveller *packets = p->stages[0];
  uint32_t *source = p->colours; /* of a destination; not needed yet */

  memset(source, 0xff, rows * sizeof *source);
  for (uint32_t row = 0; row < rows; row++) {
    const uint32_t to = destinations[row];

    packets[row] = (struct traveller){.from = row, .to = to, .source = row};
    if (to == UINT32_MAX)
      continue;
    if (to >= rows)
      return err_set(err, ERR_USAGE, "source %u has destination %u; there are 0 to %u", row,
                     to, rows - 1);
    if (source[to] != UINT32_MAX)
      return err_set(err, ERR_USAGE,
                     "sources %u and %u have the same destination %u; disjoint paths need "
                     "a permutation",
                     source[to], row, to);
    source[to] = row;
  }
  for (uint32_t row = 0, unused = 0; row < rows; row++) {
    if (packets[row].to != UINT32_MAX)
      continue;
    while (source[unused] != UINT32_MAX)
      unused++;
    packets[row].to = unused++;
  }
  return true;
}

static bool setup_open(struct path_setup *p, uint32_t rows)
{
  bool good = edge_colouring_open(&p->colouring, rows, rows / p->n, SEED);

  good = (p->colours = memory_table(rows, sizeof *p->colours)) != NULL && good;
  for (size_t i = 0; i < 2; i++)
    good = (p->stages[i] = memory_table(rows, sizeof *p->stages[i])) != NULL && good;
  return good;
}

static void setup_close(struct path_setup *p)
{
  edge_colouring_close(&p->colouring);
  free(p->colours);
  for (size_t i = 0; i < 2; i++)
    free(p->stages[i]);
}

static bool find(struct path_setup *p, const uint32_t *destinations, uint32_t d,
                 uint64_t *looked, struct err *err)
{
  uint32_t rows = 1;

  for (uint32_t i = 0; i < d; i++)
    rows *= p->n;
  bool good = setup_open(p, rows);
  if (!good)
    err_set(err, ERR_ENVIRONMENT, "not enough memory for the paths of %u packets", rows);
  good = good && complete(p, destinations, rows, err);
  if (good)
    network(p, 0, 0, rows);
  if (looked)
    *looked = p->colouring.looked;
  setup_close(p);
  return good;
}

bool pn_paths(uint32_t *middles, const uint32_t *destinations, uint32_t n, uint32_t d,
              uint64_t *looked, struct err *err)
{
  struct path_setup p = {.n = n, .middles = middles};

  return find(&p, destinations, d, looked, err);
}

bool pn_paths_waksman(uint32_t *middles, const uint32_t *destinations, uint32_t d,
                      struct err *err)
{
  struct path_setup p = {.n = 2, .to_row_0 = true, .middles = middles};

  return find(&p, destinations, d, NULL, err);
}
