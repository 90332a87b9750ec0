/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_hypercube -- sections 10 and 13: a hypercube on D3(2^k,2^m).
 *
 * Vertex bits, from the lowest: m of p, m of d, k of c.
 */
#include "base/bits.h"
#include "papers/dragonfly.h"

/* K, M */
static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {4, 2}, {1, 4},
                                        {2, 4}, {4, 4}, {8, 4}, {4, 8}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

static struct survey survey_cubes(struct finding *f)
{
  return dragonfly_survey(f, sizes, SIZES);
}

/* Dimensions of the hypercube on D3(2^k,2^m). */
static uint32_t dimensions_of(const struct survey *s)
{
  return bits_lowest(s->size.k) + 2 * bits_lowest(s->size.m);
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

static struct dilation dilate(struct survey *s, bool by_parity)
{
  const uint32_t m = bits_lowest(s->size.m);
  struct dilation worst = {.p = 0};

  for (uint32_t vertex = 0; vertex < s->t.switches; vertex++) {
    lab_search(&s->g, place(&s->t, by_parity, vertex));
    for (uint32_t bit = 0; bit < dimensions_of(s); bit++) {
      uint32_t hops = s->g.hops[place(&s->t, by_parity, vertex ^ 1u << bit)];
      uint32_t *most = bit < m ? &worst.p : bit < 2 * m ? &worst.d : &worst.c;

      *most = hops > *most ? hops : *most;
    }
  }
  return worst;
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
static void judge_placement(struct finding *f)
{
  const struct asked *asked = f->with;
  uint32_t good[2] = {0}, sizes_of[2] = {0}; /* M > 2; M = 2 */
  struct dilation most[2] = {{.p = 0}, {.p = 0}};
  struct survey s SURVEY_OF_BLOCK = survey_cubes(f);

  for (s.searched = true; survey_next(&s);) {
    const bool two = s.size.m == 2;
    const struct dilation here = dilate(&s, asked->by_parity);

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
}

/* 13.6 */
static void judge_diameter(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = survey_cubes(f);

  for (s.searched = true; survey_next(&s);)
    good +=
        lab_eccentricity(&s.g, UINT32_MAX) == 3 && s.t.switches == 1u << dimensions_of(&s);
  finding_reading(f, good == SIZES, "2^(k+2m) routers, diameter 3 in %u of %d sizes", good,
                  SIZES);
}

/* 10.7: all routers cross one dimension at once by the header (4; c',d',p'). */
static void judge_four_hops(struct finding *f)
{
  uint32_t dimensions = 0, good = 0;
  struct survey s SURVEY_OF_BLOCK = survey_cubes(f);

  while (survey_next(&s))
    for (uint32_t bit = 0; bit < dimensions_of(&s); bit++, dimensions++) {
      SENT_OF_BLOCK(sent);

      sent_open(f, &sent, &s.t, "destination");
      for (uint32_t sw = 0, to; sw < s.t.switches; sw++) {
        to = sw ^ 1u << bit;
        sent_add(&sent, 0, sw, to, d3_header(&s.t, sent.routing, D3_GLGL, sw, to));
      }
      const struct conflicts c = sent_conflicts(&sent);
      good += c.count == 0 && c.last == 4;
    }
  finding_reading(
      f, good == dimensions,
      "header (4; c',d',p'), all routers at once: four steps and no conflict in "
      "%u of %u dimensions of %d sizes",
      good, dimensions, SIZES);
}

/* 10.8 */
static void judge_condition(struct finding *f)
{
  uint32_t cases = 0, fitting = 0;

  for (uint32_t big_k = 1; big_k <= 8; big_k++)
    for (uint32_t big_m = 2; big_m <= 8; big_m++) {
      TOPOLOGY_OF_BLOCK(t);

      dragonfly_open(f, &t, (struct lab_size){big_k, big_m});
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
