/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_copies -- section 5: which permutations copies of a butterfly in a row can route.
 */
#include "base/order.h"
#include "papers/grids.h"

#include <stdlib.h>

/* Permutations of the rows of BF(d), by their place in the order of next_permutation. */
struct orders {
  uint32_t rows, count;         /* count: rows! */
  uint8_t (*order)[GRIDS_ROWS]; /* [count] */
  bool *passes; /* [count] one copy routes it by paths without a common node */
};

static bool disjoint(const struct grids_paths *paths, const uint32_t *order)
{
  uint64_t used = 0;

  for (uint32_t from = 0; from < UINT32_C(1) << paths->d; from++)
    for (uint32_t l = 0; l <= paths->d; l++) {
      const uint64_t node = UINT64_C(1) << paths->hops[from][order[from]][l].at;

      if (used & node)
        return false;
      used |= node;
    }
  return true;
}

static void orders_close(struct orders *o)
{
  free(o->order);
  free(o->passes);
}

static bool orders_open(struct orders *o, uint32_t d, struct err *err)
{
  uint32_t order[GRIDS_ROWS], place = 0;
  struct grids_paths paths;

  *o = (struct orders){.rows = UINT32_C(1) << d, .count = 1};
  for (uint32_t i = 0; i < o->rows; i++) {
    order[i] = i;
    o->count *= i + 1;
  }
  o->order = calloc(o->count, sizeof *o->order);
  o->passes = calloc(o->count, sizeof *o->passes);
  if (!o->order || !o->passes) {
    orders_close(o);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for all permutations");
  }
  if (!grids_paths_of(&paths, d, err)) {
    orders_close(o);
    return false;
  }
  do {
    for (uint32_t i = 0; i < o->rows; i++)
      o->order[place][i] = (uint8_t)order[i];
    o->passes[place++] = disjoint(&paths, order);
  } while (next_permutation(order, o->rows));
  return true;
}

/* Place of the permutation that makes `first` and then `second`. */
static uint32_t place_of_both(const struct orders *o, uint32_t first, uint32_t second)
{
  uint32_t place = 0, seen = 0;

  for (uint32_t i = 0; i < o->rows; i++) {
    const uint32_t to = o->order[second][o->order[first][i]];
    const uint32_t smaller = to - (uint32_t)__builtin_popcount(seen & ((1u << to) - 1));

    place = place * (o->rows - i) + smaller;
    seen |= 1u << to;
  }
  return place;
}

/* reached[count] from routed[count] by one more copy; false when interrupted. */
static bool one_more(const struct orders *o, const bool *routed, bool *reached,
                     const struct claims *claims)
{
  for (uint32_t first = 0; first < o->count; first++) {
    if (!routed[first])
      continue;
    if (*claims->stop)
      return false;
    for (uint32_t second = 0; second < o->count; second++)
      if (o->passes[second])
        reached[place_of_both(o, first, second)] = true;
  }
  return true;
}

static uint32_t count_of(const bool *set, uint32_t count)
{
  uint32_t found = 0;

  for (uint32_t i = 0; i < count; i++)
    found += set[i];
  return found;
}

/* 5.1 */
static bool judge_one(struct finding *f, struct err *err)
{
  for (uint32_t d = 1; d <= GRIDS_ALL; d++) {
    struct orders o;

    if (!orders_open(&o, d, err))
      return false;
    const uint32_t routed = count_of(o.passes, o.count);

    finding_reading(f, routed < o.count, "d=%u: it routes %u of all %u", d, routed,
                    o.count);
    orders_close(&o);
  }
  return true;
}

/* 5.2 */
static bool judge_three(struct finding *f, struct err *err)
{
  uint32_t all = 0, two[GRIDS_ALL] = {0};
  bool good = true;

  for (uint32_t d = 1; good && d <= GRIDS_ALL; d++) {
    struct orders o;

    if (!orders_open(&o, d, err))
      return false;
    bool *twice = calloc(2 * (size_t)o.count, sizeof *twice);
    bool *thrice = twice ? twice + o.count : NULL;

    good = twice != NULL || err_set(err, ERR_ENVIRONMENT, "not enough memory");
    good = good && one_more(&o, o.passes, twice, f->claims);
    two[d - 1] = good ? count_of(twice, o.count) : 0;
    /* The identity passes a copy, so that what two can three can too. */
    if (good && two[d - 1] == o.count && o.passes[0])
      all++;
    else if (good) {
      good = one_more(&o, twice, thrice, f->claims);
      all += count_of(thrice, o.count) == o.count;
    }
    free(twice);
    orders_close(&o);
  }
  if (!good)
    return false;
  finding_reading(f, all == GRIDS_ALL, "all permutations in %u of d=1..%d", all, GRIDS_ALL);
  finding_note(f,
               "two copies, of which the paper leaves it open: %u of 2, %u of 24, %u of "
               "40320; larger d were not tried",
               two[0], two[1], two[2]);
  return true;
}

#define SECTION_5 "section 5"

static const struct claim_row rows[] = {
    {"5.1", SECTION_5, "one copy of BF(d) cannot route every permutation by disjoint paths",
     "not enough", .judge = judge_one},
    {"5.2", SECTION_5, "three copies in a row can", "sufficient", .judge = judge_three},
};

const struct claim_part grids_copies = {rows, sizeof rows / sizeof rows[0]};
