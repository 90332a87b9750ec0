/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_times -- section 6 of the RDN paper: table II, recursive dual-nets beside
 * hypercubes.
 */
#include "base/rng.h"
#include "papers/dual_nets.h"

#define ONE_LEVEL "rdn:2x2x2:1"
#define TWO_LEVELS "rdn:2x2x2:2"

enum { WHOLE_TRIALS = 100 }; /* from so many on the largest operations are counted whole */

static const struct operation_request
    to_all = {.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST},
    to_each = {.kind = COLLECTIVE_ONE_TO_ALL_PERSONALIZED},
    needed = {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_NEEDED},
    not_own = {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_NOT_OWN},
    boxed = {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_ALL},
    text = {.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED, .order = OPERATION_TEXT},
    intra = {.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED, .order = OPERATION_INTRA_FIRST};

static bool is(struct dual_cost cost, uint32_t startups, uint64_t word_steps)
{
  return cost.startups == startups && cost.word_steps == word_steps;
}

static void judge_cubes(struct finding *f)
{
  uint32_t right[4] = {0};

  for (uint32_t d = 1; d <= 7; d++) {
    const uint64_t others = (UINT64_C(1) << d) - 1, half = UINT64_C(1) << (d - 1);
    const struct operation_request requests[] = {to_all, to_each, needed, text};
    const uint64_t word_steps[] = {d, others, others, d * half};
    char spec[TOPOLOGY_SPEC] = "";

    claims_append(spec, sizeof spec, "hypercube:%u", d);
    for (uint32_t i = 0; i < 4; i++)
      right[i] += is(dual_cost_of(f, spec, requests[i]), d, word_steps[i]);
  }
  reading(f, right[0] == 7 && right[1] == 7 && right[2] == 7 && right[3] == 7,
          "one to all: %u, %u, all to all: %u, %u of 7 cubes", right[0], right[1], right[2],
          right[3]);
}

/* --- table II --- */

enum pattern { ONE_TO_ALL, ONE_TO_EACH, ALL_TO_ALL, EACH_TO_EACH, PATTERNS };
enum net { CUBE_7, RDN_1, CUBE_15, RDN_2, NETS };

static const char *const patterns[] = {"One2All_B", "One2All_P", "All2All_B", "All2All_P"};
static const char *const net_names[] = {"7-cube", "RDN^1(B)", "15-cube", "RDN^2(B)"};
static const char *const nets[] = {"hypercube:7", ONE_LEVEL, "hypercube:15", TWO_LEVELS};
static const char *const printed[] = {
    "7 t_s + 7 m t_w",       "8 t_s + 8 m t_w",       /**/
    "15 t_s + 15 m t_w",     "18 t_s + 18 m t_w",     /**/
    "7 t_s + 127 m t_w",     "8 t_s + 127 m t_w",     /**/
    "15 t_s + 32767 m t_w",  "18 t_s + 33783 m t_w",  /**/
    "7 t_s + 127 m t_w",     "8 t_s + 134 m t_w",     /**/
    "15 t_s + 32767 m t_w",  "18 t_s + 33925 m t_w",  /**/
    "7 t_s + 448 m t_w",     "8 t_s + 512 m t_w",     /**/
    "15 t_s + 245760 m t_w", "18 t_s + 294912 m t_w", /**/
};

/* Is the cost the printed one? */
static void cost_reads(struct finding *f, const struct table_cell *cell,
                       struct dual_cost cost, const char *how)
{
  cell_reads_by(f, cell, how, "%u t_s + %" PRIu64 " m t_w", cost.startups, cost.word_steps);
}

/* Sum of the distances from a node: that many messages cross links for each source, and in
 * a step a node sends one, so b is not below it. */
static uint64_t distances(struct finding *f, const char *spec)
{
  uint64_t sum = 0;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_open_graph(f, &t, &g, "%s", spec))
    return 0;
  lab_search(&g, 0);
  for (uint32_t v = 0; v < g.nodes; v++)
    sum += g.hops[v];
  return sum;
}

/* Of all to all, from what is sent in the last step; that of two levels moves 10^9
 * messages. */
static void judge_gossip(struct finding *f, const struct table_cell *cell)
{
  const char *spec = nets[cell->column];
  const bool large = cell->column == RDN_2;
  const bool whole = !large || f->claims->trials >= WHOLE_TRIALS;

  if (large)
    claims_say(f->claims, "R6.6: all-to-all broadcast on 32,768 nodes");
  const struct dual_cost a =
      whole ? dual_cost_of(f, spec, not_own) : dual_one_source(f, spec, not_own);
  if (!lab_continues(f))
    return;
  cost_reads(f, cell, a,
             whole ? "all but the receiver's own message sent back"
                   : "all but the receiver's own sent back, from one source");
  cost_reads(f, cell,
             large ? dual_one_source(f, spec, boxed) : dual_cost_of(f, spec, boxed),
             large ? "all, from one source" : "all, as Algorithm 3");
  const struct dual_cost c =
      large ? dual_one_source(f, spec, needed) : dual_cost_of(f, spec, needed);
  note(f, "what the receiver has not: %" PRIu64 "%s", c.word_steps,
       large ? ", from one source" : "");
}

/* Each to each, in two orders of its stages. */
static void judge_exchange(struct finding *f, const struct table_cell *cell)
{
  const char *spec = nets[cell->column];
  const bool large = cell->column == RDN_2;
  const struct dual_cost a =
      large ? dual_one_source(f, spec, text) : dual_cost_of(f, spec, text);
  const struct dual_cost b =
      large ? dual_one_source(f, spec, intra) : dual_cost_of(f, spec, intra);

  cost_reads(f, cell, a, large ? "Algorithm 4, from one source" : "Algorithm 4");
  cost_reads(f, cell, b, "in the order of the example");
  note(f, "impossible below the sum of distances from a node, %" PRIu64,
       distances(f, spec));
}

static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  const char *spec = nets[cell->column];
  const struct operation_request requests[] = {to_all, to_each, needed, text};
  const bool cube = cell->column == CUBE_7 || cell->column == CUBE_15;

  if (!cube && cell->row == ALL_TO_ALL)
    judge_gossip(f, cell);
  else if (!cube && cell->row == EACH_TO_EACH)
    judge_exchange(f, cell);
  else if (cell->column == CUBE_15 && cell->row >= ALL_TO_ALL)
    cost_reads(f, cell, dual_one_source(f, spec, requests[cell->row]), "from one source");
  else
    cost_reads(f, cell, dual_cost_of(f, spec, requests[cell->row]), "");
}

const struct claim_table dual_table_of_times = {
    .name = "rdn-2",
    .title = "communication times, B the 3-cube",
    .place = "Recursive Dual-Net, table II",
    .row_count = PATTERNS,
    .column_count = NETS,
    .rows = patterns,
    .columns = net_names,
    .printed = printed,
    .judge = judge_cell,
};

/* R6.2: the cubes. */
static void judge_cube_columns(struct finding *f)
{
  for (uint32_t pattern = 0; pattern < PATTERNS; pattern++) {
    table_ask(f, &dual_table_of_times, pattern, CUBE_7);
    table_ask(f, &dual_table_of_times, pattern, CUBE_15);
  }
}

/* R6.3 to R6.8: cells of a pattern. */
struct asked {
  enum pattern pattern;
  enum net first, last;
};

static void judge_table_2(struct finding *f)
{
  const struct asked *asked = f->with;

  for (uint32_t net = asked->first; net <= asked->last; net += RDN_2 - RDN_1)
    table_ask(f, &dual_table_of_times, asked->pattern, net);
}

/* R6.9, R6.10, R6.11: the steps of the examples. */
struct example {
  const struct operation_request *request;
  uint32_t printed[8];
};

static void judge_steps(struct finding *f)
{
  const struct example *example = f->with;
  const struct dual_cost cost = dual_cost_of(f, ONE_LEVEL, *example->request);
  uint32_t right = 0;
  char sizes[64] = "";

  for (uint32_t i = 0; i < cost.startups && i < 8; i++) {
    right += cost.sizes[i] == example->printed[i];
    claims_append(sizes, sizeof sizes, " %u", cost.sizes[i]);
  }
  reading(f, right == 8 && cost.startups == 8, "%u of 8 steps:%s", right, sizes);
}

/* R6.12: "very close" is within a tenth of b, the best order taken. */
static void judge_close(struct finding *f)
{
  static const char *const names[] = {"one to all", "one to each", "all to all",
                                      "each to each"};
  const struct operation_request requests[] = {to_all, to_each, needed, intra};

  for (uint32_t i = 0; i < 4; i++) {
    const double net = (double)dual_cost_of(f, ONE_LEVEL, requests[i]).word_steps;
    const double cube = (double)dual_cost_of(f, "hypercube:7", requests[i]).word_steps;
    const double more = net / cube - 1;

    reading(f, more <= .1, "%s: %.0f %% more", names[i], 100 * more);
  }
}

static void judge_engines(struct finding *f)
{
  static const struct {
    const char *traffic;
    uint64_t a, b;
  } runs[] = {{"one-to-all-broadcast", 8, 8},
              {"one-to-all-personalized", 8, 127},
              {"all-to-all-broadcast", 8, 127},
              {"all-to-all-broadcast,send=all", 8, 135},
              {"all-to-all-personalized", 8, 574},
              {"all-to-all-personalized,order=intra-first", 8, 560}};
  uint32_t right = 0;

  for (uint32_t i = 0; i < 6; i++) {
    char traffic[128] = "";

    claims_append(traffic, sizeof traffic, "%s,startup=5,word=3,words=2", runs[i].traffic);
    right += dual_run(f, ONE_LEVEL, traffic).cycles == runs[i].a * 5 + runs[i].b * 2 * 3;
  }
  reading(f, right == 6,
          "%u of 6 runs on 128 nodes take exactly a t_s + b m t_w cycles, t_s = 5, "
          "t_w = 3, m = 2",
          right);
}

static void judge_multicast(struct finding *f)
{
  struct rng rng = rng_seed(f->claims->seed, 0);
  uint32_t quick = 0, fewer = 0;

  for (uint32_t trial = 0; trial < f->claims->trials; trial++) {
    uint8_t wanted[128] = {0};
    struct operation_request request = to_all;

    for (uint32_t i = 0; i < 12; i++)
      wanted[rng_below(&rng, 128)] = 1;
    request.source = (uint32_t)rng_below(&rng, 128);
    request.wanted = wanted;
    const struct dual_cost cost = dual_cost_of(f, ONE_LEVEL, request);
    const uint32_t reached = dual_one_source(f, ONE_LEVEL, request).reached;

    quick += cost.startups > 0 && cost.startups <= 8 && cost.duplicates == 0;
    fewer += reached > 1 && reached <= 12 * 8 + 1;
  }
  reading(f, quick == f->claims->trials && fewer == f->claims->trials,
          "to 12 random nodes of 128: at most 8 steps in %u, and at most 8 nodes "
          "for each in %u of %u",
          quick, fewer, f->claims->trials);
}

/* --- the boxes, and one source of many --- */

/* Nodes that the boxes reach, from node `id` of a network of a level; n: nodes of those
 * below.  What crosses again comes from the cluster s1 alone; the other cluster that has it
 * is s2. */
static uint32_t reach(const uint32_t *n, uint32_t level, uint32_t id)
{
  if (level == 0)
    return n[0];
  const uint32_t s2 = id % n[level - 1], s1 = id / n[level - 1] % n[level - 1];
  const uint32_t own = reach(n, level - 1, s2), other = reach(n, level - 1, s1);

  return s1 == s2 ? 2 * own * own : own + other + (own - 1) * other;
}

static void judge_reach(struct finding *f)
{
  static const struct {
    const char *spec;
    uint32_t levels, n[3];
  } shapes[] = {
      {"rdn:2x2:1", 1, {4, 32}}, {"rdn:3:1", 1, {3, 18}}, {"rdn:2:2", 2, {2, 8, 128}}};
  const enum collective_kind kinds[] = {COLLECTIVE_ONE_TO_ALL_BROADCAST,
                                        COLLECTIVE_ONE_TO_ALL_PERSONALIZED};
  uint32_t right = 0, tried = 0;

  for (uint32_t i = 0; i < 3; i++)
    for (uint32_t source = 0; source < shapes[i].n[shapes[i].levels]; source++)
      for (uint32_t kind = 0; kind < 2; kind++, tried++) {
        const struct operation_request request = {
            .kind = kinds[kind], .source = source, .rule = OPERATION_RULE_PRINTED};

        right += dual_one_source(f, shapes[i].spec, request).reached ==
                 reach(shapes[i].n, shapes[i].levels, source);
      }
  reading(f, right == tried,
          "so in %u of %u: all sources of three networks, k = 1 and 2, both algorithms; "
          "k = 2 on a 3-cube from node 1: %u of 32768",
          right, tried, reach((const uint32_t[]){8, 128, 32768}, 2, 1));
}

/* Source 37 is (0,4,5): the run is LOST, and what it delivers is the plan's. */
static void judge_boxes_in_engines(struct finding *f)
{
  static const struct {
    const char *traffic;
    uint64_t delivered, cycles; /* 0: it does not end */
  } runs[] = {{"one-to-all-broadcast,rule=printed,source=9", 128, 8 * 5 + 8 * 3},
              {"one-to-all-broadcast,rule=printed,source=37", 72, 0},
              {"one-to-all-personalized,rule=printed,source=9", 127, 8 * 5 + 127 * 3},
              {"one-to-all-personalized,rule=printed,source=37", 71, 0}};
  uint32_t right = 0;

  for (uint32_t i = 0; i < 4; i++) {
    char traffic[128] = "";

    claims_append(traffic, sizeof traffic, "%s,startup=5,word=3", runs[i].traffic);
    const struct dual_run run = dual_run(f, ONE_LEVEL, traffic);

    right += run.delivered == runs[i].delivered && run.cycles == runs[i].cycles;
  }
  reading(
      f, right == 4,
      "%u of 4 runs on 128 nodes deliver 128 and 72, 127 and 71 words, where all arrive "
      "in 8 t_s + 8 t_w and 8 t_s + 127 t_w",
      right);
}

/* A source of table II: every link that one of its messages crosses, by words that move. */
static void judge_one_source(struct finding *f)
{
  const bool whole = f->claims->trials >= WHOLE_TRIALS;
  const char *spec = whole ? TWO_LEVELS : "rdn:2:2";
  const struct dual_run a = dual_run(f, spec, "all-to-all-personalized,sources=5");
  const struct dual_run b =
      dual_run(f, spec, "all-to-all-personalized,order=intra-first,sources=5");

  const uint64_t by_text = dual_one_source(f, spec, text).word_steps;
  const uint64_t by_example = dual_one_source(f, spec, intra).word_steps;

  if (!lab_continues(f))
    return;
  reading(f, a.hops == by_text && b.hops == by_example && a.cycles > 0 && b.cycles > 0,
          "%s, words of node 5 cross %" PRIu64 " links by Algorithm 4, planned %" PRIu64
          "; %" PRIu64 ", planned %" PRIu64 ", in the order of the example; in %" PRIu64
          " and %" PRIu64 " cycles",
          spec, a.hops, by_text, b.hops, by_example, a.cycles, b.cycles);
}

static const struct claim_row rows[] = {
    {"R6.1", "times of the four collectives on hypercubes", "formulas",
     .judge = judge_cubes},
    {"R6.2", "table II: the 7-cube and the 15-cube", "8 cells",
     .judge = judge_cube_columns},
    {"R6.3", "table II: One2All_B on a 3-cube, k = 1 and 2", "8, 18", judge_table_2,
     .with = &(const struct asked){ONE_TO_ALL, RDN_1, RDN_2}},
    {"R6.4", "table II: One2All_P", "127, 33783", judge_table_2,
     .with = &(const struct asked){ONE_TO_EACH, RDN_1, RDN_2}},
    {"R6.5", "table II: All2All_B, k = 1", "134", judge_table_2,
     .with = &(const struct asked){ALL_TO_ALL, RDN_1, RDN_1}},
    {"R6.6", "table II: All2All_B, k = 2", "33925", judge_table_2,
     .with = &(const struct asked){ALL_TO_ALL, RDN_2, RDN_2}},
    {"R6.7", "table II: All2All_P, k = 1", "512", judge_table_2,
     .with = &(const struct asked){EACH_TO_EACH, RDN_1, RDN_1}},
    {"R6.8", "table II: All2All_P, k = 2", "294912", judge_table_2,
     .with = &(const struct asked){EACH_TO_EACH, RDN_2, RDN_2}},
    {"R6.9", "sizes of the steps of the one-to-all personalized", "56,32,16,8,8,4,2,1",
     judge_steps, .with = &(const struct example){&to_each, {56, 32, 16, 8, 8, 4, 2, 1}}},
    {"R6.10", "sizes of the steps of the all-to-all broadcast", "1,2,3,8,8,16,32,63",
     judge_steps, .with = &(const struct example){&not_own, {1, 2, 3, 8, 8, 16, 32, 63}}},
    {"R6.11", "sizes of the steps of the all-to-all personalized", "64 in each",
     judge_steps,
     .with = &(const struct example){&intra, {64, 64, 64, 64, 64, 64, 64, 64}}},
    {"R6.12", "times of k = 1 are very close to those of the 7-cube", "very close",
     .judge = judge_close},
};

const struct claim_part dual_times = CLAIM_PART(rows, "Recursive Dual-Net, section 6");

static const struct claim_row of_none[] = {
    {"X4", "words that move take the time of the plan", "-", .judge = judge_engines},
    {"X9", "the tree of the broadcast, pruned, is a multicast that is never slower", "-",
     .judge = judge_multicast},
    {"X10",
     "the boxes of Algorithms 1 and 2 reach R(s2) + R(s1) + (R(s2) - 1) R(s1) nodes; "
     "2 R(s2)^2 for s1 = s2",
     "-", .judge = judge_reach},
    {"X11",
     "the boxes in engines deliver to whom they reach, in the time of the right rule", "-",
     .judge = judge_boxes_in_engines},
    {"X12", "words of one source cross as many links as table II counts in b", "-",
     .judge = judge_one_source},
};

const struct claim_part dual_engines = CLAIM_PART(of_none, "not in the papers: engines");
