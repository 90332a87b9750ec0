/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_compared -- sections 11 to 13: D3(K,M) beside MDF(K,M), paths, loads and sizes;
 * networks of others, destination headers, results that are announced. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {2, 3}, {1, 4},
                                        {3, 4}, {4, 4}, {2, 5}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

#define MDF "mdf:%u,%u"

/* --- traffic --- */

/* Packets of all pairs of routers that cross one link, most of all, by kind. */
struct load {
  uint32_t local, global;
};

static struct load load_of(struct survey *s)
{
  const struct topology *t = &s->t;
  uint32_t *load MEMORY_OF_BLOCK =
      lab_memory(s->f, (size_t)t->switches * t->ports, sizeof *load);
  struct load most = {.local = 0};

  for (uint32_t pair = 0; load && pair < t->switches * t->switches; pair++) {
    const uint32_t a = pair / t->switches, b = pair % t->switches;
    struct hop hops[LAB_HOPS];
    /* Within a drawer, one local hop. */
    uint64_t header =
        a / s->m == b / s->m
            ? dragonfly_vector(t, 1, 0, dragonfly_difference(b % s->m, a % s->m, s->m), 0)
            : s->routing->header(t, a, b, 0);
    size_t count = lab_path(t, s->routing, a, b, header, hops);

    for (size_t i = 0; i + 1 < count; i++) {
      bool global = topology_port_kind(t, hops[i].at, hops[i].port) == PORT_GLOBAL;
      uint32_t *of_kind = global ? &most.global : &most.local;

      if (lab_is_link(t, hops[i].at, hops[i].port) &&
          ++load[hops[i].at * t->ports + hops[i].port] > *of_kind)
        ++*of_kind;
    }
  }
  return most;
}

static void judge_one_global(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0;

  for (uint32_t both = 0; both < 2; both++) {
    struct survey s SURVEY_OF_BLOCK = survey_sizes(f, both ? MDF : D3, sizes, SIZES);

    for (s.routed = ""; survey_next_pair(&s); pairs++) {
      struct hop hops[LAB_HOPS];
      size_t count = lab_path_of(&s.t, s.routing, s.from, s.to, hops);
      uint32_t globals = 0;

      for (size_t h = 0; h + 1 < count; h++)
        globals += topology_port_kind(&s.t, hops[h].at, hops[h].port) == PORT_GLOBAL;
      wrong += count == 0 || globals > 1;
    }
  }
  reading(f, wrong == 0, "D3 and MDF, all %u pairs of %d sizes: %u not so", pairs, SIZES,
          wrong);
}

static void judge_load(struct finding *f)
{
  uint32_t good = 0, same = 0, large = 0, small = 0, less = 0;
  struct survey d3s SURVEY_OF_BLOCK = survey_sizes(f, D3, sizes, SIZES);
  struct survey mdfs SURVEY_OF_BLOCK = survey_sizes(f, MDF, sizes, SIZES);

  d3s.routed = mdfs.routed = "";
  while (survey_next(&d3s) && survey_next(&mdfs)) {
    const struct load of_d3 = load_of(&d3s), of_mdf = load_of(&mdfs);
    const bool equal = of_d3.local == of_mdf.local && of_d3.global == of_mdf.global;

    if (d3s.m == 2) {
      small += equal;
      less += of_d3.local < of_mdf.local && of_d3.global == of_mdf.global;
      continue;
    }
    large++;
    good += equal;
    same += of_d3.local == 2 * d3s.k * d3s.m + 1 && of_d3.global == d3s.m * d3s.m;
  }
  reading(f, good == large,
          "a packet between any two routers: the busiest links, local and global, "
          "have equal loads in %u of %u sizes with M > 2, 2 K M + 1 and M^2 in %u",
          good, large, same);
  reading(f, small == SIZES - large,
          "M = 2: equal in %u of %u sizes, local links of D3 are less busy in %u", small,
          SIZES - large, less);
}

/* --- sizes of other papers --- */

static uint32_t routers_of(struct finding *f, const char *format, uint32_t k, uint32_t m)
{
  struct survey s SURVEY_OF_BLOCK = survey_sizes(f, format, &(struct lab_size){k, m}, 1);

  return survey_next(&s) ? s.t.switches : 0;
}

static void judge_kim(struct finding *f)
{
  const uint32_t of_d3 = routers_of(f, D3, 4, 8);

  reading(f, of_d3 == 256, "D3(4,8): %u routers", of_d3);
  note(f, "MDF(4,8): %u", routers_of(f, MDF, 4, 8));
}

static void judge_besta(struct finding *f)
{
  const uint32_t said = 1452, routers = routers_of(f, MDF, 11, 11);
  char text[64] = "";

  reading(f, routers == said, "MDF(11,11): %u routers", routers);
  for (uint32_t k = 1; k <= 30; k++)
    for (uint32_t m = 2; m <= 30; m++)
      if (routers_of(f, MDF, k, m) == said)
        claims_append(text, sizeof text, " MDF(%u,%u)", k, m);
  note(f, "of K, M <= 30%s has %u", text[0] ? text : " none", said);
  note(f, "D3(11,11): %u", routers_of(f, D3, 11, 11));
}

/* 11.12: a D3 and an MDF are pertinent to each other if their sizes differ by at most 1 %.
 */
static void judge_garcia(struct finding *f)
{
  const uint32_t of_mdf = routers_of(f, MDF, 8, 16), printed = routers_of(f, D3, 16, 8);
  const uint32_t turned = routers_of(f, D3, 8, 16);

  reading(f, 100 * (of_mdf - printed) <= of_mdf,
          "D3(16,8): %u routers beside the %u of MDF(8,16)", printed, of_mdf);
  reading(f, 100 * (of_mdf - turned) <= of_mdf, "K and M exchanged, D3(8,16): %u", turned);
}

static const struct claim_row rows[] = {
    {"11.8", "any two routers are joined by a path with at most one global hop", "one",
     .judge = judge_one_global},
    {"11.9", "the performance on random traffic is that of any dragonfly: load of links",
     "the same", .judge = judge_load},
    {"11.10", "the network of [11], M=8, K=4: D3(4,8) has size 256", "256",
     .judge = judge_kim},
    {"11.11", "1452 routers of [3] mean K = M = 11", "K = M = 11", .judge = judge_besta},
    {"11.12", "[9] is pertinent to D3(16,8): sizes within 1 %", "D3(16,8)",
     .judge = judge_garcia},
};

const struct claim_part dragonfly_compared = CLAIM_PART(rows, "section 11");

/* --- swapped networks --- */

/* 12.1: (d,p) is joined to (d,p') and to (p,d). */
static void judge_swapped(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "d3:1,%u", 2, 8);

  while (survey_next_pair(&s)) {
    const uint32_t m = s.m, a = s.from, b = s.to;
    bool edge = a / m == b / m || (a / m == b % m && a % m == b / m);

    pairs += a != b;
    wrong += a != b && lab_linked(&s.t, a, b) != edge;
  }
  reading(f, wrong == 0, "M=2..8, all %u pairs: %u joined otherwise", pairs, wrong);
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
  reading(f, missing == 0, "M=2..8: of %u edges, each way counted, %u are missing", edges,
          missing);
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
  reading(f, unlike == s.count,
          "M=2..8: (0,0) has other than as many neighbours as (0,1) in %u of %u", unlike,
          s.count);
}

/* --- conclusion --- */

static void judge_inside(struct finding *f)
{
  TOPOLOGY_OF_BLOCK(larger);
  TOPOLOGY_OF_BLOCK(smaller);

  dragonfly_open(f, &larger, (struct lab_size){3, 3});
  dragonfly_open(f, &smaller, (struct lab_size){2, 3});
  reading(f, larger.switches <= smaller.switches,
          "D3(3,3) has %u routers, D3(2,3) %u; the other way round: 4.1 to 4.3",
          larger.switches, smaller.switches);
}

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
  reading(f, same == 0,
          "all-to-all with either header: no conflict, the same steps, in %u of %d sizes",
          same, LAB_GRAPHS);
}

/* --- doubly parallel --- */

static void judge_doubly(struct finding *f)
{
  static const struct lab_size parallel[] = {{2, 2}, {4, 2}, {2, 4}, {4, 4},
                                             {2, 6}, {3, 4}, {2, 3}, {5, 2}};
  static const char traffic[] = "all-to-all,self=1,order=doubly-parallel";
  uint32_t count[2] = {0}, good[2] = {0}; /* with a common factor; without */
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, parallel, 8);

  while (survey_next(&s)) {
    const uint32_t least = s.k < s.m ? s.k : s.m;
    const bool coprimes = s.k % 2 != s.m % 2; /* of these sizes */
    const struct trial_result r = dragonfly_run(f, s.size, traffic);
    OF_BLOCK(sent, sent);

    sent_make(f, &sent, &s.t, traffic);
    count[coprimes]++;
    good[coprimes] += lab_clean(&r) && sent_rounds(&sent) == s.k * s.m * s.m / least;
  }
  /* S divides K and M, so that KM^2 / min(K,M) rounds are KM^2 / S or fewer. */
  reading(f, good[0] == count[0],
          "K M^2/min(K,M) rounds, by Protocol 3, without conflicts in %u of %u "
          "sizes with a common factor",
          good[0], count[0]);
  note(f, "and in %u of %u without", good[1], count[1]);
  const struct trial_result r = dragonfly_run(f, (struct lab_size){4, 4},
                                              "all-to-all,self=1,order=doubly-parallel-1");
  note(f, "D3(4,4) by Protocol 1: conflicts in %" PRIu64 " steps", r.conflicts.steps);
}

static const struct claim_row rows_of_related[] = {
    {"12.1", "the swapped network of a complete graph is D3(1,M)", "D3(1,M)",
     .judge = judge_swapped},
    {"12.2", "the bi-swapped network of a complete graph is in D3(2,M)", "D3(2,M)",
     .judge = judge_biswapped},
    {"12.3", "swapped networks are not vertex transitive", "not",
     .judge = judge_transitive},
    {"13.1", "D3(K,M) is in D3(J,N) if J <= K, L <= M", "D3(J,N)", .judge = judge_inside,
     .place = "section 13"},
    {"13.2", "with destination headers the analysis of delays does not apply", "not apply",
     .judge = judge_destinations, .place = "section 13"},
    {"13.3", "all-to-all in KM^2/S rounds if S divides K and M ([5])", "KM^2/S",
     .judge = judge_doubly, .place = "section 13"},
};

const struct claim_part dragonfly_related = CLAIM_PART(rows_of_related, "section 12");
