/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_congestion -- section 4.1: how many packets pass the nodes and links of a
 * butterfly. */
#include "base/bits.h"
#include "base/order.h"
#include "network/traffic/loads.h"
#include "papers/grids.h"

enum {
  LOADED = 12, /* up to BF(12) */
  SHOWN = 5    /* in the text */
};

enum pattern_kind { REVERSAL, TRANSPOSED, SAME, INVERTED, SHUFFLED, UNSHUFFLED, KINDS };

static const char *const kind_names[KINDS] = {"bit-reversal",   "transpose", "identity",
                                              "bit-complement", "shuffle",   "unshuffle"};

static uint32_t rotated(uint32_t row, uint32_t d, uint32_t by)
{
  return (row << by | row >> (d - by)) & (uint32_t)bits_mask(d);
}

static uint32_t destination_of(enum pattern_kind kind, uint32_t row, uint32_t d)
{
  uint32_t to = 0;

  switch (kind) {
  case REVERSAL:
    for (uint32_t bit = 0; bit < d; bit++)
      to = to << 1 | (row >> bit & 1);
    return to;
  case TRANSPOSED:
    return rotated(row, d, d / 2);
  case INVERTED:
    return ~row & (uint32_t)bits_mask(d);
  case SHUFFLED:
    return rotated(row, d, 1);
  case UNSHUFFLED:
    return rotated(row, d, d - 1);
  default:
    return row;
  }
}

/* Largest loads of nodes and of links, over all levels or of each. */
struct loads {
  struct level_load levels[LOADED + 1];
  uint32_t node, edge; /* most packets */
};

/* Of the packets of the first `rows` rows. */
static struct loads loads_of(struct finding *f, enum pattern_kind kind, uint32_t d,
                             uint32_t rows)
{
  struct schedule_entry *entries MEMORY_OF_BLOCK = lab_memory(f, rows, sizeof *entries);
  struct loads loads = {.node = 0};
  struct path_loads counted;
  TOPOLOGY_OF_BLOCK(t);

  if (!entries || !lab_open(f, &t, "butterfly:%u", d))
    return loads;
  const struct routing *routing = &t.routings[0];
  for (uint32_t row = 0; row < rows; row++) {
    const uint32_t to = destination_of(kind, row, d);

    entries[row] = (struct schedule_entry){
        .source = row, .destination = to, .header = routing->header(&t, row, to, 0)};
  }
  const struct schedule schedule = {.entries = entries, .count = rows};
  if (!finding_check(f, path_loads_count(&counted, &schedule, &t, routing, f->err)))
    return loads;
  for (uint32_t level = 0; level <= d; level++) {
    const struct level_load most = loads.levels[level] = path_loads_level(&counted, level);

    loads.node = most.switches.packets > loads.node ? most.switches.packets : loads.node;
    loads.edge = most.links.packets > loads.edge ? most.links.packets : loads.edge;
  }
  path_loads_close(&counted);
  return loads;
}

/* Of the packets of all rows. */
static struct loads loads_of_all(struct finding *f, enum pattern_kind kind, uint32_t d)
{
  return loads_of(f, kind, d, UINT32_C(1) << d);
}

/* B5 */
static void judge_hot_spot(struct finding *f)
{
  const uint32_t d = 4, level = 2, red = 4; /* figure 5: the paths of rows 0 to 3 are red */
  const struct loads all = loads_of_all(f, REVERSAL, d);
  const struct loads four = loads_of(f, REVERSAL, d, red);
  const struct load_peak hot = all.levels[level].switches;
  char column[64] = "";

  for (uint32_t l = 0; l <= d; l++)
    claims_append(column, sizeof column, " %u", four.levels[l].switches.packets);
  finding_reading(f, hot.at == level << d && hot.packets == all.node,
                  "%u packets at (2,0000), and at %u nodes of its level; the most anywhere "
                  "is %u",
                  hot.packets, hot.count, all.node);
  finding_note(f, "the four red packets alone, most at one node of level 0 to 4:%s",
               column);
}

/* Node and link loads over all permutations of BF(d), the most that there are. */
static struct loads worst_of_all(struct finding *f, uint32_t d)
{
  const uint32_t rows = UINT32_C(1) << d;
  struct loads worst = {.node = 0};
  struct grids_paths paths;
  uint32_t order[GRIDS_ROWS];

  if (!grids_paths_of(f, &paths, d))
    return worst;
  lab_identity(order, rows);
  do {
    uint32_t nodes[GRIDS_NODES] = {0}, links[2 * GRIDS_NODES] = {0};

    for (uint32_t from = 0; from < rows; from++)
      for (uint32_t l = 0; l <= d; l++) {
        const struct hop *hop = &paths.hops[from][order[from]][l];
        const uint32_t load = ++nodes[hop->at];
        const uint32_t crossed = l < d ? ++links[2 * hop->at + hop->port] : 0;

        worst.node = load > worst.node ? load : worst.node;
        worst.edge = crossed > worst.edge ? crossed : worst.edge;
      }
  } while (next_permutation(order, rows));
  return worst;
}

/* B6 */
static void judge_worst(struct finding *f)
{
  char nodes[96] = "", edges[96] = "";
  uint32_t at_bound = 0, equal = 0;

  for (uint32_t d = 1; d <= LOADED; d++) {
    const uint32_t bound = UINT32_C(1) << d / 2, edge_bound = UINT32_C(1) << (d - 1) / 2;

    claims_say(f->claims, "bit-reversal");
    const struct loads loads = loads_of_all(f, REVERSAL, d);
    at_bound += loads.node == bound && loads.edge == edge_bound;
    if (d > 1) {
      claims_append(nodes, sizeof nodes, " %u", loads.node);
      claims_append(edges, sizeof edges, " %u", loads.edge);
    }
    if (d <= GRIDS_ALL) {
      const struct loads worst = worst_of_all(f, d);

      equal += loads.node == worst.node && loads.edge == worst.edge;
    }
  }
  finding_reading(f, at_bound == LOADED && equal == GRIDS_ALL,
                  "d=1..%d: no permutation can put more on a node than 2^floor(d/2), or on "
                  "a link than 2^floor((d-1)/2), and bit-reversal puts as many in %u; most "
                  "of all permutations in %u of d=1..%d",
                  LOADED, at_bound, equal, GRIDS_ALL);
  finding_note(f, "d=2..%d: node%s; link%s", LOADED, nodes, edges);
}

/* B7 */
static void judge_levels(struct finding *f)
{
  char text[160] = "";
  uint32_t elsewhere = 0;

  for (uint32_t d = 2; d <= LOADED; d++) {
    const struct loads loads = loads_of_all(f, REVERSAL, d);

    for (uint32_t level = 0; level <= d; level++) {
      const struct load_peak *peak = &loads.levels[level].switches;
      const bool hot = peak->packets == loads.node;

      elsewhere += hot != (level == d / 2 || level == (d + 1) / 2);
      if (hot && d <= SHOWN)
        claims_append(text, sizeof text, "%s %u in level %u of BF(%u)", text[0] ? "," : "",
                      peak->count, level, d);
    }
  }
  finding_reading(f, elsewhere == 0, "d=2..%d: %u levels are otherwise", LOADED, elsewhere);
  finding_note(f, "hot nodes, d=2..%d:%s", SHOWN, text);
}

/* B8 */
static void judge_patterns(struct finding *f)
{
  uint32_t worse = 0;

  for (enum pattern_kind kind = TRANSPOSED; kind < KINDS; kind++) {
    char text[160] = "";

    for (uint32_t d = 2; d <= LOADED; d += 2) {
      const struct loads loads = loads_of_all(f, kind, d);
      const struct loads reversal = loads_of_all(f, REVERSAL, d);

      worse += loads.node > reversal.node || loads.edge > reversal.edge;
      claims_append(text, sizeof text, " %u/%u", loads.node, loads.edge);
    }
    finding_note(f, "%s, d=2,4..%d:%s", kind_names[kind], LOADED, text);
  }
  finding_reading(f, worse == 0, "%u of %d patterns and d load a node or link more", worse,
                  (KINDS - 1) * LOADED / 2);
}

#define SECTION_4_1 "section 4.1"
#define NOT_IN_PAPER "not in the paper"

static const struct claim_row rows[] = {
    {"B5", SECTION_4_1, "bit-reversal on BF(4): node (2,0000) has the most packets", "4",
     .judge = judge_hot_spot},
    {"B6", SECTION_4_1, "bit-reversal is a worst case of congestion", "worst case",
     .judge = judge_worst},
    {"B7", NOT_IN_PAPER,
     "the nodes with the most are in the middle level, or the middle two", "-",
     .judge = judge_levels},
    {"B8", NOT_IN_PAPER, "no other pattern of address bits loads a node or link more", "-",
     .judge = judge_patterns},
};

const struct claim_part grids_congestion = {rows, sizeof rows / sizeof rows[0]};
