/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_hypercube -- sections 10 and 13: a hypercube on D3(2^k,2^m).
 *
 * Vertex bits, from the lowest: m of p, m of d, k of c.
 */
#include "base/bits.h"
#include "papers/dragonfly.h"

/* k, m */
static const struct lab_size sizes[] = {{0, 1}, {1, 1}, {2, 1}, {0, 2},
                                        {1, 2}, {2, 2}, {3, 2}, {2, 3}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

static bool open_size(struct topology *t, struct lab_size size, struct err *err)
{
  return dragonfly_open(t, (struct lab_size){1u << size.k, 1u << size.m}, err);
}

/* The router of a vertex: that of its number, or with d and p exchanged where its parity is
 * odd. */
static uint32_t place(const struct topology *t, bool by_parity, uint32_t vertex)
{
  struct d3_router r = d3_router(t, vertex);

  if (by_parity && bits_count(vertex) % 2 == 1)
    r = (struct d3_router){r.c, r.p, r.d};
  return d3_switch(t, r);
}

/* Most hops between neighbours that differ in a bit below m, below 2m, above. */
struct dilation {
  uint32_t p, d, c;
};

static bool dilate(const struct topology *t, struct lab_size size, bool by_parity,
                   struct dilation *worst, struct err *err)
{
  GRAPH_OF_BLOCK(g);

  if (!lab_graph_open(&g, t, err))
    return false;
  for (uint32_t vertex = 0; vertex < t->switches; vertex++) {
    lab_search(&g, place(t, by_parity, vertex));
    for (uint32_t bit = 0; bit < size.k + 2 * size.m; bit++) {
      uint32_t hops = g.hops[place(t, by_parity, vertex ^ 1u << bit)];
      uint32_t *most = bit < size.m ? &worst->p : bit < 2 * size.m ? &worst->d : &worst->c;

      *most = hops > *most ? hops : *most;
    }
  }
  return true;
}

static uint32_t largest(const struct dilation *d)
{
  uint32_t most = d->p > d->d ? d->p : d->d;

  return d->c > most ? d->c : most;
}

struct asked {
  bool by_parity;
  uint32_t dilation;
};

/* 13.4, 13.5: the dilation at each size.  Where M = 2 a router has but one neighbour in its
 * drawer, and where K = 1 there is no bit of c. */
static bool judge_placement(struct finding *f, struct err *err)
{
  const struct asked *asked = f->with;
  uint32_t good[2] = {0}, sizes_of[2] = {0}; /* M > 2; M = 2 */
  struct dilation most[2] = {{.p = 0}, {.p = 0}};

  for (size_t i = 0; i < SIZES; i++) {
    const bool two = sizes[i].m == 1;
    struct dilation here = {.p = 0};
    TOPOLOGY_OF_BLOCK(t);

    if (!open_size(&t, sizes[i], err) ||
        !dilate(&t, sizes[i], asked->by_parity, &here, err))
      return false;
    sizes_of[two]++;
    good[two] += largest(&here) == asked->dilation;
    most[two].p = here.p > most[two].p ? here.p : most[two].p;
    most[two].c = here.c > most[two].c ? here.c : most[two].c;
    most[two].d = here.d > most[two].d ? here.d : most[two].d;
  }
  for (size_t two = 0; two < 2; two++)
    finding_reading(
        f, good[two] == sizes_of[two],
        "%s, %s, all neighbours of %u sizes to D3(%s): so in %u, a bit of p: %u, "
        "of c: %u, of d: %u hops",
        two ? "M = 2" : "M > 2",
        asked->by_parity ? "odd vertices at (c,p,d)" : "vertex (c,d,p) at (c,d,p)",
        sizes_of[two], two ? "4,2" : "4,8", good[two], most[two].p, most[two].c,
        most[two].d);
  return true;
}

/* 13.6 */
static bool judge_diameter(struct finding *f, struct err *err)
{
  uint32_t good = 0;

  for (size_t i = 0; i < SIZES; i++) {
    TOPOLOGY_OF_BLOCK(t);
    uint32_t diameter;

    if (!open_size(&t, sizes[i], err) || !lab_diameter(&t, &diameter, err))
      return false;
    good += diameter == 3 && t.switches == 1u << (sizes[i].k + 2 * sizes[i].m);
  }
  finding_reading(f, good == SIZES, "2^(k+2m) routers, diameter 3 in %u of %d sizes", good,
                  SIZES);
  return true;
}

/* 10.7: all routers cross one dimension at once by the header (4; c',d',p'). */
static bool judge_four_hops(struct finding *f, struct err *err)
{
  uint32_t dimensions = 0, good = 0;

  for (size_t i = 0; i < SIZES; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!open_size(&t, sizes[i], err))
      return false;
    for (uint32_t bit = 0; bit < sizes[i].k + 2 * sizes[i].m; bit++, dimensions++) {
      PLAN_OF_BLOCK(plan);
      struct conflicts c;

      if (!lab_plan_open(&plan, &t, "destination", err))
        return false;
      for (uint32_t sw = 0; sw < t.switches; sw++)
        if (!lab_plan_send(&plan, 0, sw, sw ^ 1u << bit,
                           d3_header(&t, plan.routing, D3_GLGL, sw, sw ^ 1u << bit), err))
          return false;
      if (!lab_plan_count(&plan, &c, err))
        return false;
      good += c.count == 0 && c.last == 4;
    }
  }
  finding_reading(
      f, good == dimensions,
      "header (4; c',d',p'), all routers at once: four steps and no conflict in "
      "%u of %u dimensions of %d sizes",
      good, dimensions, SIZES);
  return true;
}

/* 10.8 */
static bool judge_condition(struct finding *f, struct err *err)
{
  uint32_t cases = 0, fitting = 0;

  for (uint32_t big_k = 1; big_k <= 8; big_k++)
    for (uint32_t big_m = 2; big_m <= 8; big_m++) {
      TOPOLOGY_OF_BLOCK(t);

      if (!dragonfly_open(&t, (struct lab_size){big_k, big_m}, err))
        return false;
      for (uint32_t k = 0; k <= 9; k++)
        for (uint32_t m = 0; (1u << (k + 2 * m)) <= t.switches; m++) {
          cases++;
          fitting += 1u << k <= big_k && 1u << m <= big_m;
        }
    }
  finding_reading(f, fitting == cases,
                  "K, M <= 8: of %u cases k, m with 2^(k+2m) <= K M^2 only %u have "
                  "2^k <= K and 2^m <= M",
                  cases, fitting);
  return true;
}

#define SECTION_10 "section 10"
#define SECTION_13 "section 13"

static const struct claim_row rows_10[] = {
    {"10.7", SECTION_10, "the headers (4; c',d',p') embed a hypercube with dilation four",
     "4", .judge = judge_four_hops},
    {"10.8", SECTION_10, "2^(k+2m) <= K M^2 is enough for that", "<= K M^2",
     .judge = judge_condition},
};

static const struct claim_row rows_13[] = {
    {"13.4", SECTION_13, "D3(2^k,2^m) simulates a hypercube with dilation two ([6])", "2",
     judge_placement, &(const struct asked){true, 2}},
    {"13.5", SECTION_13, "not in the paper: with the vertices in place dilation three", "-",
     judge_placement, &(const struct asked){false, 3}},
    {"13.6", SECTION_13, "it is a wiring of the k+2m dimensions with diameter three", "3",
     .judge = judge_diameter},
};

const struct claim_part dragonfly_embedding = {rows_10, sizeof rows_10 / sizeof rows_10[0]};
const struct claim_part dragonfly_hypercube = {rows_13, sizeof rows_13 / sizeof rows_13[0]};
