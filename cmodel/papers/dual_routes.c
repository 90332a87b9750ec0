/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_routes -- routing: Algorithm 1 and Theorem 2 of the HDN paper, Theorem 2 of the RDN
 * paper, and what neither says: the memoryless rule, deadlock. */
#include "network/topology/hdn_formulas.h"
#include "papers/dual_nets.h"

enum { HOPS = 64, LEAST = 20 };

/* Paths of a routing from `sources` switches, spread evenly, to all. */
struct paths {
  uint32_t pairs, lost, longest;
  uint32_t beyond;  /* longer than Theorem 2 allows */
  uint32_t detours; /* longer than the distance */
  double mean;
};

static void follow(struct finding *f, struct paths *p, const char *spec,
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

static struct paths follow_all(struct finding *f, const char *const *specs, uint32_t count,
                               const char *routing, uint32_t sources)
{
  struct paths p = {.pairs = 0};

  for (uint32_t i = 0; i < count; i++)
    follow(f, &p, specs[i], routing, sources);
  return p;
}

/* H4.8 */
static void judge_delivers(struct finding *f)
{
  const struct paths a = follow_all(f, nested, NESTED, "algorithm-1", UINT32_MAX);
  const struct paths b = follow_all(f, crossed, CROSSED, "algorithm-1", some(f->claims));

  finding_reading(f, a.lost == 0 && b.lost == 0,
                  "%u of %u paths in %d networks do not arrive", a.lost + b.lost,
                  a.pairs + b.pairs, NESTED + CROSSED);
}

/* H4.9 */
static void judge_theorem_2(struct finding *f)
{
  const struct paths a = follow_all(f, nested, NESTED, "algorithm-1", UINT32_MAX);
  const struct paths example = follow_all(f, crossed, 1, "algorithm-1", some(f->claims));
  const struct paths other = follow_all(f, &crossed[1], 1, "algorithm-1", UINT32_MAX);
  const struct paths w = follow_all(f, crossed, CROSSED, "memoryless", some(f->claims));

  finding_reading(f, a.lost == 0 && a.beyond == 0 && a.detours == 0,
                  "Algorithm 1, each SN^i in SN^(i-1): %u of %u paths are longer, %u than "
                  "the distance",
                  a.beyond, a.pairs, a.detours);
  finding_reading(
      f, example.beyond == 0 && other.beyond == 0,
      "(6,15): longest %u, %u of %u above 15, mean %.3f; 2-cube, (1,4): longest "
      "%u, %u of %u above 12",
      example.longest, example.beyond, example.pairs, example.mean, other.longest,
      other.beyond, other.pairs);
  finding_note(f, "the memoryless rule: %u of %u", w.beyond + w.lost, w.pairs);
}

/* X1 */
static void judge_memoryless(struct finding *f)
{
  const struct paths a = follow_all(f, nested, NESTED, "memoryless", UINT32_MAX);
  const struct paths b = follow_all(f, crossed, 1, "memoryless", some(f->claims));

  finding_reading(f, a.lost == 0 && a.detours == 0,
                  "each SN^i in SN^(i-1): %u of %u longer than the distance", a.detours,
                  a.pairs);
  finding_reading(f, b.lost == 0 && b.detours == 0,
                  "(6,15): %.1f %%, mean %.3f, longest %u", 100. * b.detours / b.pairs,
                  b.mean, b.longest);
}

/* R2.5 */
static void judge_recursive(struct finding *f)
{
  static const char *const specs[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1",
                                      "rdn:3:1", "rdn:5:1",   "rdn:2:2"};
  const struct paths p = follow_all(f, specs, 6, "memoryless", UINT32_MAX);
  struct paths large = {.pairs = 0};

  follow(f, &large, "rdn:2x2x2:2", "memoryless", 4);
  finding_reading(f, p.lost == 0 && p.beyond == 0 && large.lost == 0 && large.beyond == 0,
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

/* X2 */
static void judge_one_vc(struct finding *f)
{
  const uint32_t memoryless = count_cycles(f, "memoryless", 1);
  const uint32_t box = count_cycles(f, "algorithm-1", 1);

  finding_reading(f, memoryless == EXPLORED && box == EXPLORED,
                  "channels wait in a cycle in %u of %d networks, by Algorithm 1 in %u",
                  memoryless, EXPLORED, box);
}

/* X3 */
static void judge_vcs(struct finding *f)
{
  const uint32_t cyclic = count_cycles(f, "memoryless", 0);

  finding_reading(f, cyclic == 0, "%u of %d networks have a cycle", cyclic, EXPLORED);
}

#define SECTION_4 "Hierarchical Dual-Net, section 4"

static const struct claim_row rows[] = {
    {"H4.8", SECTION_4, "Algorithm 1 as boxed leads over links to every destination",
     "correct", .judge = judge_delivers},
    {"H4.9", SECTION_4,
     "Theorem 2: Algorithm 1 takes at most as many steps as the diameter", "formula",
     .judge = judge_theorem_2},
};

const struct claim_part dual_routes = {rows, sizeof rows / sizeof rows[0]};

static const struct claim_row of_recursive[] = {
    {"R2.5", "Recursive Dual-Net, section 2",
     "Theorem 2: at most 2^k D0 + 2^(k+1) - 2 steps", "formula", .judge = judge_recursive},
};

const struct claim_part dual_recursive_routes = {of_recursive, sizeof of_recursive /
                                                                   sizeof of_recursive[0]};

static const struct claim_row of_none[] = {
    {"X1", "not in the papers: routing",
     "the memoryless rule, by destination alone, takes shortest paths", "-",
     .judge = judge_memoryless},
    {"X2", "not in the papers: routing",
     "with one virtual channel channels wait in a cycle", "-", .judge = judge_one_vc},
    {"X3", "not in the papers: routing",
     "memoryless: none do with a phase for each level and a dateline", "-",
     .judge = judge_vcs},
};

const struct claim_part dual_memoryless = {of_none, sizeof of_none / sizeof of_none[0]};
