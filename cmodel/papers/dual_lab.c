/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_lab -- what the rows of the papers on dual-nets measure with, and the papers. */
#include "network/collective/message_level.h"
#include "network/topology/dependency.h"
#include "papers/dual_nets.h"

#include <stdio.h>

uint32_t dual_switches(const struct topology *t)
{
  return t->switches;
}

const struct dual_super dual_supers[DUAL_SUPERS] = {
    {"1", 1, 0, 0},   {"2", 2, 1, 1},    {"3", 3, 1, 2},    {"5", 5, 2, 3},
    {"2x3", 6, 2, 3}, {"2x5", 10, 3, 4}, {"3x5", 15, 3, 5}, {"2x3x5", 30, 4, 6},
};

bool dual_cyclic(struct finding *f, const char *spec, const char *routing_name,
                 uint32_t vcs)
{
  struct dependency d = {.cycle_length = 0};
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "%s", spec))
    return false;
  const struct routing *routing = topology_routing(&t, routing_name, f->err);

  finding_check(f, routing && dependency_explore(&d, &t, routing, vcs ? vcs : routing->vcs,
                                                 false, f->err));
  return d.cycle_length > 0;
}

/* --- collectives --- */

/* Steps in which nothing moves cost nothing. */
static void add_step(struct dual_cost *cost, uint32_t size)
{
  if (size && cost->startups < DUAL_STEPS) {
    cost->sizes[cost->startups++] = size;
    cost->word_steps += size;
  }
}

struct dual_cost dual_cost_of(struct finding *f, const char *spec,
                              struct operation_request request)
{
  struct message_level count = {.steps = 0};
  struct dual_cost cost = {.startups = 0};
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "%s", spec))
    return cost;
  struct operation *operation = operation_open(&t, &request, f->err);

  if (finding_check(f, operation &&
                           message_level_count(&count, operation, NULL, NULL, f->err))) {
    for (uint32_t step = 0; step < count.steps; step++)
      add_step(&cost, count.sizes[step]);
    cost.duplicates = count.duplicates;
    cost.missing = count.missing;
  }
  message_level_free(&count);
  operation_close(operation);
  return cost;
}

struct moved {
  uint32_t *moves;  /* [steps] */
  uint8_t *reached; /* [switches] */
};

static bool add_moves(void *self, const struct operation_batch *batch, struct err *err)
{
  struct moved *moved = self;

  (void)err;
  if (batch->count == 0)
    return true;
  moved->moves[batch->step] += (uint32_t)batch->count;
  for (size_t i = 0; i < batch->count; i++)
    if (batch->moves[i].destination == OPERATION_ALL ||
        batch->moves[i].destination == batch->moves[i].to)
      moved->reached[batch->moves[i].to] = 1;
  return true;
}

struct dual_cost dual_one_source(struct finding *f, const char *spec,
                                 struct operation_request request)
{
  struct dual_cost cost = {.startups = 0};
  TOPOLOGY_OF_BLOCK(t);

  if (!lab_open(f, &t, "%s", spec))
    return cost;
  struct operation *operation = operation_open(&t, &request, f->err);
  if (!finding_check(f, operation != NULL))
    return cost;
  const uint32_t steps = operation_steps(operation);
  uint32_t *moves MEMORY_OF_BLOCK = lab_memory(f, (size_t)steps + 1, sizeof *moves);
  uint8_t *reached MEMORY_OF_BLOCK = lab_memory(f, t.switches, sizeof *reached);
  struct moved moved = {moves, reached};

  if (moves && reached) {
    reached[operation_source(operation, 0)] = 1;
    finding_check(f, operation_visit_moves(operation, 0, 1, add_moves, &moved, f->err));
    for (uint32_t step = 0; step < steps; step++)
      add_step(&cost, moves[step]);
    for (uint32_t sw = 0; sw < t.switches; sw++)
      cost.reached += reached[sw];
  }
  operation_close(operation);
  return cost;
}

struct dual_run dual_run(struct finding *f, const char *spec, const char *traffic)
{
  const struct description trial = description_of(spec, traffic);
  const struct trial_result result = lab_run(f, &trial);

  return (struct dual_run){.cycles = result.outcome == OUTCOME_PASS ? result.cycles : 0,
                           .delivered = result.delivered,
                           .hops = result.hops};
}

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u switches, or sets of them, where all are too many", trials);
}

static const struct claim_part *const all_parts[] = {DUAL_PARTS(CLAIM_PART_POINTER) NULL};
static const struct claim_table *const all_tables[] = {DUAL_TABLES(CLAIM_TABLE_POINTER)
                                                           NULL};

const struct paper claims_dual_nets = {
    .name = "dual-nets",
    .title = "Li, Peng, Chu, Hierarchical Dual-Net (H); Collective Communication in "
             "Recursive Dual-Net (R)",
    .parts = all_parts,
    .trials_text = trials_text,
    .tables = all_tables,
};
