/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_vcs -- VCs of paths, so that no channels can wait in a cycle; and the paths of a
 * file, which has its own. */
#include "network/topology/channel_order.h"
#include "network/topology/network_paths.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLE = 8 /* channels of a cycle that are named */ };

static bool no_memory(const struct network_graph *g, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory for its channels",
                 g->file->path);
}

/* --- layers --- */

struct layers {
  struct channel_order orders[ROUTE_VCS];
  uint32_t count;        /* that are open */
  uint32_t *channels;    /* [switches] links of a path */
  uint32_t cycle[CYCLE]; /* that the last layer refused, its first channels */
  size_t cycle_length;   /* of those */
  bool cycle_closed;     /* they are all of it */
};

/* The links of a path into l->channels; their number. */
static uint32_t links_of(const struct layers *l, const struct network_paths *p,
                         const struct network_graph *g, size_t pair)
{
  uint32_t at = g->at[pair / g->sites], count = 0;

  for (uint32_t hop = p->first[pair]; hop < p->first[pair + 1]; hop++) {
    l->channels[count] = at * g->wires->ports + p->ports[hop];
    at = g->wires->to[l->channels[count++]].to_switch;
  }
  return count;
}

/* A dependency of the path is refused by the last layer: keep the cycle. */
static void keep_cycle(struct layers *l, struct channel_order *o, uint32_t dependency)
{
  const uint32_t from = l->channels[dependency];

  l->cycle_length =
      channel_order_cycle(o, from, l->channels[dependency + 1], l->cycle, CYCLE);
  l->cycle_closed = l->cycle_length > 0 && l->cycle[l->cycle_length - 1] == from;
}

/* Take back the dependencies of a path that are bits of `added`. */
static void take_back(const struct layers *l, struct channel_order *o, uint64_t added)
{
  for (; added; added &= added - 1)
    channel_order_remove(o, l->channels[bits_lowest(added)],
                         l->channels[bits_lowest(added) + 1]);
}

/* Dependency i of a path closes a cycle with those of this path before it.  Does it without
 * them?  Then it does so for every later path too. */
static void remember(const struct layers *l, struct channel_order *o, uint32_t i)
{
  if (channel_order_add(o, l->channels[i], l->channels[i + 1]) == CHANNEL_CYCLE)
    channel_order_forbid(o, l->channels[i], l->channels[i + 1]);
  else
    channel_order_remove(o, l->channels[i], l->channels[i + 1]);
}

/* Add a path to a layer; false: it would close a cycle, and nothing was added. */
static bool add(struct layers *l, struct channel_order *o, uint32_t count)
{
  const bool last = o == &l->orders[ROUTE_VCS - 1];
  uint64_t added = 0; /* bit i: dependency i is new; a header has less than 64 hops */

  for (uint32_t i = 0; i + 1 < count; i++)
    if (channel_order_forbidden(o, l->channels[i], l->channels[i + 1])) {
      if (last)
        keep_cycle(l, o, i);
      return false;
    }
  for (uint32_t i = 0; i + 1 < count; i++) {
    const enum channel_add how = channel_order_add(o, l->channels[i], l->channels[i + 1]);

    if (how == CHANNEL_ADDED)
      added |= UINT64_C(1) << i;
    if (how != CHANNEL_CYCLE)
      continue;
    if (last)
      keep_cycle(l, o, i);
    take_back(l, o, added);
    remember(l, o, i);
    return false;
  }
  return true;
}

static const char *name_of(const struct network_graph *g, uint32_t sw)
{
  return g->file->switches[sw].name;
}

/* Say the cycle that the last layer refused. */
static void say_cycle(const struct layers *l, struct network_paths *p,
                      const struct network_graph *g)
{
  const size_t size = sizeof p->why_not;
  size_t used = (size_t)snprintf(p->why_not, size,
                                 "needs more than %d virtual channels: in the last one "
                                 "these would wait in a cycle: ",
                                 ROUTE_VCS);

  for (size_t i = 0; i < l->cycle_length && used < size; i++)
    used += (size_t)snprintf(p->why_not + used, size - used, "%s port %" PRIu32 " -> ",
                             name_of(g, l->cycle[i] / g->wires->ports),
                             l->cycle[i] % g->wires->ports);
  if (used < size)
    snprintf(p->why_not + used, size - used, "%s",
             l->cycle_closed ? name_of(g, l->cycle[0] / g->wires->ports) : "...");
}

/* The lowest layer that takes the path; ROUTE_VCS: none does.  False: memory is short. */
static bool place(struct layers *l, const struct network_graph *g, uint32_t links,
                  uint32_t *layer)
{
  for (*layer = 0; *layer < ROUTE_VCS; ++*layer) {
    if (*layer == l->count && !channel_order_open(&l->orders[l->count++], g->wires, 1))
      return false;
    if (add(l, &l->orders[*layer], links))
      return true;
  }
  return true;
}

static bool place_all(struct layers *l, struct network_paths *p,
                      const struct network_graph *g)
{
  for (size_t pair = 0; pair < (size_t)g->sites * g->sites; pair++) {
    const uint32_t links = links_of(l, p, g, pair);
    uint32_t layer = 0;

    if (!place(l, g, links, &layer))
      return false;
    if (layer == ROUTE_VCS) {
      say_cycle(l, p, g);
      return true;
    }
    memset(p->vcs_of + p->first[pair], (int)layer, links);
    p->vcs = layer >= p->vcs ? layer + 1 : p->vcs;
  }
  return true;
}

bool network_layers(struct network_paths *p, const struct network_graph *g, struct err *err)
{
  struct layers l = {.channels = calloc(g->wires->switches, sizeof *l.channels)};
  const bool good = l.channels && place_all(&l, p, g);

  for (uint32_t i = 0; i < l.count; i++)
    channel_order_close(&l.orders[i]);
  free(l.channels);
  return good || no_memory(g, err);
}

/* --- VCs that the file says --- */

static void judge(struct channel_order *o, struct network_paths *p,
                  const struct network_graph *g)
{
  for (size_t pair = 0; !p->cyclic && pair < (size_t)g->sites * g->sites; pair++) {
    uint32_t at = g->at[pair / g->sites], before = UINT32_MAX;

    for (uint32_t hop = p->first[pair]; hop < p->first[pair + 1]; hop++) {
      const uint32_t link = at * g->wires->ports + p->ports[hop];
      const uint32_t channel = link * o->vcs + p->vcs_of[hop];

      p->cyclic |=
          before != UINT32_MAX && channel_order_add(o, before, channel) == CHANNEL_CYCLE;
      before = channel;
      at = g->wires->to[link].to_switch;
    }
  }
}

bool network_judge_vcs(struct network_paths *p, const struct network_graph *g,
                       struct err *err)
{
  struct channel_order o;
  const bool good = channel_order_open(&o, g->wires, p->vcs);

  if (good)
    judge(&o, p, g);
  channel_order_close(&o);
  return good || no_memory(g, err);
}

/* The routes of a file, by switch and destination; NULL: there is none. */
static const struct network_route *route_of(const struct network_route *const *table,
                                            const struct network_graph *g, uint32_t at,
                                            uint32_t to)
{
  return table[(size_t)at * g->wires->switches + to];
}

/* One path, by the routes of the file. */
static bool follow(struct network_paths *p, const struct network_graph *g,
                   const struct network_route *const *table, uint32_t from, uint32_t to,
                   struct err *err)
{
  const uint32_t switches = g->wires->switches;
  uint32_t at = from;

  for (uint32_t hops = 0; at != to; hops++) {
    const struct network_route *route = route_of(table, g, at, to);

    if (!route)
      return network_refuse(g->file, 0, err,
                            "\"routes\" of '%s' has no '%s', where packets from '%s' come "
                            "by; add it",
                            name_of(g, at), name_of(g, to), name_of(g, from));
    const size_t link = (size_t)at * g->wires->ports + route->port;
    if (route->port >= g->wires->ports || !g->wires->used[link])
      return network_refuse(g->file, route->line, err,
                            "port %" PRIu32
                            " of '%s' has no link; correct the route to '%s'",
                            route->port, name_of(g, at), name_of(g, to));
    if (hops >= switches)
      return network_refuse(g->file, route->line, err,
                            "packets for '%s' go round in a loop: they come back to '%s'; "
                            "correct the routes",
                            name_of(g, to), name_of(g, at));
    if (!network_paths_hop(p, route->port, route->vc))
      return no_memory(g, err);
    p->vcs = route->vc >= p->vcs ? route->vc + 1 : p->vcs;
    at = g->wires->to[link].to_switch;
  }
  return true;
}

static bool fill(const struct network_route **table, const struct network_graph *g,
                 struct err *err)
{
  for (uint32_t i = 0; i < g->file->route_count; i++) {
    const struct network_route *route = &g->file->routes[i];

    if (route->at == route->to)
      return network_refuse(g->file, route->line, err,
                            "\"routes\" of '%s' has '%s' itself, where packets have "
                            "arrived; remove it",
                            name_of(g, route->at), name_of(g, route->to));
    table[(size_t)route->at * g->wires->switches + route->to] = route;
  }
  return true;
}

bool network_given(struct network_paths *p, const struct network_graph *g, struct err *err)
{
  const size_t switches = g->wires->switches;
  const struct network_route **table = calloc(switches * switches, sizeof *table);
  bool good = network_paths_open(p, g, err);

  if (good)
    good = table ? fill(table, g, err) : no_memory(g, err);
  for (size_t pair = 0; good && pair < (size_t)g->sites * g->sites; pair++) {
    good = follow(p, g, table, g->at[pair / g->sites], g->at[pair % g->sites], err);
    network_paths_end(p, pair);
  }
  free((void *)table);
  return good;
}
