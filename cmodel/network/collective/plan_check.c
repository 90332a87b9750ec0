/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plan_check -- a visitor of a plan's moves that counts them and holds them to the laws. */
#include "network/collective/plan_check.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t rows_max = UINT64_C(1) << 28; /* steps x nodes that are kept: 3 GiB */

#define NONE UINT32_MAX

bool plan_check_open(struct plan_check *check, const struct plan *plan, bool all_steps,
                     struct err *err)
{
  const uint32_t nodes = plan_topology(plan)->switches, steps = plan_steps(plan);
  const bool all = all_steps || plan_sources(plan) > 1;
  const uint64_t cells = (uint64_t)nodes * (all ? steps : 1);

  *check =
      (struct plan_check){.plan = plan, .nodes = nodes, .steps = steps, .all_steps = all};
  if (cells > rows_max)
    return err_set(err, ERR_USAGE,
                   "%s on %s: %u steps of %u nodes are too many to keep, at most 2^28 in "
                   "all; use a smaller network",
                   plan_kind_name(plan_request_of(plan)->kind), plan_topology(plan)->spec,
                   steps, nodes);
  check->sends = memory_table(cells, sizeof *check->sends);
  check->receives = memory_table(cells, sizeof *check->receives);
  check->sizes = calloc(steps + 1, sizeof *check->sizes);
  check->at = memory_table(nodes, sizeof *check->at);
  if (!check->sends || !check->receives || !check->sizes || !check->at)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u steps of %u nodes",
                   steps, nodes);
  for (size_t i = 0; i < cells; i++)
    check->sends[i] = (struct plan_transfer){.to = NONE};
  memset(check->receives, 0xff, cells * sizeof *check->receives);
  return true;
}

void plan_check_close(struct plan_check *check)
{
  free(check->sends);
  free(check->receives);
  free(check->sizes);
  free(check->at);
  *check = (struct plan_check){.plan = NULL};
}

/* --- the laws --- */

static bool broken(const struct plan_check *check, const struct plan_batch *batch,
                   const struct plan_move *move, const char *what, struct err *err)
{
  return err_set(
      err, ERR_USAGE, "%s on %s, step %u, node %u to %u by port %u, block of %u: %s",
      plan_kind_name(plan_request_of(check->plan)->kind), plan_topology(check->plan)->spec,
      batch->step, move->from, move->to, move->port, batch->source, what);
}

/* The first block of a transfer: is there such a link, and is the neighbour free? */
static __attribute__((noinline)) bool begin_transfer(struct plan_check *check,
                                                     const struct plan_batch *batch,
                                                     const struct plan_move *move,
                                                     size_t row, struct err *err)
{
  const struct topology *t = plan_topology(check->plan);

  if (check->sends[row + move->from].to != NONE)
    return broken(check, batch, move, "it sends to another neighbour in this step", err);
  if (move->port >= t->ports ||
      topology_link(t, move->from, move->port).to_switch != move->to)
    return broken(check, batch, move, "the port does not lead there", err);
  if (check->receives[row + move->to] != NONE)
    return broken(check, batch, move, "the neighbour receives from another in this step",
                  err);
  check->sends[row + move->from].to = move->to;
  check->receives[row + move->to] = move->from;
  return true;
}

static bool take_of_broadcast(struct plan_check *check, const struct plan_batch *batch,
                              const struct plan_move *move, struct err *err)
{
  /* What came in this step cannot be sent in it. */
  if (check->at[move->from] == NONE || check->at[move->from] > batch->step)
    return broken(check, batch, move, "the sender does not hold the block", err);
  if (check->at[move->to] == NONE)
    check->at[move->to] = batch->step + 1;
  else if (plan_may_repeat(check->plan))
    check->duplicates++;
  else
    return broken(check, batch, move, "the neighbour has the block", err);
  return true;
}

/* Blocks come by destination, so that none moves twice in a step. */
static inline bool take_personalized(struct plan_check *check,
                                     const struct plan_batch *batch, size_t i,
                                     struct err *err)
{
  const struct plan_move *move = &batch->moves[i];

  if (move->destination < batch->first || move->destination >= batch->last ||
      (i > 0 && move->destination <= move[-1].destination))
    return broken(check, batch, move, "the block is out of order", err);
  if (check->at[move->destination] != move->from)
    return broken(check, batch, move, "the sender does not hold the block", err);
  check->at[move->destination] = move->to;
  return true;
}

/* Inlined twice, as this is where the time of large networks goes. */
static inline __attribute__((always_inline)) bool
visit_moves(struct plan_check *check, const struct plan_batch *batch, bool broadcast,
            struct err *err)
{
  const size_t row = check->all_steps ? (size_t)batch->step * check->nodes : 0;
  const uint32_t nodes = check->nodes;
  uint32_t largest = check->sizes[batch->step];

  for (size_t i = 0; i < batch->count; i++) {
    const struct plan_move *move = &batch->moves[i];

    if (move->from >= nodes || move->to >= nodes)
      return broken(check, batch, move, "there is no such node", err);
    struct plan_transfer *sends = &check->sends[row + move->from];

    if (sends->to != move->to && !begin_transfer(check, batch, move, row, err))
      return false;
    if (broadcast ? !take_of_broadcast(check, batch, move, err)
                  : !take_personalized(check, batch, i, err))
      return false;
    const uint32_t messages = ++sends->messages;

    largest = messages > largest ? messages : largest;
  }
  check->sizes[batch->step] = largest;
  check->moves += batch->count;
  return true;
}

/* --- the visitor --- */

static void begin_blocks(struct plan_check *check, const struct plan_batch *batch)
{
  if (plan_is_broadcast(check->plan)) {
    memset(check->at, 0xff, check->nodes * sizeof *check->at);
    check->at[batch->source] = 0;
  } else {
    for (uint32_t i = batch->first; i < batch->last; i++)
      check->at[i] = batch->source;
  }
  check->open = true;
}

static bool end_blocks(struct plan_check *check, const struct plan_batch *batch,
                       struct err *err)
{
  const bool broadcast = plan_is_broadcast(check->plan);
  const uint32_t first = broadcast ? 0 : batch->first;
  const uint32_t last = broadcast ? check->nodes : batch->last;

  for (uint32_t i = first; i < last; i++)
    if (broadcast ? check->at[i] == NONE && plan_wants(check->plan, i) : check->at[i] != i)
      return err_set(err, ERR_USAGE, "%s on %s: node %u does not get the block of %u",
                     plan_kind_name(plan_request_of(check->plan)->kind),
                     plan_topology(check->plan)->spec, i, batch->source);
  check->open = false;
  return true;
}

/* Only the step that is walked is kept. */
static void forget(struct plan_check *check)
{
  for (uint32_t i = 0; i < check->nodes; i++)
    check->sends[i] = (struct plan_transfer){.to = NONE};
  memset(check->receives, 0xff, check->nodes * sizeof *check->receives);
}

bool plan_check_visit(void *self, const struct plan_batch *batch, struct err *err)
{
  struct plan_check *check = self;

  if (!check->open)
    begin_blocks(check, batch);
  else if (batch->step <= check->step)
    return err_set(err, ERR_USAGE, "step %u of a plan after step %u", batch->step,
                   check->step);
  else if (!check->all_steps)
    forget(check);
  check->step = batch->step;
  if (batch->step >= check->steps)
    return end_blocks(check, batch, err);
  return plan_is_broadcast(check->plan) ? visit_moves(check, batch, true, err)
                                        : visit_moves(check, batch, false, err);
}
