/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_routes -- routing: Algorithm 1 and Theorem 2 of the HDN paper, Theorem 2 of the RDN
 * paper, and what neither says: the memoryless rule, deadlock.  Section 5 of the HDN paper.
 */
#include "network/collective/message_level.h"
#include "network/topology/hdn_formulas.h"
#include "papers/dual_nets.h"

enum { HOPS = 64, LEAST = 20 };

void dual_follow(struct finding *f, struct dual_paths *p, const char *spec,
                 const char *routing, uint32_t sources)
{
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, &spec, 1);
  uint64_t sum = 0;

  s.routed = routing;
  s.searched = true;
  if (!survey_next(&s))
    return;
  const uint32_t bound = hdn_diameter(hdn_net(&s.t));

  sources = sources < s.g.nodes ? sources : s.g.nodes;
  for (uint32_t i = 0; i < sources; i++) {
    const uint32_t from = (uint32_t)((uint64_t)i * s.g.nodes / sources);

    lab_search(&s.g, from);
    for (uint32_t to = 0; to < s.g.nodes; to++) {
      const uint64_t header = s.routing->header(&s.t, from, to, 0);
      struct hop hops[HOPS];
      const size_t count = topology_path(&s.t, s.routing, from, to, header, 0, hops, HOPS);

      p->pairs++;
      if (count == 0) {
        p->lost++;
        continue;
      }
      sum += count - 1;
      p->longest = count - 1 > p->longest ? (uint32_t)count - 1 : p->longest;
      p->beyond += count - 1 > bound;
      p->detours += count - 1 != s.g.hops[to];
    }
  }
  p->mean = (double)sum / sources / s.g.nodes;
}

static const char *const nested[] = {"hdn:2x2:2",   "rdn:2x2x2:1",   "hdn:2x3x5:2x3",
                                     "hdn:2x2:2,2", "hdn:2x2x2:2x2", "hdn:4:1"};
/* Not nested; the first is the paper's example. */
static const char *const crossed[] = {"hdn:2x3x5:2x3,3x5", "hdn:2x2:1,2x2"};

enum { NESTED = 6, CROSSED = 2 };

/* From so many switches of the example paths are followed. */
static uint32_t some(const struct claims *claims)
{
  return claims->trials > LEAST ? claims->trials : LEAST;
}

static struct dual_paths follow_all(struct finding *f, const char *const *specs,
                                    uint32_t count, const char *routing, uint32_t sources)
{
  struct dual_paths p = {.pairs = 0};

  for (uint32_t i = 0; i < count; i++)
    dual_follow(f, &p, specs[i], routing, sources);
  return p;
}

static void judge_delivers(struct finding *f)
{
  const struct dual_paths a = follow_all(f, nested, NESTED, "algorithm-1", UINT32_MAX);
  const struct dual_paths b =
      follow_all(f, crossed, CROSSED, "algorithm-1", some(f->claims));

  reading(f, a.lost == 0 && b.lost == 0, "%u of %u paths in %d networks do not arrive",
          a.lost + b.lost, a.pairs + b.pairs, NESTED + CROSSED);
}

static void judge_theorem_2(struct finding *f)
{
  const struct dual_paths a = follow_all(f, nested, NESTED, "algorithm-1", UINT32_MAX);
  const struct dual_paths example =
      follow_all(f, crossed, 1, "algorithm-1", some(f->claims));
  const struct dual_paths other = follow_all(f, &crossed[1], 1, "algorithm-1", UINT32_MAX);
  const struct dual_paths w =
      follow_all(f, crossed, CROSSED, "memoryless", some(f->claims));

  reading(
      f, a.lost == 0 && a.beyond == 0 && a.detours == 0,
      "Algorithm 1, each SN^i in SN^(i-1): %u of %u paths are longer, %u than the distance",
      a.beyond, a.pairs, a.detours);
  reading(f, example.beyond == 0 && other.beyond == 0,
          "(6,15): longest %u, %u of %u above 15, mean %.3f; 2-cube, (1,4): "
          "longest %u, %u of %u above 12",
          example.longest, example.beyond, example.pairs, example.mean, other.longest,
          other.beyond, other.pairs);
  note(f, "the memoryless rule: %u of %u", w.beyond + w.lost, w.pairs);
}

static void judge_memoryless(struct finding *f)
{
  const struct dual_paths a = follow_all(f, nested, NESTED, "memoryless", UINT32_MAX);
  const struct dual_paths b = follow_all(f, crossed, 1, "memoryless", some(f->claims));

  reading(f, a.lost == 0 && a.detours == 0,
          "each SN^i in SN^(i-1): %u of %u longer than the distance", a.detours, a.pairs);
  reading(f, b.lost == 0 && b.detours == 0, "(6,15): %.1f %%, mean %.3f, longest %u",
          100. * b.detours / b.pairs, b.mean, b.longest);
}

static void judge_recursive(struct finding *f)
{
  static const char *const specs[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1",
                                      "rdn:3:1", "rdn:5:1",   "rdn:2:2"};
  const struct dual_paths p = follow_all(f, specs, 6, "memoryless", UINT32_MAX);
  struct dual_paths large = {.pairs = 0};

  dual_follow(f, &large, "rdn:2x2x2:2", "memoryless", 4);
  reading(f, p.lost == 0 && p.beyond == 0 && large.lost == 0 && large.beyond == 0,
          "%u of %u paths in 6 networks are longer, %u than the distance; 3-cube, "
          "k = 2: longest %u, mean %.4f",
          p.beyond, p.pairs, p.detours, large.longest, large.mean);
}

/* --- deadlock --- */

static const char *const explored[] = {"rdn:2:1",   "rdn:3:1", "rdn:2x2:1", "hdn:2x2:2",
                                       "hdn:2x3:3", "rdn:4:1", "hdn:2:1,2"};

enum { EXPLORED = 7 };

/* Networks in which channels wait in a cycle. */
static uint32_t count_cycles(struct finding *f, const char *routing, uint32_t vcs)
{
  uint32_t cyclic = 0;

  for (uint32_t i = 0; i < EXPLORED; i++)
    cyclic += dual_cyclic(f, explored[i], routing, vcs);
  return cyclic;
}

static void judge_one_vc(struct finding *f)
{
  const uint32_t memoryless = count_cycles(f, "memoryless", 1);
  const uint32_t box = count_cycles(f, "algorithm-1", 1);

  reading(f, memoryless == EXPLORED && box == EXPLORED,
          "channels wait in a cycle in %u of %d networks, by Algorithm 1 in %u", memoryless,
          EXPLORED, box);
}

static void judge_vcs(struct finding *f)
{
  const uint32_t cyclic = count_cycles(f, "memoryless", 0);

  reading(f, cyclic == 0, "%u of %d networks have a cycle", cyclic, EXPLORED);
}

static const struct claim_row rows[] = {
    {"H4.8", "Algorithm 1 as boxed leads over links to every destination", "correct",
     .judge = judge_delivers},
    {"H4.9", "Theorem 2: Algorithm 1 takes at most as many steps as the diameter",
     "formula", .judge = judge_theorem_2},
};

const struct claim_part dual_routes = CLAIM_PART(rows, "Hierarchical Dual-Net, section 4");

static const struct claim_row of_recursive[] = {
    {"R2.5", "Theorem 2: at most 2^k D0 + 2^(k+1) - 2 steps", "formula",
     .judge = judge_recursive},
};

const struct claim_part dual_recursive_routes =
    CLAIM_PART(of_recursive, "Recursive Dual-Net, section 2");

static const struct claim_row of_none[] = {
    {"X1", "the memoryless rule, by destination alone, takes shortest paths", "-",
     .judge = judge_memoryless},
    {"X2", "with one virtual channel channels wait in a cycle", "-", .judge = judge_one_vc},
    {"X3", "memoryless: none do with a phase for each level and a dateline", "-",
     .judge = judge_vcs},
};

const struct claim_part dual_memoryless = CLAIM_PART(of_none, "not in the papers: routing");

/* --- broadcasts, in rounds of the one-port model --- */

/* A broadcast from one node. */
static struct dual_cost broadcast(struct finding *f, const char *spec, uint32_t source)
{
  return dual_cost_of(f, spec,
                      (struct operation_request){.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST,
                                                 .source = source});
}

static void judge_product(struct finding *f)
{
  static const struct {
    const char *spec;
    uint32_t product, sum;
  } bases[] = {{"hypercube:3", 1, 3},
               {"torus:2x3", 2, 3},
               {"torus:3x5", 6, 5},
               {"torus:2x3x5", 6, 6},
               {"torus:5x5", 9, 6}};
  uint32_t product = 0, sum = 0;

  for (uint32_t i = 0; i < 5; i++) {
    const uint32_t rounds = broadcast(f, bases[i].spec, 0).startups;

    product += rounds == bases[i].product;
    sum += rounds == bases[i].sum;
  }
  reading(f, product == 5,
          "3-cube, 2x3, 3x5, 2x3x5, 5x5: so in %u of 5; the sum in %u, with "
          "ceil(p/2) rounds in a ring of p",
          product, sum);
}

/* Networks with their 2^k T(B) - sum 2^i T(SN^(k-i)) + 2^(k+1) - 2. */
static const struct {
  const char *spec;
  uint32_t rounds;
} theorem_3[] = {
    {"hdn:2x2:2", 2 * 2 - 1 + 2},
    {"hdn:2x2:2,2", 4 * 2 - (1 + 2 * 1) + 6},
    {"hdn:2x2:2,2@2", 4 * 2 - (1 + 2 * 1) + 6},
    {"hdn:2x2:2,2x2", 4 * 2 - (2 + 2 * 1) + 6},
    {"hdn:2x2:1,1", 4 * 2 + 6},
    {"hdn:2x2x2:1", 2 * 3 + 2},
    {"hdn:2x2x2:2x2", 2 * 3 - 2 + 2},
    {"hdn:2x3x5:1", 2 * 6 + 2},
    {"hdn:2x3x5:2x3", 2 * 6 - 3 + 2},
    {"hdn:2x3x5:3x5", 2 * 6 - 5 + 2},
    {"hdn:2x3x5:2x3,3x5", 4 * 6 - (5 + 2 * 3) + 6},
    {"hdn:5x5:1", 2 * 6 + 2},
};

enum { THEOREM_3 = sizeof theorem_3 / sizeof theorem_3[0] };

static void judge_theorem_3(struct finding *f)
{
  enum { SOURCES = 8 };
  uint32_t right = 0, once = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < THEOREM_3; i++) {
    uint32_t rounds = 0;
    uint64_t copies = 0; /* to nodes that had one */
    bool all = true;

    for (uint32_t source = 0; source < SOURCES; source++) {
      const struct dual_cost cost = broadcast(f, theorem_3[i].spec, source);

      rounds = cost.startups;
      all &= rounds == theorem_3[i].rounds;
      copies += cost.duplicates;
    }
    right += all;
    once += copies == 0;
    claims_append(text, sizeof text, " %u", rounds);
  }
  reading(f, right == THEOREM_3 && once == THEOREM_3,
          "exactly so many in %u of %d networks:%s, by a schedule that gives no "
          "node a second copy in %u, from %d sources each",
          right, THEOREM_3, text, once, SOURCES);
}

static void judge_recurrence(struct finding *f)
{
  const uint32_t rounds = broadcast(f, "hdn:2x3x5:2x3,3x5", 0).startups;
  uint32_t same = 0, tried = 0, of_example = 0;

  for (uint32_t a = 0; a < DUAL_SUPERS; a++)
    for (uint32_t b = 0; b < DUAL_SUPERS; b++, tried++) {
      const uint32_t s1 = dual_supers[a].broadcast, s2 = dual_supers[b].broadcast;
      const uint32_t t1 = 2 * (6 - s1) + 2, t2 = s1 + 2 * t1 + 2;

      same += s2 + t2 == 4 * 6 - (s2 + 2 * s1) + 6;
      if (a == 4 && b == 6)
        of_example = s2 + t2;
    }
  reading(f, same == tried && of_example == rounds,
          "two levels on 2x3x5: it gives the closed form in %u of %u; (6,15): %u, "
          "and the schedule takes %u",
          same, tried, of_example, rounds);
}

/* Networks for Algorithm 2 as boxed, by how S_1 and S_2 lie, with the rounds of Theorem 3.
 */
static const struct boxed {
  const char *kind;
  struct {
    const char *spec;
    uint32_t rounds;
  } networks[3];
} boxed[] = {
    {"one level",
     {{"hdn:2x2:2", 5}, {"hdn:2x2x2:2x2", 2 * 3 - 2 + 2}, {"hdn:2x3x5:2x3", 11}}},
    {"S_2 = S_1", {{"hdn:2x2:2,2", 11}, {"hdn:2x2:1,1", 14}}},
    {"S_1 in S_2", {{"hdn:2x2:2,2x2", 10}}},
    {"S_1 not in S_2",
     {{"hdn:2x2:2,2@2", 11},
      {"hdn:2x2:2x2,2", 4 * 2 - (1 + 2 * 2) + 6},
      {"hdn:2x3x5:2x3,3x5", 19}}},
};
enum { BOXED = sizeof boxed / sizeof boxed[0] };

static struct dual_cost broadcast_as_boxed(struct finding *f, const char *spec)
{
  return dual_cost_of(f, spec,
                      (struct operation_request){.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST,
                                                 .rule = OPERATION_RULE_PRINTED});
}

static void judge_box_2(struct finding *f)
{
  for (uint32_t i = 0; i < BOXED; i++) {
    char text[96] = "";
    bool all = true;

    for (uint32_t j = 0; j < 3 && boxed[i].networks[j].spec; j++) {
      const char *spec = boxed[i].networks[j].spec;
      const struct dual_cost cost = broadcast_as_boxed(f, spec);
      const uint32_t nodes = dual_measure(f, 1, "%s", spec).nodes;
      const uint32_t reached = nodes - (uint32_t)cost.missing;

      all &= cost.startups > 0 && cost.missing == 0;
      claims_append(text, sizeof text, "%s %u of %u and %" PRIu64, j ? "," : "", reached,
                    nodes, cost.duplicates);
    }
    reading(f, all, "%s: nodes, and second copies:%s", boxed[i].kind, text);
  }
}

static void judge_rounds_of_box_2(struct finding *f)
{
  for (uint32_t i = 0; i < BOXED; i++) {
    char text[96] = "";
    bool all = true;

    for (uint32_t j = 0; j < 3 && boxed[i].networks[j].spec; j++) {
      const uint32_t rounds = broadcast_as_boxed(f, boxed[i].networks[j].spec).startups;

      all &= rounds == boxed[i].networks[j].rounds;
      claims_append(text, sizeof text, "%s %u for %u", j ? "," : "", rounds,
                    boxed[i].networks[j].rounds);
    }
    reading(f, all, "%s: rounds:%s", boxed[i].kind, text);
  }
}

static const struct claim_row rows_of_broadcasts[] = {
    {"H5.1", "broadcast(SN) takes T(B_1) x .. x T(B_q)", "product", .judge = judge_product},
    {"H5.2",
     "Theorem 3: a broadcast takes 2^k T(B) - sum 2^i T(SN^(k-i)) + 2^(k+1) - 2 rounds",
     "formula", .judge = judge_theorem_3},
    {"H5.3", "it solves T_k = T(SN^(k-1)) + 2 T_(k-1) + 2", "recurrence",
     .judge = judge_recurrence},
    {"H5.4", "Algorithm 2 as boxed broadcasts the message to all nodes", "all",
     .judge = judge_box_2},
    {"H5.5", "Algorithm 2 as boxed takes the rounds of Theorem 3", "formula",
     .judge = judge_rounds_of_box_2},
};

const struct claim_part dual_broadcasts =
    CLAIM_PART(rows_of_broadcasts, "Hierarchical Dual-Net, section 5");
