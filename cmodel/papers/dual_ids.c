/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_ids -- section 4 of the HDN paper: table 4 and the worked example. */
#include "network/topology/dual_index.h"
#include "network/topology/hdn_routing.h"
#include "papers/dual_nets.h"

#include <assert.h>
#include <stdio.h>

/* The network of the examples. */
#define EXAMPLE "hdn:2x3x5:2x3,3x5"

/* Table 4: what is printed of four nodes, given as (C^1, U^1, SN^1, N^1). */
static const char *const table_4_rows[] = {"(0,0,0,0)", "(1,4,2,3)", "(0,0,2,2)",
                                           "(1,4,4,5)"};
enum column { SERIAL_1, PAIR, SERIAL_2, COLUMNS };
static const char *const table_4_columns[] = {"serial 1", "(SN^2,N^2)", "serial 2"};
static const char *const table_4_printed[] = {
    "0",   "(0,0)",   "0",   /**/
    "285", "(19,0)",  "285", /**/
    "14",  "(0,14)",  "14",  /**/
    "299", "(19,14)", "299", /**/
};

enum { TABLE_4 = sizeof table_4_rows / sizeof table_4_rows[0] };

static struct dual_id id_of_row(uint32_t row)
{
  uint32_t n[4];

  assert(sscanf(table_4_rows[row], "(%u,%u,%u,%u)", &n[0], &n[1], &n[2], &n[3]) == 4);
  return (struct dual_id){n[0], n[1], n[2], n[3]};
}

/* The index of level 2 of a row: by moving its digits, or as it is printed. */
struct pair {
  uint32_t super, node;
};

static struct pair moved_pair(const struct dual_net *net, uint32_t row)
{
  struct pair pair;

  dual_net_split_cluster(net, 2, dual_net_join(net, 1, id_of_row(row)), &pair.super,
                         &pair.node);
  return pair;
}

static struct pair printed_pair(const struct claim_table *table, uint32_t row)
{
  struct pair pair = {0};

  sscanf(table_printed(table, row, PAIR), "(%u,%u)", &pair.super, &pair.node);
  return pair;
}

/* A serial number of level 2 has two readings where the pair is not the printed one. */
static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, EXAMPLE))
    return;
  const struct dual_net *net = hdn_net(&t);
  const uint32_t s2 = dual_net_super_nodes(net, 2);
  const struct pair moved = moved_pair(net, cell->row);
  const struct pair printed = printed_pair(cell->table, cell->row);
  const bool same = moved.super == printed.super && moved.node == printed.node;

  if (cell->column == SERIAL_1) {
    cell_reads(f, cell, "%u", dual_index_serial(net, 1, id_of_row(cell->row)));
  } else if (cell->column == PAIR) {
    cell_reads(f, cell, "(%u,%u)", moved.super, moved.node);
  } else {
    cell_reads_by(f, cell, same ? "" : "of the printed pair", "%u",
                  printed.super * s2 + printed.node);
    if (!same)
      cell_reads_by(f, cell, "by moving the digits", "%u", moved.super * s2 + moved.node);
  }
}

const struct claim_table dual_table_4 = {
    .name = "hdn-4",
    .title = "re-indexing from level 1 to level 2, " EXAMPLE,
    .place = "Hierarchical Dual-Net, table 4",
    .row_count = TABLE_4,
    .column_count = COLUMNS,
    .rows = table_4_rows,
    .columns = table_4_columns,
    .printed = table_4_printed,
    .judge = judge_cell,
};

static void judge_serials(struct finding *f)
{
  uint32_t right = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, EXAMPLE))
    return;
  const struct dual_net *net = hdn_net(&t);

  for (uint32_t i = 0; i < TABLE_4; i++) {
    struct finding cell = {.claims = f->claims, .err = f->err};

    table_ask(&cell, &dual_table_4, i, SERIAL_2);
    right += table_holds(f, &dual_table_4, i, SERIAL_1) && finding_check(f, !cell.failed) &&
             cell.readings[0].kind == READING_HOLDS;
  }
  reading(f, right == TABLE_4 && dual_switches(&t) == 12000,
          "both of %u of %d rows, with s_1 = %u, n_1 = %u, s_2 = %u", right, TABLE_4,
          dual_net_super_nodes(net, 1), net->clusters[1], dual_net_super_nodes(net, 2));
}

static void judge_table_4(struct finding *f)
{
  uint32_t right = 0;
  char text[96] = "";
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, EXAMPLE))
    return;
  for (uint32_t i = 0; i < TABLE_4; i++) {
    const struct pair moved = moved_pair(hdn_net(&t), i);

    right += table_holds(f, &dual_table_4, i, PAIR);
    claims_append(text, sizeof text, " (%u,%u)", moved.super, moved.node);
  }
  reading(f, right == TABLE_4 && dual_switches(&t) == 12000,
          "%u of %d rows; by moving the digits:%s", right, TABLE_4, text);
}

/* The super-node of a switch of a network of level 1: by its serial number divided by s_2,
 * or by moving the digits. */
static uint32_t super_of(const struct dual_net *net, uint32_t sw, bool divided)
{
  uint32_t super, node;

  if (divided)
    return dual_index_serial(net, 1, dual_net_split(net, 1, sw)) /
           dual_net_super_nodes(net, 2);
  dual_net_split_cluster(net, 2, sw, &super, &node);
  return super;
}

/* Has each switch of a super-node 4 neighbours in it, as in a 3x5 torus? */
static bool is_torus(const struct topology *t, uint32_t super, bool divided)
{
  const struct dual_net *net = hdn_net(t);
  bool good = true;

  for (uint32_t sw = 0; sw < net->nodes[1] && good; sw++) {
    uint32_t inside = 0;

    for (uint32_t port = 0; port < net->cross_port[2]; port++) {
      const uint32_t far = topology_link(t, sw, port).to_switch % net->nodes[1];

      inside += super_of(net, far, divided) == super;
    }
    good = super_of(net, sw, divided) != super || inside == 4;
  }
  return good;
}

static void judge_super_nodes(struct finding *f)
{
  uint32_t by_serial = 0, by_digits = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, EXAMPLE))
    return;
  for (uint32_t super = 0; super < 20; super++) {
    by_digits += is_torus(&t, super, false);
    by_serial += is_torus(&t, super, true);
  }
  reading(f, by_serial == 20,
          "serial number divided by 15: each has 4 neighbours within in %u of 20 "
          "super-nodes; by moving digits in %u",
          by_serial, by_digits);
}

static void judge_example(struct finding *f)
{
  uint8_t ports[HDN_PATH];
  uint32_t at = 0;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_open_graph(f, &t, &g, EXAMPLE))
    return;
  const uint32_t to = dual_net_join(hdn_net(&t), 2, (struct dual_id){1, 19, 19, 14});
  const size_t hops = hdn_path(hdn_net(&t), 0, to, ports);

  lab_search(&g, 0);
  for (size_t i = 0; i < hops; i++)
    at = topology_link(&t, at, ports[i]).to_switch;
  reading(f, hops == 17 && at == to, "%zu hops by the box%s; %u by search", hops,
          at == to ? "" : ", not to there", g.hops[to]);
}

static void judge_example_sizes(struct finding *f)
{
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, EXAMPLE))
    return;
  const struct dual_net *net = hdn_net(&t);
  const uint32_t u = dual_net_join(net, 2, (struct dual_id){0, 0, 19, 0});
  const uint32_t far = topology_link(&t, u, net->cross_port[2]).to_switch;
  const struct dual_id id = dual_net_split(net, 2, far);

  reading(
      f,
      net->clusters[1] == 5 && net->nodes[1] == 300 && net->clusters[2] == 20 &&
          dual_switches(&t) == 12000 && id.class_id == 1 && id.cluster == 19 &&
          id.super == 0 && id.node == 0,
      "%u clusters of a class, %u nodes; %u and %u; (0,0,19,0) is joined to (%u,%u,%u,%u)",
      net->clusters[1], net->nodes[1], net->clusters[2], dual_switches(&t), id.class_id,
      id.cluster, id.super, id.node);
}

/* The two sub-paths of the example that are printed at level 1. */
enum { PRINTED = 8 };

static const struct dual_id printed_paths[2][PRINTED] = {
    {{0, 0, 0, 0},
     {0, 0, 4, 0},
     {1, 4, 0, 0},
     {1, 4, 1, 0},
     {1, 4, 2, 0},
     {1, 4, 2, 1},
     {1, 4, 2, 2},
     {1, 4, 2, 3}},
    {{1, 4, 4, 5},
     {1, 4, 0, 5},
     {0, 0, 4, 5},
     {0, 0, 3, 5},
     {0, 0, 2, 5},
     {0, 0, 2, 0},
     {0, 0, 2, 1},
     {0, 0, 2, 2}},
};

static void judge_printed_paths(struct finding *f)
{
  uint32_t links = 0, shortest[2];
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_open_graph(f, &t, &g, "hdn:2x3x5:2x3"))
    return;
  for (uint32_t path = 0; path < 2; path++) {
    uint32_t at[PRINTED];

    for (uint32_t i = 0; i < PRINTED; i++) {
      at[i] = dual_net_join(hdn_net(&t), 1, printed_paths[path][i]);
      links += i > 0 && lab_joined(&g, at[i - 1], at[i]);
    }
    lab_search(&g, at[0]);
    shortest[path] = g.hops[at[PRINTED - 1]];
  }
  reading(f, links == 2 * (PRINTED - 1),
          "%u of 14 hops are links; between the ends it is %u and %u hops; from 24 "
          "switches all others are within %u",
          links, shortest[0], shortest[1], dual_measure(f, 24, EXAMPLE).diameter);
}

/* Is each node of a cluster of level 2 another pair of SN^2 below n_2 and N^2 below s_2?
 * *same: all have the place that they have at level 1, and as SN^2 the rank of (C,U,SN). */
static bool one_to_one(struct finding *f, const struct dual_net *net, bool *same)
{
  const uint32_t size = net->nodes[1], places = dual_net_super_nodes(net, 2);
  uint8_t *taken MEMORY_OF_BLOCK = lab_memory(f, size, sizeof *taken);
  bool good = taken != NULL;

  *same = true;
  for (uint32_t sw = 0; sw < size && good; sw++) {
    const struct dual_id id = dual_net_split(net, 1, sw);
    const uint32_t n = net->clusters[1];
    uint32_t super, node;

    dual_net_split_cluster(net, 2, sw, &super, &node);
    good = super < net->clusters[2] && node < places && !taken[super * places + node]++;
    *same &= node == id.node && super == (id.class_id * n + id.cluster) * n + id.super;
  }
  return good;
}

static void judge_one_to_one(struct finding *f)
{
  static const char *const specs[] = {EXAMPLE,       "hdn:2x2:2,2x2",     "hdn:2x2:2,2@2",
                                      "hdn:2x2:2,2", "hdn:2x3x5:3x5,3x5", "rdn:3:2"};
  enum { SPECS = 6, EQUAL = 3 }; /* the last have S_1 = S_2 */
  uint32_t good = 0, alike = 0, clusters = 0, places = 0;
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, SPECS);

  while (survey_next(&s)) {
    const struct dual_net *net = hdn_net(&s.t);
    bool same;

    good += one_to_one(f, net, &same);
    alike += s.opened > SPECS - EQUAL && same;
    if (s.opened == 1) {
      clusters = net->clusters[2];
      places = dual_net_super_nodes(net, 2);
    }
  }
  reading(
      f, good == SPECS && alike == EQUAL && clusters == 20 && places == 15,
      "in %u of %d networks of two levels, in the example to SN^2 < %u and N^2 < %u; for "
      "s_1 = s_2 only (C,U,SN) is renamed, in %u of %d",
      good, SPECS, clusters, places, alike, EQUAL);
}

static void judge_last_piece(struct finding *f)
{
  uint32_t inside = 0;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_open_graph(f, &t, &g, EXAMPLE))
    return;
  const struct dual_net *net = hdn_net(&t);
  const uint32_t from = dual_net_join(net, 2, (struct dual_id){1, 19, 0, 0});
  const uint32_t to = dual_net_join(net, 2, (struct dual_id){1, 19, 0, 14});

  lab_search(&g, from);
  for (uint32_t i = g.first[from]; i < g.first[from + 1]; i++)
    inside += lab_joined(&g, g.to[i], to) && g.to[i] / 300 == from / 300;
  reading(f, g.hops[to] == 2 && inside == 2,
          "%u hops from (1,19,0,0) to (1,19,0,14), by %u switches of the cluster",
          g.hops[to], inside);
}

static const struct claim_row rows[] = {
    {"H4.2", "table 4: serial numbers of both indexes", "4 rows", .judge = judge_serials},
    {"H4.3", "table 4: the pair (SN^2, N^2) of each index of level 1, by the rule above",
     "(19,0), (0,14)", .judge = judge_table_4},
    {"H4.4", "with the pairs of table 4, SN^2 is a 3x5 torus", "3x5",
     .judge = judge_super_nodes},
    {"H4.5", "example: the path from (0,0,0,0) to (1,19,19,14)", "17",
     .judge = judge_example},
    {"H4.6", "example: sizes, and u'' = (1,19,0,0) beside u' = (0,0,19,0)",
     "5, 300, 20, 12,000", .judge = judge_example_sizes},
    {"H4.7", "example: the printed sub-paths of level 1 follow links", "7 + 7 hops",
     .judge = judge_printed_paths},
    {"H4.11", "re-indexing is one to one", "SN^2 < 20, N^2 < 15",
     .judge = judge_one_to_one},
    {"H4.12", "example: the last piece, inside a super-node of 3x5", "2",
     .judge = judge_last_piece},
};

const struct claim_part dual_ids = CLAIM_PART(rows, "Hierarchical Dual-Net, section 4");
