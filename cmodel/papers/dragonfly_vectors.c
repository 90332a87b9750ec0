/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_vectors -- section 8: headers with source vectors. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static struct d3_vector vector_to(const struct topology *t, struct d3_router a,
                                  struct d3_router b)
{
  return (struct d3_vector){.gamma = dragonfly_difference(b.c, a.c, d3_k(t)),
                            .pi = dragonfly_difference(b.p, a.d, d3_m(t)),
                            .delta = dragonfly_difference(b.d, a.p, d3_m(t))};
}

/* Is this the path of the paper's display, with the headers of the display? */
static bool evolves(const struct topology *t, const struct hop *hops, uint32_t from,
                    uint32_t to)
{
  struct d3_router a = d3_router(t, from), b = d3_router(t, to);
  struct d3_vector v = vector_to(t, a, b);
  const struct d3_router way[] = {a, {a.c, a.d, b.d}, {b.c, b.d, a.d}, b};
  bool same = true;

  for (uint32_t i = 0; i < 4; i++)
    same &= hops[i].at == d3_switch(t, way[i]) &&
            hops[i].header == dragonfly_vector(t, 3 - i, v.gamma, v.pi, v.delta);
  return same;
}

/* 8.1 */
static void judge_evolution(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0, misrouted = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.routed = "source-vector"; survey_next_pair(&s); pairs++) {
    struct d3_vector v = vector_to(&s.t, d3_router(&s.t, s.from), d3_router(&s.t, s.to));
    struct d3_vector turned = {.gamma = v.gamma, .pi = v.delta, .delta = v.pi};
    uint64_t header = dragonfly_vector(&s.t, 3, v.gamma, v.pi, v.delta);
    struct hop hops[LAB_HOPS];

    wrong += lab_path(&s.t, s.routing, s.from, s.to, header, hops) != 4 ||
             !evolves(&s.t, hops, s.from, s.to);
    misrouted += dragonfly_is_example(s.size) && lab_end(&s.t, s.from, turned) != s.to;
  }
  finding_reading(f, wrong == 0,
                  "all %u pairs of %d sizes: %u take other routers or headers, or other "
                  "than three hops",
                  pairs, LAB_GRAPHS, wrong);
  finding_note(f,
               "the fields used in the order they are printed, pi first: %u of 2304 pairs "
               "of D3(3,4) misrouted",
               misrouted);
}

/* 8.2 */
static void judge_self(struct finding *f)
{
  uint32_t routers = 0, good = 0, by_self_link = 0, zero = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.routed = "source-vector"; survey_next_switch(&s); routers++) {
    const uint32_t m = s.size.m;
    struct d3_router r = d3_router(&s.t, s.from);
    uint64_t header = dragonfly_vector(&s.t, 3, 0, dragonfly_difference(r.p, r.d, m),
                                       dragonfly_difference(r.d, r.p, m));
    struct hop hops[LAB_HOPS];

    if (lab_path(&s.t, s.routing, s.from, s.from, header, hops) != 4)
      continue;
    good++;
    by_self_link += topology_port_kind(&s.t, hops[1].at, hops[1].port) == PORT_GLOBAL &&
                    hops[2].at == hops[1].at;
    zero += hops[3].header == 0;
  }
  finding_reading(f, good == routers, "%u of all %u routers of %d sizes", good, routers,
                  LAB_GRAPHS);
  finding_note(f, "%u packets cross one self-link", by_self_link);
  finding_note(f, "%u end with (0;0,0,0), as printed, the others with (0;0,p-d,d-p)", zero);
}

/* The ways to read (4; gamma, pi, delta), and where its packet ends. */
static uint32_t gamma_kept(const struct topology *t, uint32_t sw, struct d3_vector v)
{
  return lab_end(t, lab_global(t, sw, v.gamma), v);
}

static uint32_t by_mode(const struct topology *t, uint32_t sw, struct d3_vector v)
{
  uint32_t third = lab_global(t, lab_local(t, lab_global(t, sw, v.gamma), v.pi), 0);

  return lab_local(t, third, v.delta);
}

/* 8.3 */
static void judge_four_hops(struct finding *f)
{
  const uint32_t k = dragonfly_example.k, m = dragonfly_example.m;
  uint32_t pairs = 0, kept = 0, twice = 0, mode = 0, built = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  for (s.routed = "glgl"; survey_next_pair(&s); pairs++) {
    struct d3_router a = d3_router(&s.t, s.from), b = d3_router(&s.t, s.to);
    /* Local ports in the order of their use, as printed. */
    struct d3_vector v = {.gamma = dragonfly_difference(b.c, a.c, k),
                          .pi = dragonfly_difference(b.d, a.d, m),
                          .delta = dragonfly_difference(b.p, a.p, m)};
    struct d3_vector turned = {.gamma = v.gamma, .pi = v.delta, .delta = v.pi};
    uint64_t header = dragonfly_vector(&s.t, 4, turned.gamma, turned.pi, turned.delta);
    uint32_t end = gamma_kept(&s.t, s.from, turned);
    struct hop hops[LAB_HOPS];

    kept += end == s.to;
    twice += d3_router(&s.t, end).c == (a.c + 2 * v.gamma) % k;
    mode += by_mode(&s.t, s.from, v) == s.to;
    built += lab_path(&s.t, s.routing, s.from, s.to, header, hops) == 5;
  }
  finding_reading(f, kept == pairs,
                  "gamma at b=4, then the rules of b=3 to 1: %u of %u pairs of D3(3,4); %u "
                  "end in cabinet c + 2 gamma",
                  kept, pairs, twice);
  finding_reading(f, mode == pairs, "other rules for such packets, told by a bit: %u",
                  mode);
  finding_reading(f, built == pairs,
                  "(built) b=4 sets gamma to 0, the first local port is in delta: %u",
                  built);
}

#define PLACE "section 8"

static const struct claim_row rows[] = {
    {"8.1", PLACE,
     "(3; c'-c, p'-d, d'-p) leads to (c',d',p') in three hops; only b changes", "(0;...)",
     .judge = judge_evolution},
    {"8.2", PLACE, "(3; 0, p-d, d-p) leads a router's packet back to it in three hops",
     "3 hops", .judge = judge_self},
    {"8.3", PLACE, "(4; gamma, pi, delta) is a path glgl by ports gamma, pi, 0, delta",
     "(g,pi,0,delta)", .judge = judge_four_hops},
};

const struct claim_part dragonfly_vectors = {rows, sizeof rows / sizeof rows[0]};
