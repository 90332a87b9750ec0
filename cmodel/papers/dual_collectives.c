/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_collectives -- collectives on hierarchical dual-nets whose super-nodes have several
 * nodes, and whether others could be quicker: by lower bounds, and by all plans of a
 * broadcast on networks of few nodes.
 */
#include "papers/dual_nets.h"

static const char *const cubes[] = {"hdn:2x2:2",     "hdn:2x2:2x2",   "hdn:2x2x2:2x2",
                                    "hdn:2x2:2,2",   "hdn:2x2:2,2@2", "hdn:2x2:2,2x2",
                                    "hdn:2x2:2x2,2", "hdn:2:2,2,2"};
static const char *const rings[] = {"hdn:3:3",   "hdn:2x3:3", "hdn:2x3:2x3",  "hdn:5:5",
                                    "hdn:4x2:4", "hdn:5x2:5", "hdn:3x2:3,3x2"};
/* Of few nodes, which all look alike. */
static const char *const few[] = {"hdn:3:3",     "hdn:5:5",   "hdn:2x3:2x3",
                                  "hdn:3x3:3x3", "hdn:2x2:2", "hdn:2x3:3"};
enum {
  CUBES = sizeof cubes / sizeof cubes[0],
  RINGS = sizeof rings / sizeof rings[0],
  FEW = sizeof few / sizeof few[0]
};

static struct dual_cost cost_of(struct finding *f, const char *spec,
                                enum collective_kind kind)
{
  return dual_cost_of(f, spec, (struct operation_request){.kind = kind});
}

/* --- the fewest rounds of a broadcast --- */

enum { HUNT_NODES = 24, HUNT_SETS = 1 << 14 };

/* Sets of nodes that can have the message after so many rounds, as words of a bit for each
 * node.  In a round every node with a neighbour that lacks it sends: to send less never
 * helps, as more nodes can do all that fewer can. */
struct hunt {
  const struct lab_graph *g;
  uint32_t *now, *next; /* [HUNT_SETS] */
  uint32_t now_count, next_count;
  uint8_t *seen; /* a bit for each set of next */
  uint32_t senders[HUNT_NODES], sender_count;
  bool too_many;
};

static void add_set(struct hunt *h, uint32_t set)
{
  if (h->seen[set / 8] >> set % 8 & 1)
    return;
  h->too_many = h->too_many || h->next_count == HUNT_SETS;
  if (h->too_many)
    return;
  h->seen[set / 8] |= (uint8_t)(1u << set % 8);
  h->next[h->next_count++] = set;
}

/* Senders from number i on; the others have sent already, and `set` is who has it. */
static void let_send(struct hunt *h, uint32_t i, uint32_t set)
{
  const struct lab_graph *g = h->g;
  bool sends = false;

  if (i == h->sender_count) {
    add_set(h, set);
    return;
  }
  for (uint32_t at = g->first[h->senders[i]]; at < g->first[h->senders[i] + 1]; at++)
    if (!(set >> g->to[at] & 1)) {
      sends = true;
      let_send(h, i + 1, set | UINT32_C(1) << g->to[at]);
    }
  if (!sends)
    let_send(h, i + 1, set);
}

static void one_round(struct hunt *h)
{
  for (uint32_t k = 0; k < h->now_count; k++) {
    h->sender_count = 0;
    for (uint32_t v = 0; v < h->g->nodes; v++)
      if (h->now[k] >> v & 1)
        h->senders[h->sender_count++] = v;
    let_send(h, 0, h->now[k]);
  }
}

/* From node 0; 0: there are too many sets. */
static uint32_t fewest_rounds(struct finding *f, const char *spec)
{
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);
  uint32_t rounds = 0;

  if (!lab_open_graph(f, &t, &g, "%s", spec) || g.nodes > HUNT_NODES)
    return 0;
  const uint32_t all = (uint32_t)bits_mask(g.nodes);
  uint32_t *now MEMORY_OF_BLOCK = lab_memory(f, HUNT_SETS, sizeof *now);
  uint32_t *next MEMORY_OF_BLOCK = lab_memory(f, HUNT_SETS, sizeof *next);
  uint8_t *seen MEMORY_OF_BLOCK = lab_memory(f, all / 8 + 1, sizeof *seen);
  struct hunt h = {.g = &g, .now = now, .next = next, .seen = seen, .now_count = 1};

  if (!now || !next || !seen)
    return 0;
  h.now[0] = 1;
  for (bool found = false; !found && h.now_count > 0 && rounds <= g.nodes; rounds++) {
    uint32_t *const done = h.now;

    h.next_count = 0;
    one_round(&h);
    found = seen[all / 8] >> all % 8 & 1;
    h.now = h.next;
    h.now_count = h.too_many ? 0 : h.next_count;
    h.next = done;
  }
  return h.too_many ? 0 : rounds;
}

/* --- what the rows say --- */

static uint32_t farthest(struct finding *f, const char *spec)
{
  return dual_measure(f, UINT32_MAX, "%s", spec).diameter;
}

static void judge_broadcast(struct finding *f)
{
  uint32_t by_distance = 0, by_search = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < CUBES; i++)
    by_distance += cost_of(f, cubes[i], COLLECTIVE_ONE_TO_ALL_BROADCAST).startups ==
                   farthest(f, cubes[i]);
  for (uint32_t i = 0; i < FEW; i++) {
    const uint32_t fewest = fewest_rounds(f, few[i]);

    by_search += cost_of(f, few[i], COLLECTIVE_ONE_TO_ALL_BROADCAST).startups == fewest;
    claims_append(text, sizeof text, " %u", fewest);
  }
  const uint32_t rounds = cost_of(f, "hdn:3:1", COLLECTIVE_ONE_TO_ALL_BROADCAST).startups;
  const uint32_t fewest = fewest_rounds(f, "hdn:3:1");

  reading(f, by_distance == CUBES, "on cubes: as many rounds as the diameter in %u of %d",
          by_distance, CUBES);
  reading(f, by_search == FEW, "no plan of all is quicker in %u of %d of up to 24 nodes:%s",
          by_search, FEW, text);
  reading(f, rounds == fewest, "C_3, s = 1: %u rounds, and a plan takes %u", rounds,
          fewest);
}

static void judge_all_to_all(struct finding *f)
{
  uint32_t words = 0, startups = 0, by_search = 0;

  for (uint32_t i = 0; i < CUBES + RINGS; i++) {
    const char *spec = i < CUBES ? cubes[i] : rings[i - CUBES];
    const struct dual_cost cost = cost_of(f, spec, COLLECTIVE_ALL_TO_ALL_BROADCAST);

    words += cost.word_steps == dual_measure(f, 1, "%s", spec).nodes - 1;
    startups += i < CUBES && cost.startups == farthest(f, spec);
  }
  for (uint32_t i = 0; i < FEW; i++)
    by_search += cost_of(f, few[i], COLLECTIVE_ALL_TO_ALL_BROADCAST).startups ==
                 fewest_rounds(f, few[i]);
  reading(f, words == CUBES + RINGS, "b is N - 1 in %u of %d networks", words,
          CUBES + RINGS);
  reading(f, startups == CUBES, "on cubes: a is the diameter in %u of %d", startups, CUBES);
  note(f, "a is the fewest rounds of a broadcast in %u of %d of up to 24 nodes", by_search,
       FEW);
}

/* Sum of all distances by the number of nodes, rounded up. */
static uint64_t mean_distances(struct finding *f, const char *spec)
{
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);
  uint64_t sum = 0;

  if (!lab_open_graph(f, &t, &g, "%s", spec))
    return 0;
  for (uint32_t from = 0; from < g.nodes; from++) {
    lab_search(&g, from);
    for (uint32_t to = 0; to < g.nodes; to++)
      sum += g.hops[to];
  }
  return (sum + g.nodes - 1) / g.nodes;
}

static bool is_nested(struct finding *f, const char *spec)
{
  TOPOLOGY_OF_BLOCK(t);

  return lab_open(f, &t, "%s", spec) && dual_net_nested(hdn_net(&t));
}

static void judge_exchange(struct finding *f)
{
  uint32_t words = 0, startups = 0, nested = 0;
  bool others = true;
  char text[64] = "";

  for (uint32_t i = 0; i < CUBES + RINGS; i++) {
    const char *spec = i < CUBES ? cubes[i] : rings[i - CUBES];
    const struct dual_cost cost = cost_of(f, spec, COLLECTIVE_ALL_TO_ALL_PERSONALIZED);
    const uint64_t least = mean_distances(f, spec);

    startups += i < CUBES && cost.startups == farthest(f, spec);
    if (is_nested(f, spec)) {
      nested++;
      words += cost.word_steps > 0 && cost.word_steps == least;
      continue;
    }
    others &= cost.word_steps == least;
    claims_append(text, sizeof text, "%s %" PRIu64 " for %" PRIu64, *text ? "," : "",
                  cost.word_steps, least);
  }
  reading(f, words == nested && startups == CUBES,
          "each S_i in S_(i-1): b is the sum of the distances from a node in %u of %u "
          "networks; on all cubes a is the diameter in %u of %d",
          words, nested, startups, CUBES);
  reading(f, others, "elsewhere b, and the mean of these sums:%s", text);
}

static void judge_to_each(struct finding *f)
{
  static const char *const whole[] = {"hdn:3:3", "hdn:2x2:2x2", "hdn:2x3:2x3",
                                      "hdn:3x3:3x3"};
  static const char *const parts[] = {"hdn:2x2:2", "hdn:2x3:3", "hdn:2x2x2:2x2",
                                      "hdn:5x2:5", "hdn:2x3x5:2x3"};
  uint32_t least = 0;
  bool all = true;
  char text[64] = "";

  for (uint32_t i = 0; i < 4; i++)
    least += cost_of(f, whole[i], COLLECTIVE_ONE_TO_ALL_PERSONALIZED).word_steps ==
             dual_measure(f, 1, "%s", whole[i]).nodes - 1;
  for (uint32_t i = 0; i < 5; i++) {
    const uint64_t b = cost_of(f, parts[i], COLLECTIVE_ONE_TO_ALL_PERSONALIZED).word_steps;
    const uint32_t nodes = dual_measure(f, 1, "%s", parts[i]).nodes;

    all &= b == nodes - 1;
    claims_append(text, sizeof text, "%s %" PRIu64 " for %u", i ? "," : "", b, nodes - 1);
  }
  reading(f, least == 4, "S_1 the whole base: b is N - 1 in %u of 4", least);
  reading(f, all, "else, one level:%s", text);
}

/* --- complete graphs and the Petersen graph --- */

/* Super-nodes of one node, or of the whole base; and others. */
static const char *const bases[] = {
    "hdn:K4:1", "hdn:K5:1",        "hdn:K7:1",     "hdn:petersen:1", "hdn:2xK4:1",
    "hdn:K5:5", "hdn:petersen:10", "hdn:2xK4:2x4", "hdn:2xK4:4",     "hdn:petersenx3:3"};
static const char *const few_bases[] = {"hdn:K4:4", "hdn:K5:5",     "hdn:K6:6",
                                        "hdn:K7:7", "hdn:2xK4:2x4", "hdn:petersen:10"};
enum {
  BASES = sizeof bases / sizeof bases[0],
  EVEN_BASES = BASES - 2,
  FEW_BASES = sizeof few_bases / sizeof few_bases[0]
};

static void judge_bases(struct finding *f)
{
  uint32_t rounds = 0, to_all = 0, to_each = 0, exchanges = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < FEW_BASES; i++)
    rounds += cost_of(f, few_bases[i], COLLECTIVE_ONE_TO_ALL_BROADCAST).startups ==
              fewest_rounds(f, few_bases[i]);
  for (uint32_t i = 0; i < BASES; i++) {
    const uint32_t least = dual_measure(f, 1, "%s", bases[i]).nodes - 1;
    const uint64_t b = cost_of(f, bases[i], COLLECTIVE_ONE_TO_ALL_PERSONALIZED).word_steps;

    to_all += cost_of(f, bases[i], COLLECTIVE_ALL_TO_ALL_BROADCAST).word_steps == least;
    exchanges +=
        dual_cost_of(f, bases[i],
                     (struct operation_request){.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED,
                                                .order = OPERATION_INTRA_FIRST})
            .word_steps == mean_distances(f, bases[i]);
    if (i < EVEN_BASES)
      to_each += b == least;
    else
      claims_append(text, sizeof text, " %" PRIu64 " for %u", b, least);
  }
  reading(f, rounds == FEW_BASES,
          "no plan of a broadcast is quicker in %u of %d of up to 20 nodes", rounds,
          FEW_BASES);
  reading(f, to_all == BASES && exchanges == BASES,
          "b of all to all is N - 1 in %u, and the sum of the distances in %u, of %d",
          to_all, exchanges, BASES);
  reading(f, to_each == EVEN_BASES,
          "one to all, personalized: b is N - 1 in %u of %d; with other super-nodes%s",
          to_each, EVEN_BASES, text);
}

static const struct claim_row rows[] = {
    {"X21", "with super-nodes: no one-to-all broadcast is quicker", "-",
     .judge = judge_broadcast},
    {"X22", "with super-nodes: no all-to-all broadcast costs less", "-",
     .judge = judge_all_to_all},
    {"X23", "with super-nodes: no all-to-all personalized costs less", "-",
     .judge = judge_exchange},
    {"X24", "with super-nodes: one-to-all personalized costs N - 1 words", "-",
     .judge = judge_to_each},
    {"X25", "on complete graphs and the Petersen graph: no collective costs less", "-",
     .judge = judge_bases},
};

const struct claim_part dual_collectives =
    CLAIM_PART(rows, "Hierarchical Dual-Net, section 6, future work 3");
