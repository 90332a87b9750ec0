/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_cuts -- section 4, Corollary 1: links between two parts of the routers. */
#include "base/bits.h"
#include "papers/dragonfly.h"

/* On which side is a router? */
typedef bool side_rule(const struct topology *t, struct d3_router r);

static bool half_the_cabinets(const struct topology *t, struct d3_router r)
{
  return r.c < d3_k(t) / 2;
}

static bool half_the_drawers(const struct topology *t, struct d3_router r)
{
  return r.d < d3_m(t) / 2;
}

static bool both_halves(const struct topology *t, struct d3_router r)
{
  return (r.d < d3_m(t) / 2) == (r.p < d3_m(t) / 2);
}

/* The routers of a D3(K,M/2). */
static bool lower_quarter(const struct topology *t, struct d3_router r)
{
  return r.d < d3_m(t) / 2 && r.p < d3_m(t) / 2;
}

/* Links out of the side: one for each wire that is cut, two directions being one wire. */
struct cut {
  uint32_t wires, routers; /* routers on the side */
};

static struct cut cut_of(const struct topology *t, side_rule *side)
{
  struct cut cut = {.wires = 0};

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    if (!side(t, d3_router(t, sw)))
      continue;
    cut.routers++;
    for (uint32_t port = 0; port < t->ports; port++)
      cut.wires += lab_is_link(t, sw, port) &&
                   !side(t, d3_router(t, lab_link(t, sw, port).to_switch));
  }
  return cut;
}

/* K and M even */
static const struct lab_size even[] = {{2, 2}, {4, 2}, {2, 4}, {4, 4}, {8, 4}, {4, 8}};

enum { EVEN = sizeof even / sizeof even[0] };

/* 4.11 */
static bool judge_cutset(struct finding *f, struct err *err)
{
  uint32_t directed = 0, duplex = 0, half = 0;

  for (size_t i = 0; i < EVEN; i++) {
    const uint32_t k = even[i].k, m = even[i].m;
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, even[i], err))
      return false;
    uint32_t cabinets = cut_of(&t, half_the_cabinets).wires;
    uint32_t routers = cut_of(&t, both_halves).wires;
    uint32_t least = cabinets < routers ? cabinets : routers;
    uint32_t said =
        k * k * m * m / 2 < k * m * m * m / 2 ? k * k * m * m / 2 : k * m * m * m / 2;

    directed += 2 * least == said;
    duplex += least == said;
    half += cabinets == k * k * m * m / 4 && routers == k * m * m * m / 4;
  }
  finding_reading(f, directed == EVEN, "each direction of a link counted: so in %u of %d",
                  directed, EVEN);
  finding_reading(f, duplex == EVEN,
                  "a link counted once: so in %u of %d; K^2 M^2/4 and K M^3/4 in %u",
                  duplex, EVEN, half);
  return true;
}

/* 4.12 */
static bool judge_second_value(struct finding *f, struct err *err)
{
  uint32_t partitions = 0, as_said = 0;
  struct cut quarter = {.wires = 0};

  for (size_t i = 0; i < EVEN; i++) {
    const uint32_t k = even[i].k, m = even[i].m;
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, even[i], err))
      return false;
    quarter = cut_of(&t, lower_quarter);
    partitions += 2 * quarter.routers == t.switches;
    as_said += 2 * cut_of(&t, both_halves).wires == k * m * m * m / 2;
  }
  finding_reading(f, partitions == EVEN,
                  "two D3(K,M/2) hold all routers in %u of %d sizes; at D3(4,8) one holds "
                  "%u of 256 and %u links leave it",
                  partitions, EVEN, quarter.routers, quarter.wires);
  finding_note(f,
               "the value, each direction counted, is that of {d, p both in half or both "
               "not} in %u",
               as_said);
  return true;
}

/* --- all halves of the routers --- */

/* The least wires between any two halves; at most 32 routers. */
static uint32_t bisection(const struct topology *t)
{
  const uint32_t n = t->switches;
  const uint64_t end = UINT64_C(1) << (n - 1);
  uint64_t next[32] = {0};
  uint32_t least = UINT32_MAX;

  for (uint32_t sw = 0; sw < n; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      if (lab_is_link(t, sw, port))
        next[sw] |= UINT64_C(1) << lab_link(t, sw, port).to_switch;
  /* Router n - 1 is in the other half; from a set to the next with as many members. */
  for (uint64_t half = bits_mask(n / 2); half < end;) {
    uint64_t low = half & -half, ripple = half + low;
    uint32_t wires = 0;

    for (uint64_t rest = half; rest; rest &= rest - 1)
      wires += bits_count(next[bits_lowest(rest)] & ~half);
    least = wires < least ? wires : least;
    half = ripple | ((half ^ ripple) >> (bits_lowest(low) + 2));
  }
  return least;
}

/* Links between the fewest joined halves among those that the topology lists. */
struct listed {
  uint32_t wires;
  const char *text; /* NULL: none of them halves the routers */
};

static uint32_t wires_between(const struct topology *t, const struct halving *halving)
{
  uint32_t wires = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      wires += lab_is_link(t, sw, port) && halving->side(t, sw) &&
               !halving->side(t, lab_link(t, sw, port).to_switch);
  return wires;
}

static struct listed fewest_listed(const struct topology *t)
{
  struct listed found = {.wires = UINT32_MAX};

  for (size_t i = 0; i < t->row->halving_count; i++) {
    const struct halving *halving = &t->row->halvings[i];
    uint32_t routers = 0;

    for (uint32_t sw = 0; sw < t->switches; sw++)
      routers += halving->side(t, sw);
    if (2 * routers == t->switches && wires_between(t, halving) < found.wires)
      found = (struct listed){wires_between(t, halving), halving->text};
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
static bool judge_bisection(struct finding *f, struct err *err)
{
  static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {1, 4}};
  static const struct lab_size larger[] = {{3, 4}, {4, 4}, {5, 4}, {6, 6}};
  const struct lab_size odd = {2, 3};
  uint32_t good = 0, under = 0;
  TOPOLOGY_OF_BLOCK(t);
  char text[64] = "";

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    if (!dragonfly_open(&t, sizes[i], err))
      return false;
    uint32_t least = bisection(&t);
    good += 4 * least == four_times_said(sizes[i]);
    claims_append(text, sizeof text, " %u", least);
  }
  finding_note(f, "all halves of D3(1..5,2), D3(1,4):%s links, so in %u of 6", text, good);
  if (!dragonfly_open(&t, odd, err))
    return false;
  uint32_t least = bisection(&t);
  under += 4 * least < four_times_said(odd);
  finding_note(f, "all halves of D3(2,3), M odd: %u, said %u", least,
               four_times_said(odd) / 4);
  for (size_t i = 0; i < sizeof larger / sizeof larger[0]; i++) {
    if (!dragonfly_open(&t, larger[i], err))
      return false;
    struct listed halves = fewest_listed(&t);
    if (!halves.text)
      continue;
    under += 4 * halves.wires < four_times_said(larger[i]);
    finding_note(f, "D3(%u,%u): %u between %u and %u routers (%s), said %u", larger[i].k,
                 larger[i].m, halves.wires, t.switches / 2, t.switches / 2, halves.text,
                 four_times_said(larger[i]) / 4);
  }
  finding_reading(f, under == 0, "fewer in %u of these 5", under);
  return true;
}

/* 4.14 */
static bool judge_drawers(struct finding *f, struct err *err)
{
  static const struct lab_size sizes[] = {{1, 2}, {3, 2}, {3, 4}, {5, 4}, {3, 8}, {4, 4}};
  uint32_t good = 0;

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, sizes[i], err))
      return false;
    good += 4 * cut_of(&t, half_the_drawers).wires ==
            sizes[i].k * sizes[i].k * sizes[i].m * sizes[i].m;
  }
  finding_reading(
      f, good == sizeof sizes / sizeof sizes[0],
      "half the drawers of every cabinet: so in %u of 6 sizes, K=1, 3, 4, 5, M=2, 4, 8",
      good);
  return true;
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
