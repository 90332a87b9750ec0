/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_broadcast -- Theorem 4: broadcasts, one and many; Theorem 6: all routers to
 * one, the sink. */
#include "base/bits.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

/* Sizes, and the most broadcasts that follow each other there. */
static const struct lab_size sizes[] = {{1, 2}, {3, 2}, {2, 3}, {1, 4}, {3, 4}};
enum { SIZES = sizeof sizes / sizeof sizes[0], MOST = 9 };

/* A copy of a broadcast at a router. */
struct copy {
  uint32_t at;
  uint64_t header;
};

/* Copies that cross links, by hop, and of these those that cross a self-link. */
struct copies {
  uint32_t crossing[3], self;
};

/* Send copies[*count] one hop further: copies[*count], with those that stay. */
static void next_hop(const struct topology *t, const struct routing *routing,
                     struct copy *copies, uint32_t *count, uint32_t *crossing,
                     uint32_t *self)
{
  const uint32_t before = *count;
  struct copy *next = copies + before;

  *count = 0;
  for (uint32_t i = 0; i < before; i++) {
    const struct route_in in = topology_route_in(t, copies[i].at, copies[i].header);
    struct route_out way = routing->unit->comb(&in);

    for (uint64_t ports = way.ports; ports; ports &= ports - 1) {
      uint32_t port = bits_lowest(ports), end = lab_link(t, copies[i].at, port).to_switch;
      bool link = lab_is_link(t, copies[i].at, port);

      *crossing += link;
      *self += link && end == copies[i].at;
      next[(*count)++] = (struct copy){end, way.header};
    }
  }
  for (uint32_t i = 0; i < *count; i++)
    copies[i] = next[i];
}

static struct copies count_copies(const struct survey *s)
{
  struct copy *copies MEMORY_OF_BLOCK =
      lab_memory(s->f, 2 * (size_t)s->t.switches, sizeof *copies);
  struct copies c = {.self = 0};
  uint32_t count = 1;

  if (!copies)
    return c;
  copies[0] = (struct copy){s->from, d3_broadcast(&s->t, false)};
  for (int hop = 0; hop < 3; hop++)
    next_hop(&s->t, s->routing, copies, &count, &c.crossing[hop], &c.self);
  return c;
}

static void judge_one(struct finding *f)
{
  uint32_t sources = 0, good = 0, as_said = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  s.routed = "source-vector";
  for (; survey_next_switch(&s); sources++) {
    const struct trial_result r = dragonfly_run(f, s.size, "broadcast,source=%u", s.from);
    const struct copies c = count_copies(&s);

    good += lab_clean(&r) && r.steps == 3 && r.delivered == s.t.switches;
    as_said += c.crossing[0] == s.m - 1 && c.crossing[1] == s.k * s.m &&
               c.crossing[2] == s.k * s.m * (s.m - 1) && c.self == 1;
    if (dragonfly_is_example(s.size) && s.from + 1 == s.t.switches)
      note(f, "D3(3,4): copies cross %u, %u, %u links", c.crossing[0], c.crossing[1],
           c.crossing[2]);
  }
  reading(f, good == sources,
          "all %u sources of %d sizes: once at every router, in 3 steps, from %u", sources,
          LAB_GRAPHS, good);
  note(f, "M-1, K M, K M (M-1) links, one of them a self-link, from %u", as_said);
}

/* N broadcasts from all sources with d = p, or from all others: how many cases there are,
 * and how many of them end without conflicts, when one is launched a step, or two in four
 * (`pairs`). */
static uint32_t chain(struct finding *f, bool diagonal, const char *option, bool pairs,
                      uint32_t *cases)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, SIZES);

  *cases = 0;
  while (survey_next_switch(&s))
    for (uint32_t n = 1; n <= MOST; n++) {
      if (dragonfly_is_diagonal(s.size, s.from) != diagonal)
        continue;
      const struct trial_result r =
          dragonfly_run(f, s.size, "broadcast,source=%u,count=%u%s", s.from, n, option);

      ++*cases;
      good += lab_clean(&r) && r.steps == (pairs ? 2 * n + n % 2 : n + 2);
    }
  return good;
}

static void judge_off_diagonal(struct finding *f)
{
  uint32_t cases;
  const uint32_t good = chain(f, false, "", false, &cases);

  reading(f, good == cases,
          "N=1..%d, all sources of %d sizes, %u cases: last step N + 2 in %u", MOST, SIZES,
          cases, good);
}

static void judge_diagonal(struct finding *f)
{
  uint32_t cases;
  const uint32_t good = chain(f, true, "", true, &cases);
  const uint32_t skipping = chain(f, true, ",self-links=0", false, &cases);
  const struct trial_result even =
      dragonfly_run(f, dragonfly_example, "broadcast,source=0,count=8");
  const struct trial_result odd =
      dragonfly_run(f, dragonfly_example, "broadcast,source=0,count=9");

  reading(f, good == cases,
          "N=1..%d, all sources of %d sizes, %u cases: last step 2N for N even, "
          "2N+1 for N odd in %u",
          MOST, SIZES, cases, good);
  note(f, "D3(3,4), N=8: %" PRIu64 ", N=9: %" PRIu64, even.steps, odd.steps);
  note(f, "if no copy goes by a self-link: last step N + 2 in %u", skipping);
}

static void judge_loop(struct finding *f)
{
  char text[64] = "";
  uint32_t good = 0;

  for (uint32_t n = 1; n <= 4; n++) {
    uint32_t messages = 0;

    for (uint32_t i = 1; i <= 2 * n + 1; i += 2)
      messages += 2;
    good += messages == 2 * n;
    claims_append(text, sizeof text, " %u", messages);
  }
  reading(f, good == 4, "n=1..4:%s messages", text);
}

static const struct claim_row rows[] = {
    {"T4.1", "a broadcast reaches every router exactly once, in three hops", "3 hops",
     .judge = judge_one},
    {"T4.2", "N broadcasts in N rounds if d != p (also 13.1)", "N rounds",
     .judge = judge_off_diagonal},
    {"T4.3", "N broadcasts in 2N rounds if d = p (also 13.2)", "2N rounds",
     .judge = judge_diagonal},
    {"T4.4", "the loop for d = p sends 2n messages", "i=1,3,..,2n+1", .judge = judge_loop},
};

const struct claim_part dragonfly_broadcast = CLAIM_PART(rows, "appendix, Theorem 4");

/* --- all routers to one --- */

/* All sinks with d != p of sizes that are asked for. */
struct sinks {
  uint32_t count;
  uint32_t clean;       /* without conflicts */
  uint32_t in_time;     /* with the last step as said, if no packet waited */
  uint64_t least, most; /* conflicts of one sink */
};

/* `after`: steps that follow the KM rounds. */
static void try_sinks(struct finding *f, struct sinks *all, struct lab_size size,
                      const char *rule, uint32_t after)
{
  for (uint32_t sw = 0; sw < size.k * size.m * size.m; sw++) {
    if (dragonfly_is_diagonal(size, sw))
      continue;
    const struct trial_result r =
        dragonfly_run(f, size, "all-to-one,sink=%u,rule=%s", sw, rule);

    all->count++;
    all->clean += lab_clean(&r);
    all->in_time += (lab_clean(&r) ? r.steps : r.conflicts.last) == size.k * size.m + after;
    all->least = r.conflicts.count < all->least ? r.conflicts.count : all->least;
    all->most = r.conflicts.count > all->most ? r.conflicts.count : all->most;
  }
}

static void judge_printed(struct finding *f)
{
  struct sinks large = {.count = 0}, small = {.count = 0};

  for (size_t i = 0; i < LAB_SMALL; i++)
    try_sinks(f, lab_graphs[i].k * lab_graphs[i].m > 4 ? &large : &small, lab_graphs[i],
              "printed", 6);
  reading(f, large.clean == large.count && large.in_time == large.count,
          "all %u sinks with d != p of the sizes of %d with KM > 4: %u without "
          "conflicts; without waiting the last step is KM + 6 for %u",
          large.count, LAB_SMALL, large.clean, large.in_time);
  note(f, "KM <= 4: %u of %u without", small.clean, small.count);
  for (uint32_t k = 3; k <= 4; k++) {
    const struct lab_size size = {k, 4};
    const struct trial_result r =
        dragonfly_run(f, size, "all-to-one,sink=0.0.1,rule=printed");
    struct sinks one = {.least = UINT64_MAX};

    try_sinks(f, &one, size, "printed", 6);
    note(f,
         "D3(%u,4), sink 0.0.1: %" PRIu64 " conflicts, %" PRIu64
         " steps; all sinks: %" PRIu64 " to %" PRIu64,
         k, r.conflicts.count, r.steps, one.least, one.most);
  }
}

struct rule {
  const char *name;
  uint32_t after; /* hops after the last round */
  bool example;   /* say how long the example takes */
};

/* T6.2, T6.3: all sinks of all sizes, with the hops after the last round. */
static void judge_rule(struct finding *f)
{
  const struct rule *rule = f->with;
  struct sinks all = {.count = 0};

  for (size_t i = 0; i < LAB_SMALL; i++)
    try_sinks(f, &all, lab_graphs[i], rule->name, rule->after);
  reading(
      f, all.clean == all.count && all.in_time == all.count,
      "all %u sinks with d != p of %d sizes: no conflict in %u, last step KM + %u in %u",
      all.count, LAB_SMALL, all.clean, rule->after, all.in_time);
  if (rule->example)
    note(f, "D3(3,4): %" PRIu64 " steps",
         dragonfly_run(f, dragonfly_example, "all-to-one,sink=0.0.1").steps);
}

static void judge_diagonal_sinks(struct finding *f)
{
  static const char *const sinks[] = {"0.1.1", "2.0.0"};
  uint32_t count = 0, clean = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, lab_graphs, LAB_SMALL);

  while (survey_next_switch(&s)) {
    if (!dragonfly_is_diagonal(s.size, s.from))
      continue;
    const struct trial_result r = dragonfly_run(f, s.size, "all-to-one,sink=%u", s.from);

    count++;
    clean += lab_clean(&r);
  }
  reading(f, clean == count, "all %u sinks of %d sizes: no conflict in %u", count,
          LAB_SMALL, clean);
  for (size_t i = 0; i < 2; i++) {
    const struct trial_result r =
        dragonfly_run(f, dragonfly_example, "all-to-one,sink=%s", sinks[i]);

    note(f, "D3(3,4), sink %s: %lld waits", sinks[i], (long long)r.steps - (3 * 4 + 6));
  }
}

/* T6.5: the answer of (gamma,d',pi) goes by the vector (c-gamma, p-delta, d-pi). */
static void judge_vector(struct finding *f)
{
  const uint32_t k = dragonfly_example.k, m = dragonfly_example.m;
  uint32_t answers = 0, own = 0, common = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  while (survey_next_pair(&s))
    for (uint32_t delta = 0; delta < m; delta++, answers++) {
      struct d3_router sink = d3_router(&s.t, s.to), r = d3_router(&s.t, s.from);
      struct d3_vector v = {.gamma = dragonfly_difference(sink.c, r.c, k),
                            .pi = dragonfly_difference(sink.p, delta, m),
                            .delta = dragonfly_difference(sink.d, r.p, m)};
      bool arrives = lab_end(&s.t, s.from, v) == s.to;

      common += arrives;
      own += arrives && delta == r.d;
    }
  reading(
      f, own == answers / m,
      "(built) delta is the drawer of the router that answers: %u of %u arrive at D3(3,4)",
      own, answers / m);
  reading(f, common == answers,
          "delta is a number of the request, alike for all: %u of %u arrive", common,
          answers);
}

/* T6.6: the most that one router is sent in one step. */
static void judge_sink(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    uint32_t most = 0, together = 0, last = UINT32_MAX;
    OF_BLOCK(sent, sent);

    sent_make(f, &sent, &s.t, "all-to-one,sink=0.0.1,rule=clocked");
    for (size_t j = 0; j < sent.schedule.count; j++) {
      together = sent.schedule.entries[j].cycle == last ? together + 1 : 1;
      last = sent.schedule.entries[j].cycle;
      most = together > most ? together : most;
    }
    good += most == s.m;
  }
  reading(f, good == LAB_GRAPHS, "up to M in one step in %u of %d sizes", good, LAB_GRAPHS);
}

static const struct claim_row rows_of_all_to_one[] = {
    {"T6.1", "all-to-one in time KM + 6, without conflicts, if d != p (also 9.3, 13.5)",
     "KM + 6", .judge = judge_printed},
    {"T6.2",
     "not in the paper: so too if requests use no self-link and the sink keeps its own "
     "message",
     "-", judge_rule, .with = &(const struct rule){"corrected", 6, true}},
    {"T6.3", "not in the paper: without requests, by the clock, KM + 2 steps", "-",
     judge_rule, .with = &(const struct rule){"clocked", 2, false}},
    {"T6.4", "not in the paper: d = p, each round as early as it can", "-",
     .judge = judge_diagonal_sinks},
    {"T6.5", "an answer goes by (c-gamma, p-delta, d-pi)", "p-delta",
     .judge = judge_vector},
    {"T6.6", "the sink receives M messages in a step", "M", .judge = judge_sink},
};

const struct claim_part dragonfly_all_to_one =
    CLAIM_PART(rows_of_all_to_one, "appendix, Theorem 6");
