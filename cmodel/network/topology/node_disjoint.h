/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* node_disjoint -- as many paths between two switches as have only these in common.
 *
 * A maximal flow: every switch but the ends lets one path through, the link between the
 * ends carries one, and all others carry any number.  Each path more is found by
 * breadth-first search, which may lead earlier paths elsewhere.  What the last search
 * reached tells a cut: as many switches, with the link between the ends, as there are
 * paths.  So there are no more (Menger).
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_NODE_DISJOINT_H
#define LOCKHOP_NETWORK_TOPOLOGY_NODE_DISJOINT_H

#include "network/topology/graph.h"

/* Node v has two halves: 2v, where paths come in, and 2v + 1, where they go out. */
struct node_disjoint {
  const struct graph *g;
  uint32_t from, to;
  uint32_t *before; /* [nodes] the node before this one on its path; UINT32_MAX: no path */
  uint32_t *after;  /* [nodes] the node behind it */
  uint32_t *came;   /* [2 nodes] from which half the last search came; UINT32_MAX: it did
                     * not reach this one */
  uint32_t *queue;  /* [2 nodes] */
  uint32_t *starts; /* [nodes] nodes behind `from`, one for each path */
  uint32_t paths;
  bool direct; /* one of the paths is the link from `from` to `to` */
};

/* Error: ERR_ENVIRONMENT when memory is short; *d is closed then. */
bool node_disjoint_open(struct node_disjoint *d, const struct graph *g, struct err *err);

/* Find the paths between two different nodes; returns their number. */
uint32_t node_disjoint_find(struct node_disjoint *d, uint32_t from, uint32_t to);

/* Is the node one of the cut? */
bool node_disjoint_is_cut(const struct node_disjoint *d, uint32_t node);

/* May be called again, and on all zero. */
void node_disjoint_close(struct node_disjoint *d);

#endif
