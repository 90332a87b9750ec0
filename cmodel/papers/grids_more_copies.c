/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_more_copies -- section 5: two, three and four copies of a butterfly in a row, to
 * BF(5), and the table of them.
 *
 * Where three copies and four are asked, all copies but the last two have random settings,
 * and the last two route what is left.  Every copy is then followed node by node.
 */
#include "base/order.h"
#include "network/topology/two_by_two.h"
#include "papers/grids.h"
#include "papers/grids_two_copies.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum {
  LARGEST = TWO_COPIES_D,
  ROWS = TWO_COPIES_ROWS,
  ALL_D = 3,      /* d of which all permutations are tried */
  STREAM = 0xc091 /* of random numbers */
};

/* The rows of every path through one copy, and what is tried. */
struct copies {
  uint32_t d, rows, copies;
  uint8_t row[LARGEST + 1][ROWS][ROWS]; /* behind l stages, from a row to a row */
  struct rng rng;
  uint32_t tried, found;
};

/* Follow all pairs of rows in the network.  False: one does not arrive. */
static bool follow_all(struct finding *f, struct copies *c)
{
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "butterfly:%u", c->d))
    return false;
  for (uint32_t from = 0; from < c->rows; from++)
    for (uint32_t to = 0; to < c->rows; to++) {
      struct hop hops[LARGEST + 2];
      const uint64_t header = t.routings[0].header(&t, from, to, 0);

      if (topology_path(&t, &t.routings[0], from, to, header, 0, hops, LARGEST + 2) !=
          c->d + 1)
        return finding_check(f, err_set(f->err, ERR_ENVIRONMENT,
                                        "%s: a path has not %u hops", t.spec, c->d));
      for (uint32_t l = 0; l <= c->d; l++)
        c->row[l][from][to] = (uint8_t)(hops[l].at % c->rows);
    }
  return true;
}

/* Does one copy take packet i from row at[i] to row to[i] without a common node? */
static bool passes(const struct copies *c, const uint32_t *at, const uint32_t *to)
{
  for (uint32_t l = 0; l <= c->d; l++) {
    uint64_t used = 0;

    for (uint32_t i = 0; i < c->rows; i++) {
      const uint64_t node = UINT64_C(1) << c->row[l][at[i]][to[i]];

      if (used & node)
        return false;
      used |= node;
    }
  }
  return true;
}

/* Rows behind a copy whose 2x2 switches are set at random. */
static void pass_random(struct copies *c, uint32_t *rows)
{
  for (uint32_t bit = 0; bit < c->d; bit++) {
    const uint64_t settings = rng_next(&c->rng);

    for (uint32_t i = 0; i < c->rows; i++)
      rows[i] ^= (uint32_t)(settings >> (rows[i] & ~(1u << bit)) & 1) << bit;
  }
}

/* Route order[] through all copies, and follow it. */
static void try_order(struct copies *c, const uint32_t *order)
{
  uint32_t at[ROWS], to[ROWS], rest[ROWS], middle[ROWS];
  bool good = true;

  lab_identity(at, c->rows);
  for (uint32_t copy = 2; copy < c->copies; copy++) {
    for (uint32_t i = 0; i < c->rows; i++)
      to[i] = at[i];
    pass_random(c, to);
    good = good && passes(c, at, to);
    for (uint32_t i = 0; i < c->rows; i++)
      at[i] = to[i];
  }
  for (uint32_t i = 0; i < c->rows; i++)
    rest[at[i]] = order[i];
  good = good && two_copies_find(middle, rest, c->d, &c->rng);
  if (good) {
    for (uint32_t i = 0; i < c->rows; i++)
      to[i] = middle[at[i]];
    good = passes(c, at, to) && passes(c, to, order);
  }
  c->found += good;
  c->tried++;
}

/* The permutations that permute the d bits of a row. */
static void try_bit_orders(struct finding *f, struct copies *c)
{
  uint32_t bits[LARGEST], order[ROWS];

  lab_identity(bits, c->d);
  do {
    for (uint32_t i = 0; i < c->rows; i++) {
      order[i] = 0;
      for (uint32_t bit = 0; bit < c->d; bit++)
        order[i] |= (i >> bit & 1) << bits[bit];
    }
    try_order(c, order);
  } while (lab_continues(f) && next_permutation(bits, c->d));
}

/* All of 2 to 8 rows; of more those that permute bits, and random ones. */
static bool try_all(struct finding *f, struct copies *c, uint32_t d, uint32_t copies)
{
  uint32_t order[ROWS];

  *c = (struct copies){.d = d, .rows = 1u << d, .copies = copies};
  c->rng = rng_seed(f->claims->seed, STREAM + LARGEST * copies + d);
  if (!follow_all(f, c))
    return false;
  lab_identity(order, c->rows);
  if (d > ALL_D) {
    try_bit_orders(f, c);
    for (uint32_t i = 0; i < f->claims->trials && lab_continues(f); i++) {
      lab_shuffle(order, c->rows, &c->rng);
      try_order(c, order);
    }
    return !f->failed;
  }
  do
    try_order(c, order);
  while (lab_continues(f) && next_permutation(order, c->rows));
  return !f->failed;
}

/* "all 24", or "124 of 124: 100 random, seed 1, 24 that permute bits". */
static void say_tried(const struct finding *f, const struct copies *c, char *text,
                      size_t size)
{
  if (c->d <= ALL_D)
    snprintf(text, size, "%u of all %u", c->found, c->tried);
  else
    snprintf(text, size, "%u of %u: %u random, seed %" PRIu64 ", %u that permute bits",
             c->found, c->tried, f->claims->trials, f->claims->seed,
             c->tried - f->claims->trials);
}

static void judge_copies(struct finding *f)
{
  const uint32_t *copies = f->with;

  for (uint32_t d = 1; d <= LARGEST && !f->failed; d++) {
    struct copies c;
    char text[TABLE_TEXT];

    if (!try_all(f, &c, d, *copies))
      return;
    say_tried(f, &c, text, sizeof text);
    reading(f, c.found == c.tried, "d=%u: %s", d, text);
  }
}

/* --- one copy --- */

/* Paths are unique, so each setting of the 2x2 switches makes another permutation. */
static uint64_t settings_of(struct finding *f, uint32_t d)
{
  uint64_t bits = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (lab_open(f, &t, "butterfly:%u", d) && !two_by_two_count(&t, &bits))
    finding_check(f, err_set(f->err, ERR_ENVIRONMENT, "not enough memory for %s", t.spec));
  return bits;
}

static double log2_orders(uint32_t rows)
{
  double bits = 0;

  for (uint32_t i = 2; i <= rows; i++)
    bits += log2(i);
  return bits;
}

/* --- the table --- */

static const char *const sizes[] = {"BF(1)", "BF(2)", "BF(3)", "BF(4)", "BF(5)"};
static const char *const numbers[] = {"one copy", "two", "three", "four"};

#define COPIES_PRINTED "not enough", "-", "sufficient", "sufficient"

static const char *const printed[] = {COPIES_PRINTED, COPIES_PRINTED, COPIES_PRINTED,
                                      COPIES_PRINTED, COPIES_PRINTED};

static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  const uint32_t d = cell->row + 1, rows = 1u << d;
  char how[TABLE_TEXT];
  struct copies c;

  if (cell->column == 0) {
    const uint64_t bits = settings_of(f, d);

    snprintf(how, sizeof how, "2^%u of %u! permutations", (uint32_t)bits, rows);
    cell_reads_by(f, cell, how, "%s",
                  (double)bits < log2_orders(rows) ? "not enough" : "enough");
    return;
  }
  if (!try_all(f, &c, d, cell->column + 1))
    return;
  say_tried(f, &c, how, sizeof how);
  if (cell->column == 1)
    note(f, "%s", how);
  else
    cell_reads_by(f, cell, how, "%s", c.found == c.tried ? "sufficient" : "not found");
}

const struct claim_table grids_table_copies = {
    .name = "copies",
    .title = "which permutations copies of BF(d) in a row route by disjoint paths",
    .place = "section 5",
    .row_count = LARGEST,
    .column_count = 4,
    .rows = sizes,
    .columns = numbers,
    .printed = printed,
    .judge = judge_cell,
};

/* 5.1 for d of which not all permutations are tried; of all others it counts the same. */
static void judge_settings(struct finding *f)
{
  for (uint32_t d = 1; d <= LARGEST + 1; d++) {
    const uint64_t bits = settings_of(f, d);

    reading(f, (double)bits < log2_orders(1u << d), "d=%u: 2^%u of %u!", d, (uint32_t)bits,
            1u << d);
  }
}

static const uint32_t two = 2, three = 3, four = 4;

static const struct claim_row rows[] = {
    {"5.4", "one copy routes 2^(d 2^(d-1)) permutations, and so not all", "not enough",
     .judge = judge_settings},
    {"5.5", "three copies can: every copy followed node by node", "sufficient",
     .judge = judge_copies, .with = &three},
    {"5.6", "four copies in a row can", "sufficient", .judge = judge_copies, .with = &four},
    {"C1", "two copies can; the paper leaves it open", "unknown", .judge = judge_copies,
     .with = &two},
};

const struct claim_part grids_more_copies = CLAIM_PART(rows, "section 5");
