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

/* False: they are not open. */
static bool orders_open(struct finding *f, struct orders *o, uint32_t d)
{
  uint32_t order[GRIDS_ROWS], place = 0;
  struct grids_paths paths;

  *o = (struct orders){.rows = UINT32_C(1) << d, .count = 1};
  for (uint32_t i = 0; i < o->rows; i++)
    o->count *= i + 1;
  o->order = lab_memory(f, o->count, sizeof *o->order);
  o->passes = lab_memory(f, o->count, sizeof *o->passes);
  if (f->failed || !grids_paths_of(f, &paths, d))
    return false;
  lab_identity(order, o->rows);
  do {
    for (uint32_t i = 0; i < o->rows; i++)
      o->order[place][i] = (uint8_t)order[i];
    o->passes[place++] = disjoint(&paths, order);
  } while (next_permutation(order, o->rows));
  return true;
}

/* reached[count] from routed[count] by one more copy: a permutation, and then another. */
static void one_more(struct finding *f, const struct orders *o, const bool *routed,
                     bool *reached)
{
  for (uint32_t first = 0; first < o->count; first++)
    for (uint32_t second = 0; routed[first] && second < o->count; second++) {
      uint32_t both[GRIDS_ROWS];

      if (second == 0 && !lab_continues(f))
        return;
      if (!o->passes[second])
        continue;
      for (uint32_t i = 0; i < o->rows; i++)
        both[i] = o->order[second][o->order[first][i]];
      reached[grids_place(both, o->rows)] = true;
    }
}

static uint32_t count_of(const bool *set, uint32_t count)
{
  uint32_t found = 0;

  for (uint32_t i = 0; i < count; i++)
    found += set[i];
  return found;
}

static void judge_one(struct finding *f)
{
  for (uint32_t d = 1; d <= GRIDS_ALL; d++) {
    OF_BLOCK(orders, o);

    if (!orders_open(f, &o, d))
      return;
    const uint32_t routed = count_of(o.passes, o.count);

    reading(f, routed < o.count, "d=%u: it routes %u of all %u", d, routed, o.count);
  }
}

static void judge_three(struct finding *f)
{
  uint32_t all = 0, two[GRIDS_ALL] = {0};

  for (uint32_t d = 1; d <= GRIDS_ALL; d++) {
    OF_BLOCK(orders, o);

    if (!orders_open(f, &o, d))
      return;
    bool *twice MEMORY_OF_BLOCK = lab_memory(f, o.count, sizeof *twice);
    bool *thrice MEMORY_OF_BLOCK = lab_memory(f, o.count, sizeof *thrice);

    if (!twice || !thrice)
      return;
    one_more(f, &o, o.passes, twice);
    two[d - 1] = count_of(twice, o.count);
    /* The identity passes a copy, so that what two can three can too. */
    if (two[d - 1] == o.count && o.passes[0]) {
      all++;
      continue;
    }
    one_more(f, &o, twice, thrice);
    all += count_of(thrice, o.count) == o.count;
  }
  reading(f, all == GRIDS_ALL, "all permutations in %u of d=1..%d", all, GRIDS_ALL);
  note(f,
       "two copies, of which the paper leaves it open: %u of 2, %u of 24, %u of "
       "40320",
       two[0], two[1], two[2]);
}

static const struct claim_row rows[] = {
    {"5.1", "one copy of BF(d) cannot route every permutation by disjoint paths",
     "not enough", .judge = judge_one},
    {"5.2", "three copies in a row can", "sufficient", .judge = judge_three},
};

const struct claim_part grids_copies = CLAIM_PART(rows, "section 5");
