/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_cuts -- section 4, Corollary 1: links between two parts of the routers. */
#include "network/topology/bisection.h"
#include "papers/dragonfly.h"

static bool half_the_cabinets(const struct topology *t, uint32_t sw)
{
  return d3_router(t, sw).c < d3_k(t) / 2;
}

static bool half_the_drawers(const struct topology *t, uint32_t sw)
{
  return d3_router(t, sw).d < d3_m(t) / 2;
}

static bool both_halves(const struct topology *t, uint32_t sw)
{
  const struct d3_router r = d3_router(t, sw);

  return (r.d < d3_m(t) / 2) == (r.p < d3_m(t) / 2);
}

/* The routers of a D3(K,M/2). */
static bool lower_quarter(const struct topology *t, uint32_t sw)
{
  const struct d3_router r = d3_router(t, sw);

  return r.d < d3_m(t) / 2 && r.p < d3_m(t) / 2;
}

/* K and M even */
static const struct lab_size even[] = {{2, 2}, {4, 2}, {2, 4}, {4, 4}, {8, 4}, {4, 8}};

enum { EVEN = sizeof even / sizeof even[0] };

/* 4.11 */
static void judge_cutset(struct finding *f)
{
  uint32_t directed = 0, duplex = 0, half = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, even, EVEN);

  while (survey_next(&s)) {
    const uint32_t k = s.size.k, m = s.size.m, less = k < m ? k : m;
    const uint32_t cabinets = lab_cut_of(&s.t, half_the_cabinets).links;
    const uint32_t routers = lab_cut_of(&s.t, both_halves).links;
    const uint32_t least = cabinets < routers ? cabinets : routers;
    const uint32_t said = k * m * m * less / 2;

    directed += 2 * least == said;
    duplex += least == said;
    half += cabinets == k * k * m * m / 4 && routers == k * m * m * m / 4;
  }
  finding_reading(f, directed == EVEN, "each direction of a link counted: so in %u of %d",
                  directed, EVEN);
  finding_reading(f, duplex == EVEN,
                  "a link counted once: so in %u of %d; K^2 M^2/4 and K M^3/4 in %u",
                  duplex, EVEN, half);
}

/* 4.12 */
static void judge_second_value(struct finding *f)
{
  uint32_t partitions = 0, as_said = 0;
  struct lab_cut quarter = {.links = 0};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, even, EVEN);

  while (survey_next(&s)) {
    const uint32_t k = s.size.k, m = s.size.m;

    quarter = lab_cut_of(&s.t, lower_quarter);
    partitions += 2 * quarter.switches == s.t.switches;
    as_said += 2 * lab_cut_of(&s.t, both_halves).links == k * m * m * m / 2;
  }
  finding_reading(f, partitions == EVEN,
                  "two D3(K,M/2) hold all routers in %u of %d sizes; at D3(4,8) one holds "
                  "%u of 256 and %u links leave it",
                  partitions, EVEN, quarter.switches, quarter.links);
  finding_note(f,
               "the value, each direction counted, is that of {d, p both in half or both "
               "not} in %u",
               as_said);
}

/* --- all halves of the routers --- */

/* Links between the fewest joined halves among those that the topology lists. */
struct listed {
  uint32_t links;
  const char *text; /* NULL: none of them halves the routers */
};

static struct listed fewest_listed(const struct topology *t)
{
  struct listed found = {.links = UINT32_MAX};

  for (size_t i = 0; i < t->row->halving_count; i++) {
    const struct halving *halving = &t->row->halvings[i];
    const struct lab_cut cut = lab_cut_of(t, halving->side);

    if (2 * cut.switches == t->switches && cut.links < found.links)
      found = (struct listed){cut.links, halving->text};
  }
  return found;
}

/* Four times what 4.13 says is the least. */
static uint32_t four_times_said(struct lab_size size)
{
  return size.k * size.m * size.m * (size.k < size.m ? size.k : size.m);
}

/* 4.13: all halves of small networks; of larger ones, halves that are known to have few
 * links between them, which can refute it and cannot confirm it. */
static void judge_bisection(struct finding *f)
{
  static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {1, 4}};
  static const struct lab_size larger[] = {{2, 3}, {3, 4}, {4, 4}, {5, 4}, {6, 6}};
  struct survey all SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 6);
  struct survey some SURVEY_OF_BLOCK = dragonfly_survey(f, larger, 5);
  uint32_t good = 0, under = 0;
  char text[64] = "";

  while (survey_next(&all)) {
    const uint32_t least = (uint32_t)bisection_fewest(&all.t).links;

    good += 4 * least == four_times_said(all.size);
    claims_append(text, sizeof text, " %u", least);
  }
  finding_note(f, "all halves of D3(1..5,2), D3(1,4):%s links, so in %u of 6", text, good);
  while (survey_next(&some)) {
    const uint32_t said = four_times_said(some.size), half = some.t.switches / 2;
    const struct listed halves = fewest_listed(&some.t);

    if (some.size.m == 3) {
      const uint32_t least = (uint32_t)bisection_fewest(&some.t).links;

      under += 4 * least < said;
      finding_note(f, "all halves of D3(2,3), M odd: %u, said %u", least, said / 4);
    } else if (halves.text) {
      under += 4 * halves.links < said;
      finding_note(f, "D3(%u,%u): %u between %u and %u routers (%s), said %u", some.size.k,
                   some.size.m, halves.links, half, half, halves.text, said / 4);
    }
  }
  finding_reading(f, under == 0, "fewer in %u of these 5", under);
}

/* 4.14 */
static void judge_drawers(struct finding *f)
{
  static const struct lab_size sizes[] = {{1, 2}, {3, 2}, {3, 4}, {5, 4}, {3, 8}, {4, 4}};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 6);
  uint32_t good = 0;

  while (survey_next(&s))
    good += 4 * lab_cut_of(&s.t, half_the_drawers).links ==
            s.size.k * s.size.k * s.size.m * s.size.m;
  finding_reading(
      f, good == s.count,
      "half the drawers of every cabinet: so in %u of 6 sizes, K=1, 3, 4, 5, M=2, 4, 8",
      good);
}

#define PLACE "section 4, Corollary 1"

static const struct claim_row rows[] = {
    {"4.11", PLACE, "a cutset of min(K^2 M^2/2, K M^3/2) links (K, M even)",
     "K^2M^2/2, KM^3/2", .judge = judge_cutset},
    {"4.12", PLACE, "the second value comes from a partition into two D3(K,M/2)",
     "D3(K,M/2)", .judge = judge_second_value},
    {"4.13", PLACE,
     "not in the paper: no two halves have fewer than min(K^2 M^2, K M^3)/4 "
     "links between them",
     "-", .judge = judge_bisection},
    {"4.14", PLACE,
     "not in the paper: half the drawers cut K^2 M^2/4 links, M even, K odd too", "-",
     .judge = judge_drawers},
};

const struct claim_part dragonfly_cuts = {rows, sizeof rows / sizeof rows[0]};
