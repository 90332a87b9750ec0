/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_permutations -- Theorem 8: how many steps a permutation takes at most.
 *
 * At the two smallest sizes all permutations are run; elsewhere random ones, and those that
 * a climb comes to which starts with drawers that send to drawers.
 */
#include "base/order.h"
#include "base/rng.h"
#include "papers/dragonfly.h"

#include <stdio.h>

/* Permutations run, and the most steps of one. */
struct found {
  uint64_t most;
  uint32_t tried;
};

static uint64_t try_one(struct arena *arena, const uint32_t *to, struct found *found)
{
  const uint64_t steps = arena_steps(arena, to);

  found->tried++;
  found->most = steps > found->most ? steps : found->most;
  return steps;
}

/* --- all --- */

enum { ALL_MAX = 8 }; /* routers of a network all of whose permutations are run */

static const struct lab_size all_sizes[] = {{1, 2}, {2, 2}};
enum { ALL = sizeof all_sizes / sizeof all_sizes[0] };

static struct found try_all(struct finding *f, struct lab_size size, enum policy policy)
{
  const uint32_t count = size.k * size.m * size.m;
  struct found found = {.most = 0};
  uint32_t to[ALL_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, policy))
    return found;
  lab_identity(to, count);
  do
    try_one(&arena, to, &found);
  while (next_permutation(to, count));
  return found;
}

/* --- a search --- */

static const struct lab_size searched[] = {{4, 2}, {8, 2}, {1, 4}, {2, 3}, {3, 4},
                                           {4, 4}, {2, 6}, {1, 8}, {4, 8}, {8, 4}};

enum {
  SEARCHED = sizeof searched / sizeof searched[0],
  EXAMPLE_MAX = 256, /* routers of the largest */
  MOVES = 40
};

/* Of drawer i the first `group` routers to drawer i + 1, the next ones to drawer i + 2, and
 * so on; router p to router p + turn. */
static void to_drawers(uint32_t *to, uint32_t count, uint32_t m, uint32_t group,
                       uint32_t turn)
{
  for (uint32_t i = 0; i < count; i++)
    to[i] = (i / m + 1 + i % m / group) * m % count + (i + turn) % m;
}

/* Exchange two destinations as long as it does not make it quicker. */
static void climb(struct arena *arena, uint32_t *to, uint32_t moves, struct rng *rng,
                  struct found *found)
{
  const uint32_t count = arena->machine.s.topology.switches;
  uint64_t now = try_one(arena, to, found);

  for (uint32_t i = 0; i < moves; i++) {
    uint32_t a = (uint32_t)rng_below(rng, count), b = (uint32_t)rng_below(rng, count);

    lab_swap(&to[a], &to[b]);
    const uint64_t next = try_one(arena, to, found);
    if (next >= now)
      now = next;
    else
      lab_swap(&to[a], &to[b]);
  }
}

static struct found search(struct finding *f, struct lab_size size, enum policy policy)
{
  const uint32_t count = size.k * size.m * size.m, trials = f->claims->trials;
  struct rng rng =
      rng_seed(f->claims->seed, (uint64_t)policy << 32 | size.k << 16 | size.m);
  struct found found = {.most = 0};
  uint32_t to[EXAMPLE_MAX];
  char doing[96];
  OF_BLOCK(arena, arena);

  snprintf(doing, sizeof doing, "permutations of D3(%u,%u)", size.k, size.m);
  claims_say(f->claims, doing);
  if (!arena_open(f, &arena, size, policy))
    return found;
  for (uint32_t i = 0; i < trials; i++) {
    lab_shuffle(to, count, &rng);
    try_one(&arena, to, &found);
  }
  for (uint32_t group = 1; group <= size.m; group++) {
    to_drawers(to, count, size.m, group, 1);
    climb(&arena, to, MOVES * trials / size.m, &rng, &found);
  }
  return found;
}

/* --- bounds --- */

struct bound {
  enum policy policy;
  uint32_t more;
};

/* A bound of M + `more` steps at all sizes. */
static void judge_bound(struct finding *f)
{
  const struct bound *asked = f->with;
  uint32_t within = 0;
  uint64_t tried = 0;
  char text[CLAIM_TEXT] = "";

  for (size_t i = 0; i < ALL; i++) {
    const struct found found = try_all(f, all_sizes[i], asked->policy);

    reading(f, found.most <= all_sizes[i].m + asked->more,
            "all %u permutations of D3(%u,%u): at most %" PRIu64, found.tried,
            all_sizes[i].k, all_sizes[i].m, found.most);
  }
  for (size_t i = 0; i < SEARCHED; i++) {
    const struct found found = search(f, searched[i], asked->policy);

    tried += found.tried;
    within += found.most <= searched[i].m + asked->more;
    claims_append(text, sizeof text, "%s(%u,%u) %" PRIu64, i ? ", " : "", searched[i].k,
                  searched[i].m, found.most);
  }
  reading(f, within == SEARCHED,
          "a search, no proof: at most among %" PRIu64
          " tried: %s; within M + %u in %u of %d sizes",
          tried, text, asked->more, within, SEARCHED);
}

/* T8.5: two routers three hops apart, where M is two. */
static void judge_m_hops(struct finding *f)
{
  const uint32_t m = 2;
  uint32_t order[4] = {0, 1, 2, 3}, count = 0, slow = 0;
  TOPOLOGY_OF_BLOCK(t);
  OF_BLOCK(lab_graph, g);

  if (!lab_open_graph(f, &t, &g, D3, 1, m))
    return;
  do {
    bool far = false;

    for (uint32_t sw = 0; sw < 4; sw++) {
      lab_search(&g, sw);
      far |= g.hops[order[sw]] > m;
    }
    slow += far;
    count++;
  } while (next_permutation(order, 4));
  reading(f, slow == 0,
          "D3(1,2): %u of %u permutations have routers that are more than M = 2 hops apart",
          slow, count);
  note(f, "D3(3,4), M = 4, as Theorem 8 has it: up to %" PRIu64,
       search(f, dragonfly_example, POLICY_EXCHANGE).most);
}

/* --- examples --- */

/* All routers send to (c,p,d). */
static uint64_t run_transpose(struct finding *f, struct lab_size size, enum policy policy)
{
  uint32_t to[EXAMPLE_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, policy))
    return 0;
  const struct topology *t = &arena.machine.s.topology;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    struct d3_router r = d3_router(t, sw);

    to[sw] = d3_switch(t, (struct d3_router){r.c, r.p, r.d});
  }
  return arena_steps(&arena, to);
}

/* T8.6: every drawer to the next, in every turn. */
struct range {
  uint64_t least, most;
};

static struct range drawer_steps(struct finding *f, struct lab_size size,
                                 enum policy policy)
{
  struct range range = {.least = UINT64_MAX};
  uint32_t to[EXAMPLE_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, policy))
    return range;
  for (uint32_t turn = 0; turn < size.m; turn++) {
    to_drawers(to, size.k * size.m * size.m, size.m, size.m, turn);
    const uint64_t steps = arena_steps(&arena, to);
    range.least = steps < range.least ? steps : range.least;
    range.most = steps > range.most ? steps : range.most;
  }
  return range;
}

static void judge_drawers(struct finding *f)
{
  uint64_t least = UINT64_MAX, most = 0;
  uint32_t slow = 0;

  for (size_t i = 0; i < SEARCHED; i++) {
    const struct range range = drawer_steps(f, searched[i], POLICY_EXCHANGE);

    slow += drawer_steps(f, searched[i], POLICY_LGL).most == searched[i].m + 1;
    least = range.least < least ? range.least : least;
    most = range.most > most ? range.most : most;
  }
  reading(f, most <= 5,
          "every drawer to the next, router p to p + j, all j, %d sizes: %" PRIu64
          " to %" PRIu64 " steps",
          SEARCHED, least, most);
  note(f, "by local, global, local up to M + 1 in %u sizes", slow);
}

static void judge_transpose(struct finding *f)
{
  uint32_t good = 0, four = 0, exchanged = 0;

  for (size_t i = 0; i < SEARCHED; i++) {
    good += run_transpose(f, searched[i], POLICY_LGL) == 1;
    four += run_transpose(f, searched[i], POLICY_GLGL) == searched[i].m + 2;
    exchanged += run_transpose(f, searched[i], POLICY_EXCHANGE) == 2;
  }
  reading(f, good == SEARCHED, "one step in %u of %d sizes", good, SEARCHED);
  note(f, "by the exchange 2 in %u, by paths glgl M + 2 in %u", exchanged, four);
}

/* --- what the proof says --- */

/* T8.8, T8.9: permutations, those in which packets by four hops want one link, and how many
 * want one. */
struct meetings {
  uint32_t count, meeting, most;
};

static void count_meeting(struct meetings *meetings, struct arena *arena,
                          const uint32_t *to)
{
  const struct conflicts c = arena_conflicts(arena, to);

  meetings->count++;
  meetings->meeting += c.count > 0;
  meetings->most = c.most > meetings->most ? c.most : meetings->most;
}

/* All permutations. */
static struct meetings count_meetings(struct finding *f, struct lab_size size)
{
  const uint32_t count = size.k * size.m * size.m;
  struct meetings all = {.count = 0};
  uint32_t to[ALL_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, POLICY_GLGL))
    return all;
  lab_identity(to, count);
  do
    count_meeting(&all, &arena, to);
  while (next_permutation(to, count));
  return all;
}

static void judge_meetings(struct finding *f)
{
  const struct meetings all = count_meetings(f, (struct lab_size){2, 2});

  reading(f, all.meeting > 0, "D3(2,2): in %u of all %u permutations", all.meeting,
          all.count);
}

/* Where all permutations are too many: random ones, and one in which router p of every
 * drawer of a cabinet, and of the next, sends to drawer p, if it is there: these packets
 * come by one link. */
static struct meetings count_some(struct finding *f, struct lab_size size)
{
  const uint32_t count = size.k * size.m * size.m, drawers = size.k * size.m;
  struct rng rng = rng_seed(f->claims->seed, (uint64_t)size.k << 16 | size.m);
  struct meetings some = {.count = 0};
  uint32_t to[EXAMPLE_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, POLICY_GLGL))
    return some;
  for (uint32_t i = 0; i <= f->claims->trials; i++) {
    lab_shuffle(to, count, &rng);
    for (uint32_t sw = 0; i == 0 && sw < count; sw++) {
      uint32_t drawer = sw / size.m, block = drawer / size.m * size.m;

      to[sw] = (block + sw % size.m) % drawers * size.m + drawer % size.m;
    }
    count_meeting(&some, &arena, to);
  }
  return some;
}

static void judge_most(struct finding *f)
{
  char text[CLAIM_TEXT] = "";
  uint32_t within = 0, tried = 0;

  for (size_t i = 0; i < ALL; i++) {
    const struct meetings all = count_meetings(f, all_sizes[i]);

    reading(f, all.most <= all_sizes[i].m,
            "all %u permutations of D3(%u,%u): up to %u packets for a link", all.count,
            all_sizes[i].k, all_sizes[i].m, all.most);
  }
  for (size_t i = 0; i < SEARCHED; i++) {
    const struct meetings some = count_some(f, searched[i]);

    tried += some.count;
    within += some.most <= searched[i].m;
    claims_append(text, sizeof text, "%s(%u,%u) %u", i ? ", " : "", searched[i].k,
                  searched[i].m, some.most);
  }
  reading(f, within == SEARCHED, "among %u others: %s; within M in %u of %d sizes", tried,
          text, within, SEARCHED);
}

/* T8.10: (c,d,p) to (e,f,d), as printed. */
static void judge_form(struct finding *f)
{
  uint32_t order[4] = {0, 1, 2, 3}, count = 0, of_form = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(f, &t, (struct lab_size){1, 2}))
    return;
  do {
    bool all = true;

    for (uint32_t sw = 0; sw < 4; sw++)
      all &= d3_router(&t, order[sw]).p == d3_router(&t, sw).d;
    of_form += all;
    count++;
  } while (next_permutation(order, 4));
  reading(f, of_form == count, "D3(1,2): %u of %u permutations are so", of_form, count);
}

static const struct claim_row rows[] = {
    {"T8.1", "a permutation takes at most M + 4 hops, targets exchanged first", "M + 4",
     judge_bound, .with = &(const struct bound){POLICY_EXCHANGE, 4}},
    {"T8.2", "not in the paper: local, global, local at most M + 1", "-", judge_bound,
     .with = &(const struct bound){POLICY_LGL, 1}},
    {"T8.3", "not in the paper: if local port 0 takes a step, at most M + 2", "-",
     judge_bound, .with = &(const struct bound){POLICY_HOLDS, 2}},
    {"T8.4", "not in the paper: all by paths glgl at most M + 3", "-", judge_bound,
     .with = &(const struct bound){POLICY_GLGL, 3}},
    {"T8.5", "a permutation takes M hops (9.5, 13.7)", "M hops", .judge = judge_m_hops},
    {"T8.6", "five hops if paths glgl do not meet: whole drawers to drawers", "5 hops",
     .judge = judge_drawers},
    {"T8.7", "not in the paper: the swap (c,d,p) to (c,p,d) takes one step", "-",
     .judge = judge_transpose},
    {"T8.8", "paths glgl of several pairs of drawers can meet", "can conflict",
     .judge = judge_meetings},
    {"T8.9", "at most M of them meet", "M", .judge = judge_most},
    {"T8.10", "a permutation maps (c,d,p) to (e,f,d)", "(e,f,d)", .judge = judge_form},
};

const struct claim_part dragonfly_permutations = CLAIM_PART(rows, "appendix, Theorem 8");
