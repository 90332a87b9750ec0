/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_destinations -- sections 10 and 13: headers with destinations, and deflection;
 * a hypercube on D3(2^k,2^m).
 *
 * Vertex bits of the hypercube, from the lowest: m of p, m of d, k of c.
 */
#include "base/bits.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

enum { K = 3, M = 4 }; /* where all cases are gone through: the example */

/* D3(3,4) with a routing. */
static struct survey survey_with(struct finding *f, const char *routed)
{
  struct survey s = dragonfly_one(f);

  s.routed = routed;
  return s;
}

/* All pairs and deflections. */
struct deflections {
  uint32_t count;    /* paths with b = 5: pairs times K M */
  uint32_t by_way;   /* at (C,D,d) after two hops, and then at the destination */
  uint32_t printed;  /* that the printed vector leads from there to the destination */
  uint32_t computed; /* and (c + gamma - C, d + pi - D, p + delta - d) */
};

static void try_deflection(struct deflections *all, const struct survey *s, uint32_t word)
{
  const uint32_t c = word % K, d = word / K;
  struct d3_router a = d3_router(&s->t, s->from), b = d3_router(&s->t, s->to);
  uint32_t middle = d3_switch(&s->t, (struct d3_router){c, d, a.d});
  uint64_t header = s->routing->header(&s->t, s->from, s->to, word);
  struct d3_vector v = {.gamma = dragonfly_difference(b.c, c, K),
                        .pi = dragonfly_difference(b.p, d, M),
                        .delta = b.d};
  struct hop hops[LAB_HOPS];

  all->count++;
  all->by_way += lab_path(&s->t, s->routing, s->from, s->to, header, hops) == 6 &&
                 hops[2].at == middle;
  /* p + delta is d'. */
  all->printed += lab_end(&s->t, middle, v) == s->to;
  v.delta = dragonfly_difference(b.d, a.d, M);
  all->computed += lab_end(&s->t, middle, v) == s->to;
}

static struct deflections try_deflections(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_with(f, "valiant,b=5");
  struct deflections all = {.count = 0};

  while (survey_next_pair(&s))
    for (uint32_t word = 0; word < K * M; word++)
      try_deflection(&all, &s, word);
  return all;
}

static void judge_deflection(struct finding *f)
{
  const struct deflections all = try_deflections(f);

  reading(f, all.by_way == all.count,
          "all pairs, C and D of D3(3,4), %u paths: %u so; C and D are numbers of "
          "a cabinet and a router, not of ports",
          all.count, all.by_way);
}

static void judge_paths(struct finding *f)
{
  static const char *const names[] = {"valiant", "valiant,b=5"};
  uint32_t least[2] = {UINT32_MAX, UINT32_MAX}, most[2] = {0};

  for (size_t b = 0; b < 2; b++) {
    struct survey s SURVEY_OF_BLOCK = survey_with(f, names[b]);

    while (survey_next_pair(&s)) {
      uint32_t paths = 0, last = 0;

      for (uint32_t word = 0; word < K * (b == 0 ? 1 : M); word++) {
        uint64_t header = s.routing->header(&s.t, s.from, s.to, word);
        struct hop hops[LAB_HOPS];

        if (lab_path(&s.t, s.routing, s.from, s.to, header, hops) != 5 + b)
          continue;
        /* The router after the first global hop tells paths apart. */
        paths += word == 0 || hops[1 + b].at != last;
        last = hops[1 + b].at;
      }
      least[b] = paths < least[b] ? paths : least[b];
      most[b] = paths > most[b] ? paths : most[b];
    }
  }
  reading(f, least[0] == M && most[0] == M,
          "D3(3,4), every pair: %u paths glgl with b=4, %u paths lglgl with b=5", most[0],
          most[1]);
  note(f, "K = %u and K M = %u; for all pairs alike: %s", K, K * M,
       least[0] == most[0] && least[1] == most[1] ? "yes" : "no");
}

static void judge_vector(struct finding *f)
{
  const struct deflections all = try_deflections(f);

  reading(f, all.printed == all.count,
          "D3(3,4), all pairs, C and D: from (C,D,d) ports c+gamma-C, d+pi-D, "
          "p+delta reach %u of %u destinations",
          all.printed, all.count);
  note(f, "with p+delta-d for the last: %u", all.computed);
}

static void judge_four_hops(struct finding *f)
{
  uint32_t pairs = 0, printed = 0, corrected = 0;
  struct survey s SURVEY_OF_BLOCK = survey_with(f, "destination");

  for (; survey_next_pair(&s); pairs++) {
    struct d3_router a = d3_router(&s.t, s.from), b = d3_router(&s.t, s.to);
    uint64_t header = d3_header(&s.t, s.routing, D3_GLGL, s.from, s.to);
    struct hop hops[LAB_HOPS];

    if (lab_path(&s.t, s.routing, s.from, s.to, header, hops) != 5 ||
        hops[1].at != d3_switch(&s.t, (struct d3_router){b.c, a.p, a.d}))
      continue;
    printed += hops[2].at == d3_switch(&s.t, (struct d3_router){b.c, a.d, b.d}) &&
               hops[3].at == d3_switch(&s.t, (struct d3_router){b.c, b.d, a.d});
    corrected += hops[2].at == d3_switch(&s.t, (struct d3_router){b.c, a.p, b.d}) &&
                 hops[3].at == d3_switch(&s.t, (struct d3_router){b.c, b.d, a.p});
  }
  reading(f, printed == pairs, "D3(3,4): %u of %u pairs, those with d = p", printed, pairs);
  note(f, "by (c',p,d), (c',p,d'), (c',d',p): %u", corrected);
}

static const struct claim_row rows[] = {
    {"10.3", "with b=5 a packet is at (C,D,d) after two hops, and then arrives",
     "(C, D, d)", .judge = judge_deflection},
    {"10.4", "there are M paths glgl between two routers by deflection", "M",
     .judge = judge_paths},
    {"10.5", "a deflected packet would need the vector (c+gamma-C, d+pi-D, p+delta, d+pi)",
     "(.., p+delta)", .judge = judge_vector},
    {"10.6", "(4; c',d',p') goes by (c',p,d), (c',d,d'), (c',d',d)", "(c',d,d')",
     .judge = judge_four_hops},
};

const struct claim_part dragonfly_destinations = CLAIM_PART(rows, "section 10");

/* --- a hypercube --- */

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
  return bits_lowest(s->k) + 2 * bits_lowest(s->m);
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
  const uint32_t m = bits_lowest(s->m);
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
    const bool two = s.m == 2;
    const struct dilation here = dilate(&s, asked->by_parity);

    sizes_of[two]++;
    good[two] += largest(&here) == asked->dilation;
    most[two].p = here.p > most[two].p ? here.p : most[two].p;
    most[two].c = here.c > most[two].c ? here.c : most[two].c;
    most[two].d = here.d > most[two].d ? here.d : most[two].d;
  }
  for (size_t two = 0; two < 2; two++)
    reading(f, good[two] == sizes_of[two],
            "%s, %s, all neighbours of %u sizes to D3(%s): so in %u, a bit of p: "
            "%u, of c: %u, of d: %u hops",
            two ? "M = 2" : "M > 2",
            asked->by_parity ? "odd vertices at (c,p,d)" : "vertex (c,d,p) at (c,d,p)",
            sizes_of[two], two ? "4,2" : "4,8", good[two], most[two].p, most[two].c,
            most[two].d);
}

static void judge_diameter(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = survey_cubes(f);

  for (s.searched = true; survey_next(&s);)
    good +=
        lab_eccentricity(&s.g, UINT32_MAX) == 3 && s.t.switches == 1u << dimensions_of(&s);
  reading(f, good == SIZES, "2^(k+2m) routers, diameter 3 in %u of %d sizes", good, SIZES);
}

static void judge_embedding(struct finding *f)
{
  uint32_t dimensions = 0, good = 0;
  struct survey s SURVEY_OF_BLOCK = survey_cubes(f);

  while (survey_next(&s))
    for (uint32_t bit = 0; bit < dimensions_of(&s); bit++, dimensions++) {
      OF_BLOCK(sent, sent);

      sent_open(f, &sent, &s.t, "destination");
      for (uint32_t sw = 0, to; sw < s.t.switches; sw++) {
        to = sw ^ 1u << bit;
        sent_add(&sent, 0, sw, to, d3_header(&s.t, sent.routing, D3_GLGL, sw, to));
      }
      const struct conflicts c = sent_conflicts(&sent);
      good += c.count == 0 && c.last == 4;
    }
  reading(f, good == dimensions,
          "header (4; c',d',p'), all routers at once: four steps and no conflict "
          "in %u of %u dimensions of %d sizes",
          good, dimensions, SIZES);
}

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
  reading(f, fitting == cases,
          "K, M <= 8: of %u cases k, m with 2^(k+2m) <= K M^2 only %u have 2^k <= "
          "K and 2^m <= M",
          cases, fitting);
}

static const struct claim_row rows_10[] = {
    {"10.7", "the headers (4; c',d',p') embed a hypercube with dilation four", "4",
     .judge = judge_embedding},
    {"10.8", "2^(k+2m) <= K M^2 is enough for that", "<= K M^2", .judge = judge_condition},
};

/* 13.8: K = 2^k, M = 2^m, all vertices, ascend and descend. */
static void judge_programs(struct finding *f)
{
  static const struct {
    struct lab_size size;
    uint32_t k, m;
  } cubes[] = {{{2, 2}, 1, 1}, {{1, 4}, 0, 2}, {{4, 4}, 2, 2}, {{2, 8}, 1, 3}};
  static const char *const programs[] = {"all-reduce", "all-reduce,order=descend",
                                         "prefix-sum"};
  uint32_t right = 0, in_time = 0;

  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = 0; j < 3; j++) {
      const struct trial_result r =
          dragonfly_run(f, cubes[i].size, "hypercube-embedding,program=%s", programs[j]);

      right += r.outcome == OUTCOME_PASS && lab_clean(&r);
      in_time += r.steps == 6 * cubes[i].m + 2 * cubes[i].k - 1;
    }
  reading(f, right == 12 && in_time == 12,
          "all-reduce, both ways, and prefix sum: the right value at every vertex, without "
          "conflicts, in %u of 12 runs; 6m + 2k - 1 steps in %u",
          right, in_time);
}

static const struct claim_row rows_13[] = {
    {"13.4", "D3(2^k,2^m) simulates a hypercube with dilation two ([6])", "2",
     judge_placement, .with = &(const struct asked){true, 2}},
    {"13.5", "not in the paper: with the vertices in place dilation three", "-",
     judge_placement, .with = &(const struct asked){false, 3}},
    {"13.6", "it is a wiring of the k+2m dimensions with diameter three", "3",
     .judge = judge_diameter},
};

static const struct claim_row rows_programs[] = {
    {"13.8", "dilation two makes ascend-descend algorithms possible ([6])", "possible",
     .judge = judge_programs},
};

const struct claim_part dragonfly_embedding = CLAIM_PART(rows_10, "section 10");
const struct claim_part dragonfly_hypercube = CLAIM_PART(rows_13, "section 13");
const struct claim_part dragonfly_programs = CLAIM_PART(rows_programs, "section 13");
