/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_maximal -- section 11: the maximal dragonfly MDF(K,M), and table 1. */
#include "base/bits.h"
#include "base/order.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {2, 3}, {1, 4},
                                        {3, 4}, {4, 4}, {2, 5}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* The wirings; the first is that of machines. */
static const char *const wirings[] = {"wiring=absolute,columns=port-major",
                                      "wiring=absolute,columns=router-major",
                                      "wiring=relative,columns=port-major"};

enum { WIRINGS = sizeof wirings / sizeof wirings[0] };

static bool open_mdf(struct topology *t, struct lab_size size, size_t wiring,
                     struct err *err)
{
  return lab_open(t, err, "mdf:%u,%u,%s", size.k, size.m, wirings[wiring]);
}

/* Does one global link lead from each group to every other, and to itself if that is asked
 * for, or none? */
static bool joins_all(const struct topology *t, bool itself)
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

/* 11.1 */
static bool judge_groups(struct finding *f, struct err *err)
{
  uint32_t good = 0, three = 0, drawers = 0;

  for (size_t i = 0; i < SIZES; i++) {
    const uint32_t k = sizes[i].k, m = sizes[i].m;
    TOPOLOGY_OF_BLOCK(t);
    uint32_t diameter;

    for (size_t w = 0; w < WIRINGS; w++) {
      if (!open_mdf(&t, sizes[i], w, err) || !lab_diameter(&t, &diameter, err))
        return false;
      good += t.switches == m * (k * m + 1) && joins_all(&t, false);
      three += diameter == 3;
    }
    if (!dragonfly_open(&t, sizes[i], err))
      return false;
    drawers += t.switches == m * k * m && joins_all(&t, true);
  }
  finding_reading(f,
                  good == SIZES * WIRINGS && three == SIZES * WIRINGS && drawers == SIZES,
                  "%d sizes, three wirings: KM+1 groups with one link between any two in "
                  "%u, diameter 3 in %u of %d; D3: KM drawers, one link from each to all "
                  "and itself, in %u",
                  SIZES, good, three, SIZES * WIRINGS, drawers);
  return true;
}

static uint32_t self_links(const struct topology *t)
{
  uint32_t count = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t g = 0; g < t->parameters[0]; g++)
      count += lab_global(t, sw, g) == sw;
  return count;
}

/* 11.2 */
static bool judge_fixed_points(struct finding *f, struct err *err)
{
  uint32_t of_d3 = 0, of_mdf = 0;

  for (size_t i = 0; i < SIZES; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, sizes[i], err))
      return false;
    of_d3 += self_links(&t) == sizes[i].k * sizes[i].m;
    for (size_t w = 0; w < WIRINGS; w++) {
      if (!open_mdf(&t, sizes[i], w, err))
        return false;
      of_mdf += self_links(&t) == 0;
    }
  }
  finding_reading(
      f, of_d3 == SIZES && of_mdf == SIZES * WIRINGS,
      "global links from a router to itself: K M in D3 in %u of %d sizes, none in "
      "MDF in %u of %d",
      of_d3, SIZES, of_mdf, SIZES * WIRINGS);
  return true;
}

/* Are the groups 0..LM, with global ports below L alone, MDF(L,M), all L < K? */
static bool is_nested(struct lab_size size, size_t wiring, bool *nested, struct err *err)
{
  TOPOLOGY_OF_BLOCK(whole);
  TOPOLOGY_OF_BLOCK(part);

  *nested = true;
  if (!open_mdf(&whole, size, wiring, err))
    return false;
  for (uint32_t l = 1; l < size.k; l++) {
    if (!open_mdf(&part, (struct lab_size){l, size.m}, wiring, err))
      return false;
    for (uint32_t sw = 0; sw < part.switches; sw++)
      for (uint32_t g = 0; g < l; g++)
        *nested &= lab_global(&part, sw, g) == lab_global(&whole, sw, g);
  }
  return true;
}

static bool count_nested(size_t wiring, uint32_t *count, uint32_t *of, struct err *err)
{
  *count = *of = 0;
  for (size_t i = 0; i < SIZES; i++) {
    bool nested;

    if (sizes[i].k < 2)
      continue;
    if (!is_nested(sizes[i], wiring, &nested, err))
      return false;
    ++*of;
    *count += nested;
  }
  return true;
}

/* 11.3 */
static bool judge_graceful(struct finding *f, struct err *err)
{
  uint32_t nested, of;

  if (!count_nested(0, &nested, &of, err))
    return false;
  finding_reading(f, nested == of,
                  "MDF(L,M) grows to MDF(K,M) without moving a wire in %u of %u sizes, "
                  "absolute wiring; D3: 6.1",
                  nested, of);
  return true;
}

/* 11.5 */
static bool judge_nested(struct finding *f, struct err *err)
{
  for (size_t w = 0; w < WIRINGS; w++) {
    uint32_t nested, of;

    if (!count_nested(w, &nested, &of, err))
      return false;
    finding_reading(f, nested == of, "MDF(L,N) in MDF(K,N), %s: %u of %u sizes", wirings[w],
                    nested, of);
  }
  return true;
}

/* --- vectors --- */

/* Routers that one vector from all leads to, and most packets of one. */
struct landing {
  uint32_t routers, most;
};

static bool land(const struct topology *t, struct d3_vector v, struct landing *landing,
                 struct err *err)
{
  uint32_t *packets MEMORY_OF_BLOCK =
      lab_memory(t->switches, sizeof *packets, err, "%s", t->spec);

  if (!packets)
    return false;
  *landing = (struct landing){.most = 0};
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t *here = &packets[lab_walk(t, sw, v)];

    landing->routers += ++*here == 1;
    landing->most = *here > landing->most ? *here : landing->most;
  }
  return true;
}

/* 11.4 */
static bool judge_vectors(struct finding *f, struct err *err)
{
  static const size_t shown[] = {0, 2}; /* wirings */
  uint32_t permuting[2] = {0}, vectors = 0, narrow = 0, most = 0;

  for (size_t i = 0; i < SIZES; i++)
    for (uint32_t code = 0; code < sizes[i].k * sizes[i].m * sizes[i].m; code++) {
      const uint32_t m = sizes[i].m;

      vectors++;
      for (size_t w = 0; w < 2; w++) {
        struct landing landing = {0};
        TOPOLOGY_OF_BLOCK(t);

        if (!open_mdf(&t, sizes[i], shown[w], err) ||
            !land(&t, (struct d3_vector){code / m / m, code / m % m, code % m}, &landing,
                  err))
          return false;
        permuting[w] += landing.routers == t.switches;
        narrow += w == 0 && landing.routers == m * (m + 1);
        if (w == 0 && i == 4 && landing.most > most)
          most = landing.most;
      }
    }
  finding_reading(f, permuting[0] < vectors,
                  "absolute wiring: of %u vectors of %d sizes %u lead all routers to "
                  "different ones; M(M+1) are reached by %u, at MDF(3,4) one by up to %u "
                  "packets",
                  vectors, SIZES, permuting[0], narrow, most);
  finding_note(f, "relative wiring: %u do", permuting[1]);
  return true;
}

/* 11.7 */
static bool judge_two_groups(struct finding *f, struct err *err)
{
  uint32_t columns = 0, two = 0, all = 0;

  for (size_t i = 0; i < SIZES; i++)
    for (size_t w = 0; w < WIRINGS; w += 2) {
      const uint32_t k = sizes[i].k, m = sizes[i].m;
      TOPOLOGY_OF_BLOCK(t);

      if (!open_mdf(&t, sizes[i], w, err))
        return false;
      for (uint32_t column = 0; column < k * m; column++) {
        uint64_t reached = 0; /* at most 17 groups */
        uint32_t groups = 0;

        for (uint32_t group = 0; group <= k * m; group++)
          reached |= UINT64_C(1) << lab_global(&t, group * m + column % m, column / m) / m;
        for (; reached; reached &= reached - 1)
          groups++;
        columns += w == 0;
        two += w == 0 && groups == 2;
        all += w == 2 && groups == k * m + 1;
      }
    }
  finding_reading(
      f, two == columns,
      "absolute wiring: %u of %u global ports of a router lead, from all groups, "
      "to two groups",
      two, columns);
  finding_note(f, "relative wiring: %u to all groups", all);
  return true;
}

/* --- all tables of MDF(2,2) --- */

/* 11.6: a row of the table is an order of the other four groups; MDF(1,2) stands in it if
 * the first two columns of the groups 0, 1, 2 hold these. */
static bool judge_one_table(struct finding *f, struct err *err)
{
  uint64_t tables = 1, nested = 1, ascending = 1;

  (void)err;
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
    tables *= rows;
    nested *= good;
    ascending *= sorted;
  }
  finding_reading(f, nested == 1, "K = M = 2: of all %llu tables %llu have property 5",
                  (unsigned long long)tables, (unsigned long long)nested);
  finding_note(f, "with ascending rows %llu", (unsigned long long)ascending);
  return true;
}

#define PLACE "section 11"

static const struct claim_row rows[] = {
    {"11.1", PLACE,
     "MDF(K,M): KM+1 groups, a link between any two, diameter 3; D3: KM "
     "drawers",
     "KM; KM+1", .judge = judge_groups},
    {"11.2", PLACE, "table 1, 2: fixed points in D3, none in MDF", "yes; no",
     .judge = judge_fixed_points},
    {"11.3", PLACE, "table 1, 3: both scale gracefully", "gracefully",
     .judge = judge_graceful},
    {"11.4", PLACE,
     "table 1, 4 and 7: on MDF one vector from all routers is not always a "
     "permutation",
     "not always", .judge = judge_vectors},
    {"11.5", PLACE, "table 1, 5, column MDF (printed of D3): MDF(L,N) is in MDF(K,N)",
     "D3(L,N),D3(K,N)", .judge = judge_nested},
    {"11.6", PLACE, "only one table has property 5", "one", .judge = judge_one_table},
    {"11.7", PLACE,
     "each global port maps all groups to only two groups, as machines are "
     "built",
     "two", .judge = judge_two_groups},
};

const struct claim_part dragonfly_maximal = {rows, sizeof rows / sizeof rows[0]};
