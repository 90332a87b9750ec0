/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_compared -- dual-nets beside other networks: section 3 of the HDN paper, tables 2
 * and 3; section 2 of the RDN paper, Theorem 1, table I, identifiers. */
#include "papers/dual_nets.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

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

static void judge_torus(struct finding *f)
{
  static const uint32_t sides[][3] = {{4, 4, 4}, {6, 4, 8}, {10, 10, 10},
                                      {3, 4, 5}, {5, 5, 5}, {3, 3, 3}};
  uint32_t even = 0, odd = 0;

  for (uint32_t i = 0; i < 6; i++) {
    const uint32_t *n = sides[i];
    const struct dual_size size = dual_measure(f, 1, "torus:%ux%ux%u", n[0], n[1], n[2]);

    *(i < 3 ? &even : &odd) += size.nodes == n[0] * n[1] * n[2] && size.degree == 6 &&
                               2 * size.diameter == n[0] + n[1] + n[2];
  }
  reading(f, even == 3, "even sides: in %u of 3", even);
  reading(f, odd == 3, "some side odd: in %u of 3; it is the sum of floors", odd);
}

/* A family of networks, by a number n, and its sizes. */
struct family {
  const char *name;
  uint32_t first, last; /* n */
  bool (*is)(uint32_t n, struct dual_size size);
};

static bool is_cube(uint32_t n, struct dual_size size)
{
  return size.nodes == UINT32_C(1) << n && size.degree == n && size.diameter == n;
}

static bool is_ccc(uint32_t n, struct dual_size size)
{
  return size.nodes == n << n && size.degree == 3;
}

static bool is_dual_cube(uint32_t n, struct dual_size size)
{
  return size.nodes == UINT32_C(1) << (2 * n - 1) && size.degree == n &&
         size.diameter == 2 * n;
}

static void judge_family(struct finding *f)
{
  const struct family *family = f->with;
  uint32_t right = 0, all = 0;

  for (uint32_t n = family->first; n <= family->last; n++, all++)
    right += family->is(n, dual_measure(f, 1, "%s:%u", family->name, n));
  reading(f, right == all, "so for %u of n=%u..%u", right, family->first, family->last);
}

static void judge_ccc_diameter(struct finding *f)
{
  char text[64] = "";
  uint32_t right = 0;

  for (uint32_t n = 3; n <= 9; n++) {
    const uint32_t diameter = dual_measure(f, 1, "ccc:%u", n).diameter;

    right += diameter == 2 * n;
    claims_append(text, sizeof text, " %u", diameter);
  }
  reading(f, right == 7, "n=3..9:%s, so in %u of 7; 2n + floor(n/2) - 2 from n = 4 on",
          text, right);
}

static void judge_dual_cube_base(struct finding *f)
{
  const struct dual_size on_3 = dual_measure(f, 1, "rdn:2x2x2:1");
  const struct dual_size on_2 = dual_measure(f, 1, "rdn:2x2:1");

  reading(f, on_3.nodes == 32 && on_3.degree == 3,
          "rdn on a 3-cube has %u nodes of degree %u, the dual-cube(3) of this "
          "table 32 of degree 3; rdn on a 2-cube %u of degree %u",
          on_3.nodes, on_3.degree, on_2.nodes, on_2.degree);
}

/* H3.15: 2^k (D(B) - sum) + 2^(k+1) - 2, and 2^k D(B) - sum + .. */
static void judge_parenthesis(struct finding *f)
{
  uint32_t printed = 0, other = 0;

  for (uint32_t i = 1; i + 1 < DUAL_SUPERS; i++) {
    const uint32_t d = dual_supers[i].diameter;
    const uint32_t diameter =
        dual_measure(f, 1, "hdn:2x3x5:%s", dual_supers[i].spec).diameter;

    printed += diameter == 2 * (4 - d) + 2;
    other += diameter == 2 * 4 - d + 2;
  }
  reading(f, printed == DUAL_SUPERS - 2,
          "one level on 2x3x5, S1 = 2 .. 15: so in %u of 6; with the sum behind "
          "the parenthesis in %u",
          printed, other);
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
    measured->sizes[i] = dual_measure(f, i < 8 ? 1 : 4, "%s", table_3[i].spec);
  measured->done = !f->failed;
  return measured->sizes;
}

static void judge_table_3(struct finding *f)
{
  const struct dual_size *sizes = look_at_table_3(f);
  uint32_t right = 0, cost = 0;

  for (uint32_t i = 0; i < TABLE_3; i++) {
    right += sizes[i].nodes == table_3[i].nodes && sizes[i].diameter == table_3[i].diameter;
    cost += same_digits(weighted(table_3[i].degree, sizes[i].diameter, sizes[i].nodes),
                        table_3[i].cost);
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
    right += sizes[i].degree == table_3[i].degree;
    if (sizes[i].degree != table_3[i].degree)
      claims_append(text, sizeof text, " %.4f",
                    weighted(sizes[i].degree, sizes[i].diameter, sizes[i].nodes));
  }
  reading(f, right == TABLE_3,
          "the degree of %u of %d rows; CR_w of the others with theirs:%s", right, TABLE_3,
          text);
}

/* H3.18: CR_w below 1 in table 3, and in all networks of table 1, with the degrees printed;
 * the diameters are by formula, which H3.6 judges. */
static void judge_effective(struct finding *f)
{
  const struct dual_size *sizes = look_at_table_3(f);
  uint32_t below = 0, above = 0;

  for (uint32_t i = 0; i < TABLE_3; i++)
    below += table_3[i].spec[0] == 'h' && table_3[i].spec[1] == 'd' &&
             weighted(table_3[i].degree, sizes[i].diameter, sizes[i].nodes) < 1;
  reading(f, below == 6, "CR_w < 1 in %u of the 6 rows of table 3", below);
  for (uint32_t a = 0; a < DUAL_SUPERS; a++) {
    const uint32_t whole = a == DUAL_SUPERS - 1;
    const uint32_t n1 = 1800 / dual_supers[a].nodes;
    const uint32_t d1 = 2 * 4 - dual_supers[a].diameter + 2 - whole;

    above += weighted(7, d1, n1) > 1;
    for (uint32_t b = 0; b < DUAL_SUPERS; b++)
      above += weighted(8, 2 * d1 - dual_supers[b].diameter + 2,
                        2. * n1 * n1 / dual_supers[b].nodes) > 1;
  }
  reading(f, above == 0, "above 1 in %u of the 72 of table 1", above);
}

static const struct claim_row rows[] = {
    {"H3.9", "table 2: 3D torus: xyz nodes, degree 6, diameter (x+y+z)/2", "(x+y+z)/2",
     .judge = judge_torus},
    {"H3.10", "table 2: n-cube: 2^n nodes, degree n, diameter n", "2^n, n, n", judge_family,
     .with = &(const struct family){"hypercube", 1, 12, is_cube}},
    {"H3.11", "table 2: CCC(n): n 2^n nodes of degree 3", "n 2^n, 3", judge_family,
     .with = &(const struct family){"ccc", 3, 9, is_ccc}},
    {"H3.12", "table 2: CCC(n): diameter 2n", "2n", .judge = judge_ccc_diameter},
    {"H3.13", "table 2: dual-cube(n): 2^(2n-1) nodes, degree n, diameter 2n",
     "2^(2n-1), n, 2n", judge_family,
     .with = &(const struct family){"dual-cube", 2, 7, is_dual_cube}},
    {"H3.14", "the dual-cube(n) is rdn with k = 1 on an n-cube", "n-cube",
     .judge = judge_dual_cube_base},
    {"H3.15", "table 2: hdn: diameter 2^k (D(B) - sum ..) + 2^(k+1) - 2", "2^k (D(B) - ..)",
     .judge = judge_parenthesis},
    {"H3.16", "table 3: nodes, diameter and CR_w, to two digits", "10 rows",
     .judge = judge_table_3},
    {"H3.17", "table 3: degrees", "10 rows", .judge = judge_table_3_degree},
    {"H3.18", "hdn are more effective than hypercubes: CR_w below 1", "< 1",
     .judge = judge_effective},
};

const struct claim_part dual_compared =
    CLAIM_PART(rows, "Hierarchical Dual-Net, section 3");

/* --- the RDN paper --- */

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
