/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_lab -- what the rows of the paper on meshes and butterflies measure with. */
#include "papers/grids.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool grids_open(struct topology *t, struct err *err, const char *spec, ...)
{
  char text[TOPOLOGY_SPEC];
  va_list arguments;

  va_start(arguments, spec);
  vsnprintf(text, sizeof text, spec, arguments);
  va_end(arguments);
  topology_close(t);
  return topology_open(t, text, err);
}

/* --- graphs --- */

/* Every end of a link, once at each of its switches: place[v]++ for a node v, and into
 * to[] at that place unless it is NULL. */
static void place_ends(const struct topology *t, uint32_t *place, uint32_t *to)
{
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const uint32_t far = topology_link(t, sw, port).to_switch;

      if (topology_port_kind(t, sw, port) == PORT_UNUSED || far == sw)
        continue;
      const uint32_t here = place[sw]++, there = place[far]++;
      if (to) {
        to[here] = far;
        to[there] = sw;
      }
    }
}

/* Keep each neighbour of every node once.  queue[w] is v + 1 when w has been seen at v. */
static void keep_once(struct grids_graph *g)
{
  uint32_t kept = 0, from = 0;

  for (uint32_t v = 0; v < g->nodes; v++) {
    const uint32_t end = g->first[v + 1];

    g->first[v] = kept;
    for (uint32_t i = from; i < end; i++)
      if (g->queue[g->to[i]] != v + 1) {
        g->queue[g->to[i]] = v + 1;
        g->to[kept++] = g->to[i];
      }
    from = end;
  }
  g->first[g->nodes] = kept;
}

bool grids_graph_open(struct grids_graph *g, const struct topology *t, struct err *err)
{
  const size_t ends = 2 * (size_t)t->switches * t->ports;

  *g = (struct grids_graph){.nodes = t->switches};
  g->first = calloc((size_t)t->switches + 2, sizeof *g->first);
  g->to = calloc(ends + 1, sizeof *g->to);
  g->queue = calloc(t->switches, sizeof *g->queue);
  if (!g->first || !g->to || !g->queue) {
    grids_graph_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the graph of %s", t->spec);
  }
  /* first[v + 2] counts the ends at v; the sums make first[v + 1] its first place; filling
   * moves that on to the first place of v + 1. */
  place_ends(t, g->first + 2, NULL);
  for (uint32_t v = 0; v < t->switches; v++)
    g->first[v + 2] += g->first[v + 1];
  place_ends(t, g->first + 1, g->to);
  keep_once(g);
  return true;
}

void grids_graph_close(struct grids_graph *g)
{
  free(g->first);
  free(g->to);
  free(g->queue);
  *g = (struct grids_graph){.nodes = 0};
}

uint32_t grids_edges(const struct grids_graph *g)
{
  return g->first[g->nodes] / 2;
}

uint32_t grids_degree(const struct grids_graph *g)
{
  uint32_t degree = 0;

  for (uint32_t v = 0; v < g->nodes; v++)
    if (g->first[v + 1] - g->first[v] > degree)
      degree = g->first[v + 1] - g->first[v];
  return degree;
}

bool grids_joined(const struct grids_graph *g, uint32_t a, uint32_t b)
{
  bool joined = false;

  for (uint32_t i = g->first[a]; i < g->first[a + 1]; i++)
    joined |= g->to[i] == b;
  return joined;
}

void grids_distances(struct grids_graph *g, uint32_t from, uint32_t *hops)
{
  uint32_t first = 0, last = 0;

  for (uint32_t v = 0; v < g->nodes; v++)
    hops[v] = UINT32_MAX;
  hops[from] = 0;
  g->queue[last++] = from;
  while (first < last) {
    const uint32_t at = g->queue[first++];

    for (uint32_t i = g->first[at]; i < g->first[at + 1]; i++)
      if (hops[g->to[i]] == UINT32_MAX) {
        hops[g->to[i]] = hops[at] + 1;
        g->queue[last++] = g->to[i];
      }
  }
}

bool grids_diameter(struct grids_graph *g, uint32_t *diameter, struct err *err)
{
  uint32_t *hops = malloc(g->nodes * sizeof *hops);

  *diameter = 0;
  if (!hops)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for distances");
  for (uint32_t from = 0; from < g->nodes; from++) {
    grids_distances(g, from, hops);
    for (uint32_t v = 0; v < g->nodes; v++)
      *diameter = hops[v] > *diameter ? hops[v] : *diameter;
  }
  free(hops);
  return true;
}

/* --- small butterflies --- */

bool grids_paths_of(struct grids_paths *paths, uint32_t d, struct err *err)
{
  const uint32_t rows = UINT32_C(1) << d;
  TOPOLOGY_OF_BLOCK(t);

  *paths = (struct grids_paths){.d = d};
  if (!grids_open(&t, err, "butterfly:%u", d))
    return false;
  for (uint32_t from = 0; from < rows; from++)
    for (uint32_t to = 0; to < rows; to++) {
      const uint64_t header = t.routings[0].header(&t, from, to, 0);
      const size_t count = topology_path(&t, &t.routings[0], from, to, header, 0,
                                         paths->hops[from][to], GRIDS_ALL + 2);

      if (count != d + 1)
        return err_set(err, ERR_ENVIRONMENT, "%s: a path has not %u hops", t.spec, d);
    }
  return true;
}

/* --- runs --- */

bool grids_run(const struct claims *claims, const char *spec, const char *routing,
               int64_t sends, const char *traffic, struct trial_result *result,
               struct err *err)
{
  struct description trial = description_of(spec, traffic);

  trial.routing = routing;
  trial.sends = sends;
  trial.depth = 0;
  trial.seed = claims->seed;
  return trial_run(&trial, claims->stop, result, err) && !*claims->stop;
}
