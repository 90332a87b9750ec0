/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_paths -- what both papers leave open: Hamiltonian cycles, failed switches,
 * embeddings. */
#include "base/rng.h"
#include "network/topology/faults.h"
#include "network/topology/hamiltonian.h"
#include "network/topology/node_disjoint.h"
#include "papers/dual_nets.h"

static const char *const nets[] = {"hdn:2x2:2",     "rdn:3:1",     "hdn:2x3:3",
                                   "rdn:2x2:1",     "rdn:2x2x2:1", "hdn:2x3x5:2x3",
                                   "hdn:2x3x5:3x5", "hdn:2x2:2,2", "hdn:2x2:2,2@2",
                                   "rdn:2:2",       "hdn:2:1,2"};
enum { NETS = sizeof nets / sizeof nets[0] };

/* --- Hamiltonian cycles --- */

/* Each node once, neighbours in a row, the last beside the first. */
static bool is_cycle(const struct topology *t, const uint32_t *cycle, bool *seen)
{
  for (uint32_t i = 0; i < t->switches; i++) {
    if (seen[cycle[i]] || !lab_linked(t, cycle[i], cycle[(i + 1) % t->switches]))
      return false;
    seen[cycle[i]] = true;
  }
  return true;
}

static void judge_hamiltonian(struct finding *f)
{
  uint32_t cycles = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  for (s.searched = true; survey_next(&s);) {
    const struct graph graph = {s.g.nodes, s.g.first, s.g.to};
    uint32_t *cycle MEMORY_OF_BLOCK = lab_memory(f, s.g.nodes, sizeof *cycle);
    uint32_t *places MEMORY_OF_BLOCK = lab_memory(f, s.g.nodes, sizeof *places);
    bool *seen MEMORY_OF_BLOCK = lab_memory(f, s.g.nodes, sizeof *seen);

    cycles += cycle && places && seen &&
              hamiltonian_search(&graph, cycle, places, f->claims->seed) &&
              is_cycle(&s.t, cycle, seen);
  }
  reading(f, cycles == NETS, "a cycle was found, and followed, in %u of %d", cycles, NETS);
}

/* --- connectivity --- */

/* Fewest disjoint paths from `from` to a node that it is not joined to. */
static void fewest_paths(struct finding *f, const struct lab_graph *g, uint32_t from,
                         uint32_t *fewest)
{
  const struct graph graph = {.nodes = g->nodes, .first = g->first, .to = g->to};
  OF_BLOCK(node_disjoint, d);

  if (f->failed || !finding_check(f, node_disjoint_open(&d, &graph, f->err)))
    return;

  for (uint32_t to = 0; to < g->nodes && !f->failed; to++)
    if (to != from && !lab_joined(g, from, to)) {
      const uint32_t paths = node_disjoint_find(&d, from, to);

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
