/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_maximal -- section 11: the maximal dragonfly MDF(K,M), and table 1. */
#include "papers/dragonfly_maximal.h"
#include "base/bits.h"
#include "base/order.h"
#include "network/topology/dragonfly.h"

#include <string.h>

const struct lab_size maximal_sizes[MAXIMAL_SIZES] = {{1, 2}, {2, 2}, {2, 3}, {1, 4},
                                                      {3, 4}, {4, 4}, {2, 5}};

/* Specs with the wirings; the first is that of machines. */
#define MDF "mdf:%u,%u,"
static const char *const wirings[MAXIMAL_WIRINGS] = {
    MDF "wiring=absolute,columns=port-major", MDF "wiring=absolute,columns=router-major",
    MDF "wiring=relative,columns=port-major"};

struct survey maximal_survey(struct finding *f, size_t wiring)
{
  return survey_sizes(f, wirings[wiring], maximal_sizes, MAXIMAL_SIZES);
}

bool maximal_joins_all(const struct topology *t, bool itself)
{
  const uint32_t m = t->parameters[1], groups = t->switches / m;

  for (uint32_t group = 0; group < groups; group++) {
    uint64_t reached = 0; /* at most 17 groups */
    uint32_t links = 0;

    for (uint32_t sw = group * m; sw < group * m + m; sw++)
      for (uint32_t g = 0; g < t->parameters[0]; g++, links++)
        reached |= UINT64_C(1) << lab_global(t, sw, g) / m;
    if (links != groups - !itself || bits_count(reached) != links ||
        (reached >> group & 1) != itself)
      return false;
  }
  return true;
}

static void judge_groups(struct finding *f)
{
  uint32_t good = 0, three = 0, drawers = 0;
  struct survey d3s SURVEY_OF_BLOCK = dragonfly_survey(f, maximal_sizes, MAXIMAL_SIZES);

  for (size_t w = 0; w < MAXIMAL_WIRINGS; w++) {
    struct survey s SURVEY_OF_BLOCK = maximal_survey(f, w);

    for (s.searched = true; survey_next(&s);) {
      good += s.t.switches == s.m * (s.k * s.m + 1) && maximal_joins_all(&s.t, false);
      three += lab_eccentricity(&s.g, UINT32_MAX) == 3;
    }
  }
  while (survey_next(&d3s))
    drawers += d3s.t.switches == d3s.m * d3s.k * d3s.m && maximal_joins_all(&d3s.t, true);
  reading(
      f,
      good == MAXIMAL_SIZES * MAXIMAL_WIRINGS && three == MAXIMAL_SIZES * MAXIMAL_WIRINGS &&
          drawers == MAXIMAL_SIZES,
      "%d sizes, three wirings: KM+1 groups with one link between any two in %u, diameter "
      "3 in %u of %d; D3: KM drawers, one link from each to all and itself, in %u",
      MAXIMAL_SIZES, good, three, MAXIMAL_SIZES * MAXIMAL_WIRINGS, drawers);
}

static uint32_t self_links(const struct topology *t)
{
  uint32_t count = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t g = 0; g < t->parameters[0]; g++)
      count += lab_global(t, sw, g) == sw;
  return count;
}

uint32_t maximal_fixed_of_d3(struct finding *f)
{
  uint32_t count = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, maximal_sizes, MAXIMAL_SIZES);

  while (survey_next(&s))
    count += self_links(&s.t) == s.k * s.m;
  return count;
}

uint32_t maximal_free_of_mdf(struct finding *f)
{
  uint32_t count = 0;

  for (size_t w = 0; w < MAXIMAL_WIRINGS; w++) {
    struct survey s SURVEY_OF_BLOCK = maximal_survey(f, w);

    while (survey_next(&s))
      count += self_links(&s.t) == 0;
  }
  return count;
}

static void judge_fixed_points(struct finding *f)
{
  const uint32_t of_d3 = maximal_fixed_of_d3(f), of_mdf = maximal_free_of_mdf(f);

  reading(f, of_d3 == MAXIMAL_SIZES && of_mdf == MAXIMAL_SIZES * MAXIMAL_WIRINGS,
          "global links from a router to itself: K M in D3 in %u of %d sizes, none "
          "in MDF in %u of %d",
          of_d3, MAXIMAL_SIZES, of_mdf, MAXIMAL_SIZES * MAXIMAL_WIRINGS);
}

/* Are the groups 0..LM, with global ports below L alone, MDF(L,M), all L < K? */
static bool is_nested(const struct survey *whole, size_t wiring)
{
  bool nested = true;

  for (uint32_t l = 1; l < whole->k; l++) {
    TOPOLOGY_OF_BLOCK(part);

    lab_open(whole->f, &part, wirings[wiring], l, whole->m);
    for (uint32_t sw = 0; sw < part.switches; sw++)
      for (uint32_t g = 0; g < l; g++)
        nested &= lab_global(&part, sw, g) == lab_global(&whole->t, sw, g);
  }
  return nested;
}

uint32_t maximal_nested(struct finding *f, size_t wiring, uint32_t *of)
{
  uint32_t count = 0;
  struct survey s SURVEY_OF_BLOCK = maximal_survey(f, wiring);

  *of = 0;
  while (survey_next(&s))
    if (s.k >= 2) {
      ++*of;
      count += is_nested(&s, wiring);
    }
  return count;
}

static void judge_graceful(struct finding *f)
{
  uint32_t of;
  const uint32_t nested = maximal_nested(f, 0, &of);

  reading(f, nested == of,
          "MDF(L,M) grows to MDF(K,M) without moving a wire in %u of %u sizes, "
          "absolute wiring; D3: 6.1",
          nested, of);
}

void maximal_judge_nested(struct finding *f)
{
  for (size_t w = 0; w < MAXIMAL_WIRINGS; w++) {
    uint32_t of;
    const uint32_t nested = maximal_nested(f, w, &of);

    reading(f, nested == of, "MDF(L,N) in MDF(K,N), %s: %u of %u sizes",
            wirings[w] + strlen(MDF), nested, of);
  }
}

/* --- vectors --- */

struct landing maximal_land(const struct survey *s, struct d3_vector v)
{
  uint32_t *packets MEMORY_OF_BLOCK = lab_memory(s->f, s->t.switches, sizeof *packets);
  struct landing landing = {.most = 0};

  for (uint32_t sw = 0; packets && sw < s->t.switches; sw++) {
    uint32_t *here = &packets[lab_end(&s->t, sw, v)];

    landing.routers += ++*here == 1;
    landing.most = *here > landing.most ? *here : landing.most;
  }
  return landing;
}

static void judge_vectors(struct finding *f)
{
  static const size_t shown[] = {0, 2}; /* wirings */
  uint32_t permuting[2] = {0}, vectors[2] = {0}, narrow = 0, most = 0;

  for (size_t w = 0; w < 2; w++) {
    struct survey s SURVEY_OF_BLOCK = maximal_survey(f, shown[w]);

    while (survey_next(&s)) {
      for (uint32_t code = 0; code < s.k * s.m * s.m; code++, vectors[w]++) {
        const struct landing landing = maximal_land(
            &s, (struct d3_vector){code / s.m / s.m, code / s.m % s.m, code % s.m});

        permuting[w] += landing.routers == s.t.switches;
        narrow += w == 0 && landing.routers == s.m * (s.m + 1);
        if (w == 0 && dragonfly_is_example(s.size) && landing.most > most)
          most = landing.most;
      }
    }
  }
  reading(
      f, permuting[0] < vectors[0],
      "absolute wiring: of %u vectors of %d sizes %u lead all routers to different ones; "
      "M(M+1) are reached by %u, at MDF(3,4) one by up to %u packets",
      vectors[0], MAXIMAL_SIZES, permuting[0], narrow, most);
  note(f, "relative wiring: %u do", permuting[1]);
}

static void judge_two_groups(struct finding *f)
{
  uint32_t columns = 0, two = 0, all = 0;

  for (size_t w = 0; w < MAXIMAL_WIRINGS; w += 2) {
    struct survey s SURVEY_OF_BLOCK = maximal_survey(f, w);

    while (survey_next(&s)) {
      for (uint32_t column = 0; column < s.k * s.m; column++) {
        uint64_t reached = 0; /* at most 17 groups */

        for (uint32_t group = 0; group <= s.k * s.m; group++)
          reached |= UINT64_C(1)
                     << lab_global(&s.t, group * s.m + column % s.m, column / s.m) / s.m;
        columns += w == 0;
        two += w == 0 && bits_count(reached) == 2;
        all += w == 2 && bits_count(reached) == s.k * s.m + 1;
      }
    }
  }
  reading(f, two == columns,
          "absolute wiring: %u of %u global ports of a router lead, from all "
          "groups, to two groups",
          two, columns);
  note(f, "relative wiring: %u to all groups", all);
}

/* --- all tables of MDF(2,2) --- */

/* A row of the table is an order of the other four groups; MDF(1,2) stands in it if the
 * first two columns of the groups 0, 1, 2 hold these. */
struct wirings maximal_count_wirings(void)
{
  struct wirings count = {1, 1, 1};

  for (uint32_t group = 0; group < 5; group++) {
    uint32_t order[4], rows = 0, good = 0, sorted = 0;

    for (uint32_t i = 0; i < 4; i++)
      order[i] = i + (i >= group);
    do {
      bool fits = group > 2 || (order[0] <= 2 && order[1] <= 2);

      rows++;
      good += fits;
      sorted += fits && order[0] < order[1] && order[1] < order[2] && order[2] < order[3];
    } while (next_permutation(order, 4));
    count.all *= rows;
    count.nested *= good;
    count.ascending *= sorted;
  }
  return count;
}

/* 11.6 */
static void judge_one_table(struct finding *f)
{
  const struct wirings count = maximal_count_wirings();

  reading(f, count.nested == 1,
          "K = M = 2: of all %" PRIu64 " tables %" PRIu64 " have property 5", count.all,
          count.nested);
  note(f, "with ascending rows %" PRIu64, count.ascending);
}

static const struct claim_row rows[] = {
    {"11.1", "MDF(K,M): KM+1 groups, a link between any two, diameter 3; D3: KM drawers",
     "KM; KM+1", .judge = judge_groups},
    {"11.2", "table 1, 2: fixed points in D3, none in MDF", "yes; no",
     .judge = judge_fixed_points},
    {"11.3", "table 1, 3: both scale gracefully", "gracefully", .judge = judge_graceful},
    {"11.4",
     "table 1, 4 and 7: on MDF one vector from all routers is not always a permutation",
     "not always", .judge = judge_vectors},
    {"11.5", "table 1, 5, column MDF (printed of D3): MDF(L,N) is in MDF(K,N)",
     "D3(L,N),D3(K,N)", .judge = maximal_judge_nested},
    {"11.6", "only one table has property 5", "one", .judge = judge_one_table},
    {"11.7", "each global port maps all groups to only two groups, as machines are built",
     "two", .judge = judge_two_groups},
};

const struct claim_part dragonfly_maximal = CLAIM_PART(rows, "section 11");
