/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_families -- section 3 of the HDN paper: table 2, the formulas of six families. */
#include "papers/dual_nets.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A network of a family, and the numbers that stand in the formulas. */
struct instance {
  const char *spec;
  uint32_t x, y, z; /* of the torus */
  uint32_t n;       /* of the families with one number; |B|, or m */
  uint32_t k;       /* levels */
  uint32_t d0, D0;  /* degree and diameter of B */
  uint32_t s[2];    /* nodes of the super-nodes, 1 without such a level */
  uint32_t Ds[2];   /* their diameters */
  bool second;      /* of the two groups of its family */
};

typedef double formula(const struct instance *i);

/* --- the formulas that are printed, and those that hold --- */

static double product(const struct instance *i)
{
  return i->x * i->y * i->z;
}

static double six(const struct instance *i)
{
  (void)i;
  return 6;
}

static double half_sum(const struct instance *i)
{
  return (i->x + i->y + i->z) / 2.;
}

static double sum_of_floors(const struct instance *i)
{
  return i->x / 2 + i->y / 2 + i->z / 2;
}

static double number(const struct instance *i)
{
  return i->n;
}

static double twice(const struct instance *i)
{
  return 2 * i->n;
}

static double three(const struct instance *i)
{
  (void)i;
  return 3;
}

static double power(const struct instance *i)
{
  return pow(2, i->n);
}

static double n_power(const struct instance *i)
{
  return i->n * pow(2, i->n);
}

static double odd_power(const struct instance *i)
{
  return pow(2, 2 * i->n - 1);
}

static double of_cycles(const struct instance *i)
{
  return i->n == 3 ? 6 : 2 * i->n + i->n / 2 - 2;
}

static double with_levels(const struct instance *i)
{
  return i->d0 + i->k;
}

/* 2N to the power 2^k, halved. */
static double recursive(const struct instance *i)
{
  return pow(2. * i->n, 1 << i->k) / 2;
}

static double recursive_diameter(const struct instance *i)
{
  return (i->D0 << i->k) + (2u << i->k) - 2;
}

static double by_product(const struct instance *i)
{
  return recursive(i) / i->s[0] / i->s[1];
}

/* s_i counts 2^(k-i) times. */
static double by_powers(const struct instance *i)
{
  return recursive(i) / pow(i->s[0], 1 << (i->k - 1)) / i->s[1];
}

/* The sum over 2^j D(SN^(k-j)). */
static double sum_of_super(const struct instance *i)
{
  return i->k == 1 ? i->Ds[0] : i->Ds[1] + 2 * i->Ds[0];
}

static double inside_parenthesis(const struct instance *i)
{
  return pow(2, i->k) * (i->D0 - sum_of_super(i)) + (2 << i->k) - 2;
}

static double behind_parenthesis(const struct instance *i)
{
  return recursive_diameter(i) - sum_of_super(i);
}

static const struct {
  const char *text;
  formula *value;
} formulas[] = {
    {"xyz", product},
    {"6", six},
    {"(x+y+z)/2", half_sum},
    {"2^n", power},
    {"n", number},
    {"n 2^n", n_power},
    {"3", three},
    {"2n", twice},
    {"2^(2n-1)", odd_power},
    {"(2m)^(2^k)/2", recursive},
    {"d0+k", with_levels},
    {"2^k D0 + 2^(k+1) - 2", recursive_diameter},
    {"(2|B|)^(2^k)/(2 prod s_i)", by_product},
    {"2^k (D(B) - sum) + 2^(k+1) - 2", inside_parenthesis},
};

static formula *formula_of(const char *text)
{
  formula *value = NULL;

  for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++)
    if (strcmp(formulas[i].text, text) == 0)
      value = formulas[i].value;
  return value;
}

/* --- the table --- */

enum net_family { TORUS, CUBE, CCC, DUAL_CUBE, RDN, HDN, FAMILIES };
enum { PROPERTIES = DUAL_DIAMETER + 1 };

static const char *const names[] = {"3D torus",     "n-cube",   "CCC(n)",
                                    "Dual-Cube(n)", "RDN(m,k)", "HDN(B,k,S)"};
static const char *const properties[] = {"nodes", "degree", "diameter"};
static const char *const printed[] = {
    "xyz",
    "6",
    "(x+y+z)/2", /**/
    "2^n",
    "n",
    "n", /**/
    "n 2^n",
    "3",
    "2n", /**/
    "2^(2n-1)",
    "n",
    "2n", /**/
    "(2m)^(2^k)/2",
    "d0+k",
    "2^k D0 + 2^(k+1) - 2", /**/
    "(2|B|)^(2^k)/(2 prod s_i)",
    "d0+k",
    "2^k (D(B) - sum) + 2^(k+1) - 2", /**/
};

/* What holds where the printed formula does not. */
static const struct {
  enum net_family family;
  enum dual_column property;
  const char *text;
  formula *value;
} better[] = {
    {TORUS, DUAL_DIAMETER, "the sum of floors", sum_of_floors},
    {CCC, DUAL_DIAMETER, "2n + floor(n/2) - 2, 6 for n = 3", of_cycles},
    {HDN, DUAL_NODES, "prod s_i^(2^(k-i))", by_powers},
    {HDN, DUAL_DIAMETER, "2^k D(B) - sum + 2^(k+1) - 2", behind_parenthesis},
};

static const struct instance tori[] = {
    {"torus:4x4x4", 4, 4, 4, .second = false},
    {"torus:6x4x8", 6, 4, 8, .second = false},
    {"torus:10x10x10", 10, 10, 10, .second = false},
    {"torus:3x4x5", 3, 4, 5, .second = true},
    {"torus:5x5x5", 5, 5, 5, .second = true},
    {"torus:3x3x3", 3, 3, 3, .second = true},
};

static const struct instance recursive_nets[] = {
    {"rdn:2:1", .n = 2, .k = 1, .d0 = 1, .D0 = 1},
    {"rdn:5:1", .n = 5, .k = 1, .d0 = 2, .D0 = 2},
    {"rdn:2x2x2:1", .n = 8, .k = 1, .d0 = 3, .D0 = 3},
    {"rdn:2:2", .n = 2, .k = 2, .d0 = 1, .D0 = 1, .second = true},
    {"rdn:3:2", .n = 3, .k = 2, .d0 = 2, .D0 = 1, .second = true},
    {"rdn:4:2", .n = 4, .k = 2, .d0 = 2, .D0 = 2, .second = true},
};

#define ONE(text, nodes, diameter)                                                         \
  {                                                                                        \
    "hdn:2x3x5:" text, .n = 30, .k = 1, .d0 = 5, .D0 = 4, .s = {nodes, 1}, .Ds = {         \
      diameter                                                                             \
    }                                                                                      \
  }
#define TWO(text, first, second_nodes, d1, d2)                                             \
  {                                                                                        \
    "hdn:2x2:" text, .n = 4, .k = 2, .d0 = 2, .D0 = 2, .s = {first, second_nodes},         \
                     .Ds = {d1, d2}, .second = true                                        \
  }
static const struct instance hierarchical[] = {
    ONE("2", 2, 1),         ONE("3", 3, 1),         ONE("5", 5, 2),
    ONE("2x3", 6, 2),       ONE("2x5", 10, 3),      ONE("3x5", 15, 3),
    TWO("1,2", 1, 2, 0, 1), TWO("2,2", 2, 2, 1, 1), TWO("2,2x2", 2, 4, 1, 2),
};

/* The networks of a family; without a list those of a number n from first to last. */
static const struct {
  const struct instance *list;
  uint32_t count;
  const char *groups[2];
  const char *format;
  uint32_t first, last;
} families[FAMILIES] = {
    [TORUS] = {tori, 6, {"even sides", "some side odd"}, NULL, 0, 0},
    [CUBE] = {NULL, 12, {"n=1..12", NULL}, "hypercube:%u", 1, 12},
    [CCC] = {NULL, 7, {"n=3..9", NULL}, "ccc:%u", 3, 9},
    [DUAL_CUBE] = {NULL, 6, {"n=2..7", NULL}, "dual-cube:%u", 2, 7},
    [RDN] = {recursive_nets, 6, {"one level", "two levels"}, NULL, 0, 0},
    [HDN] = {hierarchical, 9, {"one level", "two levels"}, NULL, 0, 0},
};

/* What was found in a group of networks. */
struct group {
  uint32_t right, all;
  char measured[CLAIM_TEXT / 2];
};

/* How often a value of the printed formula, and of a better one, is the measured one. */
static void look_at_network(struct finding *f, const struct table_cell *cell, uint32_t i,
                            struct group groups[2], uint32_t betters[])
{
  char spec[TOPOLOGY_SPEC];
  struct instance instance;

  if (families[cell->row].list) {
    instance = families[cell->row].list[i];
  } else {
    instance = (struct instance){.spec = spec, .n = families[cell->row].first + i};
    snprintf(spec, sizeof spec, families[cell->row].format, instance.n);
  }
  const struct dual_size size = dual_measure(f, 1, "%s", instance.spec);
  const uint32_t measured = dual_number(size, cell->column);
  struct group *group = &groups[instance.second];

  group->all++;
  group->right += formula_of(cell->printed)(&instance) == measured;
  claims_append(group->measured, sizeof group->measured, " %u", measured);
  for (size_t b = 0; b < sizeof better / sizeof better[0]; b++)
    betters[b] += better[b].value(&instance) == measured;
}

static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  struct group groups[2] = {{.all = 0}};
  uint32_t betters[sizeof better / sizeof better[0]] = {0};

  assert(formula_of(cell->printed));
  for (uint32_t i = 0; i < families[cell->row].count && !f->failed; i++)
    look_at_network(f, cell, i, groups, betters);
  for (uint32_t g = 0; g < 2; g++)
    if (groups[g].all > 0)
      reading(f, groups[g].right == groups[g].all, "%s: so in %u of %u%s%s",
              families[cell->row].groups[g], groups[g].right, groups[g].all,
              groups[g].right < groups[g].all ? ", they have" : "",
              groups[g].right < groups[g].all ? groups[g].measured : "");
  for (size_t b = 0; b < sizeof better / sizeof better[0]; b++)
    if ((uint32_t)better[b].family == cell->row &&
        (uint32_t)better[b].property == cell->column)
      note(f, "%s: in %u of %u", better[b].text, betters[b], families[cell->row].count);
}

const struct claim_table dual_table_2 = {
    .name = "hdn-2",
    .title = "formulas of six families of networks",
    .place = "Hierarchical Dual-Net, table 2",
    .row_count = FAMILIES,
    .column_count = PROPERTIES,
    .rows = names,
    .columns = properties,
    .printed = printed,
    .judge = judge_cell,
};

/* --- the claims --- */

/* Columns of a row that a claim is about. */
struct asked {
  enum net_family family;
  enum dual_column first, last;
};

static void judge_family(struct finding *f)
{
  const struct asked *asked = f->with;

  for (uint32_t column = asked->first; column <= (uint32_t)asked->last; column++)
    table_ask(f, &dual_table_2, asked->family, column);
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

static const struct claim_row rows[] = {
    {"H3.9", "table 2: 3D torus: xyz nodes, degree 6, diameter (x+y+z)/2", "(x+y+z)/2",
     judge_family, .with = &(const struct asked){TORUS, DUAL_NODES, DUAL_DIAMETER}},
    {"H3.10", "table 2: n-cube: 2^n nodes, degree n, diameter n", "2^n, n, n", judge_family,
     .with = &(const struct asked){CUBE, DUAL_NODES, DUAL_DIAMETER}},
    {"H3.11", "table 2: CCC(n): n 2^n nodes of degree 3", "n 2^n, 3", judge_family,
     .with = &(const struct asked){CCC, DUAL_NODES, DUAL_DEGREE}},
    {"H3.12", "table 2: CCC(n): diameter 2n", "2n", judge_family,
     .with = &(const struct asked){CCC, DUAL_DIAMETER, DUAL_DIAMETER}},
    {"H3.13", "table 2: dual-cube(n): 2^(2n-1) nodes, degree n, diameter 2n",
     "2^(2n-1), n, 2n", judge_family,
     .with = &(const struct asked){DUAL_CUBE, DUAL_NODES, DUAL_DIAMETER}},
    {"H3.14", "the dual-cube(n) is rdn with k = 1 on an n-cube", "n-cube",
     .judge = judge_dual_cube_base},
    {"H3.15", "table 2: hdn: diameter 2^k (D(B) - sum ..) + 2^(k+1) - 2", "2^k (D(B) - ..)",
     judge_family, .with = &(const struct asked){HDN, DUAL_DIAMETER, DUAL_DIAMETER}},
};

const struct claim_part dual_families =
    CLAIM_PART(rows, "Hierarchical Dual-Net, section 3");
