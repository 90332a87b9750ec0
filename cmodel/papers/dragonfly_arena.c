/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_arena -- one network on which many permutations are run. */
#include "papers/dragonfly_arena.h"

#include "tool/session/machines.h"

bool arena_open(struct arena *arena, const struct claims *claims, struct lab_size size,
                enum policy policy, struct err *err)
{
  static const char *const routings[POLICIES] = {
      [POLICY_LGL] = "source-vector,holds=0",
      [POLICY_HOLDS] = "source-vector",
      [POLICY_GLGL] = "glgl,holds=0",
      [POLICY_EXCHANGE] = "source-vector,holds=0",
  };

  const struct session_host host = {.stop = claims->stop};

  *arena = (struct arena){.claims = claims, .policy = policy};
  snprintf(arena->spec, sizeof arena->spec, "d3:%u,%u", size.k, size.m);
  struct description description =
      description_of(arena->spec, policy == POLICY_EXCHANGE ? "exchange" : "random");
  description.routing = routings[policy];
  description.depth = 0;
  if (!session_open(&arena->s, &description, &host, err))
    return false;
  arena->first = arena->s.schedule.count - arena->s.topology.switches;
  if (machines_open(&arena->machine, &arena->s, err))
    return true;
  session_close(&arena->s);
  return false;
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
  const struct topology *t = &arena->s.topology;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    struct schedule_entry *entry = &arena->s.schedule.entries[arena->first + sw];
    bool four_hops = arena->policy == POLICY_GLGL ||
                     (arena->policy == POLICY_EXCHANGE && !is_alone(t, to, sw));

    entry->destination = to[sw];
    entry->header =
        d3_header(t, arena->s.shape.routing, four_hops ? D3_GLGL : D3_LGL, sw, to[sw]);
  }
}

bool arena_steps(struct arena *arena, const uint32_t *to, uint64_t *steps, struct err *err)
{
  struct run_request request = session_request(&arena->s);
  struct run_result result;

  set(arena, to);
  request.machine = arena->machine;
  bool good = run(&request, &result, err);
  /* A permutation that does not arrive takes for ever. */
  *steps = result.outcome == OUTCOME_PASS ? result.statistics.steps : UINT64_MAX;
  run_result_close(&result);
  return good && !*arena->claims->stop;
}

bool arena_conflicts(struct arena *arena, const uint32_t *to, struct conflicts *c,
                     struct err *err)
{
  set(arena, to);
  return conflicts_count(c, &arena->s.schedule, &arena->s.topology, arena->s.shape.routing,
                         err);
}

void arena_close(struct arena *arena)
{
  arena->machine.ops->close(arena->machine.self);
  session_close(&arena->s);
}
