/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_recursive -- section 2 of the RDN paper: Theorem 1, table I, identifiers. */
#include "papers/dual_nets.h"

#include <math.h>

/* R2.1 */
static void judge_theorem_1(struct finding *f)
{
  static const struct {
    const char *base;
    uint32_t n, d, diameter, levels;
  } bases[] = {{"2", 2, 1, 1, 3},   {"3", 3, 2, 1, 2},   {"4", 4, 2, 2, 2},
               {"5", 5, 2, 2, 2},   {"2x2", 4, 2, 2, 2}, {"2x2x2", 8, 3, 3, 2},
               {"2x3", 6, 3, 2, 2}, {"3x3", 9, 4, 2, 1}, {"2x3x5", 30, 5, 4, 1}};
  uint32_t right = 0, tried = 0;

  for (uint32_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
    for (uint32_t k = 1; k <= bases[i].levels; k++, tried++) {
      const struct dual_size size = dual_measure(f, 1, "rdn:%s:%u", bases[i].base, k);

      right += size.nodes == pow(2. * bases[i].n, 1 << k) / 2 &&
               size.degree == bases[i].d + k &&
               size.diameter == (bases[i].diameter << k) + (2U << k) - 2;
    }
  finding_reading(f, right == tried, "so in %u of %u networks, up to 32,768 nodes", right,
                  tried);
}

/* Table I; `level`: the network is too large to be opened, and what is opened is its
 * cluster, whose dual construction doubles and adds. */
static const struct {
  const char *spec;
  bool level;
  uint32_t rings; /* torus of so many like this; 0: it is no torus */
  uint32_t nodes, degree, diameter;
  double cost;
} table_1[] = {
    {"hypercube:10", false, 0, 1024, 10, 10, 2.00},
    {"rdn:5x5:1", false, 0, 1250, 5, 10, 1.46},
    {"rdn:3x3x3:1", false, 0, 1458, 7, 8, 1.43},
    {"torus:10", false, 3, 1000, 6, 15, 2.11},
    {"hypercube:11", false, 2, 4194304, 22, 22, 2.00},
    {"rdn:5x5:1", true, 0, 3125000, 6, 22, 1.30},
    {"rdn:3x3x3:1", true, 0, 4251528, 8, 18, 1.18},
    {"torus:160", false, 3, 4096000, 6, 240, 11.20},
};

enum { TABLE_1 = sizeof table_1 / sizeof table_1[0] };

/* R2.2: a product has the degrees and diameters of its factors. */
static void judge_table_1(struct finding *f)
{
  uint32_t right = 0, cost = 0;

  for (uint32_t i = 0; i < TABLE_1; i++) {
    const uint32_t rings = table_1[i].rings ? table_1[i].rings : 1;
    const struct dual_size part = dual_measure(f, 1, "%s", table_1[i].spec);
    uint32_t degree = part.degree * rings, diameter = part.diameter * rings;
    double nodes = pow(part.nodes, rings);

    if (table_1[i].level) {
      nodes = 2 * nodes * nodes;
      degree += 1;
      diameter = 2 * diameter + 2;
    }
    right += nodes == table_1[i].nodes && degree == table_1[i].degree &&
             diameter == table_1[i].diameter;
    cost += fabs((degree + diameter) / log2(nodes) - table_1[i].cost) <= .0051;
  }
  finding_reading(
      f, right == TABLE_1 && cost == TABLE_1,
      "n, d and D of %u, CR of %u of %d rows; those above 2^20 nodes from their "
      "clusters, or their factors",
      right, cost, TABLE_1);
}

/* R2.3 */
static void judge_id(struct finding *f)
{
  uint32_t sw, wrong = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "rdn:3:1") ||
      !finding_check(f, topology_parse_address(&t, "1.1.2", "id", &sw, f->err)))
    return;
  for (uint32_t from = 0; from < dual_switches(&t); from++) {
    const uint32_t far = topology_link(&t, from, t.ports - 1).to_switch;

    wrong += far / 9 == from / 9 || far / 3 % 3 != from % 3 || far % 3 != from / 3 % 3;
  }
  finding_reading(
      f, sw == 14 && wrong == 0,
      "it is switch %u, and cross-edges exchange cluster and node in all but %u", sw,
      wrong);
}

#define SECTION_2 "Recursive Dual-Net, section 2"

static const struct claim_row rows[] = {
    {"R2.1", SECTION_2,
     "Theorem 1: (2 n0)^(2^k)/2 nodes, degree d0 + k, diameter 2^k D0 + 2^(k+1) - 2",
     "formulas", .judge = judge_theorem_1},
    {"R2.2", SECTION_2, "table I: n, d, D, CR", "8 rows", .judge = judge_table_1},
    {"R2.3", SECTION_2,
     "on a ring of 3 (1,1,2) is node 14, and u, v are joined if u1 = v2 and u2 = v1", "14",
     .judge = judge_id},
};

const struct claim_part dual_recursive = {rows, sizeof rows / sizeof rows[0]};
