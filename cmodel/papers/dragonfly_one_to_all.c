/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_one_to_all -- Theorem 5: one router to all. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static bool is_diagonal(struct lab_size size, uint32_t sw)
{
  return sw / size.m % size.m == sw % size.m;
}

/* All sources with d = p, or all others, of all sizes. */
struct sources {
  uint32_t count;
  uint32_t good; /* no conflicts, all delivered, last step as said */
};

/* The last step of a schedule that launches a round a step: its rounds, and the hops of a
 * path less one. */
typedef uint64_t last_step(struct lab_size size);

static uint64_t after_km_rounds(struct lab_size size)
{
  return (uint64_t)size.k * size.m + 2;
}

static uint64_t after_mm_rounds(struct lab_size size)
{
  return (uint64_t)size.m * size.m + 3;
}

static bool try_sources(struct claims *claims, struct sources *all, const char *options,
                        last_step *last, struct err *err)
{
  *all = (struct sources){.count = 0};
  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    struct lab_size size = lab_graphs[i];

    for (uint32_t sw = 0; sw < size.k * size.m * size.m; sw++) {
      struct trial_result r;

      if (is_diagonal(size, sw))
        continue;
      if (!dragonfly_run(claims, size, NULL, &r, err, "one-to-all,self=1,source=%u%s", sw,
                         options))
        return false;
      all->count++;
      all->good += lab_clean(&r) && r.steps == last(size) &&
                   r.delivered == (uint64_t)size.k * size.m * size.m;
    }
  }
  return true;
}

/* T5.1 */
static bool judge_off_diagonal(struct finding *f, struct err *err)
{
  struct sources all;

  if (!try_sources(f->claims, &all, "", after_km_rounds, err))
    return false;
  finding_reading(f, all.good == all.count,
                  "rounds 0..KM-1, all %u sources of %d sizes: no conflict and last step "
                  "KM + 2 from %u",
                  all.count, LAB_GRAPHS, all.good);
  return true;
}

/* T5.2: whom the printed loop leaves out. */
static bool judge_loop(struct finding *f, struct err *err)
{
  uint32_t sources = 0, complete = 0, column = 0;

  for (size_t i = 0; i < LAB_SMALL; i++) {
    const struct lab_size size = lab_graphs[i];
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, size, err))
      return false;
    for (uint32_t sw = 0; sw < t.switches; sw++) {
      const struct d3_router from = d3_router(&t, sw);
      PLAN_OF_BLOCK(plan);
      uint64_t reached = 0; /* at most 48 routers */
      bool only_column = true;

      if (is_diagonal(size, sw))
        continue;
      if (!lab_plan_make(&plan, &t, NULL, err, "one-to-all,self=1,rule=printed,source=%u",
                         sw))
        return false;
      for (size_t j = 0; j < plan.schedule.count; j++)
        reached |= UINT64_C(1) << plan.schedule.entries[j].destination;
      for (uint32_t to = 0; to < t.switches; to++) {
        struct d3_router r = d3_router(&t, to);

        only_column &= (reached >> to & 1) == !(r.c == from.c && r.p == from.d);
      }
      sources++;
      complete += reached == UINT64_MAX >> (64 - t.switches);
      column += only_column;
    }
  }
  finding_reading(
      f, complete == sources,
      "all %u sources with d != p of %d sizes: all routers are reached from %u, "
      "all but (c,*,d) from %u",
      sources, LAB_SMALL, complete, column);
  return true;
}

/* --- d = p --- */

/* Whether round i follows the one before it at once. */
enum waiting {
  WAIT_NEVER,
  WAIT_ONE,  /* a step when round i - 2 is in the way, as in Theorem 7 */
  WAIT_BLOCK /* two on, two off while gamma = 0 */
};

static uint32_t wait_before(enum waiting waiting, struct lab_size size, uint32_t i)
{
  if (waiting == WAIT_ONE)
    return i >= 2 && (i - 2) / size.m == 0 && (i - 2) % size.m != 0;
  if (waiting == WAIT_BLOCK)
    return i % 2 == 0 && i >= 2 && i <= size.m + size.m % 2 ? 2 : 0;
  return 0;
}

/* One-to-all from router 0.0.0 with such waits: its conflicts, and the waits. */
static bool launch(struct lab_size size, enum waiting waiting, struct conflicts *c,
                   uint32_t *waits, struct err *err)
{
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);
  uint32_t cycle = 0;

  if (!dragonfly_open(&t, size, err) || !lab_plan_open(&plan, &t, NULL, err))
    return false;
  *waits = 0;
  for (uint32_t i = 0; i < size.k * size.m; i++, cycle++) {
    *waits += wait_before(waiting, size, i);
    cycle += wait_before(waiting, size, i);
    for (uint32_t delta = 0; delta < size.m; delta++) {
      struct d3_vector v = {.gamma = i / size.m, .pi = i % size.m, .delta = delta};

      if (!lab_plan_send(&plan, cycle, 0, d3_end(&t, 0, v),
                         dragonfly_vector(&t, 3, v.gamma, v.pi, v.delta), err))
        return false;
    }
  }
  return lab_plan_count(&plan, c, err);
}

/* Waits of the schedule that launches every round as early as it can. */
static bool earliest(struct claims *claims, struct lab_size size, const char *options,
                     last_step *last, uint64_t *waits, bool *clean, struct err *err)
{
  struct trial_result r;

  if (!dragonfly_run(claims, size, NULL, &r, err, "one-to-all,self=1,source=0%s", options))
    return false;
  *waits = r.steps - last(size);
  *clean = lab_clean(&r);
  return true;
}

static bool judge_earliest(struct finding *f, struct err *err)
{
  uint32_t as_said = 0, less = 0, single = 0;
  char text[64] = "";

  for (uint32_t m = 2; m <= 8; m++) {
    uint64_t waits, alone;
    bool clean[2];

    if (!earliest(f->claims, (struct lab_size){3, m}, "", after_km_rounds, &waits,
                  &clean[0], err) ||
        !earliest(f->claims, (struct lab_size){1, m}, "", after_km_rounds, &alone,
                  &clean[1], err))
      return false;
    as_said += waits == m && clean[0];
    less += waits == m - 1 && clean[0];
    single += alone == 2 * ((m - 2) / 2) && clean[1];
    claims_append(text, sizeof text, " %llu", (unsigned long long)waits);
  }
  finding_reading(f, as_said == 7, "as early as possible, D3(3,2..8):%s, M-1 in %u of 7",
                  text, less);
  finding_note(f, "K=1: 2 floor((M-2)/2) in %u of 7", single);
  return true;
}

/* T5.3 */
static bool judge_diagonal(struct finding *f, struct err *err)
{
  struct conflicts c;
  uint32_t waits;

  if (!judge_earliest(f, err))
    return false;
  for (uint32_t odd = 0; odd < 2; odd++) {
    uint32_t as_said = 0;
    char text[64] = "";

    for (uint32_t m = 2 + odd; m <= 8; m += 2) {
      if (!launch((struct lab_size){3, m}, WAIT_BLOCK, &c, &waits, err))
        return false;
      as_said += waits == m && c.count == 0;
      claims_append(text, sizeof text, " %u", waits);
    }
    finding_reading(f, as_said == 4 - odd, "Protocol 3 while gamma = 0, M=%s:%s",
                    odd ? "3,5,7" : "2,4,6,8", text);
  }
  if (!launch((struct lab_size){3, 4}, WAIT_NEVER, &c, &waits, err))
    return false;
  finding_note(f, "no waits, D3(3,4): conflicts in %llu steps",
               (unsigned long long)c.steps);
  if (!launch((struct lab_size){3, 4}, WAIT_ONE, &c, &waits, err))
    return false;
  finding_note(f, "one wait for each, as in Theorem 7: in %llu",
               (unsigned long long)c.steps);
  return true;
}

/* T5.4 */
static bool judge_rounds(struct finding *f, struct err *err)
{
  uint32_t good = 0;
  struct trial_result r;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    PLAN_OF_BLOCK(plan);
    TOPOLOGY_OF_BLOCK(t);
    uint32_t rounds = 0, last = UINT32_MAX;

    if (!dragonfly_open(&t, lab_graphs[i], err) ||
        !lab_plan_make(&plan, &t, NULL, err, "one-to-all,self=1,source=0"))
      return false;
    for (size_t j = 0; j < plan.schedule.count; j++) {
      rounds += plan.schedule.entries[j].cycle != last;
      last = plan.schedule.entries[j].cycle;
    }
    good += rounds == 2 * d3_k(&t) * d3_m(&t);
    if (d3_k(&t) == 3 && d3_m(&t) == 4)
      finding_note(f, "D3(3,4): %u rounds", rounds);
  }
  finding_reading(f, good == LAB_GRAPHS, "2 K M rounds in %u of %d sizes", good,
                  LAB_GRAPHS);
  if (!dragonfly_run(f->claims, (struct lab_size){3, 4}, NULL, &r, err,
                     "one-to-all,self=1,source=0"))
    return false;
  finding_note(f, "last step %llu", (unsigned long long)r.steps);
  if (!dragonfly_run(f->claims, (struct lab_size){3, 4}, NULL, &r, err,
                     "one-to-all,self=1,rule=protocol-3,source=0"))
    return false;
  finding_note(f, "by Protocol 3 all through %llu", (unsigned long long)r.steps);
  return true;
}

/* T5.5 */
static bool judge_glgl(struct finding *f, struct err *err)
{
  struct sources all;
  char text[64] = "";

  if (!try_sources(f->claims, &all, ",paths=glgl", after_mm_rounds, err))
    return false;
  finding_reading(f, all.good == all.count,
                  "all %u sources with d != p of %d sizes: no conflict and last step "
                  "M^2 + 3 from %u",
                  all.count, LAB_GRAPHS, all.good);
  for (uint32_t m = 2; m <= 4; m++) {
    uint64_t waits;
    bool clean;

    if (!earliest(f->claims, (struct lab_size){3, m}, ",paths=glgl", after_mm_rounds,
                  &waits, &clean, err))
      return false;
    claims_append(text, sizeof text, " %llu", (unsigned long long)waits);
  }
  finding_note(f, "d = p, M=2,3,4:%s waits", text);
  return true;
}

#define PLACE "appendix, Theorem 5"

static const struct claim_row rows[] = {
    {"T5.1", PLACE, "one-to-all in KM rounds if d != p (also 9.2b)", "KM rounds",
     .judge = judge_off_diagonal},
    {"T5.2", PLACE, "its loop i = 1..KM-1 reaches all routers", "i=1,..,KM-1",
     .judge = judge_loop},
    {"T5.3", PLACE, "one-to-all with M delays if d = p (also 13.4)", "M delays",
     .judge = judge_diagonal},
    {"T5.4", PLACE, "one-to-all takes 2KM rounds if d = p (9.2a)", "2KM rounds",
     .judge = judge_rounds},
    {"T5.5", PLACE, "one-to-all by paths glgl in M^2 rounds if d != p (10, 13.3)",
     "M^2 rounds", .judge = judge_glgl},
};

const struct claim_part dragonfly_one_to_all = {rows, sizeof rows / sizeof rows[0]};
