/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_paths -- a path for every pair of sites of a network in a file. */
#include "network/topology/network_paths.h"

#include <stdlib.h>
#include <string.h>

static bool no_memory(const struct network_graph *g, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory for its paths",
                 g->file->path);
}

/* --- lists of hops --- */

bool network_paths_open(struct network_paths *p, const struct network_graph *g,
                        struct err *err)
{
  *p = (struct network_paths){.vcs = 1};
  p->first = calloc((size_t)g->sites * g->sites + 1, sizeof *p->first);
  return p->first || no_memory(g, err);
}

void network_paths_free(struct network_paths *p)
{
  free(p->first);
  free(p->ports);
  free(p->vcs_of);
}

bool network_paths_hop(struct network_paths *p, uint32_t port, uint32_t vc)
{
  if (p->hops == p->room) {
    const size_t room = p->room ? 2 * p->room : 4096;
    uint8_t *ports = realloc(p->ports, room), *vcs = realloc(p->vcs_of, room);

    if (ports)
      p->ports = ports;
    if (vcs)
      p->vcs_of = vcs;
    if (!ports || !vcs)
      return false;
    p->room = room;
  }
  p->ports[p->hops] = (uint8_t)port;
  p->vcs_of[p->hops++] = (uint8_t)vc;
  return true;
}

void network_paths_end(struct network_paths *p, size_t pair)
{
  const uint32_t length = (uint32_t)(p->hops - p->first[pair]);

  p->first[pair + 1] = (uint32_t)p->hops;
  p->longest = length > p->longest ? length : p->longest;
}

/* --- shortest --- */

static void search(struct network_graph *g, uint32_t from, uint32_t *queue)
{
  const struct network_wires *w = g->wires;
  uint16_t *distances = g->distances + (size_t)from * w->switches;
  uint32_t end = 0;

  for (uint32_t sw = 0; sw < w->switches; sw++)
    distances[sw] = NETWORK_NO_PATH;
  distances[from] = 0;
  queue[end++] = from;
  for (uint32_t next = 0; next < end; next++)
    for (uint32_t port = 0; port < w->ports; port++) {
      const size_t link = (size_t)queue[next] * w->ports + port;
      const uint32_t to = w->to[link].to_switch;

      if (!w->used[link] || distances[to] != NETWORK_NO_PATH)
        continue;
      distances[to] = (uint16_t)(distances[queue[next]] + 1);
      queue[end++] = to;
    }
}

bool network_distances(struct network_graph *g)
{
  const uint32_t switches = g->wires->switches;
  uint32_t *queue = calloc(switches, sizeof *queue);

  g->distances = calloc((size_t)switches * switches, sizeof *g->distances);
  for (uint32_t from = 0; queue && g->distances && from < switches; from++)
    search(g, from, queue);
  free(queue);
  return queue && g->distances;
}

/* The port that leads closer to a switch: the one least in use, or the lowest. */
static uint32_t closer(const struct network_graph *g, uint32_t at, uint32_t to,
                       const uint32_t *uses)
{
  const struct network_wires *w = g->wires;
  uint32_t best = w->ports;

  for (uint32_t port = 0; port < w->ports; port++) {
    const size_t link = (size_t)at * w->ports + port;

    if (w->used[link] &&
        network_distance(g, w->to[link].to_switch, to) + 1 == network_distance(g, at, to) &&
        (best == w->ports || (uses && uses[link] < uses[(size_t)at * w->ports + best])))
      best = port;
  }
  return best;
}

bool network_shortest(struct network_paths *p, const struct network_graph *g, bool balanced,
                      struct err *err)
{
  const struct network_wires *w = g->wires;
  uint32_t *uses = balanced ? calloc((size_t)w->switches * w->ports, sizeof *uses) : NULL;
  bool good = network_paths_open(p, g, err);

  if (balanced && !uses)
    good = no_memory(g, err);
  for (size_t pair = 0; good && pair < (size_t)g->sites * g->sites; pair++) {
    const uint32_t to = g->at[pair % g->sites];

    for (uint32_t at = g->at[pair / g->sites]; good && at != to;) {
      const uint32_t port = closer(g, at, to, uses);
      const size_t link = (size_t)at * w->ports + port;

      good = network_paths_hop(p, port, 0) || no_memory(g, err);
      if (uses)
        uses[link]++;
      at = w->to[link].to_switch;
    }
    network_paths_end(p, pair);
  }
  free(uses);
  return good;
}

/* --- up, then down a spanning tree --- */

/* Ways to one destination. */
struct tree {
  uint32_t *rank;  /* [switches] the order in which switches were reached */
  uint32_t *order; /* [switches] the other way round */
  uint32_t *up;    /* [switches] hops to the destination of a packet that may still go up */
  uint32_t *down;  /* [switches] of one that may not; UINT32_MAX: there is no way */
};

static void grow(const struct network_graph *g, struct tree *t)
{
  const struct network_wires *w = g->wires;
  uint32_t end = 0;

  memset(t->rank, 0xff, w->switches * sizeof *t->rank);
  t->rank[g->at[0]] = 0;
  t->order[end++] = g->at[0];
  for (uint32_t next = 0; next < end; next++)
    for (uint32_t port = 0; port < w->ports; port++) {
      const size_t link = (size_t)t->order[next] * w->ports + port;
      const uint32_t to = w->to[link].to_switch;

      if (!w->used[link] || t->rank[to] != UINT32_MAX)
        continue;
      t->rank[to] = end;
      t->order[end++] = to;
    }
}

static uint32_t one_more(uint32_t hops)
{
  return hops == UINT32_MAX ? hops : hops + 1;
}

/* Is it a step of a shortest way, of a packet that may still go up?  *going_down: after it,
 * the packet may not. */
static uint32_t after(const struct network_graph *g, const struct tree *t, uint32_t at,
                      uint32_t port, bool may_go_up, bool *going_down)
{
  const size_t link = (size_t)at * g->wires->ports + port;
  const uint32_t to = g->wires->to[link].to_switch;

  *going_down = t->rank[to] > t->rank[at];
  if (!g->wires->used[link] || (!*going_down && !may_go_up))
    return UINT32_MAX;
  return one_more(*going_down ? t->down[to] : t->up[to]);
}

static uint32_t least(const struct network_graph *g, const struct tree *t, uint32_t at,
                      bool may_go_up)
{
  uint32_t best = UINT32_MAX;
  bool down;

  for (uint32_t port = 0; port < g->wires->ports; port++) {
    const uint32_t hops = after(g, t, at, port, may_go_up, &down);

    best = hops < best ? hops : best;
  }
  return best;
}

/* A way down leads to higher ranks, and a way up to lower ones. */
static void find_ways(const struct network_graph *g, struct tree *t, uint32_t to)
{
  const uint32_t switches = g->wires->switches;

  for (uint32_t i = switches; i-- > 0;)
    t->down[t->order[i]] = t->order[i] == to ? 0 : least(g, t, t->order[i], false);
  for (uint32_t i = 0; i < switches; i++)
    t->up[t->order[i]] = t->order[i] == to ? 0 : least(g, t, t->order[i], true);
}

static bool follow(struct network_paths *p, const struct network_graph *g,
                   const struct tree *t, uint32_t at, uint32_t to)
{
  bool may_go_up = true, down = false;

  while (at != to) {
    const uint32_t hops = may_go_up ? t->up[at] : t->down[at];
    uint32_t port = 0;

    while (after(g, t, at, port, may_go_up, &down) != hops)
      port++;
    if (!network_paths_hop(p, port, 0))
      return false;
    may_go_up = !down;
    at = g->wires->to[(size_t)at * g->wires->ports + port].to_switch;
  }
  return true;
}

bool network_up_down(struct network_paths *p, const struct network_graph *g,
                     struct err *err)
{
  const uint32_t switches = g->wires->switches;
  uint32_t *words = calloc(2 * (size_t)switches, sizeof *words);
  uint32_t *ways = calloc(2 * (size_t)g->sites * switches, sizeof *ways);
  struct tree t = {.rank = words, .order = words ? words + switches : NULL};
  bool good = network_paths_open(p, g, err);

  if (good && (!words || !ways))
    good = no_memory(g, err);
  if (good)
    grow(g, &t);
  for (uint32_t site = 0; good && site < g->sites; site++) {
    t.up = ways + (size_t)site * 2 * switches;
    t.down = t.up + switches;
    find_ways(g, &t, g->at[site]);
  }
  for (size_t pair = 0; good && pair < (size_t)g->sites * g->sites; pair++) {
    t.up = ways + pair % g->sites * 2 * switches;
    t.down = t.up + switches;
    good = follow(p, g, &t, g->at[pair / g->sites], g->at[pair % g->sites]) ||
           no_memory(g, err);
    network_paths_end(p, pair);
  }
  free(words);
  free(ways);
  return good;
}
