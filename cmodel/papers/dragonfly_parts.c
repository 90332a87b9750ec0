/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_parts -- sections 4 and 6: networks inside a network, Theorem 1. */
#include "base/bits.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"
#include "papers/dragonfly_remarks.h"

/* Which cabinets, and which drawers and routers, of a larger network. */
struct choice {
  uint32_t kappa[16], lambda[16];
  uint32_t k, m; /* how many */
};

/* The members of a set given as bits, in ascending order; their number. */
static uint32_t members(uint32_t set, uint32_t list[16])
{
  uint32_t count = 0;

  for (; set; set &= set - 1)
    list[count++] = bits_lowest(set);
  return count;
}

static struct choice choose(uint32_t cabinets, uint32_t routers)
{
  struct choice choice;

  choice.k = members(cabinets, choice.kappa);
  choice.m = members(routers, choice.lambda);
  return choice;
}

static uint32_t place_of(const struct topology *whole, const struct choice *choice,
                         struct d3_router r)
{
  return d3_switch(whole, (struct d3_router){choice->kappa[r.c], choice->lambda[r.d],
                                             choice->lambda[r.p]});
}

/* Links of the parts looked at, and those that do not correspond. */
struct seen_links {
  uint32_t all, wrong;
};

/* Compares the links of D3(k,m) and, by the ports that Theorem 1 names, of the chosen
 * routers. */
static void compare(struct finding *f, const struct topology *whole, const struct choice *x,
                    struct seen_links *links)
{
  const uint32_t k = d3_k(whole), m = d3_m(whole);
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, &(struct lab_size){x->k, x->m}, 1);

  while (survey_next_switch(&s)) {
    const struct d3_router r = d3_router(&s.t, s.from);
    const uint32_t from = place_of(whole, x, r), global = dragonfly_global(&s.t);

    for (uint32_t j = 0; j < x->m; j++) {
      if (j == r.p)
        continue;
      uint32_t there = dragonfly_difference(x->lambda[j], x->lambda[r.p], m);
      struct link one = lab_link(&s.t, s.from, dragonfly_difference(j, r.p, x->m));
      struct link far = lab_link(whole, from, there);

      links->all++;
      links->wrong += far.to_switch != place_of(whole, x, d3_router(&s.t, one.to_switch)) ||
                      far.to_port != m - there ||
                      one.to_port != dragonfly_difference(r.p, j, x->m);
    }
    for (uint32_t j = 0; j < x->k; j++, links->all++) {
      uint32_t there = dragonfly_difference(x->kappa[j], x->kappa[r.c], k);
      struct link one = lab_link(&s.t, s.from, global + dragonfly_difference(j, r.c, x->k));
      struct link far = lab_link(whole, from, dragonfly_global(whole) + there);

      links->wrong += far.to_switch != place_of(whole, x, d3_router(&s.t, one.to_switch)) ||
                      far.to_port != dragonfly_global(whole) + (k - there) % k ||
                      one.to_port != global + dragonfly_difference(r.c, j, x->k);
    }
  }
}

/* Up to two networks, and what is chosen of them. */
struct choices {
  struct lab_size sizes[2]; /* K 0: no such network */
  bool cabinets, routers;
};

/* All choices of cabinets and of at least two routers that are asked for. */
static void try_choices(struct finding *f, const struct choices *of)
{
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, of->sizes, of->sizes[1].k ? 2 : 1);

  while (survey_next(&s)) {
    const uint32_t all_k = (uint32_t)bits_mask(s.k);
    const uint32_t all_m = (uint32_t)bits_mask(s.m);
    struct seen_links links = {.all = 0};
    uint32_t parts = 0;

    for (uint32_t kappa = of->cabinets ? 1 : all_k; kappa <= all_k; kappa++)
      for (uint32_t lambda = of->routers ? 3 : all_m; lambda <= all_m; lambda++) {
        const struct choice choice = choose(kappa, lambda);

        if (choice.m < 2)
          continue;
        parts++;
        compare(f, &s.t, &choice, &links);
      }
    reading(f, links.wrong == 0,
            "all %u parts of D3(%u,%u): of %u links %u do not correspond", parts, s.k, s.m,
            links.all, links.wrong);
  }
}

/* 4.1, 4.2, 4.3 */
static void judge_choices(struct finding *f)
{
  try_choices(f, f->with);
}

bool dragonfly_contains(struct finding *f)
{
  struct finding parts = {.claims = f->claims, .err = f->err};

  try_choices(&parts, &(const struct choices){{{3, 4}}, true, true});
  return finding_check(f, !parts.failed) && finding_verdict(&parts) == CLAIM_TRUE;
}

/* --- use --- */

/* 4.4: two parts of D3(9,2) side by side. */
static void judge_partition(struct finding *f)
{
  const struct choice halves[2] = {
      choose(1u << 1 | 1u << 2 | 1u << 5 | 1u << 8, 3),
      choose(1u << 0 | 1u << 3 | 1u << 4 | 1u << 6 | 1u << 7, 3)};
  struct seen_links links = {.all = 0};
  uint32_t crossing = 0;
  TOPOLOGY_OF_BLOCK(whole);

  if (!dragonfly_open(f, &whole, (struct lab_size){9, 2}))
    return;
  for (int half = 0; half < 2; half++) {
    const struct choice *x = &halves[half];

    compare(f, &whole, x, &links);
    for (uint32_t i = 0; i < x->k; i++)
      for (uint32_t j = 0; j < x->k; j++) {
        uint32_t from = d3_switch(&whole, (struct d3_router){x->kappa[i], 0, 1});
        uint32_t to =
            lab_global(&whole, from, dragonfly_difference(x->kappa[j], x->kappa[i], 9));

        for (uint32_t other = 0; other < halves[1 - half].k; other++)
          crossing += d3_router(&whole, to).c == halves[1 - half].kappa[other];
      }
  }
  reading(f, links.wrong == 0 && crossing == 0,
          "D3(4,2) and D3(5,2) in D3(9,2): %u links, %u wrong, %u into the other",
          links.all, links.wrong, crossing);
}

/* 4.5: a router of every drawer, with the drawer of its number, or a cabinet, removed. */
static void judge_maintenance(struct finding *f)
{
  static const struct lab_size sizes[] = {{3, 4}, {2, 3}, {4, 4}, {2, 5}};
  uint32_t cases = 0, off_line[2] = {0};
  struct seen_links links = {.all = 0};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 4);

  while (survey_next(&s)) {
    const uint32_t all_k = (uint32_t)bits_mask(s.k), all_m = (uint32_t)bits_mask(s.m);

    for (uint32_t out = 0; out < s.k + s.m; out++, cases++) {
      struct choice x = out < s.k ? choose(all_k & ~(1u << out), all_m)
                                  : choose(all_k, all_m & ~(1u << (out - s.k)));
      uint32_t gone = s.t.switches - x.k * x.m * x.m;

      compare(f, &s.t, &x, &links);
      off_line[0] += out < s.k && gone == s.m * s.m;
      off_line[1] += out >= s.k && gone == s.k * (2 * s.m - 1);
    }
  }
  reading(f, links.wrong == 0 && off_line[0] + off_line[1] == cases,
          "%u removals at 4 sizes: M^2 off line for each of %u cabinets, K(2M-1) "
          "for each of %u drawers; of %u links left %u are wrong",
          cases, off_line[0], off_line[1], links.all, links.wrong);
}

/* D3(5,5) built in stages. */
struct growth {
  uint32_t stages;
  struct seen_links links;
  char text[64]; /* routers of the stages */
};

/* As many cabinets, or routers, as there are so far of a network built later. */
static struct growth grow(struct finding *f, bool routers)
{
  const uint32_t all = 5;
  struct growth growth = {.stages = 0};
  TOPOLOGY_OF_BLOCK(whole);

  if (!dragonfly_open(f, &whole, (struct lab_size){all, all}))
    return growth;
  for (uint32_t i = routers ? 2 : 1; i <= all; i++, growth.stages++) {
    struct choice x = choose((uint32_t)bits_mask(routers ? all : i),
                             (uint32_t)bits_mask(routers ? i : all));

    compare(f, &whole, &x, &growth.links);
    claims_append(growth.text, sizeof growth.text, " %u", x.k * x.m * x.m);
  }
  return growth;
}

/* 6.1, 6.2 */
static void judge_growth(struct finding *f)
{
  const struct growth growth = grow(f, *(const bool *)f->with);

  reading(f, growth.links.all > 0 && growth.links.wrong == 0,
          "D3(5,5) built in %u stages of%s routers: of %u links %u would have to be moved",
          growth.stages, growth.text, growth.links.all, growth.links.wrong);
}

bool dragonfly_grows(struct finding *f)
{
  const struct growth growth = grow(f, false);

  return growth.links.all > 0 && growth.links.wrong == 0;
}

static const struct claim_row rows[] = {
    {"4.1", "any K cabinets of D3(N,M), by ports k_j - k_i: a D3(K,M)", "isomorphic",
     judge_choices, .with = &(const struct choices){{{5, 3}, {7, 2}}, true, false}},
    {"4.2", "L drawers and routers of the same numbers: a D3(N,L)", "D3(N,L)",
     judge_choices, .with = &(const struct choices){{{1, 5}, {2, 4}}, false, true}},
    {"4.3", "both at once: a D3(K,L)", "D3(K,L)", judge_choices,
     .with = &(const struct choices){{{3, 4}}, true, true}},
    {"4.4", "a partition of the cabinets gives networks that share no link", "do not meet",
     .judge = judge_partition},
    {"4.5",
     "off line for a drawer: K(2M-1) routers, D3(K,M-1) goes on; for a cabinet: M^2, "
     "D3(K-1,M)",
     "K(2M-1); M^2", .judge = judge_maintenance},
};

static const struct claim_row growth_rows[] = {
    {"6.1", "linear scaling in cabinets leaves the wiring in place", "graceful",
     judge_growth, .with = &(const bool){false}},
    {"6.2", "drawers with N < M of their routers: D3(K,N), cables stay", "K N^2",
     judge_growth, .with = &(const bool){true}},
    {"6.3", "these routers must have the same numbers in every drawer", "must",
     .judge = dragonfly_judge_slots},
    {"6.4", "other wirings must be changed for more cabinets", "some wiring",
     .judge = dragonfly_judge_rewiring},
};

const struct claim_part dragonfly_parts = CLAIM_PART(rows, "section 4, Theorem 1");
const struct claim_part dragonfly_scaling = CLAIM_PART(growth_rows, "section 6");
