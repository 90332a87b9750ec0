/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_paths -- what both papers leave open: Hamiltonian cycles, failed switches,
 * embeddings. */
#include "base/rng.h"
#include "network/topology/faults.h"
#include "papers/dual_nets.h"

#include <string.h>

static const char *const nets[] = {"hdn:2x2:2",     "rdn:3:1",     "hdn:2x3:3",
                                   "rdn:2x2:1",     "rdn:2x2x2:1", "hdn:2x3x5:2x3",
                                   "hdn:2x3x5:3x5", "hdn:2x2:2,2", "hdn:2x2:2,2@2",
                                   "rdn:2:2",       "hdn:2:1,2"};
enum { NETS = sizeof nets / sizeof nets[0], ROTATIONS = 400000 };

/* --- Hamiltonian cycles --- */

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
  for (uint32_t i = from, j = w->count - 1; i < j; i++, j--)
    lab_swap(&w->nodes[i], &w->nodes[j]);
  for (uint32_t i = from; i < w->count; i++)
    w->places[w->nodes[i]] = i + 1;
}

/* Go on at the end, or turn a part round so that the path has another end (Posa). */
static bool search(const struct lab_graph *g, struct tour *w, struct rng *rng)
{
  append(w, 0);
  for (uint32_t turns = 0; turns < ROTATIONS; turns++) {
    const uint32_t end = w->nodes[w->count - 1];
    const uint32_t degree = g->first[end + 1] - g->first[end];
    uint32_t next = UINT32_MAX;

    if (w->count == g->nodes && lab_joined(g, end, 0))
      return true;
    for (uint32_t i = g->first[end]; i < g->first[end + 1]; i++)
      if (!w->places[g->to[i]])
        next = g->to[i];
    if (next != UINT32_MAX)
      append(w, next);
    else
      turn(w, w->places[g->to[g->first[end] + (uint32_t)rng_below(rng, degree)]]);
  }
  return false;
}

/* Each node once, neighbours in a row, the last beside the first. */
static bool is_cycle(const struct topology *t, const struct tour *w)
{
  bool good = w->count == t->switches;

  for (uint32_t i = 0; i < w->count && good; i++)
    good = lab_linked(t, w->nodes[i], w->nodes[(i + 1) % w->count]) &&
           w->places[w->nodes[i]] == i + 1;
  return good;
}

static void judge_hamiltonian(struct finding *f)
{
  uint32_t cycles = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  for (s.searched = true; survey_next(&s);) {
    struct rng rng = rng_seed(f->claims->seed, 0);
    uint32_t *nodes MEMORY_OF_BLOCK = lab_memory(f, s.g.nodes, sizeof *nodes);
    uint32_t *places MEMORY_OF_BLOCK = lab_memory(f, s.g.nodes, sizeof *places);
    struct tour tour = {.nodes = nodes, .places = places};

    cycles += nodes && places && search(&s.g, &tour, &rng) && is_cycle(&s.t, &tour);
  }
  reading(f, cycles == NETS, "a cycle was found, and followed, in %u of %d", cycles, NETS);
}

/* --- connectivity --- */

/* Unit flow from a to b through a graph whose node v is an arc from half 2v, where paths
 * come in, to half 2v + 1, where they go out; so paths share no node but a and b. */
struct flow {
  const struct lab_graph *g;
  bool *through; /* [nodes] a path goes through the node */
  bool *along;   /* [ends] a path goes along the edge g->to[i] */
  bool *seen;    /* [2 nodes] halves from which there is no new path to the end */
};

/* The end of the same edge at its other node. */
static uint32_t twin(const struct lab_graph *g, uint32_t from, uint32_t i)
{
  uint32_t k = g->first[g->to[i]];

  while (g->to[k] != from)
    k++;
  return k;
}

/* Lead one path more from a half on to node b: along arcs without a path, and back along
 * those with one.  False: there is none. */
static bool lead(struct flow *flow, uint32_t half, uint32_t b)
{
  const struct lab_graph *g = flow->g;
  const uint32_t v = half / 2;
  const bool out = half % 2 == 1;

  if (half == 2 * b)
    return true;
  if (flow->seen[half])
    return false;
  flow->seen[half] = true;
  if (flow->through[v] == out && lead(flow, half ^ 1, b)) {
    flow->through[v] = !out;
    return true;
  }
  for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
    bool *along = &flow->along[out ? i : twin(g, v, i)];

    if (*along != out && lead(flow, 2 * g->to[i] + !out, b)) {
      *along = out;
      return true;
    }
  }
  return false;
}

static uint32_t disjoint(struct flow *flow, uint32_t a, uint32_t b)
{
  uint32_t paths = 0;

  memset(flow->through, 0, flow->g->nodes * sizeof *flow->through);
  memset(flow->along, 0, flow->g->first[flow->g->nodes] * sizeof *flow->along);
  do
    memset(flow->seen, 0, 2 * (size_t)flow->g->nodes * sizeof *flow->seen);
  while (lead(flow, 2 * a + 1, b) && ++paths);
  return paths;
}

/* Fewest disjoint paths from `from` to a node that it is not joined to. */
static void fewest_paths(struct finding *f, const struct lab_graph *g, uint32_t from,
                         uint32_t *fewest)
{
  bool *through MEMORY_OF_BLOCK = lab_memory(f, g->nodes, sizeof *through);
  bool *along MEMORY_OF_BLOCK = lab_memory(f, g->first[g->nodes] + 1, sizeof *along);
  bool *seen MEMORY_OF_BLOCK = lab_memory(f, 2 * (size_t)g->nodes, sizeof *seen);
  struct flow flow = {g, through, along, seen};

  for (uint32_t to = 0; to < g->nodes && !f->failed; to++)
    if (to != from && !lab_joined(g, from, to)) {
      const uint32_t paths = disjoint(&flow, from, to);

      *fewest = paths < *fewest ? paths : *fewest;
    }
}

/* X6: from so many nodes as are the bound and one more, one of which no cut of fewer takes
 * away. */
static void judge_connectivity(struct finding *f)
{
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  for (s.searched = true; survey_next(&s);) {
    uint32_t fewest = UINT32_MAX;

    for (uint32_t from = 0; from <= s.t.ports; from++)
      fewest_paths(f, &s.g, from * (s.g.nodes / (s.t.ports + 1)), &fewest);
    right += fewest == s.t.ports;
  }
  reading(f, right == NETS,
          "maximal flow: as many disjoint paths as neighbours in %u of %d networks", right,
          NETS);
}

/* --- failed switches --- */

enum { SETS = 100, LIST = 96 };

/* Does a random set of one switch fewer than a switch has neighbours part the network? */
static bool is_parted(struct topology *t, struct rng *rng)
{
  char list[LIST] = "";
  uint32_t set[16], count = 0;
  struct err reason;

  while (count + 1 < t->ports) {
    bool known = false;

    set[count] = (uint32_t)rng_below(rng, t->switches);
    for (uint32_t i = 0; i < count; i++)
      known |= set[i] == set[count];
    if (!known)
      claims_append(list, sizeof list, "%s%u", count ? "," : "", set[count]);
    count += !known;
  }
  return !faults_set(t, list, &reason);
}

static void judge_faults(struct finding *f)
{
  const uint32_t trials = f->claims->trials < SETS ? f->claims->trials : SETS;
  uint32_t sets = 0, parted = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  while (survey_next(&s)) {
    struct rng rng = rng_seed(f->claims->seed, s.t.switches);

    for (uint32_t trial = 0; trial < trials; trial++, sets++)
      parted += is_parted(&s.t, &rng);
  }
  reading(f, parted == 0, "%u of %u random sets in %d networks part those left", parted,
          sets, NETS);
}

/* --- embeddings --- */

/* Largest distance of two switches of rdn on a cube whose labels of `bits` bits differ in
 * one; a label is class, x, y: where class 0 has its node and cluster, and class 1 its
 * cluster and node (`drawn`), or the number. */
static uint32_t dilation(struct finding *f, const char *spec, bool drawn)
{
  uint32_t most = 0;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_open_graph(f, &t, &g, "%s", spec))
    return 0;
  const uint32_t n = hdn_net(&t)->nodes[0];

  for (uint32_t label = 0; label < g.nodes; label++)
    for (uint32_t bit = 1; bit < g.nodes; bit <<= 1) {
      uint32_t ends[2] = {label, label ^ bit};

      for (uint32_t k = 0; k < 2; k++)
        if (drawn && ends[k] / n / n == 1)
          ends[k] = n * n + ends[k] % n * n + ends[k] / n % n;
      lab_search(&g, ends[0]);
      most = g.hops[ends[1]] > most ? g.hops[ends[1]] : most;
    }
  return most;
}

static void judge_cube(struct finding *f)
{
  static const char *const specs[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1"};
  uint32_t drawn[3], numbered[3];

  for (uint32_t i = 0; i < 3; i++) {
    drawn[i] = dilation(f, specs[i], true);
    numbered[i] = dilation(f, specs[i], false);
  }
  reading(f, drawn[0] == 3 && drawn[1] == 3 && drawn[2] == 3,
          "cubes of 3, 5, 7: dilation %u, %u, %u; by their numbers alone %u, %u, %u",
          drawn[0], drawn[1], drawn[2], numbered[0], numbered[1], numbered[2]);
}

static const struct claim_row rows[] = {
    {"X5", "dual-nets have a Hamiltonian cycle, so a ring of N has dilation 1", "-",
     .judge = judge_hamiltonian},
    {"X6", "their connectivity is their degree", "-", .judge = judge_connectivity},
    {"X7", "with fewer failed switches than the degree there are paths round them", "-",
     .judge = judge_faults},
    {"X8", "a cube of as many nodes has dilation 3 in rdn on a cube, k = 1", "-",
     .judge = judge_cube},
};

const struct claim_part dual_paths =
    CLAIM_PART(rows, "not in the papers: what they leave open");
