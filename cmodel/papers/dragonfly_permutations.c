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

/* What is measured of a permutation: its steps, or the packets that want one link. */
typedef uint64_t quantity(struct arena *arena, const uint32_t *to);

static uint64_t meeting(struct arena *arena, const uint32_t *to)
{
  return arena_conflicts(arena, to).most;
}

/* Permutations tried, and the most that was measured. */
struct found {
  uint64_t most;
  uint32_t tried;
  uint32_t above_one; /* permutations of which more than 1 was measured */
};

static uint64_t try_one(struct arena *arena, quantity *of, const uint32_t *to,
                        struct found *found)
{
  const uint64_t measured = of(arena, to);

  found->tried++;
  found->above_one += measured > 1;
  found->most = measured > found->most ? measured : found->most;
  return measured;
}

/* --- all --- */

enum { ALL_MAX = 8 }; /* routers of a network all of whose permutations are tried */

static const struct lab_size all_sizes[] = {{1, 2}, {2, 2}};
enum { ALL = sizeof all_sizes / sizeof all_sizes[0] };

static struct found try_all(struct finding *f, struct lab_size size, enum policy policy,
                            quantity *of)
{
  const uint32_t count = size.k * size.m * size.m;
  struct found found = {.most = 0};
  uint32_t to[ALL_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, policy))
    return found;
  lab_identity(to, count);
  do
    try_one(&arena, of, to, &found);
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
  uint64_t now = try_one(arena, arena_steps, to, found);

  for (uint32_t i = 0; i < moves; i++) {
    uint32_t a = (uint32_t)rng_below(rng, count), b = (uint32_t)rng_below(rng, count);

    lab_swap(&to[a], &to[b]);
    const uint64_t next = try_one(arena, arena_steps, to, found);
    if (next >= now)
      now = next;
    else
      lab_swap(&to[a], &to[b]);
  }
}

/* Steps: random permutations, and climbs. */
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
    try_one(&arena, arena_steps, to, &found);
  }
  for (uint32_t group = 1; group <= size.m; group++) {
    to_drawers(to, count, size.m, group, 1);
    climb(&arena, to, MOVES * trials / size.m, &rng, &found);
  }
  return found;
}

/* Packets that meet: a permutation in which router p of every drawer of a cabinet, and of
 * the next, sends to drawer p, if it is there, so that these packets come by one link; and
 * random ones. */
static struct found search_meeting(struct finding *f, struct lab_size size,
                                   enum policy policy)
{
  const uint32_t count = size.k * size.m * size.m, drawers = size.k * size.m;
  struct rng rng = rng_seed(f->claims->seed, (uint64_t)size.k << 16 | size.m);
  struct found found = {.most = 0};
  uint32_t to[EXAMPLE_MAX];
  OF_BLOCK(arena, arena);

  if (!arena_open(f, &arena, size, policy))
    return found;
  for (uint32_t i = 0; i <= f->claims->trials; i++) {
    lab_shuffle(to, count, &rng);
    for (uint32_t sw = 0; i == 0 && sw < count; sw++) {
      uint32_t drawer = sw / size.m, block = drawer / size.m * size.m;

      to[sw] = (block + sw % size.m) % drawers * size.m + drawer % size.m;
    }
    try_one(&arena, meeting, to, &found);
  }
  return found;
}

/* --- bounds --- */

/* What is bounded, and how it is said. */
static const struct bounded {
  quantity *of;
  struct found (*search)(struct finding *f, struct lab_size size, enum policy policy);
  const char *at_most, *unit;  /* around the most of all permutations */
  const char *lead, *searched; /* around how many were searched */
} of_steps = {arena_steps, search, "at most", "", "a search, no proof: at most ", "tried"},
  of_packets = {meeting, search_meeting, "up to", " packets for a link", "", "others"};

/* A bound of M + `more` at all sizes. */
struct bound {
  const struct bounded *bounded;
  enum policy policy;
  uint32_t more;
};

static void judge_bound(struct finding *f)
{
  const struct bound *asked = f->with;
  const struct bounded *bounded = asked->bounded;
  uint32_t within = 0;
  uint64_t tried = 0;
  char text[CLAIM_TEXT] = "", bound[16] = "";

  claims_append(bound, sizeof bound, asked->more ? "M + %u" : "M", asked->more);
  for (size_t i = 0; i < ALL; i++) {
    const struct found found = try_all(f, all_sizes[i], asked->policy, bounded->of);

    reading(f, found.most <= all_sizes[i].m + asked->more,
            "all %u permutations of D3(%u,%u): %s %" PRIu64 "%s", found.tried,
            all_sizes[i].k, all_sizes[i].m, bounded->at_most, found.most, bounded->unit);
  }
  for (size_t i = 0; i < SEARCHED; i++) {
    const struct found found = bounded->search(f, searched[i], asked->policy);

    tried += found.tried;
    within += found.most <= searched[i].m + asked->more;
    claims_append(text, sizeof text, "%s(%u,%u) %" PRIu64, i ? ", " : "", searched[i].k,
                  searched[i].m, found.most);
  }
  reading(f, within == SEARCHED, "%samong %" PRIu64 " %s: %s; within %s in %u of %d sizes",
          bounded->lead, tried, bounded->searched, text, bound, within, SEARCHED);
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

static void judge_meetings(struct finding *f)
{
  const struct found all = try_all(f, (struct lab_size){2, 2}, POLICY_GLGL, meeting);

  reading(f, all.above_one > 0, "D3(2,2): in %u of all %u permutations", all.above_one,
          all.tried);
}

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
     judge_bound, .with = &(const struct bound){&of_steps, POLICY_EXCHANGE, 4}},
    {"T8.2", "not in the paper: local, global, local at most M + 1", "-", judge_bound,
     .with = &(const struct bound){&of_steps, POLICY_LGL, 1}},
    {"T8.3", "not in the paper: if local port 0 takes a step, at most M + 2", "-",
     judge_bound, .with = &(const struct bound){&of_steps, POLICY_HOLDS, 2}},
    {"T8.4", "not in the paper: all by paths glgl at most M + 3", "-", judge_bound,
     .with = &(const struct bound){&of_steps, POLICY_GLGL, 3}},
    {"T8.5", "a permutation takes M hops (9.5, 13.7)", "M hops", .judge = judge_m_hops},
    {"T8.6", "five hops if paths glgl do not meet: whole drawers to drawers", "5 hops",
     .judge = judge_drawers},
    {"T8.7", "not in the paper: the swap (c,d,p) to (c,p,d) takes one step", "-",
     .judge = judge_transpose},
    {"T8.8", "paths glgl of several pairs of drawers can meet", "can conflict",
     .judge = judge_meetings},
    {"T8.9", "at most M of them meet", "M", judge_bound,
     .with = &(const struct bound){&of_packets, POLICY_GLGL, 0}},
    {"T8.10", "a permutation maps (c,d,p) to (e,f,d)", "(e,f,d)", .judge = judge_form},
};

const struct claim_part dragonfly_permutations = CLAIM_PART(rows, "appendix, Theorem 8");
