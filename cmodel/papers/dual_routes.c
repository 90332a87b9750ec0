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

static bool follow(struct paths *p, const char *spec, const char *routing_name,
                   uint32_t sources, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  GRAPH_OF_BLOCK(g);
  uint64_t sum = 0;

  if (!lab_open_graph(&t, &g, err, "%s", spec))
    return false;
  const struct routing *routing = topology_routing(&t, routing_name, err);

  if (!routing)
    return false;
  const uint32_t bound = hdn_diameter(hdn_net(&t));

  sources = sources < g.nodes ? sources : g.nodes;
  for (uint32_t i = 0; i < sources; i++) {
    const uint32_t from = (uint32_t)((uint64_t)i * g.nodes / sources);

    lab_search(&g, from);
    for (uint32_t to = 0; to < g.nodes; to++) {
      struct hop hops[HOPS];
      const size_t count = topology_path(&t, routing, from, to,
                                         routing->header(&t, from, to, 0), 0, hops, HOPS);

      p->pairs++;
      if (count == 0) {
        p->lost++;
        continue;
      }
      sum += count - 1;
      p->longest = count - 1 > p->longest ? (uint32_t)count - 1 : p->longest;
      p->beyond += count - 1 > bound;
      p->detours += count - 1 != g.hops[to];
    }
  }
  p->mean = (double)sum / sources / g.nodes;
  return true;
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

static bool follow_all(struct paths *p, const char *const *specs, uint32_t count,
                       uint32_t sources, const char *routing, struct err *err)
{
  *p = (struct paths){.pairs = 0};
  for (uint32_t i = 0; i < count; i++)
    if (!follow(p, specs[i], routing, sources, err))
      return false;
  return true;
}

/* H4.8 */
static bool judge_delivers(struct finding *f, struct err *err)
{
  struct paths a, b;

  if (!follow_all(&a, nested, NESTED, UINT32_MAX, "algorithm-1", err) ||
      !follow_all(&b, crossed, CROSSED, some(f->claims), "algorithm-1", err))
    return false;
  finding_reading(f, a.lost == 0 && b.lost == 0,
                  "%u of %u paths in %d networks do not arrive", a.lost + b.lost,
                  a.pairs + b.pairs, NESTED + CROSSED);
  return true;
}

/* H4.9 */
static bool judge_theorem_2(struct finding *f, struct err *err)
{
  struct paths a, example = {.pairs = 0}, other = {.pairs = 0}, w;

  if (!follow_all(&a, nested, NESTED, UINT32_MAX, "algorithm-1", err) ||
      !follow(&example, crossed[0], "algorithm-1", some(f->claims), err) ||
      !follow(&other, crossed[1], "algorithm-1", UINT32_MAX, err) ||
      !follow_all(&w, crossed, CROSSED, some(f->claims), "memoryless", err))
    return false;
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
  return true;
}

/* X1 */
static bool judge_memoryless(struct finding *f, struct err *err)
{
  struct paths a, b = {.pairs = 0};

  if (!follow_all(&a, nested, NESTED, UINT32_MAX, "memoryless", err) ||
      !follow(&b, crossed[0], "memoryless", some(f->claims), err))
    return false;
  finding_reading(f, a.lost == 0 && a.detours == 0,
                  "each SN^i in SN^(i-1): %u of %u longer than the distance", a.detours,
                  a.pairs);
  finding_reading(f, b.lost == 0 && b.detours == 0,
                  "(6,15): %.1f %%, mean %.3f, longest %u", 100. * b.detours / b.pairs,
                  b.mean, b.longest);
  return true;
}

/* R2.5 */
static bool judge_recursive(struct finding *f, struct err *err)
{
  static const char *const specs[] = {"rdn:2:1", "rdn:2x2:1", "rdn:2x2x2:1",
                                      "rdn:3:1", "rdn:5:1",   "rdn:2:2"};
  struct paths p = {.pairs = 0}, large = {.pairs = 0};

  for (uint32_t i = 0; i < 6; i++)
    if (!follow(&p, specs[i], "memoryless", UINT32_MAX, err))
      return false;
  if (!follow(&large, "rdn:2x2x2:2", "memoryless", 4, err))
    return false;
  finding_reading(f, p.lost == 0 && p.beyond == 0 && large.lost == 0 && large.beyond == 0,
                  "%u of %u paths in 6 networks are longer, %u than the distance; 3-cube, "
                  "k = 2: longest %u, mean %.4f",
                  p.beyond, p.pairs, p.detours, large.longest, large.mean);
  return true;
}

/* --- deadlock --- */

static const char *const walked[] = {"rdn:2:1",   "rdn:3:1", "rdn:2x2:1", "hdn:2x2:2",
                                     "hdn:2x3:3", "rdn:4:1", "hdn:2:1,2"};

enum { WALKED = 7 };

static bool count_cycles(const char *routing, uint32_t vcs, uint32_t *cyclic,
                         struct err *err)
{
  *cyclic = 0;
  for (uint32_t i = 0; i < WALKED; i++) {
    bool found;

    if (!dual_cyclic(walked[i], routing, vcs, &found, err))
      return false;
    *cyclic += found;
  }
  return true;
}

/* X2 */
static bool judge_one_vc(struct finding *f, struct err *err)
{
  uint32_t memoryless, box;

  if (!count_cycles("memoryless", 1, &memoryless, err) ||
      !count_cycles("algorithm-1", 1, &box, err))
    return false;
  finding_reading(f, memoryless == WALKED && box == WALKED,
                  "channels wait in a cycle in %u of %d networks, by Algorithm 1 in %u",
                  memoryless, WALKED, box);
  return true;
}

/* X3 */
static bool judge_vcs(struct finding *f, struct err *err)
{
  uint32_t cyclic;

  if (!count_cycles("memoryless", 0, &cyclic, err))
    return false;
  finding_reading(f, cyclic == 0, "%u of %d networks have a cycle", cyclic, WALKED);
  return true;
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
