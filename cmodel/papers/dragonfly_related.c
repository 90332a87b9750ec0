/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_related -- sections 12 and 13: networks of others, destination headers, results
 * that are announced. */
#include "papers/dragonfly.h"

/* --- swapped networks --- */

/* Is there a link from a to b? */
static bool linked(const struct topology *t, uint32_t a, uint32_t b)
{
  bool found = false;

  for (uint32_t port = 0; port < t->ports; port++)
    found |= lab_is_link(t, a, port) && lab_link(t, a, port).to_switch == b;
  return found;
}

/* 12.1: (d,p) is joined to (d,p') and to (p,d). */
static bool judge_swapped(struct finding *f, struct err *err)
{
  uint32_t pairs = 0, wrong = 0;

  for (uint32_t m = 2; m <= 8; m++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, (struct lab_size){1, m}, err))
      return false;
    for (uint32_t a = 0; a < m * m; a++)
      for (uint32_t b = 0; b < m * m; b++) {
        bool edge = a / m == b / m || (a / m == b % m && a % m == b / m);

        if (a == b)
          continue;
        pairs++;
        wrong += linked(&t, a, b) != edge;
      }
  }
  finding_reading(f, wrong == 0, "M=2..8, all %u pairs: %u joined otherwise", pairs, wrong);
  return true;
}

/* 12.2: (s,d,p) is joined to (s,d,p') and to (1-s,p,d). */
static bool judge_biswapped(struct finding *f, struct err *err)
{
  uint32_t edges = 0, missing = 0;

  for (uint32_t m = 2; m <= 8; m++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, (struct lab_size){2, m}, err))
      return false;
    for (uint32_t a = 0; a < t.switches; a++)
      for (uint32_t b = 0; b < t.switches; b++) {
        struct d3_router x = d3_router(&t, a), y = d3_router(&t, b);
        bool edge = x.c == y.c ? x.d == y.d && x.p != y.p : x.d == y.p && x.p == y.d;

        edges += edge;
        missing += edge && !linked(&t, a, b);
      }
  }
  finding_reading(f, missing == 0, "M=2..8: of %u edges, each way counted, %u are missing",
                  edges, missing);
  return true;
}

/* 12.3: routers with different numbers of neighbours are not alike. */
static bool judge_transitive(struct finding *f, struct err *err)
{
  uint32_t sizes = 0, unlike = 0;

  for (uint32_t m = 2; m <= 8; m++, sizes++) {
    uint32_t neighbours[2] = {0}; /* of (0,0) and (0,1) */
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, (struct lab_size){1, m}, err))
      return false;
    for (uint32_t sw = 0; sw < 2; sw++)
      for (uint32_t other = 0; other < t.switches; other++)
        neighbours[sw] += other != sw && linked(&t, sw, other);
    unlike += neighbours[0] != neighbours[1];
  }
  finding_reading(f, unlike == sizes,
                  "M=2..8: (0,0) has other than as many neighbours as (0,1) in %u of %u",
                  unlike, sizes);
  return true;
}

/* --- conclusion --- */

/* 13.1: D3(K,M) inside D3(J,M), J <= K. */
static bool judge_inside(struct finding *f, struct err *err)
{
  TOPOLOGY_OF_BLOCK(larger);
  TOPOLOGY_OF_BLOCK(smaller);

  if (!dragonfly_open(&larger, (struct lab_size){3, 3}, err) ||
      !dragonfly_open(&smaller, (struct lab_size){2, 3}, err))
    return false;
  finding_reading(f, larger.switches <= smaller.switches,
                  "D3(3,3) has %u routers, D3(2,3) %u; the other way round: 4.1 to 4.3",
                  larger.switches, smaller.switches);
  return true;
}

/* 13.2 */
static bool judge_destinations(struct finding *f, struct err *err)
{
  uint32_t same = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    struct trial_result r[2];

    for (int j = 0; j < 2; j++)
      if (!dragonfly_run(f->claims, lab_graphs[i], j ? "destination" : "source-vector",
                         &r[j], err, "all-to-all,self=1"))
        return false;
    same += lab_clean(&r[0]) && lab_clean(&r[1]) && r[0].steps == r[1].steps;
  }
  finding_reading(f, same == 0,
                  "all-to-all with either header: no conflict, the same steps, in %u of %d "
                  "sizes",
                  same, LAB_GRAPHS);
  return true;
}

/* --- doubly parallel --- */

static bool count_rounds(struct lab_size size, uint32_t *rounds, struct err *err)
{
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);
  uint32_t last = UINT32_MAX;

  *rounds = 0;
  if (!dragonfly_open(&t, size, err) ||
      !lab_plan_make(&plan, &t, NULL, err, "all-to-all,self=1,order=doubly-parallel"))
    return false;
  for (size_t i = 0; i < plan.schedule.count; i++) {
    *rounds += plan.schedule.entries[i].cycle != last;
    last = plan.schedule.entries[i].cycle;
  }
  return true;
}

/* 13.3 */
static bool judge_doubly(struct finding *f, struct err *err)
{
  static const struct lab_size sizes[] = {{2, 2}, {4, 2}, {2, 4}, {4, 4},
                                          {2, 6}, {3, 4}, {2, 3}, {5, 2}};
  uint32_t common = 0, coprime = 0, good[2] = {0};
  struct trial_result r;

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const uint32_t k = sizes[i].k, m = sizes[i].m, least = k < m ? k : m;
    bool coprimes = k % 2 != m % 2; /* of these sizes */
    uint32_t rounds;

    if (!count_rounds(sizes[i], &rounds, err) ||
        !dragonfly_run(f->claims, sizes[i], NULL, &r, err,
                       "all-to-all,self=1,order=doubly-parallel"))
      return false;
    common += !coprimes;
    coprime += coprimes;
    good[coprimes] += lab_clean(&r) && rounds == k * m * m / least;
  }
  /* S divides K and M, so that KM^2 / min(K,M) rounds are KM^2 / S or fewer. */
  finding_reading(
      f, good[0] == common,
      "K M^2/min(K,M) rounds, by Protocol 3, without conflicts in %u of %u sizes "
      "with a common factor",
      good[0], common);
  finding_note(f, "and in %u of %u without", good[1], coprime);
  if (!dragonfly_run(f->claims, (struct lab_size){4, 4}, NULL, &r, err,
                     "all-to-all,self=1,order=doubly-parallel-1"))
    return false;
  finding_note(f, "D3(4,4) by Protocol 1: conflicts in %llu steps",
               (unsigned long long)r.conflicts.steps);
  return true;
}

#define SECTION_12 "section 12"
#define SECTION_13 "section 13"

static const struct claim_row rows[] = {
    {"12.1", SECTION_12, "the swapped network of a complete graph is D3(1,M)", "D3(1,M)",
     .judge = judge_swapped},
    {"12.2", SECTION_12, "the bi-swapped network of a complete graph is in D3(2,M)",
     "D3(2,M)", .judge = judge_biswapped},
    {"12.3", SECTION_12, "swapped networks are not vertex transitive", "not",
     .judge = judge_transitive},
    {"13.1", SECTION_13, "D3(K,M) is in D3(J,N) if J <= K, L <= M", "D3(J,N)",
     .judge = judge_inside},
    {"13.2", SECTION_13, "with destination headers the analysis of delays does not apply",
     "not apply", .judge = judge_destinations},
    {"13.3", SECTION_13, "all-to-all in KM^2/S rounds if S divides K and M ([5])", "KM^2/S",
     .judge = judge_doubly},
};

const struct claim_part dragonfly_related = {rows, sizeof rows / sizeof rows[0]};
