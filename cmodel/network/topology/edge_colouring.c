/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* edge_colouring -- a regular bipartite multigraph as disjoint perfect matchings. */
#include "network/topology/edge_colouring.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

static const uint32_t none = (uint32_t)NONE;

bool edge_colouring_open(struct edge_colouring *c, uint32_t edges, uint32_t vertices,
                         uint64_t seed)
{
  bool good = true;

  *c = (struct edge_colouring){.rng = rng_seed(seed, 0)};
  good = (c->edges = memory_table(edges, sizeof *c->edges)) != NULL && good;
  good = (c->spare = memory_table(edges, sizeof *c->spare)) != NULL && good;
  good = (c->slots = memory_table(edges, sizeof *c->slots)) != NULL && good;
  for (size_t i = 0; i < 2; i++)
    good = (c->mates[i] = memory_table(edges, sizeof *c->mates[i])) != NULL && good;
  for (size_t i = 0; i < 3; i++)
    good = (c->vertex[i] = memory_table(vertices, sizeof *c->vertex[i])) != NULL && good;
  if (!good)
    edge_colouring_close(c);
  return good;
}

void edge_colouring_close(struct edge_colouring *c)
{
  free(c->edges);
  free(c->spare);
  free(c->slots);
  for (size_t i = 0; i < 2; i++)
    free(c->mates[i]);
  for (size_t i = 0; i < 3; i++)
    free(c->vertex[i]);
  memset(c, 0, sizeof *c);
}

/* Part of a graph: what is still to be coloured, with colours from `first` on. */
struct part {
  struct colouring_edge *edges; /* [vertices * degree] */
  struct colouring_edge *spare; /* as many */
  uint32_t vertices, degree;
  uint32_t first;
};

/* --- an even degree: two halves --- */

/* Join an edge to the one that waits at its vertex, or let it wait. */
static inline void pair(uint32_t *waiting, uint32_t *mates, uint32_t vertex, uint32_t edge)
{
  const uint32_t other = waiting[vertex];

  waiting[vertex] = other == none ? edge : none;
  mates[edge] = other;
  if (other != none)
    mates[other] = edge;
}

static void pair_all(struct edge_colouring *c, const struct part *part)
{
  const uint32_t count = part->vertices * part->degree;
  uint32_t *waiting[2] = {c->vertex[0], c->vertex[1]};

  for (size_t side = 0; side < 2; side++)
    memset(waiting[side], 0xff, part->vertices * sizeof *waiting[side]);
  for (uint32_t edge = 0; edge < count; edge++) {
    pair(waiting[0], c->mates[0], part->edges[edge].left, edge);
    pair(waiting[1], c->mates[1], part->edges[edge].right, edge);
  }
}

enum { SIDE_UNKNOWN = 2 };

/* Every circle of pairs: its edges to side 0 and 1 in turn. */
static void choose_sides(struct edge_colouring *c, uint8_t *sides, uint32_t count)
{
  memset(sides, SIDE_UNKNOWN, count);
  for (uint32_t start = 0; start < count; start++)
    for (uint32_t edge = start; sides[edge] == SIDE_UNKNOWN;) {
      const uint32_t other = c->mates[1][edge];

      sides[edge] = 0;
      sides[other] = 1;
      edge = c->mates[0][other];
    }
}

static void split(struct edge_colouring *c, uint32_t *colours, const struct part *part)
{
  const uint32_t count = part->vertices * part->degree;
  uint8_t *sides = (uint8_t *)c->slots;
  uint32_t used[2] = {0, count / 2};

  c->looked += count;
  pair_all(c, part);
  choose_sides(c, sides, count);
  for (uint32_t edge = 0; edge < count; edge++) {
    if (part->degree == 2)
      colours[part->edges[edge].number] = part->first + sides[edge];
    else
      part->spare[used[sides[edge]]++] = part->edges[edge];
  }
}

/* --- an odd degree: a perfect matching --- */

/* Edges of left vertex v are slots[v * degree ...]; that of its match, if it has one, is
 * the first. */
struct matching {
  const struct part *part;
  uint32_t *slots;
  uint32_t *owner; /* [vertices] left vertex that a right vertex is matched to, or none */
  uint32_t *exit;  /* [vertices] slot by which the walk left a left vertex last */
  uint32_t *free;  /* [vertices] left vertices without a match, */
  uint32_t free_count;
};

static void matching_start(struct edge_colouring *c, struct matching *m,
                           const struct part *part)
{
  uint32_t *filled = c->vertex[1];
  const uint32_t count = part->vertices * part->degree;

  *m = (struct matching){.part = part,
                         .slots = c->slots,
                         .owner = c->vertex[0],
                         .exit = c->vertex[1],
                         .free = c->vertex[2],
                         .free_count = part->vertices};
  memset(m->owner, 0xff, part->vertices * sizeof *m->owner);
  for (uint32_t v = 0; v < part->vertices; v++) {
    filled[v] = v * part->degree;
    m->free[v] = v;
  }
  for (uint32_t edge = 0; edge < count; edge++)
    m->slots[filled[part->edges[edge].left]++] = edge;
}

static uint32_t right_of(const struct matching *m, uint32_t slot)
{
  return m->part->edges[m->slots[slot]].right;
}

/* From a free left vertex, by any edge that is no match, and from its right vertex back by
 * the match, until a right vertex is free.  Steps of the walk. */
static uint64_t walk(struct matching *m, struct rng *rng, uint32_t start)
{
  const uint32_t degree = m->part->degree;
  uint32_t taken = 0; /* slots that the walk may not leave by */
  uint64_t steps = 0;

  for (uint32_t at = start; at != none; taken = 1, steps++) {
    const uint64_t draw = (rng_next(rng) >> 32) * (degree - taken) >> 32;

    m->exit[at] = at * degree + taken + (uint32_t)draw;
    at = m->owner[right_of(m, m->exit[at])];
  }
  return steps;
}

/* What the walk found, without its loops: along the last exits. */
static void augment(struct matching *m, uint32_t start)
{
  for (uint32_t at = start; at != none;) {
    const uint32_t slot = m->exit[at], first = at * m->part->degree;
    const uint32_t edge = m->slots[slot], right = right_of(m, slot);
    const uint32_t next = m->owner[right];

    m->slots[slot] = m->slots[first];
    m->slots[first] = edge;
    m->owner[right] = at;
    at = next;
  }
}

/* One colour for the edges of a perfect matching; the others to part->spare. */
static void take_matching(struct edge_colouring *c, uint32_t *colours,
                          const struct part *part)
{
  struct matching m;
  uint32_t left = 0;

  c->looked += part->vertices * part->degree;
  matching_start(c, &m, part);
  while (m.free_count > 0) {
    const uint32_t choice = (uint32_t)rng_below(&c->rng, m.free_count);
    const uint32_t start = m.free[choice];

    m.free[choice] = m.free[--m.free_count];
    c->looked += walk(&m, &c->rng, start);
    augment(&m, start);
  }
  for (uint32_t v = 0; v < part->vertices; v++) {
    const uint32_t *slots = &m.slots[v * part->degree];

    colours[part->edges[slots[0]].number] = part->first;
    for (uint32_t i = 1; i < part->degree; i++)
      part->spare[left++] = part->edges[slots[i]];
  }
}

/* --- all --- */

/* By recursion, as deep as the degree has bits. */
static void colour(struct edge_colouring *c, uint32_t *colours, const struct part *part)
{
  const uint32_t count = part->vertices * part->degree, half = count / 2;
  struct part next = {.edges = part->spare,
                      .spare = part->edges,
                      .vertices = part->vertices,
                      .degree = part->degree / 2,
                      .first = part->first};

  if (part->degree == 1) {
    for (uint32_t edge = 0; edge < count; edge++)
      colours[part->edges[edge].number] = part->first;
    return;
  }
  if (part->degree % 2) {
    take_matching(c, colours, part);
    next.degree = part->degree - 1;
    next.first++;
    colour(c, colours, &next);
    return;
  }
  split(c, colours, part);
  if (part->degree == 2)
    return;
  colour(c, colours, &next);
  next.edges += half;
  next.spare += half;
  next.first += next.degree;
  colour(c, colours, &next);
}

void edge_colouring_make(struct edge_colouring *c, uint32_t *colours, uint32_t vertices,
                         uint32_t degree)
{
  const struct part all = {
      .edges = c->edges, .spare = c->spare, .vertices = vertices, .degree = degree};

  if (vertices > 0 && degree > 0)
    colour(c, colours, &all);
}
