/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* node_disjoint -- as many paths between two switches as have only these in common. */
#include "network/topology/node_disjoint.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

static uint32_t in_half(uint32_t node)
{
  return 2 * node;
}

static uint32_t out_half(uint32_t node)
{
  return 2 * node + 1;
}

bool node_disjoint_open(struct node_disjoint *d, const struct graph *g, struct err *err)
{
  const size_t nodes = g->nodes;

  *d = (struct node_disjoint){.g = g,
                              .before = memory_table(nodes, sizeof *d->before),
                              .after = memory_table(nodes, sizeof *d->after),
                              .came = memory_table(2 * nodes, sizeof *d->came),
                              .queue = memory_table(2 * nodes, sizeof *d->queue),
                              .starts = memory_table(nodes, sizeof *d->starts)};
  if (d->before && d->after && d->came && d->queue && d->starts)
    return true;
  node_disjoint_close(d);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for paths through %u switches",
                 g->nodes);
}

void node_disjoint_close(struct node_disjoint *d)
{
  free(d->before);
  free(d->after);
  free(d->came);
  free(d->queue);
  free(d->starts);
  *d = (struct node_disjoint){.g = NULL};
}

static void reach(struct node_disjoint *d, uint32_t half, uint32_t from, uint32_t *count)
{
  if (d->came[half] != none)
    return;
  d->came[half] = from;
  d->queue[(*count)++] = half;
}

/* From the outgoing half: along any link, and back through a node that has a path. */
static void leave_out(struct node_disjoint *d, uint32_t node, uint32_t *count)
{
  const struct graph *g = d->g;

  for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++) {
    const bool used = node == d->from && g->to[i] == d->to && d->direct;

    if (!used && g->to[i] != d->from)
      reach(d, in_half(g->to[i]), out_half(node), count);
  }
  if (d->before[node] != none)
    reach(d, in_half(node), out_half(node), count);
}

/* From the incoming half: through a free node, or back along the path of one that is not.
 */
static void leave_in(struct node_disjoint *d, uint32_t node, uint32_t *count)
{
  const uint32_t before = d->before[node];

  reach(d, out_half(before == none ? node : before), in_half(node), count);
}

/* Is there a way for one path more? */
static bool search(struct node_disjoint *d)
{
  uint32_t count = 0;

  memset(d->came, 0xff, 2 * (size_t)d->g->nodes * sizeof *d->came);
  reach(d, out_half(d->from), out_half(d->from), &count);
  for (uint32_t i = 0; i < count && d->came[in_half(d->to)] == none; i++) {
    const uint32_t half = d->queue[i];

    if (half % 2 == 1)
      leave_out(d, half / 2, &count);
    else
      leave_in(d, half / 2, &count);
  }
  return d->came[in_half(d->to)] != none;
}

/* One link more has a path. */
static void join(struct node_disjoint *d, uint32_t from, uint32_t to)
{
  if (from == d->from)
    d->starts[d->paths++] = to;
  else
    d->after[from] = to;
  if (to != d->to)
    d->before[to] = from;
  d->direct |= from == d->from && to == d->to;
}

/* The way that the search found, from its start on.  A step from an outgoing half leads to
 * an incoming one: along a link, or, of the same node, out of the path of this node.  Other
 * steps change nothing. */
static void augment(struct node_disjoint *d)
{
  uint32_t length = 0;

  for (uint32_t half = in_half(d->to); half != out_half(d->from); half = d->came[half])
    d->queue[length++] = half; /* the search does not need it any more */
  for (uint32_t i = length, last = out_half(d->from); i-- > 0; last = d->queue[i]) {
    const uint32_t half = d->queue[i];

    if (last % 2 == 0)
      continue;
    if (last / 2 == half / 2)
      d->before[half / 2] = d->after[half / 2] = none;
    else
      join(d, last / 2, half / 2);
  }
}

uint32_t node_disjoint_find(struct node_disjoint *d, uint32_t from, uint32_t to)
{
  d->from = from;
  d->to = to;
  d->paths = 0;
  d->direct = false;
  memset(d->before, 0xff, d->g->nodes * sizeof *d->before);
  memset(d->after, 0xff, d->g->nodes * sizeof *d->after);
  while (search(d))
    augment(d);
  return d->paths;
}

bool node_disjoint_is_cut(const struct node_disjoint *d, uint32_t node)
{
  return d->came[in_half(node)] != none && d->came[out_half(node)] == none;
}
