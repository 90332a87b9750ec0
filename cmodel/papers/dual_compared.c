/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_compared -- section 3 of the HDN paper: tables 2 and 3, beside other networks. */
#include "papers/dual_nets.h"

#include <math.h>

/* Nodes, largest degree and diameter, from one switch where all look alike. */
struct size {
  uint32_t nodes, degree, diameter;
};

static bool measure(struct size *size, const char *spec, uint32_t sources, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  GRAPH_OF_BLOCK(g);

  if (!lab_open_graph(&t, &g, err, "%s", spec))
    return false;
  size->diameter = lab_eccentricity(&g, sources);
  size->nodes = dual_switches(&t);
  size->degree = lab_degree(&g);
  return true;
}

static bool measure_n(struct size *size, const char *name, uint32_t n, struct err *err)
{
  char spec[TOPOLOGY_SPEC] = "";

  claims_append(spec, sizeof spec, "%s:%u", name, n);
  return measure(size, spec, 1, err);
}

/* H3.9 */
static bool judge_torus(struct finding *f, struct err *err)
{
  static const uint32_t sides[][3] = {{4, 4, 4}, {6, 4, 8}, {10, 10, 10},
                                      {3, 4, 5}, {5, 5, 5}, {3, 3, 3}};
  uint32_t even = 0, odd = 0;

  for (uint32_t i = 0; i < 6; i++) {
    const uint32_t *n = sides[i];
    char spec[TOPOLOGY_SPEC] = "";
    struct size size;

    claims_append(spec, sizeof spec, "torus:%ux%ux%u", n[0], n[1], n[2]);
    if (!measure(&size, spec, 1, err))
      return false;
    *(i < 3 ? &even : &odd) += size.nodes == n[0] * n[1] * n[2] && size.degree == 6 &&
                               2 * size.diameter == n[0] + n[1] + n[2];
  }
  finding_reading(f, even == 3, "even sides: in %u of 3", even);
  finding_reading(f, odd == 3, "some side odd: in %u of 3; it is the sum of floors", odd);
  return true;
}

/* H3.10 */
static bool judge_cube(struct finding *f, struct err *err)
{
  uint32_t right = 0;

  for (uint32_t n = 1; n <= 12; n++) {
    struct size size;

    if (!measure_n(&size, "hypercube", n, err))
      return false;
    right += size.nodes == UINT32_C(1) << n && size.degree == n && size.diameter == n;
  }
  finding_reading(f, right == 12, "so for %u of n=1..12", right);
  return true;
}

/* H3.11 */
static bool judge_ccc(struct finding *f, struct err *err)
{
  uint32_t right = 0;

  for (uint32_t n = 3; n <= 9; n++) {
    struct size size;

    if (!measure_n(&size, "ccc", n, err))
      return false;
    right += size.nodes == n << n && size.degree == 3;
  }
  finding_reading(f, right == 7, "so for %u of n=3..9", right);
  return true;
}

/* H3.12 */
static bool judge_ccc_diameter(struct finding *f, struct err *err)
{
  char text[64] = "";
  uint32_t right = 0;

  for (uint32_t n = 3; n <= 9; n++) {
    struct size size;

    if (!measure_n(&size, "ccc", n, err))
      return false;
    right += size.diameter == 2 * n;
    claims_append(text, sizeof text, " %u", size.diameter);
  }
  finding_reading(f, right == 7,
                  "n=3..9:%s, so in %u of 7; 2n + floor(n/2) - 2 from n = 4 on", text,
                  right);
  return true;
}

/* H3.13 */
static bool judge_dual_cube(struct finding *f, struct err *err)
{
  uint32_t right = 0;

  for (uint32_t n = 2; n <= 7; n++) {
    struct size size;

    if (!measure_n(&size, "dual-cube", n, err))
      return false;
    right += size.nodes == UINT32_C(1) << (2 * n - 1) && size.degree == n &&
             size.diameter == 2 * n;
  }
  finding_reading(f, right == 6, "so for %u of n=2..7", right);
  return true;
}

/* H3.14: nodes of rdn on an n-cube, k = 1. */
static bool judge_dual_cube_base(struct finding *f, struct err *err)
{
  struct size on_3, on_2;

  if (!measure(&on_3, "rdn:2x2x2:1", 1, err) || !measure(&on_2, "rdn:2x2:1", 1, err))
    return false;
  finding_reading(f, on_3.nodes == 32 && on_3.degree == 3,
                  "rdn on a 3-cube has %u nodes of degree %u, the dual-cube(3) of this "
                  "table 32 of degree 3; rdn on a 2-cube %u of degree %u",
                  on_3.nodes, on_3.degree, on_2.nodes, on_2.degree);
  return true;
}

/* H3.15: 2^k (D(B) - sum) + 2^(k+1) - 2, and 2^k D(B) - sum + .. */
static bool judge_parenthesis(struct finding *f, struct err *err)
{
  uint32_t printed = 0, other = 0;

  for (uint32_t i = 1; i + 1 < DUAL_SUPERS; i++) {
    const int32_t d = (int32_t)dual_supers[i].diameter;
    char spec[TOPOLOGY_SPEC] = "";
    struct size size;

    claims_append(spec, sizeof spec, "hdn:2x3x5:%s", dual_supers[i].spec);
    if (!measure(&size, spec, 1, err))
      return false;
    printed += (int32_t)size.diameter == 2 * (4 - d) + 2;
    other += (int32_t)size.diameter == 2 * 4 - d + 2;
  }
  finding_reading(
      f, printed == DUAL_SUPERS - 2,
      "one level on 2x3x5, S1 = 2 .. 15: so in %u of 6; with the sum behind the "
      "parenthesis in %u",
      printed, other);
  return true;
}

/* --- table 3 --- */

static const struct {
  const char *spec;
  uint32_t nodes, degree, diameter;
  double cost;
} table_3[] = {
    {"hypercube:10", 1024, 10, 10, 1.00},     {"torus:10x10x10", 1000, 6, 15, 1.05},
    {"hdn:2x3x5:1", 1800, 7, 10, .79},        {"hdn:2x3x5:2", 900, 7, 9, .82},
    {"hdn:2x3x5:3", 600, 7, 9, .87},          {"hypercube:19", 524288, 19, 19, 1.00},
    {"torus:80x80x80", 512000, 6, 120, 3.32}, {"hdn:2x3x5:2,2", 810000, 8, 19, .69},
    {"hdn:2x3x5:2,5", 324000, 8, 18, .71},    {"hdn:2x3x5:5,2", 129600, 8, 17, .74},
};

enum { TABLE_3 = sizeof table_3 / sizeof table_3[0] };

static double weighted(double degree, double diameter, double nodes)
{
  return (degree + diameter) / 2 / log2(nodes);
}

static bool same_digits(double value, double printed)
{
  return fabs(value - printed) <= .0051;
}

/* H3.16 to H3.18 share the networks, the only ones that are kept. */
struct cells {
  struct size sizes[TABLE_3];
  bool measured;
};

/* NULL on error. */
static const struct size *look_at_table_3(struct claims *claims, struct err *err)
{
  struct cells *cells = claims_cells(claims, sizeof *cells, err);

  if (!cells)
    return NULL;
  for (uint32_t i = 0; !cells->measured && i < TABLE_3; i++)
    if (!measure(&cells->sizes[i], table_3[i].spec, i < 8 ? 1 : 4, err))
      return NULL;
  cells->measured = true;
  return cells->sizes;
}

static bool judge_table_3(struct finding *f, struct err *err)
{
  const struct size *sizes = look_at_table_3(f->claims, err);
  uint32_t right = 0, cost = 0;

  if (!sizes)
    return false;
  for (uint32_t i = 0; i < TABLE_3; i++) {
    right += sizes[i].nodes == table_3[i].nodes && sizes[i].diameter == table_3[i].diameter;
    cost += same_digits(weighted(table_3[i].degree, sizes[i].diameter, sizes[i].nodes),
                        table_3[i].cost);
  }
  finding_reading(f, right == TABLE_3 && cost == TABLE_3,
                  "nodes and diameter of %u, CR_w with the printed degree of %u of %d rows",
                  right, cost, TABLE_3);
  return true;
}

/* H3.17 */
static bool judge_table_3_degree(struct finding *f, struct err *err)
{
  const struct size *sizes = look_at_table_3(f->claims, err);
  uint32_t right = 0;
  char text[96] = "";

  if (!sizes)
    return false;
  for (uint32_t i = 0; i < TABLE_3; i++) {
    right += sizes[i].degree == table_3[i].degree;
    if (sizes[i].degree != table_3[i].degree)
      claims_append(text, sizeof text, " %.4f",
                    weighted(sizes[i].degree, sizes[i].diameter, sizes[i].nodes));
  }
  finding_reading(f, right == TABLE_3,
                  "the degree of %u of %d rows; CR_w of the others with theirs:%s", right,
                  TABLE_3, text);
  return true;
}

/* H3.18: CR_w below 1 in table 3, and in all networks of table 1, with the degrees printed;
 * the diameters are by formula, which H3.6 judges. */
static bool judge_effective(struct finding *f, struct err *err)
{
  const struct size *sizes = look_at_table_3(f->claims, err);
  uint32_t below = 0, above = 0;

  if (!sizes)
    return false;
  for (uint32_t i = 0; i < TABLE_3; i++)
    below += table_3[i].spec[0] == 'h' && table_3[i].spec[1] == 'd' &&
             weighted(table_3[i].degree, sizes[i].diameter, sizes[i].nodes) < 1;
  finding_reading(f, below == 6, "CR_w < 1 in %u of the 6 rows of table 3", below);
  for (uint32_t a = 0; a < DUAL_SUPERS; a++) {
    const uint32_t whole = a == DUAL_SUPERS - 1;
    const uint32_t n1 = 1800 / dual_supers[a].nodes;
    const uint32_t d1 = 2 * 4 - dual_supers[a].diameter + 2 - whole;

    above += weighted(7, d1, n1) > 1;
    for (uint32_t b = 0; b < DUAL_SUPERS; b++)
      above += weighted(8, 2 * d1 - dual_supers[b].diameter + 2,
                        2. * n1 * n1 / dual_supers[b].nodes) > 1;
  }
  finding_reading(f, above == 0, "above 1 in %u of the 72 of table 1", above);
  return true;
}

#define SECTION_3 "Hierarchical Dual-Net, section 3"

static const struct claim_row rows[] = {
    {"H3.9", SECTION_3, "table 2: 3D torus: xyz nodes, degree 6, diameter (x+y+z)/2",
     "(x+y+z)/2", .judge = judge_torus},
    {"H3.10", SECTION_3, "table 2: n-cube: 2^n nodes, degree n, diameter n", "2^n, n, n",
     .judge = judge_cube},
    {"H3.11", SECTION_3, "table 2: CCC(n): n 2^n nodes of degree 3", "n 2^n, 3",
     .judge = judge_ccc},
    {"H3.12", SECTION_3, "table 2: CCC(n): diameter 2n", "2n", .judge = judge_ccc_diameter},
    {"H3.13", SECTION_3, "table 2: dual-cube(n): 2^(2n-1) nodes, degree n, diameter 2n",
     "2^(2n-1), n, 2n", .judge = judge_dual_cube},
    {"H3.14", SECTION_3, "the dual-cube(n) is rdn with k = 1 on an n-cube", "n-cube",
     .judge = judge_dual_cube_base},
    {"H3.15", SECTION_3, "table 2: hdn: diameter 2^k (D(B) - sum ..) + 2^(k+1) - 2",
     "2^k (D(B) - ..)", .judge = judge_parenthesis},
    {"H3.16", SECTION_3, "table 3: nodes, diameter and CR_w, to two digits", "10 rows",
     .judge = judge_table_3},
    {"H3.17", SECTION_3, "table 3: degrees", "10 rows", .judge = judge_table_3_degree},
    {"H3.18", SECTION_3, "hdn are more effective than hypercubes: CR_w below 1", "< 1",
     .judge = judge_effective},
};

const struct claim_part dual_compared = {rows, sizeof rows / sizeof rows[0]};
