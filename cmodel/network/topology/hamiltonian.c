/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamiltonian -- cycles along links that visit every switch once. */
#include "network/topology/hamiltonian.h"

#include "base/memory.h"
#include "base/rng.h"
#include "network/topology/hamiltonian_made.h"

#include <stdlib.h>
#include <string.h>

enum {
  ROTATIONS = 400000, /* of a search */
  MOST = 1 << 13,     /* switches of a network that is searched */
  SEED = 1            /* the cycle depends on the network alone */
};

/* --- search --- */

/* A path of different nodes. */
struct tour {
  uint32_t *nodes;  /* [count] */
  uint32_t *places; /* [all nodes] 1 + place in the path; 0: not in it */
  uint32_t count;
};

static void append(struct tour *w, uint32_t node)
{
  w->nodes[w->count] = node;
  w->places[node] = ++w->count;
}

/* The part of the path behind place `from` the other way round. */
static void turn(struct tour *w, uint32_t from)
{
  for (uint32_t i = from, j = w->count; i + 1 < j; i++) {
    const uint32_t node = w->nodes[i];

    w->nodes[i] = w->nodes[--j];
    w->nodes[j] = node;
  }
  for (uint32_t i = from; i < w->count; i++)
    w->places[w->nodes[i]] = i + 1;
}

/* Go on at the end, or turn a part round so that the path has another end (Posa). */
bool hamiltonian_search(const struct graph *g, uint32_t *cycle, uint32_t *places,
                        uint64_t seed)
{
  struct tour w = {.nodes = cycle, .places = places};
  struct rng rng = rng_seed(seed, 0);

  memset(places, 0, g->nodes * sizeof *places);
  append(&w, 0);
  for (uint32_t turns = 0; turns < ROTATIONS; turns++) {
    const uint32_t end = w.nodes[w.count - 1], degree = graph_degree(g, end);
    uint32_t next = UINT32_MAX;

    if (degree == 0 || (w.count == g->nodes && graph_joined(g, end, 0)))
      return degree > 0 && g->nodes > 2;
    for (uint32_t i = g->first[end]; i < g->first[end + 1]; i++)
      if (!places[g->to[i]])
        next = g->to[i];
    if (next != UINT32_MAX)
      append(&w, next);
    else
      turn(&w, places[g->to[g->first[end] + (uint32_t)rng_below(&rng, degree)]]);
  }
  return false;
}

/* --- why there is none --- */

/* Sides of a graph whose links all lead from one to the other, by breadth-first search from
 * node 0.  False: it has no two sides, or is not connected. */
static bool sides(const struct graph *g, uint32_t *side, uint32_t *queue, uint32_t count[2])
{
  uint32_t end = 0;

  memset(side, 0xff, g->nodes * sizeof *side);
  count[0] = count[1] = 0;
  side[0] = 0;
  queue[end++] = 0;
  for (uint32_t at = 0; at < end; at++) {
    const uint32_t here = side[queue[at]];

    count[here]++;
    for (uint32_t i = g->first[queue[at]]; i < g->first[queue[at] + 1]; i++) {
      const uint32_t to = g->to[i];

      if (side[to] == here)
        return false;
      if (side[to] == UINT32_MAX)
        queue[end++] = to;
      side[to] = !here;
    }
  }
  return end == g->nodes;
}

/* Is there no reason why there can be none?  Both tables: work space. */
static bool possible(const struct topology *t, const struct graph *g, uint32_t *side,
                     uint32_t *queue, struct err *err)
{
  char address[ADDRESS_TEXT];
  uint32_t count[2];

  if (topology_one_way(t))
    return err_set(err, ERR_USAGE,
                   "%s has links in one direction; cycles are searched for where they lead "
                   "in both",
                   t->spec);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    if (graph_degree(g, sw) < 2) {
      t->row->print_address(t, sw, address);
      return err_set(err, ERR_USAGE, "%s has no Hamiltonian cycle: switch %s has %s",
                     t->spec, address,
                     graph_degree(g, sw) ? "one neighbour" : "no neighbour");
    }
  if (sides(g, side, queue, count) && count[0] != count[1])
    return err_set(err, ERR_USAGE,
                   "%s has no Hamiltonian cycle: every link joins one of %u switches with "
                   "one of the %u others",
                   t->spec, count[0], count[1]);
  return true;
}

/* --- all --- */

/* Each node once, neighbours in a row, the last beside the first. */
static bool is_cycle(const struct graph *g, const uint32_t *cycle, uint32_t *seen)
{
  memset(seen, 0, g->nodes * sizeof *seen);
  for (uint32_t i = 0; i < g->nodes; i++)
    if (cycle[i] >= g->nodes || seen[cycle[i]]++ ||
        !graph_joined(g, cycle[i], cycle[(i + 1) % g->nodes]))
      return false;
  return true;
}

static bool find(const struct topology *t, const struct graph *g, uint32_t *cycle,
                 const char **how, uint32_t *tables[2], struct err *err)
{
  bool made;

  if (!possible(t, g, tables[0], tables[1], err) ||
      !hamiltonian_make(t, cycle, &made, how, err))
    return false;
  if (made && is_cycle(g, cycle, tables[0]))
    return true;
  if (t->switches > MOST)
    return err_set(err, ERR_USAGE,
                   "no Hamiltonian cycle of %s is known; networks of up to %d switches are "
                   "searched",
                   t->spec, MOST);
  *how = "found by search";
  return hamiltonian_search(g, cycle, tables[0], SEED) ||
         err_set(err, ERR_USAGE,
                 "no Hamiltonian cycle of %s is known: %d steps of a search found none",
                 t->spec, ROTATIONS);
}

bool hamiltonian_find(const struct topology *t, uint32_t *cycle, const char **how,
                      struct err *err)
{
  struct graph g;
  uint32_t *tables[2];

  if (!graph_open(&g, t, err))
    return false;
  for (size_t i = 0; i < 2; i++)
    tables[i] = memory_table(t->switches, sizeof *tables[i]);
  const bool good =
      tables[0] && tables[1]
          ? find(t, &g, cycle, how, tables, err)
          : err_set(err, ERR_ENVIRONMENT, "not enough memory for a cycle of %u switches",
                    t->switches);
  for (size_t i = 0; i < 2; i++)
    free(tables[i]);
  graph_close(&g);
  return good;
}
