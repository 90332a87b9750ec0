/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* graph -- who is joined to whom: the neighbours of each switch, each once. */
#include "network/topology/graph.h"

#include "base/memory.h"
#include "network/topology/faults.h"

#include <stdlib.h>

/* Where a port leads; UINT32_MAX: nowhere else. */
static uint32_t far_of(const struct topology *t, uint32_t from, uint32_t port)
{
  if (topology_port_kind(t, from, port) == PORT_UNUSED)
    return UINT32_MAX;
  const uint32_t to = topology_link(t, from, port).to_switch;

  return to == from || faults_failed(t, to) ? UINT32_MAX : to;
}

static void add(struct graph *g, uint32_t from, uint32_t *end, uint32_t to)
{
  for (uint32_t i = g->first[from]; i < *end; i++)
    if (g->to[i] == to)
      return;
  g->to[(*end)++] = to;
}

bool graph_open(struct graph *g, const struct topology *t, struct err *err)
{
  uint32_t end = 0;

  *g =
      (struct graph){.nodes = t->switches,
                     .first = memory_table((size_t)t->switches + 1, sizeof *g->first),
                     .to = memory_table((size_t)t->switches * t->ports + 1, sizeof *g->to)};
  if (!g->first || !g->to) {
    graph_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the graph of %s", t->spec);
  }
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    g->first[sw] = end;
    for (uint32_t port = 0; !faults_failed(t, sw) && port < t->ports; port++) {
      const uint32_t to = far_of(t, sw, port);

      if (to != UINT32_MAX)
        add(g, sw, &end, to);
    }
  }
  g->first[t->switches] = end;
  return true;
}

void graph_close(struct graph *g)
{
  free(g->first);
  free(g->to);
  *g = (struct graph){.nodes = 0};
}

bool graph_joined(const struct graph *g, uint32_t from, uint32_t to)
{
  for (uint32_t i = g->first[from]; i < g->first[from + 1]; i++)
    if (g->to[i] == to)
      return true;
  return false;
}

uint32_t graph_port(const struct topology *t, uint32_t from, uint32_t to)
{
  for (uint32_t port = 0; port < t->ports; port++)
    if (far_of(t, from, port) == to)
      return port;
  return UINT32_MAX;
}
