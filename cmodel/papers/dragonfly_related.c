/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_related -- sections 12 and 13: networks of others, destination headers, results
 * that are announced. */
#include "papers/dragonfly.h"

/* --- swapped networks --- */

/* 12.1: (d,p) is joined to (d,p') and to (p,d). */
static void judge_swapped(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "d3:1,%u", 2, 8);

  while (survey_next_pair(&s)) {
    const uint32_t m = s.size.k, a = s.from, b = s.to;
    bool edge = a / m == b / m || (a / m == b % m && a % m == b / m);

    pairs += a != b;
    wrong += a != b && lab_linked(&s.t, a, b) != edge;
  }
  finding_reading(f, wrong == 0, "M=2..8, all %u pairs: %u joined otherwise", pairs, wrong);
}

/* 12.2: (s,d,p) is joined to (s,d,p') and to (1-s,p,d). */
static void judge_biswapped(struct finding *f)
{
  uint32_t edges = 0, missing = 0;
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "d3:2,%u", 2, 8);

  while (survey_next_pair(&s)) {
    struct d3_router x = d3_router(&s.t, s.from), y = d3_router(&s.t, s.to);
    bool edge = x.c == y.c ? x.d == y.d && x.p != y.p : x.d == y.p && x.p == y.d;

    edges += edge;
    missing += edge && !lab_linked(&s.t, s.from, s.to);
  }
  finding_reading(f, missing == 0, "M=2..8: of %u edges, each way counted, %u are missing",
                  edges, missing);
}

/* 12.3: routers with different numbers of neighbours are not alike. */
static void judge_transitive(struct finding *f)
{
  uint32_t unlike = 0;
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "d3:1,%u", 2, 8);

  while (survey_next(&s)) {
    uint32_t neighbours[2] = {0}; /* of (0,0) and (0,1) */

    for (uint32_t sw = 0; sw < 2; sw++)
      for (uint32_t other = 0; other < s.t.switches; other++)
        neighbours[sw] += other != sw && lab_linked(&s.t, sw, other);
    unlike += neighbours[0] != neighbours[1];
  }
  finding_reading(f, unlike == s.count,
                  "M=2..8: (0,0) has other than as many neighbours as (0,1) in %u of %u",
                  unlike, s.count);
}

/* --- conclusion --- */

/* 13.1: D3(K,M) inside D3(J,M), J <= K. */
static void judge_inside(struct finding *f)
{
  TOPOLOGY_OF_BLOCK(larger);
  TOPOLOGY_OF_BLOCK(smaller);

  dragonfly_open(f, &larger, (struct lab_size){3, 3});
  dragonfly_open(f, &smaller, (struct lab_size){2, 3});
  finding_reading(f, larger.switches <= smaller.switches,
                  "D3(3,3) has %u routers, D3(2,3) %u; the other way round: 4.1 to 4.3",
                  larger.switches, smaller.switches);
}

/* 13.2 */
static void judge_destinations(struct finding *f)
{
  uint32_t same = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    struct description trial = description_of(s.t.spec, "all-to-all,self=1");
    struct trial_result r[2];

    trial.depth = 0;
    for (int i = 0; i < 2; i++) {
      trial.routing = i ? "destination" : "source-vector";
      r[i] = lab_run(f, &trial);
    }
    same += lab_clean(&r[0]) && lab_clean(&r[1]) && r[0].steps == r[1].steps;
  }
  finding_reading(f, same == 0,
                  "all-to-all with either header: no conflict, the same steps, in %u of %d "
                  "sizes",
                  same, LAB_GRAPHS);
}

/* --- doubly parallel --- */

/* 13.3 */
static void judge_doubly(struct finding *f)
{
  static const struct lab_size sizes[] = {{2, 2}, {4, 2}, {2, 4}, {4, 4},
                                          {2, 6}, {3, 4}, {2, 3}, {5, 2}};
  static const char traffic[] = "all-to-all,self=1,order=doubly-parallel";
  uint32_t count[2] = {0}, good[2] = {0}; /* with a common factor; without */
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, 8);

  while (survey_next(&s)) {
    const uint32_t k = s.size.k, m = s.size.m, least = k < m ? k : m;
    const bool coprimes = k % 2 != m % 2; /* of these sizes */
    const struct trial_result r = dragonfly_run(f, s.size, traffic);
    SENT_OF_BLOCK(sent);

    sent_make(f, &sent, &s.t, traffic);
    count[coprimes]++;
    good[coprimes] += lab_clean(&r) && sent_rounds(&sent) == k * m * m / least;
  }
  /* S divides K and M, so that KM^2 / min(K,M) rounds are KM^2 / S or fewer. */
  finding_reading(
      f, good[0] == count[0],
      "K M^2/min(K,M) rounds, by Protocol 3, without conflicts in %u of %u sizes "
      "with a common factor",
      good[0], count[0]);
  finding_note(f, "and in %u of %u without", good[1], count[1]);
  const struct trial_result r = dragonfly_run(f, (struct lab_size){4, 4},
                                              "all-to-all,self=1,order=doubly-parallel-1");
  finding_note(f, "D3(4,4) by Protocol 1: conflicts in %llu steps",
               (unsigned long long)r.conflicts.steps);
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
