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
#include "papers/dragonfly_arena.h"

#include <stdlib.h>

/* Permutations run, and the most steps of one. */
struct found {
  uint64_t most;
  uint32_t tried;
};

static bool try_one(struct arena *arena, const uint32_t *to, struct found *found,
                    uint64_t *steps, struct err *err)
{
  if (!arena_steps(arena, to, steps, err))
    return false;
  found->tried++;
  found->most = *steps > found->most ? *steps : found->most;
  return true;
}

/* --- all --- */

enum { ALL_MAX = 8 }; /* routers of a network all of whose permutations are run */

static const struct lab_size all_sizes[] = {{1, 2}, {2, 2}};

enum { ALL = sizeof all_sizes / sizeof all_sizes[0] };

static bool try_all(struct claims *claims, struct lab_size size, enum policy policy,
                    struct found *found, struct err *err)
{
  struct arena arena;
  uint32_t to[ALL_MAX];
  uint64_t steps;

  *found = (struct found){.most = 0};
  if (!arena_open(&arena, claims, size, policy, err))
    return false;
  lab_identity(to, arena.bench.s.topology.switches);
  bool good;
  do
    good = try_one(&arena, to, found, &steps, err);
  while (good && next_permutation(to, arena.bench.s.topology.switches));
  bench_close(&arena.bench);
  return good;
}

/* --- a search --- */

static const struct lab_size searched[] = {{4, 2}, {8, 2}, {1, 4}, {2, 3}, {3, 4},
                                           {4, 4}, {2, 6}, {1, 8}, {4, 8}, {8, 4}};

enum { SEARCHED = sizeof searched / sizeof searched[0], MOVES = 40 };

/* Of drawer i the first `group` routers to drawer i + 1, the next ones to drawer i + 2, and
 * so on; router p to router p + turn. */
static void to_drawers(uint32_t *to, uint32_t count, uint32_t m, uint32_t group,
                       uint32_t turn)
{
  for (uint32_t i = 0; i < count; i++)
    to[i] = (i / m + 1 + i % m / group) * m % count + (i + turn) % m;
}

/* Exchange two destinations as long as it does not make it quicker. */
static bool climb(struct arena *arena, uint32_t *to, uint32_t moves, struct rng *rng,
                  struct found *found, struct err *err)
{
  const uint32_t count = arena->bench.s.topology.switches;
  uint64_t now, next;
  bool good = try_one(arena, to, found, &now, err);

  for (uint32_t i = 0; good && i < moves; i++) {
    uint32_t a = (uint32_t)rng_below(rng, count), b = (uint32_t)rng_below(rng, count);

    lab_swap(&to[a], &to[b]);
    good = try_one(arena, to, found, &next, err);
    if (next >= now)
      now = next;
    else
      lab_swap(&to[a], &to[b]);
  }
  return good;
}

static bool search(struct claims *claims, struct lab_size size, enum policy policy,
                   struct found *found, struct err *err)
{
  struct rng rng = rng_seed(claims->seed, (uint64_t)policy << 32 | size.k << 16 | size.m);
  const uint32_t count = size.k * size.m * size.m;
  uint32_t *to = malloc(count * sizeof *to);
  struct arena arena;
  uint64_t steps;
  char doing[96];

  snprintf(doing, sizeof doing, "permutations of D3(%u,%u)", size.k, size.m);
  claims_say(claims, doing);
  *found = (struct found){.most = 0};
  if (!to)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u packets", count);
  if (!arena_open(&arena, claims, size, policy, err)) {
    free(to);
    return false;
  }
  bool good = true;
  for (uint32_t i = 0; good && i < claims->trials; i++) {
    lab_shuffle(to, count, &rng);
    good = try_one(&arena, to, found, &steps, err);
  }
  for (uint32_t group = 1; good && group <= size.m; group++) {
    to_drawers(to, count, size.m, group, 1);
    good = climb(&arena, to, MOVES * claims->trials / size.m, &rng, found, err);
  }
  bench_close(&arena.bench);
  free(to);
  return good;
}

/* --- bounds --- */

struct bound {
  enum policy policy;
  uint32_t more;
};

/* A bound of M + `more` steps at all sizes. */
static bool judge_bound(struct finding *f, struct err *err)
{
  const struct bound *asked = f->with;
  uint32_t within = 0;
  uint64_t tried = 0;
  struct found found;
  char text[CLAIM_TEXT] = "";

  for (size_t i = 0; i < ALL; i++) {
    if (!try_all(f->claims, all_sizes[i], asked->policy, &found, err))
      return false;
    finding_reading(f, found.most <= all_sizes[i].m + asked->more,
                    "all %u permutations of D3(%u,%u): at most %llu", found.tried,
                    all_sizes[i].k, all_sizes[i].m, (unsigned long long)found.most);
  }
  for (size_t i = 0; i < SEARCHED; i++) {
    if (!search(f->claims, searched[i], asked->policy, &found, err))
      return false;
    tried += found.tried;
    within += found.most <= searched[i].m + asked->more;
    claims_append(text, sizeof text, "%s(%u,%u) %llu", i ? ", " : "", searched[i].k,
                  searched[i].m, (unsigned long long)found.most);
  }
  finding_reading(
      f, within == SEARCHED,
      "a search, no proof: at most among %llu tried: %s; within M + %u in %u of %d sizes",
      (unsigned long long)tried, text, asked->more, within, SEARCHED);
  return true;
}

/* T8.5: two routers three hops apart, where M is two. */
static bool judge_m_hops(struct finding *f, struct err *err)
{
  const struct lab_size size = {1, 2};
  bool far[4][4];
  uint32_t order[4] = {0, 1, 2, 3}, count = 0, slow = 0;
  struct found found;
  TOPOLOGY_OF_BLOCK(t);
  GRAPH_OF_BLOCK(g);

  if (!lab_open_graph(&t, &g, err, "d3:%u,%u", size.k, size.m))
    return false;
  for (uint32_t sw = 0; sw < 4; sw++) {
    lab_search(&g, sw);
    for (uint32_t to = 0; to < 4; to++)
      far[sw][to] = g.hops[to] > size.m;
  }
  do {
    slow += far[0][order[0]] || far[1][order[1]] || far[2][order[2]] || far[3][order[3]];
    count++;
  } while (next_permutation(order, 4));
  finding_reading(
      f, slow == 0,
      "D3(1,2): %u of %u permutations have routers that are more than M = 2 hops "
      "apart",
      slow, count);
  if (!search(f->claims, (struct lab_size){3, 4}, POLICY_EXCHANGE, &found, err))
    return false;
  finding_note(f, "D3(3,4), M = 4, as Theorem 8 has it: up to %llu",
               (unsigned long long)found.most);
  return true;
}

/* --- examples --- */

/* All routers send to (c,p,d). */
static void to_transpose(const struct topology *t, uint32_t *to)
{
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    struct d3_router r = d3_router(t, sw);

    to[sw] = d3_switch(t, (struct d3_router){r.c, r.p, r.d});
  }
}

enum { EXAMPLE_MAX = 256 }; /* routers */

/* T8.6: every drawer to the next, in every turn. */
static bool drawer_steps(struct claims *claims, struct lab_size size, enum policy policy,
                         uint64_t *least, uint64_t *most, struct err *err)
{
  uint32_t to[EXAMPLE_MAX];
  struct arena arena;

  *least = UINT64_MAX;
  *most = 0;
  if (!arena_open(&arena, claims, size, policy, err))
    return false;
  bool good = true;
  for (uint32_t turn = 0; good && turn < size.m; turn++) {
    uint64_t steps;

    to_drawers(to, arena.bench.s.topology.switches, size.m, size.m, turn);
    good = arena_steps(&arena, to, &steps, err);
    *least = steps < *least ? steps : *least;
    *most = steps > *most ? steps : *most;
  }
  bench_close(&arena.bench);
  return good;
}

static bool judge_drawers(struct finding *f, struct err *err)
{
  uint64_t least = UINT64_MAX, most = 0, low, high;
  uint32_t slow = 0, sizes = 0;

  for (size_t i = 0; i < SEARCHED; i++) {
    sizes++;
    if (!drawer_steps(f->claims, searched[i], POLICY_LGL, &low, &high, err))
      return false;
    slow += high == searched[i].m + 1;
    if (!drawer_steps(f->claims, searched[i], POLICY_EXCHANGE, &low, &high, err))
      return false;
    least = low < least ? low : least;
    most = high > most ? high : most;
  }
  finding_reading(f, most <= 5,
                  "every drawer to the next, router p to p + j, all j, %u sizes: %llu to "
                  "%llu steps",
                  sizes, (unsigned long long)least, (unsigned long long)most);
  finding_note(f, "by local, global, local up to M + 1 in %u sizes", slow);
  return true;
}

static bool run_transpose(struct claims *claims, struct lab_size size, enum policy policy,
                          uint64_t *steps, struct err *err)
{
  uint32_t to[EXAMPLE_MAX];
  struct arena arena;

  if (!arena_open(&arena, claims, size, policy, err))
    return false;
  to_transpose(&arena.bench.s.topology, to);
  bool good = arena_steps(&arena, to, steps, err);
  bench_close(&arena.bench);
  return good;
}

/* T8.7 */
static bool judge_transpose(struct finding *f, struct err *err)
{
  uint32_t good = 0, four = 0, exchanged = 0, sizes = 0;

  for (size_t i = 0; i < SEARCHED; i++) {
    uint64_t steps[POLICIES];

    sizes++;
    for (enum policy p = POLICY_LGL; p < POLICIES; p++)
      if (!run_transpose(f->claims, searched[i], p, &steps[p], err))
        return false;
    good += steps[POLICY_LGL] == 1;
    four += steps[POLICY_GLGL] == searched[i].m + 2;
    exchanged += steps[POLICY_EXCHANGE] == 2;
  }
  finding_reading(f, good == sizes, "one step in %u of %u sizes", good, sizes);
  finding_note(f, "by the exchange 2 in %u, by paths glgl M + 2 in %u", exchanged, four);
  return true;
}

/* --- what the proof says --- */

/* T8.8, T8.9: packets by four hops that want one link, over all permutations. */
static bool count_meetings(struct claims *claims, struct lab_size size, uint32_t *count,
                           uint32_t *meeting, uint32_t *most, struct err *err)
{
  uint32_t to[ALL_MAX];
  struct arena arena;
  struct conflicts c;

  *count = *meeting = *most = 0;
  if (!arena_open(&arena, claims, size, POLICY_GLGL, err))
    return false;
  lab_identity(to, arena.bench.s.topology.switches);
  bool good;
  do {
    good = arena_conflicts(&arena, to, &c, err);
    ++*count;
    *meeting += c.count > 0;
    *most = c.most > *most ? c.most : *most;
  } while (good && next_permutation(to, arena.bench.s.topology.switches));
  bench_close(&arena.bench);
  return good;
}

static bool judge_meetings(struct finding *f, struct err *err)
{
  uint32_t count, meeting, most;

  if (!count_meetings(f->claims, (struct lab_size){2, 2}, &count, &meeting, &most, err))
    return false;
  finding_reading(f, meeting > 0, "D3(2,2): in %u of all %u permutations", meeting, count);
  return true;
}

/* Where all permutations are too many: random ones, and one in which router p of every
 * drawer of a cabinet, and of the next, sends to drawer p, if it is there: these packets
 * come by one link. */
static bool count_some(struct claims *claims, struct lab_size size, uint32_t *tried,
                       uint32_t *most, struct err *err)
{
  const uint32_t count = size.k * size.m * size.m, drawers = size.k * size.m;
  uint32_t to[EXAMPLE_MAX];
  struct rng rng = rng_seed(claims->seed, (uint64_t)size.k << 16 | size.m);
  struct arena arena;
  struct conflicts c;

  *tried = *most = 0;
  if (!arena_open(&arena, claims, size, POLICY_GLGL, err))
    return false;
  bool good = true;
  for (uint32_t i = 0; good && i <= claims->trials; i++) {
    lab_shuffle(to, count, &rng);
    for (uint32_t sw = 0; i == 0 && sw < count; sw++) {
      uint32_t drawer = sw / size.m, block = drawer / size.m * size.m;

      to[sw] = (block + sw % size.m) % drawers * size.m + drawer % size.m;
    }
    good = arena_conflicts(&arena, to, &c, err);
    ++*tried;
    *most = c.most > *most ? c.most : *most;
  }
  bench_close(&arena.bench);
  return good;
}

static bool judge_most(struct finding *f, struct err *err)
{
  char text[CLAIM_TEXT] = "";
  uint32_t within = 0, all = 0, count, meeting, most;

  for (size_t i = 0; i < ALL; i++) {
    if (!count_meetings(f->claims, all_sizes[i], &count, &meeting, &most, err))
      return false;
    finding_reading(f, most <= all_sizes[i].m,
                    "all %u permutations of D3(%u,%u): up to %u packets for a link", count,
                    all_sizes[i].k, all_sizes[i].m, most);
  }
  for (size_t i = 0; i < SEARCHED; i++) {
    if (!count_some(f->claims, searched[i], &count, &most, err))
      return false;
    all += count;
    within += most <= searched[i].m;
    claims_append(text, sizeof text, "%s(%u,%u) %u", i ? ", " : "", searched[i].k,
                  searched[i].m, most);
  }
  finding_reading(f, within == SEARCHED, "among %u others: %s; within M in %u of %d sizes",
                  all, text, within, SEARCHED);
  return true;
}

/* T8.10: (c,d,p) to (e,f,d), as printed. */
static bool judge_form(struct finding *f, struct err *err)
{
  uint32_t order[4] = {0, 1, 2, 3}, count = 0, of_form = 0;
  TOPOLOGY_OF_BLOCK(t);

  if (!dragonfly_open(&t, (struct lab_size){1, 2}, err))
    return false;
  do {
    bool all = true;

    for (uint32_t sw = 0; sw < 4; sw++)
      all &= d3_router(&t, order[sw]).p == d3_router(&t, sw).d;
    of_form += all;
    count++;
  } while (next_permutation(order, 4));
  finding_reading(f, of_form == count, "D3(1,2): %u of %u permutations are so", of_form,
                  count);
  return true;
}

#define PLACE "appendix, Theorem 8"

static const struct claim_row rows[] = {
    {"T8.1", PLACE, "a permutation takes at most M + 4 hops, targets exchanged first",
     "M + 4", judge_bound, &(const struct bound){POLICY_EXCHANGE, 4}},
    {"T8.2", PLACE, "not in the paper: local, global, local at most M + 1", "-",
     judge_bound, &(const struct bound){POLICY_LGL, 1}},
    {"T8.3", PLACE, "not in the paper: if local port 0 takes a step, at most M + 2", "-",
     judge_bound, &(const struct bound){POLICY_HOLDS, 2}},
    {"T8.4", PLACE, "not in the paper: all by paths glgl at most M + 3", "-", judge_bound,
     &(const struct bound){POLICY_GLGL, 3}},
    {"T8.5", PLACE, "a permutation takes M hops (9.5, 13.7)", "M hops",
     .judge = judge_m_hops},
    {"T8.6", PLACE, "five hops if paths glgl do not meet: whole drawers to drawers",
     "5 hops", .judge = judge_drawers},
    {"T8.7", PLACE, "not in the paper: the swap (c,d,p) to (c,p,d) takes one step", "-",
     .judge = judge_transpose},
    {"T8.8", PLACE, "paths glgl of several pairs of drawers can meet", "can conflict",
     .judge = judge_meetings},
    {"T8.9", PLACE, "at most M of them meet", "M", .judge = judge_most},
    {"T8.10", PLACE, "a permutation maps (c,d,p) to (e,f,d)", "(e,f,d)",
     .judge = judge_form},
};

const struct claim_part dragonfly_permutations = {rows, sizeof rows / sizeof rows[0]};
