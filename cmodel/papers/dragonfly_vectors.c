/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_vectors -- section 8: headers with source vectors, vectors that all routers
 * follow at once, and the exchange of whole drawers. */
#include "base/order.h"
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
  reading(f, wrong == 0,
          "all %u pairs of %d sizes: %u take other routers or headers, or other "
          "than three hops",
          pairs, LAB_GRAPHS, wrong);
  note(f,
       "the fields used in the order they are printed, pi first: %u of 2304 pairs "
       "of D3(3,4) misrouted",
       misrouted);
}

static void judge_self(struct finding *f)
{
  uint32_t routers = 0, good = 0, by_self_link = 0, zero = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  for (s.routed = "source-vector"; survey_next_switch(&s); routers++) {
    struct d3_router r = d3_router(&s.t, s.from);
    uint64_t header = dragonfly_vector(&s.t, 3, 0, dragonfly_difference(r.p, r.d, s.m),
                                       dragonfly_difference(r.d, r.p, s.m));
    struct hop hops[LAB_HOPS];

    if (lab_path(&s.t, s.routing, s.from, s.from, header, hops) != 4)
      continue;
    good++;
    by_self_link += topology_port_kind(&s.t, hops[1].at, hops[1].port) == PORT_GLOBAL &&
                    hops[2].at == hops[1].at;
    zero += hops[3].header == 0;
  }
  reading(f, good == routers, "%u of all %u routers of %d sizes", good, routers,
          LAB_GRAPHS);
  note(f, "%u packets cross one self-link", by_self_link);
  note(f, "%u end with (0;0,0,0), as printed, the others with (0;0,p-d,d-p)", zero);
}

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
    /* The ways to read (4; gamma, pi, delta), and where its packet ends. */
    uint32_t first = lab_global(&s.t, s.from, v.gamma);
    uint32_t third = lab_global(&s.t, lab_local(&s.t, first, v.pi), 0);
    uint32_t end = lab_end(&s.t, first, turned);
    struct hop hops[LAB_HOPS];

    kept += end == s.to;
    twice += d3_router(&s.t, end).c == (a.c + 2 * v.gamma) % k;
    mode += lab_local(&s.t, third, v.delta) == s.to;
    built += lab_path(&s.t, s.routing, s.from, s.to, header, hops) == 5;
  }
  reading(f, kept == pairs,
          "gamma at b=4, then the rules of b=3 to 1: %u of %u pairs of D3(3,4); %u "
          "end in cabinet c + 2 gamma",
          kept, pairs, twice);
  reading(f, mode == pairs, "other rules for such packets, told by a bit: %u", mode);
  reading(f, built == pairs,
          "(built) b=4 sets gamma to 0, the first local port is in delta: %u", built);
}

static const struct claim_row rows[] = {
    {"8.1", "(3; c'-c, p'-d, d'-p) leads to (c',d',p') in three hops; only b changes",
     "(0;...)", .judge = judge_evolution},
    {"8.2", "(3; 0, p-d, d-p) leads a router's packet back to it in three hops", "3 hops",
     .judge = judge_self},
    {"8.3", "(4; gamma, pi, delta) is a path glgl by ports gamma, pi, 0, delta",
     "(g,pi,0,delta)", .judge = judge_four_hops},
};

const struct claim_part dragonfly_vectors = CLAIM_PART(rows, "section 8");

/* --- one vector --- */

/* The router at which a vector ends. */
static uint32_t end_of(const struct topology *t, uint32_t b, uint32_t sw,
                       struct d3_vector v)
{
  if (b == 4) {
    uint32_t first = lab_local(t, lab_global(t, sw, v.gamma), v.delta);

    return lab_local(t, lab_global(t, first, 0), v.pi);
  }
  return lab_end(t, sw, v);
}

/* All routers follow one vector: is a link shared, or a router reached twice? */
static void follow_together(const struct survey *s, uint32_t b, struct d3_vector v,
                            uint32_t *shared, uint32_t *twice)
{
  uint64_t header = dragonfly_vector(&s->t, b, v.gamma, v.pi, v.delta);
  bool *reached MEMORY_OF_BLOCK = lab_memory(s->f, s->t.switches, sizeof *reached);
  OF_BLOCK(sent, sent);

  sent_open(s->f, &sent, &s->t, NULL);
  for (uint32_t sw = 0; reached && sw < s->t.switches; sw++) {
    uint32_t end = end_of(&s->t, b, sw, v);

    *twice += reached[end];
    reached[end] = true;
    sent_add(&sent, 0, sw, end, header);
  }
  *shared += sent_conflicts(&sent).count > 0;
}

static void judge_vectors(struct finding *f)
{
  const uint32_t b = *(const uint32_t *)f->with;
  static const struct lab_size sizes[] = {{2, 3}, {3, 4}, {5, 2}, {4, 4}};
  uint32_t vectors = 0, shared = 0, twice = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 4);

  for (; survey_next_switch(&s); vectors++) {
    /* Every (gamma, pi, delta) is some router's (c, d, p). */
    struct d3_router r = d3_router(&s.t, s.from);

    follow_together(&s, b, (struct d3_vector){r.c, r.d, r.p}, &shared, &twice);
  }
  reading(f, shared == 0 && twice == 0,
          "all %u vectors of D3(2,3), D3(3,4), D3(5,2), D3(4,4): %u share a link "
          "in a step, %u routers are reached twice",
          vectors, shared, twice);
}

/* --- drawers to drawers --- */

/* All routers of drawer i send to drawer order[i], router p to router p + turn. */
static struct conflicts exchange(const struct survey *s, enum d3_path path,
                                 const uint32_t *order, uint32_t turn)
{
  OF_BLOCK(sent, sent);

  sent_open(s->f, &sent, &s->t, NULL);
  for (uint32_t sw = 0; sw < s->t.switches; sw++) {
    uint32_t to = order[sw / s->m] * s->m + (sw + turn) % s->m;

    sent_add(&sent, 0, sw, to, d3_header(&s->t, sent.routing, path, sw, to));
  }
  return sent_conflicts(&sent);
}

static void judge_drawers(struct finding *f)
{
  static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {1, 3}, {1, 4}, {3, 2}, {2, 3}};
  uint32_t count = 0, crowded = 0, apart = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 6);

  while (survey_next(&s)) {
    const uint32_t drawers = s.k * s.m;
    uint32_t order[6];

    lab_identity(order, drawers);
    do
      for (uint32_t turn = 0; turn < s.m; turn++, count++) {
        crowded += exchange(&s, D3_LGL, order, turn).most == s.m;
        apart += exchange(&s, D3_GLGL, order, turn).count == 0;
      }
    while (next_permutation(order, drawers));
  }
  reading(f, apart == count,
          "all %u matchings of drawers of 6 sizes (KM <= 6): no link is shared in %u",
          count, apart);
  note(f, "by local, global, local M packets want one link in %u", crowded);
}

static const struct claim_row rows_of_parallel[] = {
    {"8.4", "one source vector from all routers: paths that share nothing (also 1, 13)",
     "K M^2 paths", judge_vectors, .with = &(const uint32_t){3}},
    {"8.5", "not in the paper: nor do the paths of one four-hop vector", "-", judge_vectors,
     .with = &(const uint32_t){4}},
    {"8.6", "paths glgl remove the conflicts of drawer-to-drawer traffic", "avoided",
     .judge = judge_drawers},
};

const struct claim_part dragonfly_parallel = CLAIM_PART(rows_of_parallel, "section 8");
