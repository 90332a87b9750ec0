/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_cuts -- bisection: N/4 in the HDN paper, ceil((2 n0)^(2^k) / 8) in the RDN paper. */
#include "network/topology/bisection.h"
#include "network/topology/hdn_formulas.h"
#include "papers/dual_nets.h"

/* Edges between the two sides, and how many nodes are on one. */
static uint32_t cut(const struct lab_graph *g, const bool *side, uint32_t *nodes)
{
  uint32_t edges = 0;

  *nodes = 0;
  for (uint32_t v = 0; v < g->nodes; v++) {
    *nodes += side[v];
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
      edges += side[v] && !side[g->to[i]];
  }
  return edges;
}

/* Fewest edges between halves among the two that every dual-net has: half of the clusters,
 * and clusters of class 0 between their super-nodes. */
static bool listed(const char *spec, uint32_t edges[HDN_HALVINGS], uint32_t *switches,
                   struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  GRAPH_OF_BLOCK(g);

  if (!lab_open_graph(&t, &g, err, "%s", spec))
    return false;
  bool *side MEMORY_OF_BLOCK = lab_memory(g.nodes, sizeof *side, err, "halves");

  if (!side)
    return false;
  *switches = g.nodes;
  for (uint32_t i = 0; i < HDN_HALVINGS; i++) {
    uint32_t nodes;

    for (uint32_t v = 0; v < g.nodes; v++)
      side[v] = hdn_halvings[i].side(&t, v);
    edges[i] = cut(&g, side, &nodes);
    if (2 * nodes != g.nodes)
      edges[i] = UINT32_MAX;
  }
  return true;
}

/* Of these networks: how many have a cut below a quarter of the switches; the text has each
 * as cut/quarter. */
static bool below(const char *const *specs, uint32_t count, uint32_t *fewer,
                  uint32_t *figure_9, char *text, size_t size, struct err *err)
{
  *fewer = *figure_9 = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t edges[HDN_HALVINGS], switches;

    if (!listed(specs[i], edges, &switches, err))
      return false;
    const uint32_t least = edges[0] < edges[1] ? edges[0] : edges[1];

    *figure_9 += edges[0] == switches / 4;
    *fewer += least < switches / 4;
    claims_append(text, size, "%s %u/%u", i ? "," : "", least, switches / 4);
  }
  return true;
}

static const char *const hierarchical[] = {"hdn:6:1",     "hdn:8:1",       "hdn:6x6:1",
                                           "hdn:2x2:2,2", "hdn:2x2:2,2x2", "hdn:2x2:1,1"};
static const char *const recursive[] = {"rdn:6:1", "rdn:8:1",   "rdn:10:1",
                                        "rdn:2:2", "rdn:2x2:2", "rdn:2x2x2:2"};

enum { CUTS = 6 };

/* H3.19 */
static bool judge_figure_9(struct finding *f, struct err *err)
{
  uint32_t fewer, figure_9;
  char text[96] = "";

  if (!below(hierarchical, CUTS, &fewer, &figure_9, text, sizeof text, err))
    return false;
  finding_reading(f, figure_9 == CUTS, "the halves of figure 9: in %u of %d networks",
                  figure_9, CUTS);
  finding_reading(f, fewer == 0, "others are joined by fewer in %u of them:%s", fewer,
                  text);
  return true;
}

/* H3.20 */
static bool judge_exact(struct finding *f, struct err *err)
{
  static const char *const specs[] = {"hdn:2x2:2", "rdn:3:1", "hdn:2x3:3", "rdn:2:1"};
  uint32_t right = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < 4; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!lab_open(&t, err, "%s", specs[i]))
      return false;
    const struct bisection b = bisection_fewest(&t);

    right += b.all && b.links == (dual_switches(&t) + 3) / 4;
    claims_append(text, sizeof text, " %llu", (unsigned long long)b.links);
  }
  finding_reading(f, right == 4, "all halves of networks of 16, 18, 24, 8 switches:%s",
                  text);
  return true;
}

/* R2.4 */
static bool judge_recursive(struct finding *f, struct err *err)
{
  static const char *const cubes[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1"};
  uint32_t fewer, figure_9, cube_fewer, all;
  char text[96] = "", cube_text[64] = "";

  if (!below(cubes, 3, &cube_fewer, &all, cube_text, sizeof cube_text, err) ||
      !below(recursive, CUTS, &fewer, &figure_9, text, sizeof text, err))
    return false;
  finding_reading(f, cube_fewer == 0 && all == 3,
                  "k = 1 on 1-, 2-, 3-cubes: no halves that were tried have fewer:%s",
                  cube_text);
  finding_reading(f, fewer == 0, "C_6, C_8, C_10, and k = 2 on 1-, 2-, 3-cubes:%s", text);
  return true;
}

static const struct claim_row rows[] = {
    {"H3.19", "Hierarchical Dual-Net, section 3",
     "bisection width N/4, for an even number of super-nodes", "N/4",
     .judge = judge_figure_9},
    {"H3.20", "Hierarchical Dual-Net, section 3",
     "the same rounded up, on networks small enough for all halves", "N/4",
     .judge = judge_exact},
};

const struct claim_part dual_cuts = {rows, sizeof rows / sizeof rows[0]};

static const struct claim_row of_recursive[] = {
    {"R2.4", "Recursive Dual-Net, section 2",
     "Theorem 1: bisection bandwidth ceil((2 n0)^(2^k) / 8)", "N/4",
     .judge = judge_recursive},
};

const struct claim_part dual_recursive_cuts = {of_recursive, sizeof of_recursive /
                                                                 sizeof of_recursive[0]};
