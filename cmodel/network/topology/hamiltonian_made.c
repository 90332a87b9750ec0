/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamiltonian_made -- cycles that are made from those of parts. */
#include "network/topology/hamiltonian_made.h"

#include "base/memory.h"
#include "network/topology/dual_net.h"
#include "network/topology/mesh.h"
#include "network/topology/product.h"

#include <stdlib.h>
#include <string.h>

/* --- products --- */

/* A cycle of `length` nodes, at first node 0 alone, that takes a factor of `size` nodes:
 * its digit j adds j * stride.  `next` has room for the cycle that comes. */
struct grid {
  const uint32_t *cycle;
  uint32_t *next;
  uint32_t length, size, stride;
  uint32_t count; /* of `next` */
};

static void put(struct grid *g, uint32_t place, uint32_t digit)
{
  g->next[g->count++] = g->cycle[place] + digit * g->stride;
}

/* Rows to and fro for an even number of digits: all but place 0, which leads back. */
static void rows_of_even_size(struct grid *g)
{
  for (uint32_t digit = 0; digit < g->size; digit++)
    for (uint32_t i = 1; i < g->length; i++)
      put(g, digit % 2 == 0 ? i : g->length - i, digit);
  for (uint32_t digit = g->size; digit-- > 0;)
    put(g, 0, digit);
}

/* The same with digits and places exchanged. */
static void rows_of_even_length(struct grid *g)
{
  for (uint32_t place = 0; place < g->length; place++)
    for (uint32_t i = 1; i < g->size; i++)
      put(g, place, place % 2 == 0 ? i : g->size - i);
  for (uint32_t place = g->length; place-- > 0;)
    put(g, place, 0);
}

/* To and fro, from a corner to the one across: a path. */
static void rows_of_odds(struct grid *g)
{
  for (uint32_t digit = 0; digit < g->size; digit++)
    for (uint32_t i = 0; i < g->length; i++)
      put(g, digit % 2 == 0 ? i : g->length - 1 - i, digit);
}

/* Both are rings of odd length: round the shorter one, once for each node of the longer
 * one. A round ends one node before its start, in its direction; so many rounds go one way
 * and so many the other that the last one ends where the first one starts. */
static void rounds_of_odds(struct grid *g)
{
  const bool places = g->length <= g->size; /* rounds go along places */
  const uint32_t round = places ? g->length : g->size;
  const uint32_t rounds = places ? g->size : g->length;
  uint32_t at = 0;

  for (uint32_t i = 0; i < rounds; i++) {
    const uint32_t step = i < (rounds + round) / 2 ? 1 : round - 1;

    for (uint32_t k = 0; k < round; k++) {
      put(g, places ? at : i, places ? i : at);
      at = (at + step) % round;
    }
    at = (at + round - step) % round;
  }
}

static void take_factor(struct grid *g, bool rings)
{
  g->count = 0;
  if (g->length == 1 || (g->size % 2 == 1 && g->length % 2 == 1 && !rings))
    rows_of_odds(g);
  else if (g->size % 2 == 0)
    rows_of_even_size(g);
  else if (g->length % 2 == 0)
    rows_of_even_length(g);
  else
    rounds_of_odds(g);
}

/* A cycle of a product, or a path where it has odd lines alone.  `spare` has room for it.
 */
static void product_cycle(uint32_t *cycle, uint32_t *spare, const uint32_t *sizes,
                          const uint32_t *strides, uint32_t count, bool rings)
{
  uint32_t length = 1;

  cycle[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct grid g = {cycle, spare, length, sizes[i], strides[i], 0};

    take_factor(&g, rings);
    length = g.count;
    memcpy(cycle, spare, length * sizeof *cycle);
  }
}

/* --- dual-nets with super-nodes of one switch --- */

/* The nodes of a cluster from the one behind place `last` of its cycle, the long way back
 * to that place. */
static uint32_t *go_round(uint32_t *to, uint32_t start, const uint32_t *cycle,
                          uint32_t nodes, uint32_t last)
{
  for (uint32_t i = 0; i < nodes; i++)
    *to++ = start + cycle[(last + 2 * nodes - 1 - i) % nodes];
  return to;
}

/* Through each cluster once, in the order of the cycle of a cluster.  Cluster cycle[i] of
 * class 0 is entered at node cycle[i - 1] and left at cycle[i]; that of class 1 is entered
 * at cycle[i] and left at cycle[i + 1].  Neighbours on a cycle are the ends of a path round
 * the rest of it. */
static void through_clusters(uint32_t *whole, const uint32_t *cycle, uint32_t nodes)
{
  for (uint32_t i = 0; i < nodes; i++) {
    whole = go_round(whole, cycle[i] * nodes, cycle, nodes, i);
    whole = go_round(whole, (nodes + cycle[i]) * nodes, cycle, nodes, (i + 1) % nodes);
  }
}

/* --- dual-nets with larger super-nodes --- */

/* All clusters with their cycles, as neighbours on these. */
struct patch {
  const struct dual_net *net;
  uint32_t level;
  const uint32_t *cycle; /* [nodes] of a cluster */
  uint32_t nodes;
  uint32_t (*beside)[2]; /* [all switches of the level] */
  uint32_t (*places)[2]; /* [2 clusters] of the links that make room */
};

static void set_cycles(struct patch *p)
{
  const uint32_t clusters = 2 * p->net->clusters[p->level];

  for (uint32_t cluster = 0; cluster < clusters; cluster++)
    for (uint32_t i = 0; i < p->nodes; i++) {
      uint32_t *beside = p->beside[cluster * p->nodes + p->cycle[i]];

      beside[0] = cluster * p->nodes + p->cycle[(i + p->nodes - 1) % p->nodes];
      beside[1] = cluster * p->nodes + p->cycle[(i + 1) % p->nodes];
    }
}

static void replace(struct patch *p, uint32_t node, uint32_t old, uint32_t new)
{
  p->beside[node][p->beside[node][0] != old] = new;
}

/* Cluster `zero` of class 0 and cluster `one` of class 1 become one cycle: the links
 * between places a and b of super-node `one` and of super-node `zero` make room for
 * cross-edges. */
static void join(struct patch *p, uint32_t zero, uint32_t one, const uint32_t places[2])
{
  uint32_t ends[2][2]; /* by class, and place */

  for (uint32_t k = 0; k < 2; k++) {
    ends[0][k] = dual_net_join(p->net, p->level, (struct dual_id){0, zero, one, places[k]});
    ends[1][k] = dual_net_join(p->net, p->level, (struct dual_id){1, one, zero, places[k]});
  }
  for (uint32_t class_id = 0; class_id < 2; class_id++)
    for (uint32_t k = 0; k < 2; k++)
      replace(p, ends[class_id][k], ends[class_id][!k], ends[!class_id][k]);
}

/* Are two places of a super-node neighbours on the cycle of a cluster?  By that of cluster
 * 0 of class 0, which is not joined to others yet. */
static bool beside(const struct patch *p, uint32_t super, const uint32_t places[2])
{
  const uint32_t a = dual_net_join_cluster(p->net, p->level, super, places[0]);
  const uint32_t b = dual_net_join_cluster(p->net, p->level, super, places[1]);

  return p->beside[a][0] == b || p->beside[a][1] == b;
}

/* Places that are neighbours on the cycle both in super-node a and in super-node b. */
static bool common(const struct patch *p, uint32_t a, uint32_t b, uint32_t places[2])
{
  const uint32_t s = dual_net_super_nodes(p->net, p->level);

  for (places[0] = 0; places[0] < s; places[0]++) {
    const uint32_t node = dual_net_join_cluster(p->net, p->level, a, places[0]);

    for (uint32_t k = 0; k < 2; k++) {
      uint32_t super;

      dual_net_split_cluster(p->net, p->level, p->beside[node][k], &super, &places[1]);
      if (super == a && beside(p, b, places))
        return true;
    }
  }
  return false;
}

/* Cluster i of class 1 with clusters i and i + 1 of class 0.  No link is taken twice: those
 * of a cluster lie in two super-nodes.  False: there are no such links. */
static bool join_all(struct patch *p)
{
  const uint32_t n = p->net->clusters[p->level];
  bool good = true;

  for (uint32_t i = 0; good && i < n; i++)
    good = common(p, i, i, p->places[2 * i]) &&
           (i + 1 == n || common(p, i, i + 1, p->places[2 * i + 1]));
  for (uint32_t i = 0; good && i < n; i++) {
    join(p, i, i, p->places[2 * i]);
    if (i + 1 < n)
      join(p, i + 1, i, p->places[2 * i + 1]);
  }
  return good;
}

static void walk(const struct patch *p, uint32_t *whole, uint32_t count)
{
  uint32_t before = p->beside[0][0], at = 0;

  for (uint32_t i = 0; i < count; i++) {
    const uint32_t next = p->beside[at][p->beside[at][0] == before];

    whole[i] = at;
    before = at;
    at = next;
  }
}

/* --- all --- */

/* Work space of a network. */
struct space {
  uint32_t *spare;       /* [switches] */
  uint32_t (*beside)[2]; /* [switches] */
  uint32_t (*places)[2]; /* [switches] */
};

/* False: none is made for this network. */
static bool dual_net_cycle(const struct dual_net *net, uint32_t *cycle,
                           const struct space *space)
{
  bool good = true;

  product_cycle(cycle, space->spare, net->size, net->stride, net->rings, true);
  for (uint32_t level = 1; good && level <= net->levels; level++) {
    struct patch p = {.net = net,
                      .level = level,
                      .cycle = space->spare,
                      .nodes = net->nodes[level - 1],
                      .beside = space->beside,
                      .places = space->places};

    memcpy(space->spare, cycle, p.nodes * sizeof *cycle);
    if (net->super[level] == 0) {
      through_clusters(cycle, p.cycle, p.nodes);
      continue;
    }
    set_cycles(&p);
    good = join_all(&p);
    if (good)
      walk(&p, cycle, net->nodes[level]);
  }
  return good;
}

static void mesh_cycle(const struct topology *t, uint32_t *cycle, uint32_t *spare)
{
  uint32_t sizes[PRODUCT_DIMENSIONS], strides[PRODUCT_DIMENSIONS];

  for (uint32_t i = 0; i < product_dimensions(t); i++) {
    sizes[i] = product_size(t, i);
    strides[i] = product_stride(t, i);
  }
  product_cycle(cycle, spare, sizes, strides, product_dimensions(t), false);
}

static bool make(const struct topology *t, uint32_t *cycle, const struct space *space,
                 const char **how)
{
  struct dual_net net;

  *how = "made from its factors";
  if (t->row == &mesh) {
    mesh_cycle(t, cycle, space->spare);
    return true;
  }
  if (!dual_net_of(t, &net))
    return false;
  if (net.levels > 0)
    *how = "made from cycles of its clusters";
  return dual_net_cycle(&net, cycle, space);
}

bool hamiltonian_make(const struct topology *t, uint32_t *cycle, bool *made,
                      const char **how, struct err *err)
{
  struct space space = {.spare = memory_table(t->switches, sizeof *space.spare),
                        .beside = memory_table(t->switches, sizeof *space.beside),
                        .places = memory_table(t->switches, sizeof *space.places)};
  bool good = space.spare && space.beside && space.places;

  if (good)
    *made = make(t, cycle, &space, how);
  else
    err_set(err, ERR_ENVIRONMENT, "not enough memory for a cycle of %u switches",
            t->switches);
  free(space.spare);
  free(space.beside);
  free(space.places);
  return good;
}
