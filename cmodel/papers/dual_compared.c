/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_compared -- section 3 of the HDN paper: table 3, dual-nets beside other networks. */
#include "papers/dual_nets.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct dual_size dual_measure(struct finding *f, uint32_t sources, const char *spec, ...)
{
  char text[TOPOLOGY_SPEC];
  va_list arguments;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  va_start(arguments, spec);
  vsnprintf(text, sizeof text, spec, arguments);
  va_end(arguments);
  if (!lab_open_graph(f, &t, &g, "%s", text))
    return (struct dual_size){.nodes = 0};
  return (struct dual_size){.diameter = lab_eccentricity(&g, sources),
                            .nodes = dual_switches(&t),
                            .degree = lab_degree(&g)};
}

/* --- table 3 --- */

static const char *const table_3_specs[] = {
    "hypercube:10", "torus:10x10x10", "hdn:2x3x5:1",   "hdn:2x3x5:2",   "hdn:2x3x5:3",
    "hypercube:19", "torus:80x80x80", "hdn:2x3x5:2,2", "hdn:2x3x5:2,5", "hdn:2x3x5:5,2",
};
static const char *const table_3_printed[] = {
    "1024",   "10", "10",  "1.00", /**/
    "1000",   "6",  "15",  "1.05", /**/
    "1800",   "7",  "10",  "0.79", /**/
    "900",    "7",  "9",   "0.82", /**/
    "600",    "7",  "9",   "0.87", /**/
    "524288", "19", "19",  "1.00", /**/
    "512000", "6",  "120", "3.32", /**/
    "810000", "8",  "19",  "0.69", /**/
    "324000", "8",  "18",  "0.71", /**/
    "129600", "8",  "17",  "0.74", /**/
};

enum { TABLE_3 = sizeof table_3_specs / sizeof table_3_specs[0] };

static const char *const columns[] = {"n", "d", "D", "CR_w"};

static double weighted(double degree, double diameter, double nodes)
{
  return (degree + diameter) / 2 / log2(nodes);
}

/* H3.16 to H3.18 share the networks, the only ones that are kept. */
struct measured {
  struct dual_size sizes[TABLE_3];
  bool done;
};

static const struct dual_size *look_at_table_3(struct finding *f)
{
  static const struct dual_size nothing[TABLE_3];
  struct measured *measured = claims_measured(f->claims, sizeof *measured, f->err);

  if (!finding_check(f, measured != NULL))
    return nothing;
  for (uint32_t i = 0; !measured->done && i < TABLE_3; i++)
    measured->sizes[i] = dual_measure(f, i < 8 ? 1 : 4, "%s", table_3_specs[i]);
  measured->done = !f->failed;
  return measured->sizes;
}

/* CR_w has two readings where the degree is not the printed one. */
static void judge_cell_3(struct finding *f, const struct table_cell *cell)
{
  const struct dual_size size = look_at_table_3(f)[cell->row];
  const double degree = table_number(cell->table, cell->row, DUAL_DEGREE);

  if (f->failed)
    return;
  if (cell->column != DUAL_COST) {
    cell_reads(f, cell, "%u", dual_number(size, cell->column));
    return;
  }
  const bool same = size.degree == degree;
  cell_reads_by(f, cell, same ? "" : "with the printed degree", "%.2f",
                weighted(degree, size.diameter, size.nodes));
  if (!same)
    cell_reads_by(f, cell, "with the degree it has", "%.2f",
                  weighted(size.degree, size.diameter, size.nodes));
}

const struct claim_table dual_table_3 = {
    .name = "hdn-3",
    .title = "weighted cost ratio CR_w, w_1 = w_2 = 50 %, B the 2x3x5 torus",
    .place = "Hierarchical Dual-Net, table 3",
    .row_count = TABLE_3,
    .column_count = DUAL_COLUMNS,
    .rows = table_3_specs,
    .columns = columns,
    .printed = table_3_printed,
    .judge = judge_cell_3,
};

static void judge_table_3(struct finding *f)
{
  uint32_t right = 0, cost = 0;

  for (uint32_t i = 0; i < TABLE_3; i++) {
    struct finding cell = {.claims = f->claims, .err = f->err};

    right += table_holds(f, &dual_table_3, i, DUAL_NODES) &&
             table_holds(f, &dual_table_3, i, DUAL_DIAMETER);
    table_ask(&cell, &dual_table_3, i, DUAL_COST);
    cost += finding_check(f, !cell.failed) && cell.readings[0].kind == READING_HOLDS;
  }
  reading(f, right == TABLE_3 && cost == TABLE_3,
          "nodes and diameter of %u, CR_w with the printed degree of %u of %d rows", right,
          cost, TABLE_3);
}

static void judge_table_3_degree(struct finding *f)
{
  const struct dual_size *sizes = look_at_table_3(f);
  uint32_t right = 0;
  char text[96] = "";

  for (uint32_t i = 0; i < TABLE_3; i++) {
    const bool holds = table_holds(f, &dual_table_3, i, DUAL_DEGREE);

    right += holds;
    if (!holds)
      claims_append(text, sizeof text, " %.4f",
                    weighted(sizes[i].degree, sizes[i].diameter, sizes[i].nodes));
  }
  reading(f, right == TABLE_3,
          "the degree of %u of %d rows; CR_w of the others with theirs:%s", right, TABLE_3,
          text);
}

/* H3.18: CR_w below 1 in table 3, and in all networks of table 1, with the degrees printed;
 * the diameters of two levels are by formula, which H3.6 judges. */
struct ratios {
  double one[DUAL_SUPERS], two[DUAL_SUPERS][DUAL_SUPERS];
};

static struct ratios ratios_of_table_1(struct finding *f)
{
  struct ratios found = {.one = {0}};

  for (uint32_t a = 0; a < DUAL_SUPERS; a++) {
    const struct dual_size one = dual_measure(f, 1, "hdn:2x3x5:%s", dual_supers[a].spec);
    const double n = one.nodes;

    found.one[a] = weighted(7, one.diameter, n);
    for (uint32_t b = 0; b < DUAL_SUPERS; b++)
      found.two[a][b] = weighted(8, 2 * one.diameter - dual_supers[b].diameter + 2,
                                 2 * n * n / dual_supers[b].nodes);
  }
  return found;
}

static void judge_effective(struct finding *f)
{
  const struct dual_size *sizes = look_at_table_3(f);
  const struct ratios ratios = ratios_of_table_1(f);
  uint32_t below = 0, above = 0;

  for (uint32_t i = 0; i < TABLE_3; i++)
    below += strncmp(table_3_specs[i], "hdn", 3) == 0 &&
             weighted(table_number(&dual_table_3, i, DUAL_DEGREE), sizes[i].diameter,
                      sizes[i].nodes) < 1;
  reading(f, below == 6, "CR_w < 1 in %u of the 6 rows of table 3", below);
  for (uint32_t a = 0; a < DUAL_SUPERS; a++) {
    above += ratios.one[a] > 1;
    for (uint32_t b = 0; b < DUAL_SUPERS; b++)
      above += ratios.two[a][b] > 1;
  }
  reading(f, above == 0, "above 1 in %u of the 72 of table 1", above);
}

/* H3.23 */
static void judge_cubes(struct finding *f)
{
  enum { CUBES = 12, WEIGHTS = 11 };
  uint32_t ones = 0;

  for (uint32_t n = 1; n <= CUBES; n++) {
    const struct dual_size size = dual_measure(f, 1, "hypercube:%u", n);

    for (uint32_t w = 0; w < WEIGHTS; w++)
      ones +=
          fabs((.1 * w * size.degree + (1 - .1 * w) * size.diameter) / log2(size.nodes) -
               1) < 1e-9;
  }
  reading(f, ones == CUBES * WEIGHTS, "1 in %u of %d: n = 1..12, w_1 = 0, 10, .. 100 %%",
          ones, CUBES * WEIGHTS);
}

/* H3.24: from each super-node to the next larger one, the other level as it is. */
static void judge_growing(struct finding *f)
{
  const struct ratios ratios = ratios_of_table_1(f);
  const uint32_t steps = DUAL_SUPERS - 1;
  uint32_t one = 0, first = 0, second = 0, whole = 0;

  for (uint32_t a = 0; a < steps; a++) {
    one += ratios.one[a + 1] > ratios.one[a];
    for (uint32_t b = 0; b < DUAL_SUPERS; b++) {
      first += ratios.two[a + 1][b] > ratios.two[a][b];
      whole += a == steps - 1 && ratios.two[a + 1][b] > ratios.two[a][b];
      second += ratios.two[b][a + 1] > ratios.two[b][a];
    }
  }
  reading(f, one == steps, "one level: in %u of %u steps of table 1", one, steps);
  reading(f, first == steps * DUAL_SUPERS,
          "two levels: s_1 in %u of %u, and of the 8 steps to the whole base in %u", first,
          steps * DUAL_SUPERS, whole);
  reading(f, second == steps * DUAL_SUPERS, "two levels: s_2 in %u of %u", second,
          steps * DUAL_SUPERS);
}

/* H3.25 */
static void judge_least(struct finding *f)
{
  const struct dual_size *sizes = look_at_table_3(f);
  const struct ratios ratios = ratios_of_table_1(f);
  double least = 99, all = 99;
  uint32_t s1 = 0, s2 = 0;

  for (uint32_t i = 0; i < TABLE_3; i++) {
    const double ratio = weighted(table_number(&dual_table_3, i, DUAL_DEGREE),
                                  sizes[i].diameter, sizes[i].nodes);

    least = ratio < least ? ratio : least;
  }
  for (uint32_t a = 0; a < DUAL_SUPERS; a++)
    for (uint32_t b = 0; b < DUAL_SUPERS; b++)
      if (ratios.two[a][b] < all) {
        all = ratios.two[a][b];
        s1 = dual_supers[a].nodes;
        s2 = dual_supers[b].nodes;
      }
  reading(f, fabs(least - .69) < .005, "%.2f", least);
  note(f, "of the two levels of table 1 it is %.2f, of (%u,%u)", all, s1, s2);
}

static const struct claim_row rows[] = {
    {"H3.16", "table 3: nodes, diameter and CR_w, to two digits", "10 rows",
     .judge = judge_table_3},
    {"H3.17", "table 3: degrees", "10 rows", .judge = judge_table_3_degree},
    {"H3.18", "hdn are more effective than hypercubes: CR_w below 1", "< 1",
     .judge = judge_effective},
    {"H3.23", "CR_w of an n-cube is 1, whatever its size and the weights", "1",
     .judge = judge_cubes},
    {"H3.24", "as s_i increases, CR_w becomes larger", "larger", .judge = judge_growing},
    {"H3.25", "the least CR_w of table 3; the optimum is not known", "0.69",
     .judge = judge_least},
};

const struct claim_part dual_compared =
    CLAIM_PART(rows, "Hierarchical Dual-Net, section 3");
