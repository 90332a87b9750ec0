/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_one_to_all -- Theorem 5: one router to all. */
#include "base/bits.h"
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"
#include "papers/dragonfly_remarks.h"

/* All sources with d = p, or all others, of all sizes. */
struct sources {
  uint32_t count;
  uint32_t good; /* no conflicts, all delivered, last step as said */
};

/* The paths lgl of a schedule, or glgl. */
static const char *options_of(bool glgl)
{
  return glgl ? ",paths=glgl" : "";
}

/* The last step of a schedule that launches a round a step: its rounds, and the hops of a
 * path less one. */
static uint64_t last_step(struct lab_size size, bool glgl)
{
  return (uint64_t)size.m * (glgl ? size.m : size.k) + (glgl ? 3 : 2);
}

static struct sources try_sources(struct finding *f, bool glgl)
{
  struct sources all = {.count = 0};
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next_switch(&s)) {
    if (dragonfly_is_diagonal(s.size, s.from))
      continue;
    const struct trial_result r =
        dragonfly_run(f, s.size, "one-to-all,self=1,source=%u%s", s.from, options_of(glgl));

    all.count++;
    all.good +=
        lab_clean(&r) && r.steps == last_step(s.size, glgl) && r.delivered == s.t.switches;
  }
  return all;
}

static void judge_off_diagonal(struct finding *f)
{
  const struct sources all = try_sources(f, false);

  reading(f, all.good == all.count,
          "rounds 0..KM-1, all %u sources of %d sizes: no conflict and last step "
          "KM + 2 from %u",
          all.count, LAB_GRAPHS, all.good);
}

/* T5.2: whom the printed loop leaves out. */
static void judge_loop(struct finding *f)
{
  uint32_t sources = 0, complete = 0, column = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, lab_graphs, LAB_SMALL);

  while (survey_next_switch(&s)) {
    const struct d3_router from = d3_router(&s.t, s.from);
    uint64_t reached = 0; /* at most 48 routers */
    bool only_column = true;
    OF_BLOCK(sent, sent);

    if (dragonfly_is_diagonal(s.size, s.from))
      continue;
    sent_make(f, &sent, &s.t, "one-to-all,self=1,rule=printed,source=%u", s.from);
    for (size_t j = 0; j < sent.schedule.count; j++)
      reached |= UINT64_C(1) << sent.schedule.entries[j].destination;
    for (uint32_t to = 0; to < s.t.switches; to++) {
      struct d3_router r = d3_router(&s.t, to);

      only_column &= (reached >> to & 1) == !(r.c == from.c && r.p == from.d);
    }
    sources++;
    complete += reached == bits_mask(s.t.switches);
    column += only_column;
  }
  reading(f, complete == sources,
          "all %u sources with d != p of %d sizes: all routers are reached from "
          "%u, all but (c,*,d) from %u",
          sources, LAB_SMALL, complete, column);
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

/* One-to-all from router 0.0.0 of D3(3,M) with such waits: its conflicts, and the waits. */
static struct conflicts launch(struct finding *f, uint32_t m, enum waiting waiting,
                               uint32_t *waits)
{
  const struct lab_size size = {3, m};
  uint32_t cycle = 0;
  OF_BLOCK(sent, sent);
  TOPOLOGY_OF_BLOCK(t);

  *waits = 0;
  if (!dragonfly_open(f, &t, size))
    return (struct conflicts){.count = 0};
  sent_open(f, &sent, &t, NULL);
  for (uint32_t i = 0; i < size.k * m; i++, cycle++) {
    *waits += wait_before(waiting, size, i);
    cycle += wait_before(waiting, size, i);
    for (uint32_t delta = 0; delta < m; delta++) {
      struct d3_vector v = {.gamma = i / m, .pi = i % m, .delta = delta};

      sent_add(&sent, cycle, 0, d3_end(&t, 0, v),
               dragonfly_vector(&t, 3, v.gamma, v.pi, v.delta));
    }
  }
  return sent_conflicts(&sent);
}

/* Waits of the schedule that launches every round as early as it can. */
static uint64_t earliest(struct finding *f, struct lab_size size, bool glgl, bool *clean)
{
  const struct trial_result r =
      dragonfly_run(f, size, "one-to-all,self=1,source=0%s", options_of(glgl));

  *clean = lab_clean(&r);
  return r.steps - last_step(size, glgl);
}

static void judge_earliest(struct finding *f)
{
  uint32_t as_said = 0, less = 0, single = 0;
  char text[64] = "";

  for (uint32_t m = 2; m <= 8; m++) {
    bool clean[2];
    const uint64_t waits = earliest(f, (struct lab_size){3, m}, false, &clean[0]);
    const uint64_t alone = earliest(f, (struct lab_size){1, m}, false, &clean[1]);

    as_said += waits == m && clean[0];
    less += waits == m - 1 && clean[0];
    single += alone == 2 * ((m - 2) / 2) && clean[1];
    claims_append(text, sizeof text, " %" PRIu64, waits);
  }
  reading(f, as_said == 7, "as early as possible, D3(3,2..8):%s, M-1 in %u of 7", text,
          less);
  note(f, "K=1: 2 floor((M-2)/2) in %u of 7", single);
}

static void judge_diagonal(struct finding *f)
{
  uint32_t waits;

  judge_earliest(f);
  for (uint32_t odd = 0; odd < 2; odd++) {
    uint32_t as_said = 0;
    char text[64] = "";

    for (uint32_t m = 2 + odd; m <= 8; m += 2) {
      const struct conflicts c = launch(f, m, WAIT_BLOCK, &waits);

      as_said += waits == m && c.count == 0;
      claims_append(text, sizeof text, " %u", waits);
    }
    reading(f, as_said == 4 - odd, "Protocol 3 while gamma = 0, M=%s:%s",
            odd ? "3,5,7" : "2,4,6,8", text);
  }
  note(f, "no waits, D3(3,4): conflicts in %" PRIu64 " steps",
       launch(f, 4, WAIT_NEVER, &waits).steps);
  note(f, "one wait for each, as in Theorem 7: in %" PRIu64,
       launch(f, 4, WAIT_ONE, &waits).steps);
}

static void judge_rounds(struct finding *f)
{
  static const char *const rules[] = {"", ",rule=protocol-3"};
  static const char *const texts[] = {"last step", "by Protocol 3 all through"};
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    OF_BLOCK(sent, sent);

    sent_make(f, &sent, &s.t, "one-to-all,self=1,source=0");
    good += sent_rounds(&sent) == 2 * s.k * s.m;
    if (dragonfly_is_example(s.size))
      note(f, "D3(3,4): %u rounds", sent_rounds(&sent));
  }
  reading(f, good == LAB_GRAPHS, "2 K M rounds in %u of %d sizes", good, LAB_GRAPHS);
  for (size_t i = 0; i < 2; i++) {
    const struct trial_result r =
        dragonfly_run(f, dragonfly_example, "one-to-all,self=1%s,source=0", rules[i]);

    note(f, "%s %" PRIu64, texts[i], r.steps);
  }
}

static void judge_glgl(struct finding *f)
{
  const struct sources all = try_sources(f, true);
  char text[64] = "";
  bool clean;

  reading(
      f, all.good == all.count,
      "all %u sources with d != p of %d sizes: no conflict and last step M^2 + 3 from %u",
      all.count, LAB_GRAPHS, all.good);
  for (uint32_t m = 2; m <= 4; m++)
    claims_append(text, sizeof text, " %" PRIu64,
                  earliest(f, (struct lab_size){3, m}, true, &clean));
  note(f, "d = p, M=2,3,4:%s waits", text);
}

static const struct claim_row rows[] = {
    {"T5.1", "one-to-all in KM rounds if d != p (also 9.2b)", "KM rounds",
     .judge = judge_off_diagonal},
    {"T5.2", "its loop i = 1..KM-1 reaches all routers", "i=1,..,KM-1",
     .judge = judge_loop},
    {"T5.3", "one-to-all with M delays if d = p (also 13.4)", "M delays",
     .judge = judge_diagonal},
    {"T5.4", "one-to-all takes 2KM rounds if d = p (9.2a)", "2KM rounds",
     .judge = judge_rounds},
    {"T5.5", "one-to-all by paths glgl in M^2 rounds if d != p (10, 13.3)", "M^2 rounds",
     .judge = judge_glgl},
    {"T5.6", "one-to-all in min(M^2, KM) rounds if d != p (13.3)", "min(M^2,KM)",
     .judge = dragonfly_judge_fewest},
};

const struct claim_part dragonfly_one_to_all = CLAIM_PART(rows, "appendix, Theorem 5");
