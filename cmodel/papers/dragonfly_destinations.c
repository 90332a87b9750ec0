/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_destinations -- section 10: headers with destinations, and deflection. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static const uint32_t k = 3, m = 4; /* where all cases are gone through: the example */

/* D3(3,4) with a routing. */
static struct survey survey_with(struct finding *f, const char *routed)
{
  struct survey s = dragonfly_one(f);

  s.routed = routed;
  return s;
}

/* 10.1 */
static void judge_tables(struct finding *f)
{
  static const struct lab_size sizes[] = {{2, 3}, {3, 4}, {5, 2}, {4, 4}};
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 4);
  uint32_t pairs = 0, wrong = 0;

  for (s.routed = "source-vector"; survey_next_pair(&s); pairs++) {
    const struct routing *other = topology_routing(&s.t, "destination", f->err);
    struct hop hops[2][LAB_HOPS];

    if (!finding_check(f, other != NULL))
      break;
    size_t count = lab_path_of(&s.t, s.routing, s.from, s.to, hops[0]);
    bool same = count > 0 && count == lab_path_of(&s.t, other, s.from, s.to, hops[1]);

    for (size_t h = 0; same && h < count; h++)
      same = hops[0][h].at == hops[1][h].at && hops[0][h].port == hops[1][h].port;
    wrong += !same;
  }
  finding_reading(
      f, wrong == 0,
      "all %u pairs of D3(2,3), D3(3,4), D3(5,2), D3(4,4): %u go otherwise than "
      "by their source vector",
      pairs, wrong);
}

/* 10.2: the last hop from (c',d',d), where the location is up to date. */
static void judge_last_hop(struct finding *f)
{
  uint32_t pairs = 0, by_p = 0, by_d = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  for (; survey_next_pair(&s); pairs++) {
    struct d3_router a = d3_router(&s.t, s.from), b = d3_router(&s.t, s.to);
    uint32_t at = d3_switch(&s.t, (struct d3_router){b.c, b.d, a.d});
    struct d3_router location = d3_router(&s.t, at);

    by_p += lab_local(&s.t, at, dragonfly_difference(b.p, location.p, m)) == s.to;
    by_d += lab_local(&s.t, at, dragonfly_difference(b.p, location.d, m)) == s.to;
  }
  finding_reading(
      f, by_p == pairs,
      "(built) column p of the location, the d of the source: %u of %u pairs of "
      "D3(3,4) arrive",
      by_p, pairs);
  finding_reading(f, by_d == pairs, "column d of the location: %u arrive, %u do not", by_d,
                  pairs - by_d);
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
  const uint32_t c = word % k, d = word / k;
  struct d3_router a = d3_router(&s->t, s->from), b = d3_router(&s->t, s->to);
  uint32_t middle = d3_switch(&s->t, (struct d3_router){c, d, a.d});
  uint64_t header = s->routing->header(&s->t, s->from, s->to, word);
  struct d3_vector v = {.gamma = dragonfly_difference(b.c, c, k),
                        .pi = dragonfly_difference(b.p, d, m),
                        .delta = b.d};
  struct hop hops[LAB_HOPS];

  all->count++;
  all->by_way += lab_path(&s->t, s->routing, s->from, s->to, header, hops) == 6 &&
                 hops[2].at == middle;
  /* p + delta is d'. */
  all->printed += lab_end(&s->t, middle, v) == s->to;
  v.delta = dragonfly_difference(b.d, a.d, m);
  all->computed += lab_end(&s->t, middle, v) == s->to;
}

static struct deflections try_deflections(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = survey_with(f, "valiant,b=5");
  struct deflections all = {.count = 0};

  while (survey_next_pair(&s))
    for (uint32_t word = 0; word < k * m; word++)
      try_deflection(&all, &s, word);
  return all;
}

/* 10.3 */
static void judge_deflection(struct finding *f)
{
  const struct deflections all = try_deflections(f);

  finding_reading(
      f, all.by_way == all.count,
      "all pairs, C and D of D3(3,4), %u paths: %u so; C and D are numbers of a "
      "cabinet and a router, not of ports",
      all.count, all.by_way);
}

/* 10.4 */
static void judge_paths(struct finding *f)
{
  static const char *const names[] = {"valiant", "valiant,b=5"};
  uint32_t least[2] = {UINT32_MAX, UINT32_MAX}, most[2] = {0};

  for (size_t b = 0; b < 2; b++) {
    struct survey s SURVEY_OF_BLOCK = survey_with(f, names[b]);

    while (survey_next_pair(&s)) {
      uint32_t paths = 0, last = 0;

      for (uint32_t word = 0; word < k * (b == 0 ? 1 : m); word++) {
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
  finding_reading(f, least[0] == m && most[0] == m,
                  "D3(3,4), every pair: %u paths glgl with b=4, %u paths lglgl with b=5",
                  most[0], most[1]);
  finding_note(f, "K = %u and K M = %u; for all pairs alike: %s", k, k * m,
               least[0] == most[0] && least[1] == most[1] ? "yes" : "no");
}

/* 10.5 */
static void judge_vector(struct finding *f)
{
  const struct deflections all = try_deflections(f);

  finding_reading(f, all.printed == all.count,
                  "D3(3,4), all pairs, C and D: from (C,D,d) ports c+gamma-C, d+pi-D, "
                  "p+delta reach %u of %u destinations",
                  all.printed, all.count);
  finding_note(f, "with p+delta-d for the last: %u", all.computed);
}

/* 10.6 */
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
  finding_reading(f, printed == pairs, "D3(3,4): %u of %u pairs, those with d = p", printed,
                  pairs);
  finding_note(f, "by (c',p,d), (c',p,d'), (c',d',p): %u", corrected);
}

#define PLACE "section 10"

static const struct claim_row rows[] = {
    {"10.1", PLACE, "tables with b - a give the path of the source vector", "x, y = b - a",
     .judge = judge_tables},
    {"10.2", PLACE, "with b=1 the last hop is entry (p',d) of the local table", "(p', d)",
     .judge = judge_last_hop},
    {"10.3", PLACE, "with b=5 a packet is at (C,D,d) after two hops, and then arrives",
     "(C, D, d)", .judge = judge_deflection},
    {"10.4", PLACE, "there are M paths glgl between two routers by deflection", "M",
     .judge = judge_paths},
    {"10.5", PLACE,
     "a deflected packet would need the vector (c+gamma-C, d+pi-D, p+delta, "
     "d+pi)",
     "(.., p+delta)", .judge = judge_vector},
    {"10.6", PLACE, "(4; c',d',p') goes by (c',p,d), (c',d,d'), (c',d',d)", "(c',d,d')",
     .judge = judge_four_hops},
};

const struct claim_part dragonfly_destinations = {rows, sizeof rows / sizeof rows[0]};
