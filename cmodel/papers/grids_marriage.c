/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_marriage -- section 3: hypergraphs, perfect matchings, colours of edges.
 *
 * A bipartite graph with m nodes on either side is a word: bit i*m + j joins i and j.
 */
#include "base/bits.h"
#include "base/order.h"
#include "papers/grids.h"

enum { SIDE = 4, MATCHINGS = 24 };

/* All perfect matchings of the complete bipartite graph. */
struct matchings {
  uint32_t m, count;
  uint32_t edges[MATCHINGS]; /* [count] */
};

static struct matchings matchings_of(uint32_t m)
{
  struct matchings all = {.m = m};
  uint32_t order[SIDE];

  lab_identity(order, m);
  do {
    uint32_t edges = 0;

    for (uint32_t i = 0; i < m; i++)
      edges |= UINT32_C(1) << (i * m + order[i]);
    all.edges[all.count++] = edges;
  } while (next_permutation(order, m));
  return all;
}

static uint32_t neighbours(uint32_t m, uint32_t graph, uint32_t node)
{
  return graph >> node * m & (uint32_t)bits_mask(m);
}

static bool has_matching(const struct matchings *all, uint32_t graph)
{
  bool found = false;

  for (uint32_t i = 0; i < all->count; i++)
    found |= (all->edges[i] & ~graph) == 0;
  return found;
}

/* Does every set of nodes of one side have at least as many neighbours? */
static bool hall(uint32_t m, uint32_t graph)
{
  for (uint32_t set = 0; set < UINT32_C(1) << m; set++) {
    uint32_t known = 0;

    for (uint32_t i = 0; i < m; i++)
      known |= set >> i & 1 ? neighbours(m, graph, i) : 0;
    if (bits_count(known) < bits_count(set))
      return false;
  }
  return true;
}

/* Largest and smallest degree over both sides. */
struct degrees {
  uint32_t least, most;
};

static struct degrees degrees_of(uint32_t m, uint32_t graph)
{
  struct degrees d = {.least = UINT32_MAX};

  for (uint32_t i = 0; i < m; i++) {
    uint32_t column = 0;

    for (uint32_t k = 0; k < m; k++)
      column += graph >> (k * m + i) & 1;
    const uint32_t both[] = {bits_count(neighbours(m, graph, i)), column};
    for (size_t k = 0; k < 2; k++) {
      d.least = both[k] < d.least ? both[k] : d.least;
      d.most = both[k] > d.most ? both[k] : d.most;
    }
  }
  return d;
}

/* Do perfect matchings make up the graph, each edge in one of them? */
static bool decomposes(const struct matchings *all, uint32_t graph)
{
  if (graph == 0)
    return true;
  for (uint32_t i = 0; i < all->count; i++)
    if ((all->edges[i] & ~graph) == 0 && decomposes(all, graph & ~all->edges[i]))
      return true;
  return false;
}

/* --- colours of edges --- */

/* Can the edges be coloured, so that no node has two of a colour?  A search; nodes[colour]:
 * those that have an edge of it, bits 0 to m-1 of one side and m to 2m-1 of the other. */
static bool can_colour(uint32_t m, uint32_t graph, uint32_t colours, uint32_t nodes[SIDE])
{
  if (graph == 0)
    return true;
  const uint32_t edge = bits_lowest(graph);
  const uint32_t ends = UINT32_C(1) << edge / m | UINT32_C(1) << (m + edge % m);

  for (uint32_t colour = 0; colour < colours; colour++) {
    if (nodes[colour] & ends)
      continue;
    nodes[colour] |= ends;
    if (can_colour(m, graph & (graph - 1), colours, nodes))
      return true;
    nodes[colour] &= ~ends;
  }
  return false;
}

/* --- all graphs of up to SIDE nodes on either side --- */

struct census {
  uint32_t graphs;
  uint32_t married, hall, differ; /* has a perfect matching; Hall's condition; not both */
  uint32_t regular, regular_hall; /* of degree 1 and more */
  uint32_t other, other_hall;     /* with different degrees */
  uint32_t decompose;             /* graphs that perfect matchings make up */
  uint32_t other_decompose;       /* of those with different degrees */
  uint32_t coloured;              /* with as many colours as the largest degree */
};

static struct census census_of_all(void)
{
  struct census c = {.graphs = 0};

  for (uint32_t m = 1; m <= SIDE; m++) {
    const struct matchings all = matchings_of(m);

    for (uint32_t graph = 0; graph < UINT32_C(1) << m * m; graph++) {
      const bool married = has_matching(&all, graph), condition = hall(m, graph);
      const struct degrees degrees = degrees_of(m, graph);
      const bool whole = decomposes(&all, graph), other = degrees.least != degrees.most;

      c.graphs++;
      c.married += married;
      c.hall += condition;
      c.differ += married != condition;
      c.regular += !other && degrees.most > 0;
      c.regular_hall += !other && degrees.most > 0 && condition;
      c.other += other;
      c.other_hall += other && condition;
      c.decompose += whole;
      c.other_decompose += other && whole;
      c.coloured += can_colour(m, graph, degrees.most, (uint32_t[SIDE]){0});
    }
  }
  return c;
}

static void judge_hall(struct finding *f)
{
  const struct census c = census_of_all();

  reading(f, c.differ == 0,
          "all %u graphs, m=1..%d, and all sets: %u have a perfect matching, %u "
          "the condition, %u one of the two",
          c.graphs, SIDE, c.married, c.hall, c.differ);
}

static void judge_step(struct finding *f)
{
  const struct census c = census_of_all();

  reading(f, c.regular_hall == c.regular,
          "X and S being one set: in %u of the %u regular graphs with m=1..%d",
          c.regular_hall, c.regular, SIDE);
  note(f, "in %u of the %u that are not regular", c.other_hall, c.other);
}

static void judge_decomposition(struct finding *f)
{
  const struct census c = census_of_all();
  const struct matchings two = matchings_of(2);
  const uint32_t star = 3; /* node 0 is joined to both; node 1 to nobody */

  reading(f, c.other_decompose == c.other,
          "%u of the %u graphs with m=1..%d that are not regular", c.other_decompose,
          c.other, SIDE);
  note(f, "the star K(1,2): %s; of all %u graphs %u", decomposes(&two, star) ? "yes" : "no",
       c.graphs, c.decompose);
}

static void judge_colours(struct finding *f)
{
  const struct census c = census_of_all();

  reading(f, c.coloured == c.graphs, "%u of all %u graphs with m=1..%d", c.coloured,
          c.graphs, SIDE);
}

/* --- hypergraphs --- */

enum { PATHS = 8, HALF = PATHS / 2 };

/* Hyperedges of type 1 that are of type 2 too, for a permutation of 8 on PN(2,3): a type-1
 * hyperedge holds two sources that differ in the highest bit, a type-2 one those of two
 * such destinations. */
static uint32_t repeated_edges(const uint32_t destination[PATHS])
{
  uint32_t repeated = 0;

  for (uint32_t source = 0; source < HALF; source++)
    repeated += (destination[source] ^ destination[source + HALF]) == HALF;
  return repeated;
}

static void judge_hypergraph(struct finding *f)
{
  static const uint32_t example[PATHS] = {4, 1, 0, 3, 2, 6, 5, 7};
  uint32_t order[PATHS] = {0, 1, 2, 3, 4, 5, 6, 7};
  uint32_t all = 0, repeat = 0;

  do {
    all++;
    repeat += repeated_edges(order) > 0;
  } while (next_permutation(order, PATHS));
  reading(f, repeat == 0,
          "a set holds a hyperedge once, but H of the example has %u twice, and of "
          "the %u permutations of 8 %u have some: a multiset is meant",
          repeated_edges(example), all, repeat);
}

static const struct claim_row rows[] = {
    {"3.1", "the hyperedges of a hypergraph, as H of Lemma 1, are a set", "a set",
     .judge = judge_hypergraph},
    {"3.2",
     "Theorem 3: a perfect matching exists just if every set of one side has as many "
     "neighbours",
     "-", .judge = judge_hall},
    {"3.3", "proof of Theorem 4: in a regular graph, for all X, Gamma(S) >= S", "for all X",
     .judge = judge_step},
    {"3.4", "Corollary 1: a bipartite graph of any degrees is made up of perfect matchings",
     "any", .judge = judge_decomposition},
    {"3.5", "Corollary 1: as many colours as the largest degree are enough", "c",
     .judge = judge_colours},
};

const struct claim_part grids_marriage = CLAIM_PART(rows, "section 3");
