/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_bases -- Theorems 1 and 2 of the hierarchical dual-net where the base is no product
 * of rings: complete graphs, cubes, the Petersen graph.
 */
#include "papers/dual_nets.h"

/* A network, and of its base what the theorems ask for: d0 and D0, and the diameters of the
 * super-nodes. */
static const struct other_base {
  const char *spec;
  uint32_t nodes, degree, diameter; /* of the base */
  uint32_t levels;
  uint32_t super_nodes[2], super_diameters[2];
} others[] = {
    {"hdn:K4:1", 4, 3, 1, 1, {1}, {0}},
    {"hdn:2xK4:4", 8, 4, 2, 1, {4}, {1}},
    {"hdn:K5x3:3", 15, 6, 2, 1, {3}, {1}},
    {"hdn:Q3:1", 8, 3, 3, 1, {1}, {0}},
    {"hdn:petersen:1", 10, 3, 2, 1, {1}, {0}},
    {"hdn:2xpetersen:10", 20, 4, 3, 1, {10}, {2}},
    {"hdn:petersenx3:3", 30, 5, 3, 1, {3}, {1}},
    {"hdn:2xK4:4,4", 8, 4, 2, 2, {4, 4}, {1, 1}},
    {"hdn:2xK4:2,2x4", 8, 4, 2, 2, {2, 8}, {1, 2}},
};
enum { OTHERS = sizeof others / sizeof others[0], SOURCES = 40 };

/* N_i = 2 N_(i-1)^2 / s_i; and for one level the printed form. */
static uint32_t nodes_of(const struct other_base *base)
{
  uint32_t nodes = base->nodes;

  for (uint32_t i = 0; i < base->levels; i++)
    nodes = 2 * nodes * (nodes / base->super_nodes[i]);
  return nodes;
}

/* Theorem 1: D_i = 2 D_(i-1) - D(SN^i) + 2. */
static uint32_t diameter_of(const struct other_base *base)
{
  uint32_t diameter = base->diameter;

  for (uint32_t i = 0; i < base->levels; i++)
    diameter = 2 * diameter - base->super_diameters[i] + 2;
  return diameter;
}

static void judge_theorem_1(struct finding *f)
{
  uint32_t nodes = 0, degrees = 0, diameters = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < OTHERS; i++) {
    const struct dual_size size = dual_measure(f, UINT32_MAX, "%s", others[i].spec);

    nodes += size.nodes == nodes_of(&others[i]);
    degrees += size.degree == others[i].degree + others[i].levels;
    diameters += size.diameter == diameter_of(&others[i]);
    claims_append(text, sizeof text, " %u", size.diameter);
  }
  reading(
      f, nodes == OTHERS && degrees == OTHERS && diameters == OTHERS,
      "nodes of %u, degree of %u, diameter of %u of %d networks on K4, K5, a 3-cube and "
      "the Petersen graph:%s",
      nodes, degrees, diameters, OTHERS, text);
}

/* Hops of all pairs by a routing, and of shortest paths. */
static void judge_theorem_2(struct finding *f)
{
  static const char *const routings[] = {"memoryless", "algorithm-1"};

  for (uint32_t r = 0; r < 2; r++) {
    uint32_t lost = 0, longest = 0, detours = 0, beyond = 0;
    uint64_t pairs = 0;

    for (uint32_t i = 0; i < OTHERS; i++) {
      struct dual_paths p = {.pairs = 0};

      dual_follow(f, &p, others[i].spec, routings[r], SOURCES);
      lost += p.lost;
      detours += p.detours;
      beyond += p.longest > diameter_of(&others[i]);
      longest = p.longest > longest ? p.longest : longest;
      pairs += p.pairs;
    }
    reading(f, lost == 0 && beyond == 0,
            "%s: %" PRIu64 " paths in %d networks, %u do not arrive, longest %u, %u longer "
            "than the distance",
            routings[r], pairs, OTHERS, lost, longest, detours);
  }
}

static void judge_deadlock(struct finding *f)
{
  static const char *const small[] = {"hdn:K4:1", "hdn:2xK4:4", "hdn:petersen:10",
                                      "hdn:2xK4:4,4"};
  uint32_t cyclic = 0, with_one = 0;

  for (uint32_t i = 0; i < 4; i++) {
    cyclic += dual_cyclic(f, small[i], "memoryless", 0);
    with_one += dual_cyclic(f, small[i], "memoryless", 1);
  }
  reading(f, cyclic == 0 && with_one > 0,
          "channels wait in a cycle in %u of 4 networks, with one virtual channel in %u",
          cyclic, with_one);
}

static const struct claim_row rows[] = {
    {"H3.21", "Theorem 1 on other symmetric bases: nodes, degree, diameter", "formulas",
     .judge = judge_theorem_1},
};

const struct claim_part dual_bases = CLAIM_PART(rows, "Hierarchical Dual-Net, section 3");

static const struct claim_row routes[] = {
    {"H4.10", "Theorem 2 on other symmetric bases", "formula", .judge = judge_theorem_2},
};

const struct claim_part dual_bases_routes =
    CLAIM_PART(routes, "Hierarchical Dual-Net, section 4");

static const struct claim_row deadlocks[] = {
    {"X20", "memoryless: no channels wait in a cycle on other symmetric bases", "-",
     .judge = judge_deadlock},
};

const struct claim_part dual_bases_deadlocks =
    CLAIM_PART(deadlocks, "not in the papers: routing");
