/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_said -- what the RDN paper says beside its theorems: sections 2, 3 and 6. */
#include "papers/dual_nets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- section 2 --- */

static void judge_symmetric(struct finding *f)
{
  static const char *const specs[] = {"rdn:3:1", "rdn:5:1", "rdn:2x3:1", "rdn:2x2x2:1",
                                      "rdn:2:2", "rdn:3:2", "rdn:K4:1",  "rdn:petersen:1"};
  enum { SPECS = sizeof specs / sizeof specs[0] };
  uint32_t alike = 0, regular = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, SPECS);

  for (s.searched = true; survey_next(&s);) {
    uint32_t least, others = 0;

    for (uint32_t v = 0; v < s.g.nodes; v++)
      others += s.g.first[v + 1] - s.g.first[v] != s.g.first[1];
    alike += dual_profiles(&s.g, UINT32_MAX, &least) == 1;
    regular += others == 0;
  }
  reading(
      f, alike == SPECS && regular == SPECS,
      "from all nodes as many others at each distance in %u, as many neighbours in %u of "
      "%d networks, k = 1 and 2",
      alike, regular, SPECS);
}

static void judge_cubes(struct finding *f)
{
  enum { CUBES = 14 };
  uint32_t twos = 0;

  for (uint32_t n = 1; n <= CUBES; n++) {
    const struct dual_size size = dual_measure(f, 1, "hypercube:%u", n);

    twos += size.degree + size.diameter == 2 * log2(size.nodes);
  }
  reading(f, twos == CUBES, "2 for %u of n = 1..%d", twos, CUBES);
}

/* What table I measures, not what it prints. */
static double ratio_of(struct finding *f, uint32_t row)
{
  struct finding cell = {.claims = f->claims, .err = f->err};

  table_ask(&cell, &dual_table_of_recursive, row, DUAL_COST);
  return finding_check(f, !cell.failed) ? strtod(cell.readings[0].text, NULL) : 0;
}

/* Table I: rows 0 to 3 of about 1K nodes, 4 to 7 of more than 1M; of each a cube, two rdn,
 * a torus. */
static void judge_better(struct finding *f)
{
  uint32_t better = 0;
  char text[64] = "";

  for (uint32_t row = 0; row < 8; row += 4)
    for (uint32_t of = row + 1; of < row + 3; of++) {
      const double ratio = ratio_of(f, of);

      better += ratio < ratio_of(f, row) && ratio < ratio_of(f, row + 3);
      claims_append(text, sizeof text, " %.2f", ratio);
    }
  reading(f, better == 4, "in %u of 4:%s; cubes %.2f %.2f, tori %.2f %.2f", better, text,
          ratio_of(f, 0), ratio_of(f, 4), ratio_of(f, 3), ratio_of(f, 7));
}

static const struct claim_row rows[] = {
    {"R2.6", "RDN^k(B) is symmetric and regular, if B is", "symmetric",
     .judge = judge_symmetric},
    {"R2.7", "the cost ratio of an n-cube, whatever its size", "2", .judge = judge_cubes},
    {"R2.8", "table I: cost ratios of RDN are better than those of cubes and 3D tori",
     "all cases", .judge = judge_better},
};

const struct claim_part dual_said = CLAIM_PART(rows, "Recursive Dual-Net, section 2");

/* --- section 3 --- */

/* Runs of engines, to each node alone: t_s = 5, t_w = 3, m = 2. */
static void judge_distances(struct finding *f)
{
  static const char *const specs[] = {"hypercube:4", "rdn:2x2:1", "rdn:3:1"};
  uint32_t right = 0, tried = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, 3);

  for (s.searched = true; survey_next(&s);) {
    lab_search(&s.g, 0);
    for (uint32_t to = 1; to < s.g.nodes; to++, tried++) {
      char traffic[80];

      snprintf(traffic, sizeof traffic,
               "one-to-many-broadcast,destinations=%u,startup=5,word=3,words=2", to);
      right +=
          dual_run(f, specs[s.opened - 1], traffic).cycles == s.g.hops[to] * UINT64_C(11);
    }
  }
  reading(
      f, tried > 0 && right == tried,
      "from node 0 to %u of %u others, in engines, t_s = 5, t_w = 3, m = 2: 11 d cycles",
      right, tried);
}

static const struct claim_row of_section_3[] = {
    {"R3.1", "m words to a node at distance d take d (t_s + m t_w)", "d (t_s + m t_w)",
     .judge = judge_distances},
};

const struct claim_part dual_said_of_time =
    CLAIM_PART(of_section_3, "Recursive Dual-Net, section 3");

/* --- section 6 --- */

static void judge_links(struct finding *f)
{
  static const char *const specs[2][2] = {{"hypercube:7", "rdn:2x2x2:1"},
                                          {"hypercube:15", "rdn:2x2x2:2"}};
  uint32_t more = 0, links[2][2];

  for (uint32_t i = 0; i < 2; i++) {
    for (uint32_t k = 0; k < 2; k++) {
      TOPOLOGY_OF_BLOCK(t);
      OF_BLOCK(lab_graph, g);
      links[i][k] = lab_open_graph(f, &t, &g, "%s", specs[i][k]) ? lab_edges(&g) : 0;
    }
    more += links[i][0] > links[i][1];
  }
  reading(f, more == 2 && links[0][1] == 256 && links[1][1] == 81920,
          "%u for %u, %u for %u: of the cubes and of the rdn of as many nodes", links[0][0],
          links[0][1], links[1][0], links[1][1]);
}

static const struct claim_row of_section_6[] = {
    {"R6.13", "there are more links in the hypercubes of table II than in the RDNs", "more",
     .judge = judge_links},
};

const struct claim_part dual_said_of_links =
    CLAIM_PART(of_section_6, "Recursive Dual-Net, section 6");
