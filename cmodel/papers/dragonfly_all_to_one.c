/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_all_to_one -- Theorem 6: all routers to one, the sink. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static bool is_diagonal(const struct topology *t, uint32_t sw)
{
  struct d3_router r = d3_router(t, sw);

  return r.d == r.p;
}

/* All sinks with d != p of sizes that are asked for. */
struct sinks {
  uint32_t count;
  uint32_t clean;       /* without conflicts */
  uint32_t in_time;     /* with the last step as said, if no packet waited */
  uint64_t least, most; /* conflicts of one sink */
};

static bool try_sinks(struct claims *claims, struct sinks *all, struct lab_size size,
                      const char *rule, uint64_t last, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, size, err))
    return false;
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    struct trial_result r;

    if (is_diagonal(&t, sw))
      continue;
    if (!dragonfly_run(claims, size, NULL, &r, err, "all-to-one,sink=%u,rule=%s", sw, rule))
      return false;
    all->count++;
    all->clean += lab_clean(&r);
    all->in_time += (lab_clean(&r) ? r.steps : r.conflicts.last) == last;
    all->least = r.conflicts.count < all->least ? r.conflicts.count : all->least;
    all->most = r.conflicts.count > all->most ? r.conflicts.count : all->most;
  }
  return true;
}

static struct sinks no_sinks(void)
{
  return (struct sinks){.least = UINT64_MAX};
}

/* T6.1 */
static bool judge_printed(struct finding *f, struct err *err)
{
  struct sinks large = no_sinks(), small = no_sinks();
  struct trial_result r;

  for (size_t i = 0; i < LAB_SMALL; i++) {
    const struct lab_size size = lab_graphs[i];

    if (!try_sinks(f->claims, size.k * size.m > 4 ? &large : &small, size, "printed",
                   (uint64_t)size.k * size.m + 6, err))
      return false;
  }
  finding_reading(f, large.clean == large.count && large.in_time == large.count,
                  "all %u sinks with d != p of the sizes of %d with KM > 4: %u without "
                  "conflicts; without waiting the last step is KM + 6 for %u",
                  large.count, LAB_SMALL, large.clean, large.in_time);
  finding_note(f, "KM <= 4: %u of %u without", small.clean, small.count);
  for (uint32_t k = 3; k <= 4; k++) {
    struct sinks one = no_sinks();
    const struct lab_size size = {k, 4};

    if (!try_sinks(f->claims, &one, size, "printed", 4 * (uint64_t)k + 6, err) ||
        !dragonfly_run(f->claims, size, NULL, &r, err,
                       "all-to-one,sink=0.0.1,rule=printed"))
      return false;
    finding_note(f,
                 "D3(%u,4), sink 0.0.1: %llu conflicts, %llu steps; all sinks: %llu to "
                 "%llu",
                 k, (unsigned long long)r.conflicts.count, (unsigned long long)r.steps,
                 (unsigned long long)one.least, (unsigned long long)one.most);
  }
  return true;
}

/* T6.2, T6.3: all sinks of all sizes, with the hops after the last round. */
static bool judge_rule(struct finding *f, const char *rule, uint32_t after, struct err *err)
{
  struct sinks all = no_sinks();

  for (size_t i = 0; i < LAB_SMALL; i++)
    if (!try_sinks(f->claims, &all, lab_graphs[i], rule,
                   (uint64_t)lab_graphs[i].k * lab_graphs[i].m + after, err))
      return false;
  finding_reading(f, all.clean == all.count && all.in_time == all.count,
                  "all %u sinks with d != p of %d sizes: no conflict in %u, last step "
                  "KM + %u in %u",
                  all.count, LAB_SMALL, all.clean, after, all.in_time);
  return true;
}

static bool judge_corrected(struct finding *f, struct err *err)
{
  struct trial_result r;

  if (!judge_rule(f, "corrected", 6, err) ||
      !dragonfly_run(f->claims, (struct lab_size){3, 4}, NULL, &r, err,
                     "all-to-one,sink=0.0.1"))
    return false;
  finding_note(f, "D3(3,4): %llu steps", (unsigned long long)r.steps);
  return true;
}

static bool judge_clocked(struct finding *f, struct err *err)
{
  return judge_rule(f, "clocked", 2, err);
}

/* T6.4 */
static bool judge_diagonal(struct finding *f, struct err *err)
{
  static const char *const sinks[] = {"0.1.1", "2.0.0"};
  uint32_t count = 0, clean = 0;
  struct trial_result r;

  for (size_t i = 0; i < LAB_SMALL; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err))
      return false;
    for (uint32_t sw = 0; sw < t.switches; sw++) {
      if (!is_diagonal(&t, sw))
        continue;
      if (!dragonfly_run(f->claims, lab_graphs[i], NULL, &r, err, "all-to-one,sink=%u", sw))
        return false;
      count++;
      clean += lab_clean(&r);
    }
  }
  finding_reading(f, clean == count, "all %u sinks of %d sizes: no conflict in %u", count,
                  LAB_SMALL, clean);
  for (size_t i = 0; i < 2; i++) {
    if (!dragonfly_run(f->claims, (struct lab_size){3, 4}, NULL, &r, err,
                       "all-to-one,sink=%s", sinks[i]))
      return false;
    finding_note(f, "D3(3,4), sink %s: %lld waits", sinks[i],
                 (long long)r.steps - (3 * 4 + 6));
  }
  return true;
}

/* T6.5: the answer of (gamma,d',pi) goes by the vector (c-gamma, p-delta, d-pi). */
static bool judge_vector(struct finding *f, struct err *err)
{
  uint32_t answers = 0, own = 0, common = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, (struct lab_size){3, 4}, err))
    return false;
  const uint32_t k = d3_k(&t), m = d3_m(&t);
  for (uint32_t sink = 0; sink < t.switches; sink++)
    for (uint32_t from = 0; from < t.switches; from++)
      for (uint32_t delta = 0; delta < m; delta++) {
        struct d3_router s = d3_router(&t, sink), r = d3_router(&t, from);
        struct d3_vector v = {.gamma = dragonfly_difference(s.c, r.c, k),
                              .pi = dragonfly_difference(s.p, delta, m),
                              .delta = dragonfly_difference(s.d, r.p, m)};
        bool arrives = lab_walk(&t, from, v) == sink;

        answers++;
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
  return true;
}

/* T6.6: the most that one router is sent in one step. */
static bool judge_sink(struct finding *f, struct err *err)
{
  uint32_t good = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    PLAN_OF_BLOCK(plan);
    TOPOLOGY_OF_BLOCK(t);
    uint32_t most = 0, together = 0, last = UINT32_MAX;

    if (!dragonfly_open(&t, lab_graphs[i], err) ||
        !lab_plan_make(&plan, &t, NULL, err, "all-to-one,sink=0.0.1,rule=clocked"))
      return false;
    for (size_t j = 0; j < plan.schedule.count; j++) {
      together = plan.schedule.entries[j].cycle == last ? together + 1 : 1;
      last = plan.schedule.entries[j].cycle;
      most = together > most ? together : most;
    }
    good += most == d3_m(&t);
  }
  finding_reading(f, good == LAB_GRAPHS, "up to M in one step in %u of %d sizes", good,
                  LAB_GRAPHS);
  return true;
}

#define PLACE "appendix, Theorem 6"

static const struct claim_row rows[] = {
    {"T6.1", PLACE,
     "all-to-one in time KM + 6, without conflicts, if d != p (also 9.3, 13.5)", "KM + 6",
     .judge = judge_printed},
    {"T6.2", PLACE,
     "not in the paper: so too if requests use no self-link and the sink keeps its own "
     "message",
     "-", .judge = judge_corrected},
    {"T6.3", PLACE, "not in the paper: without requests, by the clock, KM + 2 steps", "-",
     .judge = judge_clocked},
    {"T6.4", PLACE, "not in the paper: d = p, each round as early as it can", "-",
     .judge = judge_diagonal},
    {"T6.5", PLACE, "an answer goes by (c-gamma, p-delta, d-pi)", "p-delta",
     .judge = judge_vector},
    {"T6.6", PLACE, "the sink receives M messages in a step", "M", .judge = judge_sink},
};

const struct claim_part dragonfly_all_to_one = {rows, sizeof rows / sizeof rows[0]};
