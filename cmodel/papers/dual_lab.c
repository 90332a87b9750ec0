/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_lab -- what the rows of the papers on dual-nets measure with. */
#include "network/collective/message_level.h"
#include "network/topology/dependency.h"
#include "papers/dual_nets.h"

#include <stdlib.h>

uint32_t dual_switches(const struct topology *t)
{
  return t->switches;
}

const struct dual_super dual_supers[DUAL_SUPERS] = {
    {"1", 1, 0, 0},   {"2", 2, 1, 1},    {"3", 3, 1, 2},    {"5", 5, 2, 3},
    {"2x3", 6, 2, 3}, {"2x5", 10, 3, 4}, {"3x5", 15, 3, 5}, {"2x3x5", 30, 4, 6},
};

bool dual_cyclic(const char *spec, const char *routing_name, uint32_t vcs, bool *cyclic,
                 struct err *err)
{
  struct dependency d;
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(&t, err, "%s", spec))
    return false;
  const struct routing *routing = topology_routing(&t, routing_name, err);

  if (!routing ||
      !dependency_explore(&d, &t, routing, vcs ? vcs : routing->vcs, false, err))
    return false;
  *cyclic = d.cycle_length > 0;
  return true;
}

/* --- collectives --- */

bool dual_cost_of(const struct claims *claims, const char *spec,
                  struct operation_request request, struct dual_cost *cost, struct err *err)
{
  struct message_level count = {.steps = 0};
  TOPOLOGY_OF_BLOCK(t);

  (void)claims;
  *cost = (struct dual_cost){.startups = 0};
  if (!lab_open(&t, err, "%s", spec))
    return false;
  struct operation *operation = operation_open(&t, &request, err);
  bool good = operation && message_level_count(&count, operation, NULL, NULL, err);

  for (uint32_t step = 0; good && step < count.steps; step++)
    if (count.sizes[step] && cost->startups < DUAL_STEPS) {
      cost->sizes[cost->startups++] = count.sizes[step];
      cost->word_steps += count.sizes[step];
    }
  cost->duplicates = count.duplicates;
  message_level_free(&count);
  operation_close(operation);
  return good;
}

struct walk {
  uint32_t *moves;  /* [steps] */
  uint8_t *reached; /* [switches] */
};

static bool add_moves(void *self, const struct operation_batch *batch, struct err *err)
{
  struct walk *walk = self;

  (void)err;
  if (batch->count == 0)
    return true;
  walk->moves[batch->step] += (uint32_t)batch->count;
  for (size_t i = 0; i < batch->count; i++)
    walk->reached[batch->moves[i].to] = 1;
  return true;
}

static void sum_up(const struct walk *walk, uint32_t steps, uint32_t switches,
                   struct dual_cost *cost)
{
  for (uint32_t step = 0; step < steps; step++)
    if (walk->moves[step] && cost->startups < DUAL_STEPS) {
      cost->sizes[cost->startups++] = walk->moves[step];
      cost->word_steps += walk->moves[step];
    }
  for (uint32_t sw = 0; sw < switches; sw++)
    cost->reached += walk->reached[sw];
}

bool dual_one_source(const char *spec, struct operation_request request,
                     struct dual_cost *cost, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);

  *cost = (struct dual_cost){.startups = 0};
  if (!lab_open(&t, err, "%s", spec))
    return false;
  struct operation *operation = operation_open(&t, &request, err);
  if (!operation)
    return false;
  const uint32_t steps = operation_steps(operation);
  struct walk walk = {.moves = calloc((size_t)steps + 1, sizeof *walk.moves),
                      .reached = calloc(t.switches, sizeof *walk.reached)};
  bool good = walk.moves && walk.reached;

  if (good) {
    walk.reached[operation_source(operation, 0)] = 1;
    good = operation_visit_moves(operation, 0, 1, add_moves, &walk, err);
    sum_up(&walk, steps, t.switches, cost);
  } else
    err_set(err, ERR_ENVIRONMENT, "not enough memory for the steps of %s", t.spec);
  free(walk.moves);
  free(walk.reached);
  operation_close(operation);
  return good;
}

bool dual_cycles(const struct claims *claims, const char *spec, const char *traffic,
                 uint64_t *cycles, struct err *err)
{
  const struct description trial = description_of(spec, traffic);
  struct trial_result result;

  if (!lab_trial(claims, &trial, &result, err))
    return false;
  *cycles = result.outcome == OUTCOME_PASS ? result.cycles : 0;
  return true;
}
