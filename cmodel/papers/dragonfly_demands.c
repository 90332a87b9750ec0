/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_demands -- sections 7 and 9: what is asked of routers and terminals. */
#include "papers/dragonfly.h"
#include "papers/dragonfly_remarks.h"

/* 7.1: B/K messages over each global port, B/M over each local one; all times K M. */
static void judge_balance(struct finding *f)
{
  uint32_t with_hold = 0, real = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    const uint32_t b = s.k > s.m ? s.k : s.m;
    uint32_t ports[2] = {0}; /* local, global */

    for (uint32_t port = 0; port < s.t.ports; port++)
      if (lab_is_link(&s.t, 0, port))
        ports[topology_port_kind(&s.t, 0, port) == PORT_GLOBAL]++;
    with_hold += ports[1] * b * s.m + (ports[0] + 1) * b * s.k == 2 * b * s.k * s.m;
    real += ports[1] * b * s.m + ports[0] * b * s.k == b * s.k * s.m + b * (s.m - 1) * s.k;
  }
  reading(f, with_hold == LAB_GRAPHS, "local port 0 counted (note 2): 2B in %u of %d sizes",
          with_hold, LAB_GRAPHS);
  note(f, "over real links B + B(M-1)/M in %u", real);
}

/* Steps of a schedule beyond its rounds and delays, counted from its launches. */
static uint64_t startup(const struct survey *s, const char *traffic)
{
  const struct trial_result r = dragonfly_run(s->f, s->size, "%s", traffic);
  uint64_t rounds = 0;
  OF_BLOCK(sent, sent);

  sent_make(s->f, &sent, &s->t, "%s", traffic);
  /* An answer belongs to the round of its request. */
  for (size_t i = 0; i < sent.schedule.count; i++)
    if (!sent.schedule.entries[i].answers)
      rounds = (uint64_t)sent.schedule.entries[i].cycle + 1;
  return r.steps - rounds;
}

/* 7.2: what is started at 0.0.1 has d != p; at 0.0.0, d = p. */
static void judge_startup(struct finding *f)
{
  static const char *const traffic[] = {"all-to-all,self=1",
                                        "one-to-all,self=1,source=0.0.1",
                                        "one-to-all,self=1,paths=glgl,source=0.0.1",
                                        "broadcast,source=0.0.1,count=9",
                                        "all-to-one,sink=0.0.1",
                                        "one-to-all,self=1,source=0.0.0",
                                        "broadcast,source=0.0.0,count=9",
                                        "all-to-one,sink=0.0.0"};
  enum { KINDS = sizeof traffic / sizeof traffic[0] };
  uint64_t most[KINDS] = {0}, all = 0;
  char text[64] = "", printed[128] = "";
  bool few = true;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    for (size_t kind = 0; kind < KINDS; kind++) {
      const uint64_t more = startup(&s, traffic[kind]);

      most[kind] = more > most[kind] ? more : most[kind];
      all = more > all ? more : all;
    }
    const uint64_t more = startup(&s, "all-to-one,sink=0.0.1,rule=printed");

    few &= more <= 6;
    claims_append(printed, sizeof printed, "%s(%u,%u) %" PRIu64, s.opened > 1 ? ", " : "",
                  s.k, s.m, more);
  }
  for (size_t kind = 0; kind < KINDS; kind++)
    claims_append(text, sizeof text, " %" PRIu64, most[kind]);
  reading(
      f, all <= 6,
      "%d sizes, all-to-all, one-to-all by lgl and glgl, broadcasts, all-to-one; the same "
      "with d = p: at most%s steps beyond rounds and delays",
      LAB_GRAPHS, text);
  reading(f, few, "all-to-one as printed, with conflicts: %s", printed);
}

/* Most packets that a router holds in one step of all-to-all. */
static uint32_t count_holds(const struct survey *s, const char *order, bool *clean)
{
  const struct topology *t = &s->t;
  const struct trial_result r =
      dragonfly_run(s->f, s->size, "all-to-all,self=1,order=%s", order);
  uint32_t *held MEMORY_OF_BLOCK =
      lab_memory(s->f, (r.steps + LAB_HOPS) * t->switches, sizeof *held);
  uint32_t most = 0;
  OF_BLOCK(sent, sent);

  sent_make(s->f, &sent, t, "all-to-all,self=1,order=%s", order);
  for (size_t i = 0; held && i < sent.schedule.count; i++) {
    const struct schedule_entry *entry = &sent.schedule.entries[i];
    struct hop hops[LAB_HOPS];
    size_t count =
        lab_path(t, sent.routing, entry->source, entry->destination, entry->header, hops);

    for (size_t h = 0; h + 1 < count; h++)
      if (!lab_is_link(t, hops[h].at, hops[h].port) &&
          ++held[(entry->cycle + h) * t->switches + hops[h].at] > most)
        most++;
  }
  *clean = lab_clean(&r);
  return most;
}

static void judge_holds(struct finding *f)
{
  struct survey s SURVEY_OF_BLOCK = dragonfly_one(f);

  if (!survey_next(&s))
    return;
  bool clean[2];
  const uint32_t printed = count_holds(&s, "printed", &clean[0]);
  const uint32_t minimal = count_holds(&s, "minimal", &clean[1]);

  reading(f, clean[0] && printed == 1,
          "all-to-all of D3(3,4) as printed: up to %u in a step", printed);
  reading(f, clean[1] && minimal == 1,
          "with minimal waits: up to %u, one before and one after its global hop", minimal);
}

/* Most packets that a terminal starts in a step. */
static uint32_t width_of(const struct survey *s, const char *traffic)
{
  OF_BLOCK(sent, sent);

  sent_make(s->f, &sent, &s->t, "%s", traffic);
  return schedule_width(&sent.schedule, &s->t);
}

static void judge_launch(struct finding *f)
{
  uint32_t as_m = 0, as_k = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    as_m += width_of(&s, "one-to-all,self=1,source=0.0.1") == s.m;
    as_k += width_of(&s, "one-to-all,self=1,paths=glgl,source=0.0.1") == s.k;
  }
  reading(f, as_m == LAB_GRAPHS, "one-to-all: M in %u of %d sizes", as_m, LAB_GRAPHS);
  note(f, "by paths glgl K in %u", as_k);
}

static const struct claim_row rows_7[] = {
    {"7.1", "balanced ports carry 2B messages in a time step, B = max(K, M)", "2B",
     .judge = judge_balance},
    {"7.2", "rounds and delays are within a few steps (here 6) of all steps", "a few",
     .judge = judge_startup},
};

static const struct claim_row rows_9[] = {
    {"9.1", "a router holds a packet for a step: one at a time is enough", "a packet",
     .judge = judge_holds},
    {"9.2", "a terminal launches M packets at once", "M", .judge = judge_launch},
    {"9.3", "no conflicts between the packets of one round (inter-round)", "none",
     .judge = dragonfly_judge_rounds},
};

const struct claim_part dragonfly_router = CLAIM_PART(rows_7, "section 7");
const struct claim_part dragonfly_demands = CLAIM_PART(rows_9, "section 9");
