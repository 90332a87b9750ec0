/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_recursive -- section 2 of the RDN paper: Theorem 1, table I, identifiers. */
#include "papers/dual_nets.h"

#include <math.h>

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
  reading(f, right == tried, "so in %u of %u networks, up to 32,768 nodes", right, tried);
}

/* Table I; `level`: the network is too large to be opened, and what is opened is its
 * cluster, whose dual construction doubles and adds. */
static const struct {
  const char *spec;
  bool level;
  uint32_t rings; /* product of so many like this */
} table_1[] = {
    {"hypercube:10", false, 1}, {"rdn:5x5:1", false, 1},    {"rdn:3x3x3:1", false, 1},
    {"torus:10", false, 3},     {"hypercube:11", false, 2}, {"rdn:5x5:1", true, 1},
    {"rdn:3x3x3:1", true, 1},   {"torus:160", false, 3},
};
static const char *const columns[] = {"n", "d", "D", "CR"};
static const char *const table_1_rows[] = {
    "hypercube:10", "rdn:5x5:1", "rdn:3x3x3:1", "torus:10x10x10",
    "hypercube:22", "rdn:5x5:2", "rdn:3x3x3:2", "torus:160x160x160"};
static const char *const table_1_printed[] = {
    "1024",    "10", "10",  "2.00",  /**/
    "1250",    "5",  "10",  "1.46",  /**/
    "1458",    "7",  "8",   "1.43",  /**/
    "1000",    "6",  "15",  "2.11",  /**/
    "4194304", "22", "22",  "2.00",  /**/
    "3125000", "6",  "22",  "1.30",  /**/
    "4251528", "8",  "18",  "1.18",  /**/
    "4096000", "6",  "240", "11.20", /**/
};

enum { TABLE_1 = sizeof table_1 / sizeof table_1[0] };

/* A product has the degrees and diameters of its factors. */
static void judge_cell_1(struct finding *f, const struct table_cell *cell)
{
  const bool level = table_1[cell->row].level;
  const uint32_t rings = table_1[cell->row].rings;
  const struct dual_size part = dual_measure(f, 1, "%s", table_1[cell->row].spec);
  struct dual_size size = {.nodes = (uint32_t)pow(part.nodes, rings),
                           .degree = part.degree * rings,
                           .diameter = part.diameter * rings};

  if (f->failed)
    return;
  if (level)
    size = (struct dual_size){.nodes = 2 * size.nodes * size.nodes,
                              .degree = size.degree + 1,
                              .diameter = 2 * size.diameter + 2};
  const char *how = level ? "from a cluster" : rings > 1 ? "from a factor" : "";
  if (cell->column != DUAL_COST)
    cell_reads_by(f, cell, how, "%u", dual_number(size, cell->column));
  else
    cell_reads_by(f, cell, how, "%.2f", (size.degree + size.diameter) / log2(size.nodes));
}

const struct claim_table dual_table_of_recursive = {
    .name = "rdn-1",
    .title = "cost ratio CR of recursive dual-nets and others",
    .place = "Recursive Dual-Net, table I",
    .row_count = TABLE_1,
    .column_count = DUAL_COLUMNS,
    .rows = table_1_rows,
    .columns = columns,
    .printed = table_1_printed,
    .judge = judge_cell_1,
};

/* R2.2 */
static void judge_table_1(struct finding *f)
{
  uint32_t right = 0, cost = 0;

  for (uint32_t i = 0; i < TABLE_1; i++) {
    right += table_holds(f, &dual_table_of_recursive, i, DUAL_NODES) &&
             table_holds(f, &dual_table_of_recursive, i, DUAL_DEGREE) &&
             table_holds(f, &dual_table_of_recursive, i, DUAL_DIAMETER);
    cost += table_holds(f, &dual_table_of_recursive, i, DUAL_COST);
  }
  reading(f, right == TABLE_1 && cost == TABLE_1,
          "n, d and D of %u, CR of %u of %d rows; those above 2^20 nodes from "
          "their clusters, or their factors",
          right, cost, TABLE_1);
}

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
  reading(f, sw == 14 && wrong == 0,
          "it is switch %u, and cross-edges exchange cluster and node in all but %u", sw,
          wrong);
}

static const struct claim_row rows_of_recursive[] = {
    {"R2.1",
     "Theorem 1: (2 n0)^(2^k)/2 nodes, degree d0 + k, diameter 2^k D0 + 2^(k+1) - 2",
     "formulas", .judge = judge_theorem_1},
    {"R2.2", "table I: n, d, D, CR", "8 rows", .judge = judge_table_1},
    {"R2.3",
     "on a ring of 3 (1,1,2) is node 14, and u, v are joined if u1 = v2 and u2 = v1", "14",
     .judge = judge_id},
};

const struct claim_part dual_recursive =
    CLAIM_PART(rows_of_recursive, "Recursive Dual-Net, section 2");
