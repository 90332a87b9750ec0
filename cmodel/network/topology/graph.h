/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* graph -- who is joined to whom: the neighbours of each switch, each once.
 *
 * Without holds, unused ports, links to the switch itself, and failed switches.  Where
 * links lead in one direction, a neighbour is where a link leads to.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_GRAPH_H
#define LOCKHOP_NETWORK_TOPOLOGY_GRAPH_H

#include "network/topology/topology.h"

struct graph {
  uint32_t nodes;
  uint32_t *first; /* [nodes + 1] neighbours of v: to[first[v]] to to[first[v + 1] - 1] */
  uint32_t *to;    /* in the order of the ports */
};

/* Error: ERR_ENVIRONMENT when memory is short; *g is closed then. */
bool graph_open(struct graph *g, const struct topology *t, struct err *err);

/* May be called again, and on all zero. */
void graph_close(struct graph *g);

static inline uint32_t graph_degree(const struct graph *g, uint32_t node)
{
  return g->first[node + 1] - g->first[node];
}

/* Does a link lead from one to the other? */
bool graph_joined(const struct graph *g, uint32_t from, uint32_t to);

/* The first port of a switch that leads to another; UINT32_MAX: none does. */
uint32_t graph_port(const struct topology *t, uint32_t from, uint32_t to);

#endif
