/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_all_to_one -- Theorem 6: all routers to one, the sink. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

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

/* T6.1 */
static void judge_printed(struct finding *f)
{
  struct sinks large = {.count = 0}, small = {.count = 0};

  for (size_t i = 0; i < LAB_SMALL; i++)
    try_sinks(f, lab_graphs[i].k * lab_graphs[i].m > 4 ? &large : &small, lab_graphs[i],
              "printed", 6);
  finding_reading(f, large.clean == large.count && large.in_time == large.count,
                  "all %u sinks with d != p of the sizes of %d with KM > 4: %u without "
                  "conflicts; without waiting the last step is KM + 6 for %u",
                  large.count, LAB_SMALL, large.clean, large.in_time);
  finding_note(f, "KM <= 4: %u of %u without", small.clean, small.count);
  for (uint32_t k = 3; k <= 4; k++) {
    const struct lab_size size = {k, 4};
    const struct trial_result r =
        dragonfly_run(f, size, "all-to-one,sink=0.0.1,rule=printed");
    struct sinks one = {.least = UINT64_MAX};

    try_sinks(f, &one, size, "printed", 6);
    finding_note(f,
                 "D3(%u,4), sink 0.0.1: %llu conflicts, %llu steps; all sinks: %llu to "
                 "%llu",
                 k, (unsigned long long)r.conflicts.count, (unsigned long long)r.steps,
                 (unsigned long long)one.least, (unsigned long long)one.most);
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
  finding_reading(f, all.clean == all.count && all.in_time == all.count,
                  "all %u sinks with d != p of %d sizes: no conflict in %u, last step "
                  "KM + %u in %u",
                  all.count, LAB_SMALL, all.clean, rule->after, all.in_time);
  if (rule->example)
    finding_note(
        f, "D3(3,4): %llu steps",
        (unsigned long long)dragonfly_run(f, dragonfly_example, "all-to-one,sink=0.0.1")
            .steps);
}

/* T6.4 */
static void judge_diagonal(struct finding *f)
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
  finding_reading(f, clean == count, "all %u sinks of %d sizes: no conflict in %u", count,
                  LAB_SMALL, clean);
  for (size_t i = 0; i < 2; i++) {
    const struct trial_result r =
        dragonfly_run(f, dragonfly_example, "all-to-one,sink=%s", sinks[i]);

    finding_note(f, "D3(3,4), sink %s: %lld waits", sinks[i],
                 (long long)r.steps - (3 * 4 + 6));
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
  finding_reading(f, own == answers / m,
                  "(built) delta is the drawer of the router that answers: %u of %u arrive "
                  "at D3(3,4)",
                  own, answers / m);
  finding_reading(f, common == answers,
                  "delta is a number of the request, alike for all: %u of %u arrive",
                  common, answers);
}

/* T6.6: the most that one router is sent in one step. */
static void judge_sink(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    uint32_t most = 0, together = 0, last = UINT32_MAX;
    SENT_OF_BLOCK(sent);

    sent_make(f, &sent, &s.t, "all-to-one,sink=0.0.1,rule=clocked");
    for (size_t j = 0; j < sent.schedule.count; j++) {
      together = sent.schedule.entries[j].cycle == last ? together + 1 : 1;
      last = sent.schedule.entries[j].cycle;
      most = together > most ? together : most;
    }
    good += most == s.size.m;
  }
  finding_reading(f, good == LAB_GRAPHS, "up to M in one step in %u of %d sizes", good,
                  LAB_GRAPHS);
}

#define PLACE "appendix, Theorem 6"

static const struct claim_row rows[] = {
    {"T6.1", PLACE,
     "all-to-one in time KM + 6, without conflicts, if d != p (also 9.3, 13.5)", "KM + 6",
     .judge = judge_printed},
    {"T6.2", PLACE,
     "not in the paper: so too if requests use no self-link and the sink keeps its own "
     "message",
     "-", judge_rule, &(const struct rule){"corrected", 6, true}},
    {"T6.3", PLACE, "not in the paper: without requests, by the clock, KM + 2 steps", "-",
     judge_rule, &(const struct rule){"clocked", 2, false}},
    {"T6.4", PLACE, "not in the paper: d = p, each round as early as it can", "-",
     .judge = judge_diagonal},
    {"T6.5", PLACE, "an answer goes by (c-gamma, p-delta, d-pi)", "p-delta",
     .judge = judge_vector},
    {"T6.6", PLACE, "the sink receives M messages in a step", "M", .judge = judge_sink},
};

const struct claim_part dragonfly_all_to_one = {rows, sizeof rows / sizeof rows[0]};
