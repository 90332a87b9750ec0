/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_tables -- sections 4 and 5: means of runs as tables. */
#include "papers/hypercube.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct cube_row cube_row_of(const char *name)
{
  struct cube_row row;
  char pattern[32];

  if (sscanf(name, "S(%u,%u) %31s", &row.n, &row.packets, pattern) != 3)
    assert(false); /* a row has a size and a pattern */
  for (row.pattern = RANDOM; strcmp(traffic_names[row.pattern], pattern) != 0;
       row.pattern++)
    assert(row.pattern < SHUFFLE);
  return row;
}

/* --- what is measured --- */

enum measure { SPEEDUP, STEPS, CONGESTION, UNDELAYED, DEPTH };

/* Is the value within what is printed as "least-most"?  Rounded to a whole number where
 * these are whole, to two digits elsewhere. */
static bool within(double value, const char *range)
{
  const double unit = strchr(range, '.') ? .01 : 1;
  double least, most;

  return sscanf(range, "%lf-%lf", &least, &most) == 2 &&
         round(value / unit) * unit > least - unit / 2 &&
         round(value / unit) * unit < most + unit / 2;
}

static void judge_speedup(struct finding *f, const struct table_cell *cell)
{
  const struct cube_row row = cube_row_of(cell->table->rows[cell->row]);
  const enum algorithm variant = SYNC + cell->column;
  const double base = means_of(f, row.n, row.packets, row.pattern, DET)->steps;
  const double speedup =
      base / means_of(f, row.n, row.packets, row.pattern, variant)->steps;

  reading(f, within(speedup, cell->printed), "%.2f", speedup);
}

static void judge_mean(struct finding *f, const struct table_cell *cell)
{
  const struct cube_row row = cube_row_of(cell->table->rows[cell->row]);
  const struct means *mean =
      means_of(f, row.n, row.packets, row.pattern, (enum algorithm)cell->column);

  switch (*(const enum measure *)cell->table->with) {
  case STEPS:
    note(f, "%.2f", mean->steps);
    break;
  case CONGESTION:
    note(f, "%.3f", mean->delay);
    break;
  case UNDELAYED:
    note(f, "%.1f", mean->undelayed);
    break;
  default:
    note(f, "%u", mean->largest_queue);
  }
}

/* --- rows and columns --- */

#define OTHERS_OF(size)                                                                    \
  size " random", size " bit-reversal", size " bit-complement", size " shuffle"
#define ALL_OF(size) size " transpose", OTHERS_OF(size)

/* p = 1, 2, n/2 and n, and the paper's own example, S(4,3). */
static const char *const without_transpose[] = {
    OTHERS_OF("S(4,1)"),  OTHERS_OF("S(4,2)"),  OTHERS_OF("S(4,3)"),
    OTHERS_OF("S(4,4)"),  OTHERS_OF("S(6,1)"),  OTHERS_OF("S(6,2)"),
    OTHERS_OF("S(6,3)"),  OTHERS_OF("S(6,6)"),  OTHERS_OF("S(8,1)"),
    OTHERS_OF("S(8,2)"),  OTHERS_OF("S(8,4)"),  OTHERS_OF("S(8,8)"),
    OTHERS_OF("S(10,1)"), OTHERS_OF("S(10,2)"), OTHERS_OF("S(10,5)"),
    OTHERS_OF("S(10,10)")};
static const char *const all_rows[] = {
    ALL_OF("S(4,1)"),  ALL_OF("S(4,2)"),  ALL_OF("S(4,3)"),  ALL_OF("S(4,4)"),
    ALL_OF("S(6,1)"),  ALL_OF("S(6,2)"),  ALL_OF("S(6,3)"),  ALL_OF("S(6,6)"),
    ALL_OF("S(8,1)"),  ALL_OF("S(8,2)"),  ALL_OF("S(8,4)"),  ALL_OF("S(8,8)"),
    ALL_OF("S(10,1)"), ALL_OF("S(10,2)"), ALL_OF("S(10,5)"), ALL_OF("S(10,10)")};
static const char *const transposes[] = {
    "S(6,6) transpose",   "S(8,8) transpose",  "S(10,10) transpose",
    "S(12,12) transpose", "S(8,1) transpose",  "S(10,1) transpose",
    "S(12,1) transpose",  "S(14,1) transpose", "S(16,1) transpose"};
static const char *const columns[] = {"Det-R", "Rand-Sync", "Rand-Trans", "Rand-Trans-OOO",
                                      "DRand-Trans-OOO"};

enum {
  OTHERS = sizeof without_transpose / sizeof without_transpose[0],
  ALL = sizeof all_rows / sizeof all_rows[0],
  TRANSPOSES = sizeof transposes / sizeof transposes[0],
  COLUMNS = sizeof columns / sizeof columns[0],
  VARIANTS = COLUMNS - 1
};

/* --- the tables --- */

/* Deterministic routing is said to be 20 to 30 % better. */
#define FOUR(text) text, text, text, text
#define SIXTEEN(text) FOUR(text), FOUR(text), FOUR(text), FOUR(text)
static const char *const slower[OTHERS * VARIANTS] = {
    SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"),
    SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"),
    SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"),
    SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8"), SIXTEEN("0.7-0.8")};
static const char *const faster[TRANSPOSES * VARIANTS] = {SIXTEEN("4-8"), SIXTEEN("4-8"),
                                                          FOUR("4-8")};

const struct claim_table hypercube_speedup = {
    .name = "speedup",
    .title = "steps of Det-R by those of a randomized variant, all but transpose",
    .place = "section 5",
    .row_count = OTHERS,
    .column_count = VARIANTS,
    .rows = without_transpose,
    .columns = columns + 1,
    .printed = slower,
    .judge = judge_speedup,
};

const struct claim_table hypercube_transpose = {
    .name = "transpose",
    .title = "steps of Det-R by those of a randomized variant, transpose",
    .place = "section 5",
    .row_count = TRANSPOSES,
    .column_count = VARIANTS,
    .rows = transposes,
    .columns = columns + 1,
    .printed = faster,
    .judge = judge_speedup,
};

#define MEANS(table, table_name, what, measured)                                           \
  const struct claim_table table = {                                                       \
      .name = table_name,                                                                  \
      .title = what,                                                                       \
      .place = "section 5, data in files",                                                 \
      .row_count = ALL,                                                                    \
      .column_count = COLUMNS,                                                             \
      .rows = all_rows,                                                                    \
      .columns = columns,                                                                  \
      .judge = judge_mean,                                                                 \
      .with = &(const enum measure){measured},                                             \
  };

MEANS(hypercube_steps, "steps", "steps, mean of the runs", STEPS)
MEANS(hypercube_congestion, "congestion", "steps lost to queueing, per packet", CONGESTION)
MEANS(hypercube_undelayed, "undelayed", "percent of packets that never wait", UNDELAYED)
MEANS(hypercube_depth, "depth", "largest output queue of all runs", DEPTH)
