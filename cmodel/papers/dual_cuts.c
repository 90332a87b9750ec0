/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_cuts -- bisection: N/4 in the HDN paper, ceil((2 n0)^(2^k) / 8) in the RDN paper. */
#include "network/topology/bisection.h"
#include "network/topology/hdn_formulas.h"
#include "papers/dual_nets.h"

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

/* H3.19 */
static void judge_figure_9(struct finding *f)
{
  char text[96];
  const struct below found = below(f, hierarchical, CUTS, text);

  finding_reading(f, found.figure_9 == CUTS, "the halves of figure 9: in %u of %d networks",
                  found.figure_9, CUTS);
  finding_reading(f, found.fewer == 0, "others are joined by fewer in %u of them:%s",
                  found.fewer, text);
}

/* H3.20 */
static void judge_exact(struct finding *f)
{
  static const char *const specs[] = {"hdn:2x2:2", "rdn:3:1", "hdn:2x3:3", "rdn:2:1"};
  uint32_t right = 0;
  char text[64] = "";
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, 4);

  while (survey_next(&s)) {
    const struct bisection b = bisection_fewest(&s.t);

    right += b.all && b.links == (dual_switches(&s.t) + 3) / 4;
    claims_append(text, sizeof text, " %llu", (unsigned long long)b.links);
  }
  finding_reading(f, right == 4, "all halves of networks of 16, 18, 24, 8 switches:%s",
                  text);
}

/* R2.4 */
static void judge_recursive(struct finding *f)
{
  static const char *const cubes[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1"};
  char text[96], cube_text[96];
  const struct below of_cubes = below(f, cubes, 3, cube_text);
  const struct below others = below(f, recursive, CUTS, text);

  finding_reading(f, of_cubes.fewer == 0 && of_cubes.figure_9 == 3,
                  "k = 1 on 1-, 2-, 3-cubes: no halves that were tried have fewer:%s",
                  cube_text);
  finding_reading(f, others.fewer == 0, "C_6, C_8, C_10, and k = 2 on 1-, 2-, 3-cubes:%s",
                  text);
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
