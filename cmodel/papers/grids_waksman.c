/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_waksman -- section 4 names Waksman's network: how it differs from (2,d)-PN, and
 * what it does. */
#include "base/order.h"
#include "network/topology/disjoint.h"
#include "network/topology/pn.h"
#include "network/topology/two_by_two.h"
#include "papers/grids.h"

#include <stdlib.h>

enum {
  ALL = 3, /* d of which all permutations are tried */
  ROWS = 1 << ALL,
  LARGEST = 10, /* of which random ones are */
  LEVELS = 2 * ALL,
  STREAM = 0x3a1 /* of random numbers */
};

/* A 2x2 switch is a pair of rows that differ in the digit of a stage; crossed[] of its
 * lower switch is set when the packet there leaves by port 1, in the paths of some
 * permutation. */
static void crossed_settings(struct finding *f, const struct topology *t, bool *crossed)
{
  uint32_t order[ROWS];
  uint64_t headers[ROWS];
  struct hop hops[LEVELS];

  lab_identity(order, ROWS);
  do {
    if (!finding_check(f, t->routings[0].set_up(t, order, headers, f->err)))
      return;
    for (uint32_t source = 0; source < t->terminals; source++) {
      const size_t count = topology_path(t, &t->routings[0], source, order[source],
                                         headers[source], 0, hops, LEVELS);

      for (size_t i = 0; i + 1 < count; i++)
        if (hops[i + 1].at % t->terminals > hops[i].at % t->terminals)
          crossed[hops[i].at] = true;
    }
  } while (next_permutation(order, t->terminals));
}

static uint32_t number_of(const bool *crossed, uint32_t count)
{
  uint32_t found = 0;

  for (uint32_t i = 0; i < count; i++)
    found += crossed[i];
  return found;
}

static uint64_t count_2x2(struct finding *f, const struct topology *t)
{
  uint64_t count = 0;

  if (!f->failed && !two_by_two_count(t, &count))
    finding_check(f, err_set(f->err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec));
  return count;
}

/* 4.7 */
static void judge_waksman(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "pn:2,%u", 1, ALL);

  while (survey_next(&s)) {
    const uint32_t d = s.k;
    bool crossed[LEVELS * ROWS] = {false};

    crossed_settings(f, &s.t, crossed);
    const uint32_t needed = number_of(crossed, s.t.switches);
    const uint32_t all = (uint32_t)count_2x2(f, &s.t);
    reading(f, needed == all,
            "d=%u: our set-up crosses %u of the %u 2x2 switches, over all "
            "permutations; the others need not be there",
            d, needed, all);
  }
  note(f, "Waksman's network has N log2 N - N + 1 of them: 1, 5, 17");
}

/* W1 */
static void judge_number(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "waksman:%u", 1, LARGEST);
  uint32_t right = 0, fewer = 0;

  while (survey_next(&s)) {
    const uint64_t n = s.t.terminals, count = count_2x2(f, &s.t);
    TOPOLOGY_OF_BLOCK(whole);

    if (!lab_open(f, &whole, "benes:%u", s.k))
      return;
    right += count == n * s.k - n + 1;
    fewer += count_2x2(f, &whole) - count == n / 2 - 1;
  }
  reading(f, right == LARGEST, "that many in %u of N = 2 to %u, counted link by link",
          right, 1u << LARGEST);
  note(f, "N/2 - 1 less than the Benes network in %u of them", fewer);
}

/* Disjoint paths of one permutation. */
static bool holds(struct finding *f, const struct topology *t, const uint32_t *order,
                  uint64_t *headers)
{
  struct err why;

  return finding_check(f, t->routings[0].set_up(t, order, headers, f->err)) &&
         disjoint_paths(t, &t->routings[0], order, headers, &why);
}

/* W2 */
static void judge_all(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "waksman:%u", 1, ALL);

  while (survey_next(&s)) {
    uint32_t order[ROWS], tried = 0, good = 0;
    uint64_t headers[ROWS];

    lab_identity(order, ROWS);
    do {
      good += holds(f, &s.t, order, headers);
      tried++;
    } while (lab_continues(f) && next_permutation(order, s.t.terminals));
    reading(f, good == tried, "N=%u: %u of %u permutations", s.t.terminals, good, tried);
  }
}

static void judge_random(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "waksman:%u", ALL + 1, LARGEST);
  struct rng rng = rng_seed(f->claims->seed, STREAM);
  uint32_t order[1 << LARGEST], good = 0, tried = 0;
  uint64_t headers[1 << LARGEST];

  while (survey_next(&s))
    for (uint32_t i = 0; i < f->claims->trials && lab_continues(f); i++, tried++) {
      lab_shuffle(order, s.t.terminals, &rng);
      good += holds(f, &s.t, order, headers);
    }
  reading(f, good == tried, "N=16 to %u: %u of %u random permutations", 1u << LARGEST, good,
          tried);
}

static void judge_every(struct finding *f)
{
  judge_all(f);
  judge_random(f);
}

/* W3: what the set-up needs, and what is there. */
static void judge_straight(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "waksman:%u", 1, ALL);

  while (survey_next(&s)) {
    bool crossed[LEVELS * ROWS] = {false};
    uint32_t fixed = 0, moved = 0;

    crossed_settings(f, &s.t, crossed);
    for (uint32_t sw = 0; sw < s.t.switches; sw++) {
      fixed += pn_is_fixed(&s.t, sw);
      moved += pn_is_fixed(&s.t, sw) && crossed[sw];
    }
    const uint32_t needed = number_of(crossed, s.t.switches);
    const uint32_t all = (uint32_t)count_2x2(f, &s.t);
    reading(f, moved == 0 && needed == all,
            "N=%u: 0 of %u fixed ones are crossed; %u of the %u others are, each by some "
            "permutation",
            s.t.terminals, fixed / 2, needed, all);
  }
}

/* W4: a network of k switches has at most 2^k settings. */
static void judge_least(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "waksman:%u", 1, ALL);

  while (survey_next(&s)) {
    const uint64_t count = count_2x2(f, &s.t);
    uint64_t orders = 1;
    uint32_t least = 0;

    for (uint32_t i = 2; i <= s.t.terminals; i++)
      orders *= i;
    while (UINT64_C(1) << least < orders)
      least++;
    reading(f, count == least, "N=%u: at least %u are needed, and %u are there",
            s.t.terminals, least, (uint32_t)count);
  }
}

static const struct claim_row rows[] = {
    {"4.7", "(2,d)-PN is also called Waksman network", "Waksman", .judge = judge_waksman},
    {"W1", "Waksman's network has N log2 N - N + 1 switches of 2x2", "-",
     .judge = judge_number, .place = "not in the paper"},
    {"W2", "Waksman's network has disjoint paths for every permutation", "-",
     .judge = judge_every, .place = "not in the paper"},
    {"W3", "its fixed switches stay straight, and all others are needed by our set-up", "-",
     .judge = judge_straight, .place = "not in the paper"},
    {"W4", "it has no more of them than N! settings need: log2 N!, rounded up", "-",
     .judge = judge_least, .place = "not in the paper"},
};

const struct claim_part grids_waksman = CLAIM_PART(rows, "section 4");
