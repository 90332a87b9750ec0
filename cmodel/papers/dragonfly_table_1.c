/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_table_1 -- section 11: table 1, D3(K,M) and MDF(K,M) compared. */
#include "papers/dragonfly_maximal.h"

enum property {
  DRAWERS,
  FIXED,
  SCALES,
  PARALLEL,
  PARTS,
  CONNECTIVITY,
  VECTORS,
  PROPERTIES
};
static const char *const properties[] = {
    "1 drawers",       "2 fixed points",        "3 scales",        "4 parallelism",
    "5 L < K & N < M", "6 global connectivity", "7 vector routing"};
static const char *const networks[] = {"D3(K,M)", "MDF(K,M)"};
static const char *const printed[] = {
    "KM",
    "KM+1", /**/
    "Yes",
    "No", /**/
    "Gracefully",
    "Gracefully", /**/
    "Yes",
    "Not always possible", /**/
    "D3(L,N) in D3(K,M)",
    "D3(L,N) in D3(K,N)", /**/
    "Determined",
    "Many alternatives", /**/
    "Can be used",
    "Not always possible", /**/
};

/* Vectors that, from all routers, do not lead to different ones. */
static uint32_t not_permuting(struct survey s)
{
  uint32_t count = 0;

  while (survey_next(&s))
    for (uint32_t code = 0; code < s.k * s.m * s.m; code++)
      count += maximal_land(
                   &s, (struct d3_vector){code / s.m / s.m, code / s.m % s.m, code % s.m})
                   .routers != s.t.switches;
  survey_close(&s);
  return count;
}

/* Global links of D3 that do not lead from (c,d,p) to (c+g,p,d). */
static uint32_t off_swap(struct finding *f)
{
  uint32_t count = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, maximal_sizes, MAXIMAL_SIZES);

  while (survey_next_switch(&s)) {
    const struct d3_router r = d3_router(&s.t, s.from);

    for (uint32_t g = 0; g < s.k; g++)
      count += lab_global(&s.t, s.from, g) !=
               d3_switch(&s.t, (struct d3_router){(r.c + g) % s.k, r.p, r.d});
  }
  return count;
}

static void judge_cell_of_d3(struct finding *f, const struct table_cell *cell)
{
  uint32_t drawers = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, maximal_sizes, MAXIMAL_SIZES);

  switch ((enum property)cell->row) {
  case DRAWERS:
    while (survey_next(&s))
      drawers += s.t.switches == s.m * s.k * s.m && maximal_joins_all(&s.t, true);
    cell_reads(f, cell, "%s", drawers == MAXIMAL_SIZES ? "KM" : "not KM");
    break;
  case FIXED:
    cell_reads(f, cell, "%s", maximal_fixed_of_d3(f) == MAXIMAL_SIZES ? "Yes" : "No");
    break;
  case SCALES:
    cell_reads(f, cell, "%s", dragonfly_grows(f) ? "Gracefully" : "Not gracefully");
    break;
  case PARTS:
    cell_reads(f, cell, "%s",
               dragonfly_contains(f) ? "D3(L,N) in D3(K,M)" : "Not in D3(K,M)");
    break;
  case CONNECTIVITY:
    cell_reads(f, cell, "%s", off_swap(f) == 0 ? "Determined" : "Other than the swap");
    break;
  default:
    cell_reads_by(f, cell, "all vectors, from all routers to different ones", "%s",
                  not_permuting(dragonfly_survey(f, maximal_sizes, MAXIMAL_SIZES)) > 0
                      ? "Not always possible"
                  : cell->row == VECTORS ? "Can be used"
                                         : "Yes");
  }
}

static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  uint32_t groups = 0, of;

  if (cell->column == 0) {
    judge_cell_of_d3(f, cell);
    return;
  }
  struct survey s SURVEY_OF_BLOCK = maximal_survey(f, 0);

  switch ((enum property)cell->row) {
  case DRAWERS:
    while (survey_next(&s))
      groups += s.t.switches == s.m * (s.k * s.m + 1) && maximal_joins_all(&s.t, false);
    cell_reads(f, cell, "%s", groups == MAXIMAL_SIZES ? "KM+1" : "not KM+1");
    break;
  case FIXED:
    cell_reads(f, cell, "%s",
               maximal_free_of_mdf(f) == MAXIMAL_SIZES * MAXIMAL_WIRINGS ? "No" : "Yes");
    break;
  case SCALES:
    cell_reads_by(f, cell, "absolute wiring", "%s",
                  maximal_nested(f, 0, &of) == of ? "Gracefully" : "Not gracefully");
    break;
  case PARTS:
    maximal_judge_nested(f);
    note(f, "printed of D3");
    break;
  case CONNECTIVITY:
    cell_reads_by(f, cell, "tables of MDF(2,2)", "%s",
                  maximal_count_wirings().all > 1 ? "Many alternatives" : "Determined");
    break;
  default:
    cell_reads_by(f, cell, "absolute wiring", "%s",
                  not_permuting(maximal_survey(f, 0)) > 0 ? "Not always possible" : "Yes");
  }
}

const struct claim_table dragonfly_table_1 = {
    .name = "1",
    .title = "D3(K,M) and MDF(K,M) compared",
    .place = "section 11, table 1",
    .row_count = PROPERTIES,
    .column_count = 2,
    .rows = properties,
    .columns = networks,
    .printed = printed,
    .judge = judge_cell,
};
