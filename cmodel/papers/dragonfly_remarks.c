/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_remarks -- what the paper says in passing, of sections 1, 6, 9, 11 and 13. */
#include "papers/dragonfly_remarks.h"
#include "papers/dragonfly.h"

/* --- 1.3 --- */

/* Does the vector lead from every router back to where it was, when followed twice? */
static bool is_exchange(const struct topology *t, struct d3_vector v)
{
  bool back = true;

  for (uint32_t sw = 0; back && sw < t->switches; sw++)
    back = lab_end(t, lab_end(t, sw, v), v) == sw;
  return back;
}

void dragonfly_judge_exchanges(struct finding *f)
{
  uint32_t good = 0, exact = 0, of_example = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    uint32_t exchanges = 0;

    for (uint32_t code = 0; code < s.t.switches; code++) {
      /* Every (gamma, pi, delta) is some router's (c, d, p). */
      struct d3_router r = d3_router(&s.t, code);

      exchanges += is_exchange(&s.t, (struct d3_vector){r.c, r.d, r.p});
    }
    good += exchanges < s.t.switches;
    exact += exchanges == s.m * (s.k % 2 == 0 ? 2 : 1);
    if (dragonfly_is_example(s.size))
      of_example = exchanges;
  }
  reading(
      f, good == LAB_GRAPHS,
      "in %u of the 48 rounds of D3(3,4) routers send to each other in pairs; not in all "
      "rounds in %u of %d sizes",
      of_example, good, LAB_GRAPHS);
  note(f, "M rounds, 2M where K is even, in %u", exact);
}

/* --- 6.3 --- */

enum { DRAWERS = 4, FILLED = 2 };

/* The routers of a network of DRAWERS slots a drawer that are there: bit p of slots[d]. */
static bool is_closed(const struct topology *t, const uint32_t slots[DRAWERS])
{
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    const struct d3_router from = d3_router(t, sw);

    if (!(slots[from.d] >> from.p & 1))
      continue;
    for (uint32_t g = 0; g < d3_k(t); g++) {
      const struct d3_router to = d3_router(t, lab_global(t, sw, g));

      if (!(slots[to.d] >> to.p & 1))
        return false;
    }
  }
  return true;
}

static uint32_t ones(uint32_t word)
{
  uint32_t count = 0;

  for (; word; word &= word - 1)
    count++;
  return count;
}

/* Choices of FILLED routers of 4 for two drawers: different ones, or the same. */
void dragonfly_judge_slots(struct finding *f)
{
  uint32_t different = 0, same = 0, closed_different = 0, closed_same = 0, own = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(f, &t, (struct lab_size){3, DRAWERS}))
    return;
  for (uint32_t word = 0; word < 1u << 3 * DRAWERS; word++) {
    const uint32_t drawers = word & 15, first = word >> 4 & 15, second = word >> 8;
    uint32_t slots[DRAWERS] = {0}, seen = 0;

    if (ones(drawers) != FILLED || ones(first) != FILLED || ones(second) != FILLED)
      continue;
    for (uint32_t d = 0; d < DRAWERS; d++)
      if (drawers >> d & 1)
        slots[d] = seen++ == 0 ? first : second;
    const bool closed = is_closed(&t, slots);

    different += first != second;
    same += first == second;
    closed_different += closed && first != second;
    closed_same += closed && first == second;
    own += closed && first == second && first == drawers;
  }
  reading(
      f, closed_different == 0 && closed_same > 0,
      "two drawers of D3(3,4) with two routers each: different numbers, %u of %u choices "
      "keep all global links inside; the same numbers, %u of %u",
      closed_different, different, closed_same, same);
  note(f, "in %u of these %u the drawers have the numbers of the routers", own,
       closed_same);
}

/* --- 6.4 --- */

/* The global port of a router that leads to a cabinet. */
static uint32_t port_to(const struct topology *t, struct d3_router r, uint32_t cabinet)
{
  const uint32_t sw = d3_switch(t, r);
  uint32_t g = 0;

  while (g + 1 < d3_k(t) && d3_router(t, lab_global(t, sw, g)).c != cabinet)
    g++;
  return g;
}

/* Ends of wires of the first network that are at another port in the second. */
static uint32_t moved(const struct topology *before, const struct topology *after)
{
  uint32_t count = 0;

  for (uint32_t sw = 0; sw < before->switches; sw++)
    for (uint32_t g = 0; g < d3_k(before); g++) {
      const struct d3_router from = d3_router(before, sw);
      const uint32_t cabinet = d3_router(before, lab_global(before, sw, g)).c;

      count += port_to(after, from, cabinet) != g;
    }
  return count;
}

void dragonfly_judge_rewiring(struct finding *f)
{
  enum { M = 3, FROM = 2, TO = 5 };
  char text[96] = "";
  bool some = true;

  for (uint32_t k = FROM; k < TO; k++) {
    TOPOLOGY_OF_BLOCK(before);
    TOPOLOGY_OF_BLOCK(after);

    if (!dragonfly_open(f, &before, (struct lab_size){k, M}) ||
        !dragonfly_open(f, &after, (struct lab_size){k + 1, M}))
      return;
    const uint32_t ends = moved(&before, &after);

    some &= ends > 0 && ends < before.switches * k;
    claims_append(text, sizeof text, "%s%u of %u", k > FROM ? ", " : "", ends,
                  before.switches * k);
  }
  reading(f, some && dragonfly_grows(f),
          "D3(2,3), D3(3,3), D3(4,3), each wired by itself, and a further cabinet: %s ends "
          "of global wires are at another port; wired as parts of D3(5,5), none",
          text);
}

/* --- 9.3 --- */

/* Rounds of a schedule, and those of which some packets conflict with each other. */
static void look_at_rounds(const struct survey *s, const char *traffic, uint32_t *rounds,
                           uint32_t *crowded)
{
  OF_BLOCK(sent, sent);

  sent_make(s->f, &sent, &s->t, "%s", traffic);
  for (size_t i = 0, end; i < sent.schedule.count; i = end, ++*rounds) {
    struct sent round = sent;

    for (end = i; end < sent.schedule.count &&
                  sent.schedule.entries[end].cycle == sent.schedule.entries[i].cycle;)
      end++;
    round.schedule.entries += i;
    round.schedule.count = end - i;
    *crowded += sent_conflicts(&round).count > 0;
  }
}

void dragonfly_judge_rounds(struct finding *f)
{
  static const char *const traffic[] = {"all-to-all,self=1",
                                        "one-to-all,self=1,source=0.0.1",
                                        "one-to-all,self=1,source=0.0.0",
                                        "one-to-all,self=1,paths=glgl,source=0.0.1",
                                        "broadcast,source=0.0.1,count=4",
                                        "broadcast,source=0.0.0,count=4",
                                        "all-to-one,rule=clocked,sink=0.0.1"};
  enum { KINDS = sizeof traffic / sizeof traffic[0] };
  uint32_t rounds = 0, crowded = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, lab_graphs, LAB_SMALL);

  while (survey_next(&s))
    for (size_t kind = 0; kind < KINDS; kind++)
      look_at_rounds(&s, traffic[kind], &rounds, &crowded);
  reading(
      f, rounds > 0 && crowded == 0,
      "all-to-all, one-to-all by lgl and glgl, broadcasts, answers of all-to-one, d = p "
      "and d != p: of %u rounds of %d sizes %u have conflicts of their own",
      rounds, LAB_SMALL, crowded);
}

/* --- 11.17 --- */

/* Every router has so many links to others or itself. */
static bool has_radix(const struct topology *t, uint32_t radix)
{
  bool all = true;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t links = 0;

    for (uint32_t port = 0; port < t->ports; port++)
      links += lab_is_link(t, sw, port);
    all &= links == radix;
  }
  return all;
}

void dragonfly_judge_radix(struct finding *f)
{
  enum { RADIX = 8 };
  static const struct lab_size splits[] = {{1, 8}, {2, 7}, {3, 6}, {4, 5},
                                           {5, 4}, {6, 3}, {7, 2}};
  enum { SPLITS = sizeof splits / sizeof splits[0] };
  static const char *const format[] = {D3, "mdf:%u,%u"};

  for (uint32_t kind = 0; kind < 2; kind++) {
    char text[96] = "";
    uint32_t good = 0;
    struct survey s SURVEY_OF_BLOCK = survey_sizes(f, format[kind], splits, SPLITS);

    for (s.searched = true; survey_next(&s);) {
      good += has_radix(&s.t, RADIX) && lab_eccentricity(&s.g, UINT32_MAX) == 3;
      claims_append(text, sizeof text, " %u", s.t.switches);
    }
    reading(f, good == SPLITS,
            "%s with 8 ports, K=1 to 7: diameter 3 in %u of %d;%s routers",
            kind == 0 ? "D3(K,9-K)" : "MDF(K,9-K)", good, SPLITS, text);
  }
}

/* --- T5.6 --- */

void dragonfly_judge_fewest(struct finding *f)
{
  uint32_t good = 0, by_three = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  while (survey_next(&s)) {
    uint32_t rounds[2];

    for (uint32_t path = 0; path < 2; path++) {
      const char *traffic = path == 0 ? "one-to-all,self=1,source=0.0.1"
                                      : "one-to-all,self=1,paths=glgl,source=0.0.1";
      const struct trial_result r = dragonfly_run(f, s.size, "%s", traffic);
      OF_BLOCK(sent, sent);

      sent_make(f, &sent, &s.t, "%s", traffic);
      rounds[path] = lab_clean(&r) ? sent_rounds(&sent) : UINT32_MAX;
    }
    const uint32_t fewest = rounds[0] < rounds[1] ? rounds[0] : rounds[1];

    good += fewest == s.m * (s.k < s.m ? s.k : s.m);
    by_three += rounds[0] <= rounds[1];
  }
  reading(f, good == LAB_GRAPHS,
          "the fewer rounds of both, without conflicts, are min(M^2, KM) in %u of %d sizes",
          good, LAB_GRAPHS);
  note(f, "those of three hops are no more than those of four in %u", by_three);
}
