/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_arena -- one network on which many permutations are run. */
#include "papers/dragonfly_arena.h"

bool arena_open(struct arena *arena, const struct claims *claims, struct lab_size size,
                enum policy policy, struct err *err)
{
  static const char *const routings[POLICIES] = {
      [POLICY_LGL] = "source-vector,holds=0",
      [POLICY_HOLDS] = "source-vector",
      [POLICY_GLGL] = "glgl,holds=0",
      [POLICY_EXCHANGE] = "source-vector,holds=0",
  };

  *arena = (struct arena){.policy = policy};
  snprintf(arena->bench.spec, sizeof arena->bench.spec, "d3:%u,%u", size.k, size.m);
  struct description description =
      description_of(arena->bench.spec, policy == POLICY_EXCHANGE ? "exchange" : "random");
  description.routing = routings[policy];
  description.depth = 0;
  if (!bench_open(&arena->bench, claims, &description, err))
    return false;
  arena->first = arena->bench.s.schedule.count - arena->bench.s.topology.switches;
  return true;
}

/* Is the packet of router sw the only one from its drawer to its target's? */
static bool is_alone(const struct topology *t, const uint32_t *to, uint32_t sw)
{
  const uint32_t m = d3_m(t);
  uint32_t packets = 0;

  for (uint32_t other = sw / m * m; other < sw / m * m + m; other++)
    packets += to[other] / m == to[sw] / m;
  return packets == 1;
}

static void set(struct arena *arena, const uint32_t *to)
{
  const struct topology *t = &arena->bench.s.topology;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    struct schedule_entry *entry = &arena->bench.s.schedule.entries[arena->first + sw];
    bool four_hops = arena->policy == POLICY_GLGL ||
                     (arena->policy == POLICY_EXCHANGE && !is_alone(t, to, sw));

    entry->destination = to[sw];
    entry->header = d3_header(t, arena->bench.s.shape.routing, four_hops ? D3_GLGL : D3_LGL,
                              sw, to[sw]);
  }
}

bool arena_steps(struct arena *arena, const uint32_t *to, uint64_t *steps, struct err *err)
{
  struct run_result result;

  set(arena, to);
  bool good = bench_run(&arena->bench, NULL, NULL, &result, err);
  /* A permutation that does not arrive takes for ever. */
  *steps = result.outcome == OUTCOME_PASS ? result.statistics.steps : UINT64_MAX;
  run_result_close(&result);
  return good;
}

bool arena_conflicts(struct arena *arena, const uint32_t *to, struct conflicts *c,
                     struct err *err)
{
  set(arena, to);
  return conflicts_count(c, &arena->bench.s.schedule, &arena->bench.s.topology,
                         arena->bench.s.shape.routing, err);
}
