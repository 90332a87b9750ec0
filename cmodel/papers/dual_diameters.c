/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_diameters -- section 3 of the HDN paper: bisection N/4, Theorem 1, symmetry; and
 * section 2 of the RDN paper: bisection ceil((2 n0)^(2^k) / 8). */
#include "network/topology/bisection.h"
#include "network/topology/hdn_formulas.h"
#include "papers/dual_nets.h"

#include <string.h>

/* Networks that have fewer links between halves than a quarter of the switches. */
struct below {
  uint32_t fewer;
  uint32_t figure_9; /* those in which half of the clusters has just so many */
};

/* Looks at the two halvings that every dual-net has: half of the clusters, and clusters of
 * class 0 between their super-nodes.  The text has each network as cut/quarter. */
static struct below below(struct finding *f, const char *const *specs, uint32_t count,
                          char text[96])
{
  struct below found = {.fewer = 0};
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, count);

  text[0] = '\0';
  while (survey_next(&s)) {
    const uint32_t quarter = s.t.switches / 4;
    uint32_t links[HDN_HALVINGS];

    for (uint32_t i = 0; i < HDN_HALVINGS; i++) {
      const struct lab_cut cut = lab_cut_of(&s.t, hdn_halvings[i].side);

      links[i] = 2 * cut.switches == s.t.switches ? cut.links : UINT32_MAX;
    }
    const uint32_t least = links[0] < links[1] ? links[0] : links[1];

    found.figure_9 += links[0] == quarter;
    found.fewer += least < quarter;
    claims_append(text, 96, "%s %u/%u", s.opened > 1 ? "," : "", least, quarter);
  }
  return found;
}

static const char *const hierarchical[] = {"hdn:6:1",     "hdn:8:1",       "hdn:6x6:1",
                                           "hdn:2x2:2,2", "hdn:2x2:2,2x2", "hdn:2x2:1,1"};
static const char *const recursive[] = {"rdn:6:1", "rdn:8:1",   "rdn:10:1",
                                        "rdn:2:2", "rdn:2x2:2", "rdn:2x2x2:2"};

enum { CUTS = 6 };

static void judge_figure_9(struct finding *f)
{
  char text[96];
  const struct below found = below(f, hierarchical, CUTS, text);

  reading(f, found.figure_9 == CUTS, "the halves of figure 9: in %u of %d networks",
          found.figure_9, CUTS);
  reading(f, found.fewer == 0, "others are joined by fewer in %u of them:%s", found.fewer,
          text);
}

static void judge_exact(struct finding *f)
{
  static const char *const specs[] = {"hdn:2x2:2", "rdn:3:1", "hdn:2x3:3", "rdn:2:1"};
  uint32_t right = 0;
  char text[64] = "";
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, 4);

  while (survey_next(&s)) {
    const struct bisection b = bisection_fewest(&s.t);

    right += b.all && b.links == (dual_switches(&s.t) + 3) / 4;
    claims_append(text, sizeof text, " %" PRIu64, b.links);
  }
  reading(f, right == 4, "all halves of networks of 16, 18, 24, 8 switches:%s", text);
}

static void judge_recursive(struct finding *f)
{
  static const char *const cubes[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1"};
  char text[96], cube_text[96];
  const struct below of_cubes = below(f, cubes, 3, cube_text);
  const struct below others = below(f, recursive, CUTS, text);

  reading(f, of_cubes.fewer == 0 && of_cubes.figure_9 == 3,
          "k = 1 on 1-, 2-, 3-cubes: no halves that were tried have fewer:%s", cube_text);
  reading(f, others.fewer == 0, "C_6, C_8, C_10, and k = 2 on 1-, 2-, 3-cubes:%s", text);
}

static const struct claim_row rows[] = {
    {"H3.19", "bisection width N/4, for an even number of super-nodes", "N/4",
     .judge = judge_figure_9},
    {"H3.20", "the same rounded up, on networks small enough for all halves", "N/4",
     .judge = judge_exact},
};

const struct claim_part dual_cuts = CLAIM_PART(rows, "Hierarchical Dual-Net, section 3");

static const struct claim_row of_recursive[] = {
    {"R2.4", "Theorem 1: bisection bandwidth ceil((2 n0)^(2^k) / 8)", "N/4",
     .judge = judge_recursive},
};

const struct claim_part dual_recursive_cuts =
    CLAIM_PART(of_recursive, "Recursive Dual-Net, section 2");

/* --- diameters --- */

enum { LARGE = 100000, SOME = 24, ALIKE = 400 };

/* What Theorem 1 prints, from the base and the super-nodes alone. */
static uint32_t printed(const struct dual_net *net)
{
  uint32_t diameter = 0;

  for (uint32_t i = 0; i < net->rings; i++)
    diameter += net->size[i] / 2;
  for (uint32_t level = 1; level <= net->levels; level++) {
    diameter = 2 * diameter + 2;
    for (uint32_t i = 0; i < net->rings; i++)
      diameter -= net->super[level] >> i & 1 ? net->size[i] / 2 : 0;
  }
  return diameter;
}

/* Networks whose diameter was searched for. */
struct tried {
  uint32_t networks, right, less;
  uint32_t switches; /* of the largest */
};

static void try_one(struct finding *f, struct tried *tried, uint32_t sources,
                    const char *spec)
{
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_continues(f) || !lab_open_graph(f, &t, &g, "%s", spec))
    return;
  const struct dual_net *net = hdn_net(&t);
  /* Where all switches look alike (H3.8), one will do. */
  const uint32_t most = lab_eccentricity(&g, dual_net_nested(net) ? 1 : sources);

  tried->networks++;
  tried->right += most == printed(net);
  tried->less += most + (UINT32_C(1) << (net->levels - 1)) == printed(net);
  tried->switches = t.switches > tried->switches ? t.switches : tried->switches;
}

/* hdn of two levels on 2x3x5; `whole`: with S1 the base, else without. */
static void try_two_levels(struct finding *f, struct tried *tried, bool whole)
{
  for (uint32_t a = 0; a < DUAL_SUPERS; a++)
    for (uint32_t b = 0; b < DUAL_SUPERS; b++) {
      const uint64_t below =
          UINT64_C(1800) / dual_supers[a].nodes; /* switches of a cluster */
      char spec[TOPOLOGY_SPEC] = "";

      if ((a == DUAL_SUPERS - 1) != whole ||
          2 * below * below / dual_supers[b].nodes > LARGE)
        continue;
      claims_append(spec, sizeof spec, "hdn:2x3x5:%s,%s", dual_supers[a].spec,
                    dual_supers[b].spec);
      try_one(f, tried, SOME, spec);
    }
}

static void judge_diameter(struct finding *f)
{
  static const char *const others[] = {"hdn:2x2:2",     "hdn:2x2:2,2", "hdn:2x2:2,2@2",
                                       "hdn:2x2:2,2x2", "hdn:4:1",     "hdn:5:1",
                                       "hdn:2x2x2:2x2", "hdn:2:1,2",   "hdn:2:1,2,2"};
  struct tried one = {.networks = 0}, two = {.networks = 0}, small = {.networks = 0};
  struct tried whole = {.networks = 0};

  for (uint32_t a = 0; a < DUAL_SUPERS; a++) {
    char spec[TOPOLOGY_SPEC] = "";

    claims_append(spec, sizeof spec, "hdn:2x3x5:%s", dual_supers[a].spec);
    try_one(f, a + 1 < DUAL_SUPERS ? &one : &whole, 1, spec);
  }
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    try_one(f, &small, ALIKE, others[i]);
  try_two_levels(f, &two, false);
  try_two_levels(f, &whole, true);
  reading(f,
          one.right == one.networks && two.right == two.networks &&
              small.right == small.networks,
          "n_1 > 1: %u of %u networks of one level on 2x3x5, %u of %u of two with "
          "up to %u switches, %u of %u small ones",
          one.right, one.networks, two.right, two.networks, two.switches, small.right,
          small.networks);
  reading(f, whole.right == whole.networks,
          "S1 the whole base: %u of %u; it is 2^(k-1) less in %u", whole.right,
          whole.networks, whole.less);
  note(f, "breadth-first search from one switch where all look alike, else from %d", SOME);
}

static void judge_largest(struct finding *f)
{
  const uint32_t first = dual_measure(f, 1, "hdn:2x3x5:2,2").diameter;
  const uint32_t second = dual_measure(f, 4, "hdn:2x3x5:2,5").diameter;
  const uint32_t third = dual_measure(f, 4, "hdn:2x3x5:5,2").diameter;

  reading(f, first == 19 && second == 18 && third == 17,
          "%u, %u, %u, by search from 1 of 810,000 switches, all alike, and from 4 "
          "of 324,000 and of 129,600",
          first, second, third);
}

/* --- symmetry --- */

/* Different lists of how many switches are at which distance, among `count` sources; the
 * least of the largest distances. */
uint32_t dual_profiles(struct lab_graph *g, uint32_t count, uint32_t *least)
{
  enum { HOPS = 64, KEPT = 64 };
  uint32_t kept[KEPT][HOPS], different = 0;

  *least = UINT32_MAX;
  count = count < g->nodes ? count : g->nodes;
  for (uint32_t i = 0; i < count && different < KEPT; i++) {
    uint32_t *profile = kept[different];
    bool known = false;

    memset(profile, 0, sizeof kept[0]);
    const uint32_t farthest = lab_search(g, (uint32_t)((uint64_t)i * g->nodes / count));
    for (uint32_t v = 0; v < g->nodes; v++)
      profile[g->hops[v] < HOPS ? g->hops[v] : HOPS - 1]++;
    for (uint32_t k = 0; k < different; k++)
      known |= memcmp(kept[k], profile, sizeof kept[0]) == 0;
    different += !known;
    *least = farthest < *least ? farthest : *least;
  }
  return different;
}

static void judge_symmetric(struct finding *f)
{
  static const char *const alike[] = {"hdn:2x2:2",   "hdn:2x3x5:2x3", "hdn:2x3x5:3x5",
                                      "hdn:2x2:2,2", "rdn:2x2x2:1",   "rdn:2:2",
                                      "rdn:3:1",     "hdn:2x2:2x2,1", "hdn:2:2,2,2"};
  const uint32_t count = sizeof alike / sizeof alike[0];
  uint32_t one = 0, least;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, alike, count);
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  for (s.searched = true; survey_next(&s);)
    one += dual_profiles(&s.g, UINT32_MAX, &least) == 1;
  reading(f, one == count,
          "one level, and each SN^i in SN^(i-1): from all switches as many others "
          "at each distance, in %u of %u networks",
          one, count);
  if (!lab_open_graph(f, &t, &g, "hdn:2x3x5:2x3,3x5"))
    return;
  const uint32_t different = dual_profiles(&g, 600, &least);
  reading(f, different == 1,
          "(6,15), the paper's example: %u different profiles from 600 switches, "
          "some reach all others in %u hops",
          different, least);
}

static const struct claim_row rows_of_diameters[] = {
    {"H3.6", "Theorem 1: diameter 2^k D(B) - sum 2^j D(SN^(k-j)) + 2^(k+1) - 2", "formula",
     .judge = judge_diameter},
    {"H3.7", "the same for (2,2), (2,5), (5,2) on 2x3x5", "19, 18, 17",
     .judge = judge_largest},
    {"H3.8", "the hierarchical dual-net is symmetric", "symmetric",
     .judge = judge_symmetric},
};

const struct claim_part dual_diameters =
    CLAIM_PART(rows_of_diameters, "Hierarchical Dual-Net, section 3");
