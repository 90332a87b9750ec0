/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_sizes -- sections 2 and 3 of the HDN paper: nodes, degrees, clusters, table 1. */
#include "papers/dual_nets.h"

#include <math.h>

/* Table 1. */
static const char *const table_1_printed[] = {
    "1800",    "900",     "600",     "360",     "300",     "180",    "120",    "60",
    "6480000", "3240000", "2160000", "1296000", "1080000", "648000", "432000", "216000",
    "1620000", "810000",  "540000",  "324000",  "270000",  "162000", "108000", "54000",
    "720000",  "360000",  "240000",  "144000",  "120000",  "72000",  "48000",  "24000",
    "259200",  "129600",  "86400",   "51840",   "43200",   "25920",  "17280",  "8640",
    "180000",  "90000",   "60000",   "36000",   "30000",   "18000",  "12000",  "6000",
    "64800",   "32400",   "21600",   "12960",   "10800",   "6480",   "4320",   "2160",
    "28800",   "14400",   "9600",    "5760",    "4800",    "2880",   "1920",   "960",
    "7200",    "3600",    "2400",    "1440",    "1200",    "720",    "480",    "240",
};

static const char *const table_1_rows[] = {"k=1",         "k=2, s_1=1",  "k=2, s_1=2",
                                           "k=2, s_1=3",  "k=2, s_1=5",  "k=2, s_1=6",
                                           "k=2, s_1=10", "k=2, s_1=15", "k=2, s_1=30"};
static const char *const table_1_columns[] = {"s_k=1", "s_k=2",  "s_k=3",  "s_k=5",
                                              "s_k=6", "s_k=10", "s_k=15", "s_k=30"};

enum { ROWS = 1 + DUAL_SUPERS, CELLS = ROWS * DUAL_SUPERS, OPENED = 1 << 20 };

/* Switches of hdn:2x3x5:S1 (second DUAL_SUPERS), else of hdn:2x3x5:S1,S2; of those that are
 * too large, twice the switches of a cluster times its super-nodes: it is not *opened. */
static uint64_t switches_of(struct finding *f, uint32_t first, uint32_t second,
                            bool *opened)
{
  const struct dual_super *s1 = &dual_supers[first], *s2 = &dual_supers[second];
  TOPOLOGY_OF_BLOCK(t);

  *opened = false;
  if (!lab_open(f, &t, "hdn:2x3x5:%s", s1->spec))
    return 0;
  uint64_t switches = dual_switches(&t);
  if (second < DUAL_SUPERS) {
    switches = 2 * switches * (switches / s2->nodes);
    if (switches > OPENED || !lab_open(f, &t, "hdn:2x3x5:%s,%s", s1->spec, s2->spec))
      return switches;
    switches = dual_switches(&t);
  }
  *opened = true;
  return switches;
}

/* What the closed form prints for it. */
static double closed_form(uint32_t first, uint32_t second)
{
  const double base = 60;

  if (second == DUAL_SUPERS)
    return base * base / 2 / dual_supers[first].nodes;
  return pow(base, 4) / 2 / dual_supers[first].nodes / dual_supers[second].nodes;
}

/* Networks of table 1 that agree with the closed form, and their range. */
struct sizes {
  uint32_t closed_1, closed_2;
  uint64_t least, most;
};

static struct sizes look_at_sizes(struct finding *f)
{
  struct sizes sizes = {.least = UINT64_MAX};

  for (uint32_t a = 0; a < DUAL_SUPERS; a++)
    for (uint32_t b = 0; b <= DUAL_SUPERS; b++) {
      bool opened;
      const uint64_t switches = switches_of(f, a, b, &opened);

      *(b < DUAL_SUPERS ? &sizes.closed_2 : &sizes.closed_1) +=
          closed_form(a, b) == (double)switches;
      sizes.least = switches < sizes.least ? switches : sizes.least;
      sizes.most = switches > sizes.most ? switches : sizes.most;
    }
  return sizes;
}

/* Row 0 has the networks of one level, row i those with super-node i - 1 at level 1. */
static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  const uint32_t first = cell->row ? cell->row - 1 : cell->column;
  const uint32_t second = cell->row ? cell->column : DUAL_SUPERS;
  bool opened;
  const uint64_t switches = switches_of(f, first, second, &opened);

  cell_reads_by(f, cell, opened ? "" : "from its clusters", "%" PRIu64, switches);
}

const struct claim_table dual_table_1 = {
    .name = "hdn-1",
    .title = "nodes of HDN(B,k,S), B the 2x3x5 torus",
    .place = "Hierarchical Dual-Net, table 1",
    .row_count = ROWS,
    .column_count = DUAL_SUPERS,
    .rows = table_1_rows,
    .columns = table_1_columns,
    .printed = table_1_printed,
    .judge = judge_cell,
};

static void judge_table_1(struct finding *f)
{
  uint32_t right = 0, opened = 0;

  for (uint32_t row = 0; row < ROWS; row++)
    for (uint32_t column = 0; column < DUAL_SUPERS; column++) {
      right += table_holds(f, &dual_table_1, row, column);
      opened += table_number(&dual_table_1, row, column) <= OPENED;
    }
  reading(f, right == CELLS,
          "%u of %d cells; %u of the networks opened, the others, above 2^20, from "
          "their clusters",
          right, CELLS, opened);
}

static void judge_closed_form(struct finding *f)
{
  const struct sizes sizes = look_at_sizes(f);

  reading(f, sizes.closed_1 + sizes.closed_2 == CELLS,
          "so in %u of 8 networks of one level and %u of 64 of two: each s_i "
          "counts 2^(k-i) times",
          sizes.closed_1, sizes.closed_2);
}

static void judge_range(struct finding *f)
{
  const struct sizes sizes = look_at_sizes(f);

  reading(f, sizes.least >= 200 && sizes.most >= 2000000,
          "table 1 goes from %" PRIu64 " to %" PRIu64, sizes.least, sizes.most);
}

static const char *const nets[] = {"hdn:2x2:2",         "hdn:2x2:2,2",   "hdn:2x2:2,2@2",
                                   "hdn:2x2:2,2x2",     "hdn:2x3x5:2x3", "hdn:2x3x5:3x5",
                                   "hdn:2x3x5:2x3,3x5", "hdn:4:4,1",     "rdn:3:1",
                                   "rdn:2x2x2:1",       "rdn:2:2",       "hdn:2:1,2,2"};
enum { NETS = sizeof nets / sizeof nets[0] };

static void judge_recurrence(struct finding *f)
{
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  for (s.searched = true; survey_next(&s);) {
    const struct dual_net *net = hdn_net(&s.t);
    uint64_t nodes = net->nodes[0];

    for (uint32_t level = 1; level <= net->levels; level++)
      nodes = 2 * nodes * nodes / dual_net_super_nodes(net, level);
    right += nodes == dual_switches(&s.t) && lab_search(&s.g, 0) != UINT32_MAX;
  }
  reading(f, right == NETS, "so in %u of %d networks of 1 to 3 levels, all joined", right,
          NETS);
}

static void judge_degree(struct finding *f)
{
  uint32_t right = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  for (s.searched = true; survey_next(&s);) {
    const struct dual_net *net = hdn_net(&s.t);
    uint32_t wrong = 0, degree = net->levels;

    for (uint32_t ring = 0; ring < net->rings; ring++)
      degree += net->size[ring] == 2 ? 1 : 2;
    for (uint32_t v = 0; v < s.g.nodes; v++)
      wrong += s.g.first[v + 1] - s.g.first[v] != degree;
    right += wrong == 0;
  }
  reading(f, right == NETS, "every switch of %u of %d networks", right, NETS);
}

static void judge_degrees_of_torus(struct finding *f)
{
  const uint32_t torus = dual_measure(f, 0, "torus:2x3x5").degree;
  const uint32_t one = dual_measure(f, 0, "hdn:2x3x5:2x3").degree;
  const uint32_t two = dual_measure(f, 0, "hdn:2x3x5:2x3,3x5").degree;

  reading(f, torus == 6 && one == 7 && two == 8,
          "%u, %u, %u neighbours: the ring of 2 gives one", torus, one, two);
}

/* Cross-edges of the highest level: is their number s_k between any two clusters of
 * different classes; and how many are between clusters of one class? */
static bool cross_edges(const struct topology *t, uint32_t *within)
{
  const struct dual_net *net = hdn_net(t);
  const uint32_t k = net->levels, n = net->clusters[k], s = dual_net_super_nodes(net, k);
  const uint32_t size = net->nodes[k - 1]; /* of a cluster */
  bool even = true;

  *within = 0;
  for (uint32_t cluster = 0; cluster < n; cluster++)
    for (uint32_t other = 0; other < n; other++) {
      uint32_t edges = 0;

      for (uint32_t sw = cluster * size; sw < cluster * size + size; sw++) {
        const uint32_t far = topology_link(t, sw, net->cross_port[k]).to_switch;

        edges += far / size == n + other;
        *within += far / size < n;
      }
      even &= edges == s;
    }
  return even;
}

static void judge_clusters(struct finding *f)
{
  uint32_t even = 0, apart = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, nets, NETS);

  while (survey_next(&s)) {
    uint32_t within;

    even += cross_edges(&s.t, &within);
    apart += within == 0;
  }
  reading(f, even == NETS && apart == NETS,
          "s_k between any two clusters of different classes in %u, none within a "
          "class in %u of %d networks",
          even, apart, NETS);
}

static void judge_super_range(struct finding *f)
{
  uint32_t wrong = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "hdn:2x3x5:2x3,3x5"))
    return;
  const struct dual_net *net = hdn_net(&t);
  /* U^1 is 5 nodes of C_5; SN^2-SN^1 is C_5, SN^1-SN^2 is C_2. */
  const uint32_t printed = 2 * (5 / 5) * 2, clusters = dual_switches(&t) / 600;

  for (uint32_t sw = 0; sw < net->nodes[1]; sw++)
    wrong += dual_net_split(net, 2, sw).super >= printed;
  reading(f, clusters == printed && wrong == 0,
          "2x3x5, (6,15): the formula gives %u, a cluster has %u super-nodes; a "
          "factor |U| is missing",
          printed, clusters);
}

static const struct claim_row of_section_2[] = {
    {"H2.1", "node degree d0 + k", "d0+k", .judge = judge_degree},
    {"H2.2",
     "clusters of a class are joined by no link of level k, each pair of the two classes "
     "by those of one super-node",
     "s_k links", .judge = judge_clusters},
};

const struct claim_part dual_clusters =
    CLAIM_PART(of_section_2, "Hierarchical Dual-Net, section 2");

static const struct claim_row rows[] = {
    {"H3.1", "table 1: nodes of hdn on 2x3x5, all S", "72 cells", .judge = judge_table_1},
    {"H3.2", "(2 N0)^(2^k) / (2 prod s_i) nodes, on the networks of table 1", "closed form",
     .judge = judge_closed_form},
    {"H3.3", "N_i = 2 N_(i-1)^2 / s_i nodes", "recurrence", .judge = judge_recurrence},
    {"H3.4", "table 1 covers several hundreds to several millions of nodes",
     "hundreds to millions", .judge = judge_range},
    {"H3.5", "degrees of 2x3x5 and of its networks of one and two levels", "6, 7, 8",
     .judge = judge_degrees_of_torus},
};

const struct claim_part dual_sizes = CLAIM_PART(rows, "Hierarchical Dual-Net, section 3");

static const struct claim_row of_section_4[] = {
    {"H4.1", "super-node ids: 2 |U/(SN^i-SN^(i-1))| |SN^(i-1)-SN^i|", "formula",
     .judge = judge_super_range},
};

const struct claim_part dual_indexes =
    CLAIM_PART(of_section_4, "Hierarchical Dual-Net, section 4");
