/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_demands -- sections 7 and 9: what is asked of routers and terminals. */
#include "papers/dragonfly.h"

/* 7.1: B/K messages over each global port, B/M over each local one; all times K M. */
static bool judge_balance(struct finding *f, struct err *err)
{
  uint32_t with_hold = 0, real = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    const uint32_t k = lab_graphs[i].k, m = lab_graphs[i].m, b = k > m ? k : m;
    uint32_t ports[2] = {0}; /* local, global */
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err))
      return false;
    for (uint32_t port = 0; port < t.ports; port++)
      if (lab_is_link(&t, 0, port))
        ports[topology_port_kind(&t, 0, port) == PORT_GLOBAL]++;
    with_hold += ports[1] * b * m + (ports[0] + 1) * b * k == 2 * b * k * m;
    real += ports[1] * b * m + ports[0] * b * k == b * k * m + b * (m - 1) * k;
  }
  finding_reading(f, with_hold == LAB_GRAPHS,
                  "local port 0 counted (note 2): 2B in %u of %d sizes", with_hold,
                  LAB_GRAPHS);
  finding_note(f, "over real links B + B(M-1)/M in %u", real);
  return true;
}

/* Steps of a schedule beyond its rounds and delays, counted from its launches. */
static bool startup(struct claims *claims, struct lab_size size, const char *traffic,
                    uint64_t *more, struct err *err)
{
  struct trial_result r;
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, size, err) ||
      !dragonfly_run(claims, size, NULL, &r, err, "%s", traffic) ||
      !lab_plan_make(&plan, &t, NULL, err, "%s", traffic))
    return false;
  uint64_t rounds = 0;
  /* An answer belongs to the round of its request. */
  for (size_t i = 0; i < plan.schedule.count; i++)
    if (!plan.schedule.entries[i].answers)
      rounds = (uint64_t)plan.schedule.entries[i].cycle + 1;
  *more = r.steps - rounds;
  return true;
}

/* 7.2: what is started at 0.0.1 has d != p; at 0.0.0, d = p. */
static bool judge_startup(struct finding *f, struct err *err)
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
  uint64_t most[KINDS] = {0}, all = 0, more;
  char text[64] = "", printed[128] = "";
  bool few = true;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    for (size_t kind = 0; kind < KINDS; kind++) {
      if (!startup(f->claims, lab_graphs[i], traffic[kind], &more, err))
        return false;
      most[kind] = more > most[kind] ? more : most[kind];
      all = more > all ? more : all;
    }
    if (!startup(f->claims, lab_graphs[i], "all-to-one,sink=0.0.1,rule=printed", &more,
                 err))
      return false;
    few &= more <= 6;
    claims_append(printed, sizeof printed, "%s(%u,%u) %llu", i ? ", " : "", lab_graphs[i].k,
                  lab_graphs[i].m, (unsigned long long)more);
  }
  for (size_t kind = 0; kind < KINDS; kind++)
    claims_append(text, sizeof text, " %llu", (unsigned long long)most[kind]);
  finding_reading(
      f, all <= 6,
      "%d sizes, all-to-all, one-to-all by lgl and glgl, broadcasts, all-to-one; "
      "the same with d = p: at most%s steps beyond rounds and delays",
      LAB_GRAPHS, text);
  finding_reading(f, few, "all-to-one as printed, with conflicts: %s", printed);
  return true;
}

/* Most packets that a router holds in one step of all-to-all. */
static bool count_holds(struct claims *claims, const char *order, uint32_t *most,
                        bool *clean, struct err *err)
{
  const struct lab_size size = {3, 4};
  struct trial_result r;
  PLAN_OF_BLOCK(plan);
  TOPOLOGY_OF_BLOCK(t);

  *most = 0;
  if (!dragonfly_open(&t, size, err) ||
      !dragonfly_run(claims, size, NULL, &r, err, "all-to-all,self=1,order=%s", order) ||
      !lab_plan_make(&plan, &t, NULL, err, "all-to-all,self=1,order=%s", order))
    return false;
  uint32_t *held MEMORY_OF_BLOCK =
      lab_memory((r.steps + LAB_HOPS) * t.switches, sizeof *held, err, "%s", t.spec);
  if (!held)
    return false;
  for (size_t i = 0; i < plan.schedule.count; i++) {
    const struct schedule_entry *entry = &plan.schedule.entries[i];
    struct hop hops[LAB_HOPS];
    size_t count =
        lab_path(&t, plan.routing, entry->source, entry->destination, entry->header, hops);

    for (size_t h = 0; h + 1 < count; h++)
      if (!lab_is_link(&t, hops[h].at, hops[h].port) &&
          ++held[(entry->cycle + h) * t.switches + hops[h].at] > *most)
        ++*most;
  }
  *clean = lab_clean(&r);
  return true;
}

/* 9.1 */
static bool judge_holds(struct finding *f, struct err *err)
{
  uint32_t most[2];
  bool clean[2];

  if (!count_holds(f->claims, "printed", &most[0], &clean[0], err) ||
      !count_holds(f->claims, "minimal", &most[1], &clean[1], err))
    return false;
  finding_reading(f, clean[0] && most[0] == 1,
                  "all-to-all of D3(3,4) as printed: up to %u in a step", most[0]);
  finding_reading(f, clean[1] && most[1] == 1,
                  "with minimal waits: up to %u, one before and one after its global hop",
                  most[1]);
  return true;
}

/* Most packets that a terminal starts in a step. */
static bool width_of(const struct topology *t, const char *traffic, uint32_t *width,
                     struct err *err)
{
  PLAN_OF_BLOCK(plan);

  if (!lab_plan_make(&plan, t, NULL, err, "%s", traffic))
    return false;
  *width = schedule_width(&plan.schedule, t);
  return true;
}

/* 9.2 */
static bool judge_launch(struct finding *f, struct err *err)
{
  uint32_t as_m = 0, as_k = 0;

  for (size_t i = 0; i < LAB_GRAPHS; i++) {
    uint32_t width[2];
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, lab_graphs[i], err) ||
        !width_of(&t, "one-to-all,self=1,source=0.0.1", &width[0], err) ||
        !width_of(&t, "one-to-all,self=1,paths=glgl,source=0.0.1", &width[1], err))
      return false;
    as_m += width[0] == lab_graphs[i].m;
    as_k += width[1] == lab_graphs[i].k;
  }
  finding_reading(f, as_m == LAB_GRAPHS, "one-to-all: M in %u of %d sizes", as_m,
                  LAB_GRAPHS);
  finding_note(f, "by paths glgl K in %u", as_k);
  return true;
}

#define SECTION_7 "section 7"
#define SECTION_9 "section 9"

static const struct claim_row rows_7[] = {
    {"7.1", SECTION_7, "balanced ports carry 2B messages in a time step, B = max(K, M)",
     "2B", .judge = judge_balance},
    {"7.2", SECTION_7, "rounds and delays are within a few steps (here 6) of all steps",
     "a few", .judge = judge_startup},
};

static const struct claim_row rows_9[] = {
    {"9.1", SECTION_9, "a router holds a packet for a step: one at a time is enough",
     "a packet", .judge = judge_holds},
    {"9.2", SECTION_9, "a terminal launches M packets at once", "M", .judge = judge_launch},
};

const struct claim_part dragonfly_router = {rows_7, sizeof rows_7 / sizeof rows_7[0]};
const struct claim_part dragonfly_demands = {rows_9, sizeof rows_9 / sizeof rows_9[0]};
