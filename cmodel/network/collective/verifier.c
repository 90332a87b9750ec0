/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verifier -- counts the moves of an operation, and checks them against its laws. */
#include "network/collective/verifier.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t rows_max = UINT64_C(1) << 28; /* steps x nodes that are kept: 3 GiB */

#define NONE UINT32_MAX

bool verifier_open(struct verifier *verifier, const struct operation *operation,
                   bool all_steps, struct err *err)
{
  const uint32_t nodes = operation_topology(operation)->switches,
                 steps = operation_steps(operation);
  const bool all = all_steps || operation_sources(operation) > 1;
  const uint64_t slots = (uint64_t)nodes * (all ? steps : 1);

  *verifier = (struct verifier){
      .operation = operation, .nodes = nodes, .steps = steps, .all_steps = all};
  if (slots > rows_max)
    return err_set(err, ERR_USAGE,
                   "%s on %s: %u steps of %u nodes are too many to keep, at most 2^28 in "
                   "all; use a smaller network",
                   collective_kind_name(operation_request_of(operation)->kind),
                   operation_topology(operation)->spec, steps, nodes);
  verifier->sends = memory_table(slots, sizeof *verifier->sends);
  verifier->receives = memory_table(slots, sizeof *verifier->receives);
  verifier->sizes = calloc(steps + 1, sizeof *verifier->sizes);
  verifier->at = memory_table(nodes, sizeof *verifier->at);
  if (!verifier->sends || !verifier->receives || !verifier->sizes || !verifier->at)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u steps of %u nodes",
                   steps, nodes);
  for (size_t i = 0; i < slots; i++)
    verifier->sends[i] = (struct verifier_transfer){.to = NONE};
  memset(verifier->receives, 0xff, slots * sizeof *verifier->receives);
  return true;
}

void verifier_close(struct verifier *verifier)
{
  free(verifier->sends);
  free(verifier->receives);
  free(verifier->sizes);
  free(verifier->at);
  *verifier = (struct verifier){.operation = NULL};
}

/* --- the laws --- */

static bool broken(const struct verifier *verifier, const struct operation_batch *batch,
                   const struct operation_move *move, const char *what, struct err *err)
{
  return err_set(err, ERR_USAGE,
                 "%s on %s, step %u, node %u to %u by port %u, block of %u: %s",
                 collective_kind_name(operation_request_of(verifier->operation)->kind),
                 operation_topology(verifier->operation)->spec, batch->step, move->from,
                 move->to, move->port, batch->source, what);
}

/* The first block of a transfer: is there such a link, and is the neighbour free? */
static __attribute__((noinline)) bool begin_transfer(struct verifier *verifier,
                                                     const struct operation_batch *batch,
                                                     const struct operation_move *move,
                                                     size_t row, struct err *err)
{
  const struct topology *t = operation_topology(verifier->operation);

  if (verifier->sends[row + move->from].to != NONE)
    return broken(verifier, batch, move, "it sends to another neighbour in this step", err);
  if (move->port >= t->ports ||
      topology_link(t, move->from, move->port).to_switch != move->to)
    return broken(verifier, batch, move, "the port does not lead there", err);
  if (verifier->receives[row + move->to] != NONE)
    return broken(verifier, batch, move, "the neighbour receives from another in this step",
                  err);
  verifier->sends[row + move->from].to = move->to;
  verifier->receives[row + move->to] = move->from;
  return true;
}

static bool take_of_broadcast(struct verifier *verifier,
                              const struct operation_batch *batch,
                              const struct operation_move *move, struct err *err)
{
  /* What came in this step cannot be sent in it. */
  if (verifier->at[move->from] == NONE || verifier->at[move->from] > batch->step)
    return broken(verifier, batch, move, "the sender does not hold the block", err);
  if (verifier->at[move->to] == NONE)
    verifier->at[move->to] = batch->step + 1;
  else if (operation_may_repeat(verifier->operation))
    verifier->duplicates++;
  else
    return broken(verifier, batch, move, "the neighbour has the block", err);
  return true;
}

/* Blocks come by destination, so that none moves twice in a step. */
static inline bool take_personalized(struct verifier *verifier,
                                     const struct operation_batch *batch, size_t i,
                                     struct err *err)
{
  const struct operation_move *move = &batch->moves[i];

  if (move->destination < batch->first || move->destination >= batch->last ||
      (i > 0 && move->destination <= move[-1].destination))
    return broken(verifier, batch, move, "the block is out of order", err);
  if (verifier->at[move->destination] != move->from)
    return broken(verifier, batch, move, "the sender does not hold the block", err);
  verifier->at[move->destination] = move->to;
  return true;
}

/* Inlined twice, as this is where the time of large networks goes. */
static inline __attribute__((always_inline)) bool
visit_moves(struct verifier *verifier, const struct operation_batch *batch, bool broadcast,
            struct err *err)
{
  const size_t row = verifier->all_steps ? (size_t)batch->step * verifier->nodes : 0;
  const uint32_t nodes = verifier->nodes;
  uint32_t largest = verifier->sizes[batch->step];

  for (size_t i = 0; i < batch->count; i++) {
    const struct operation_move *move = &batch->moves[i];

    if (move->from >= nodes || move->to >= nodes)
      return broken(verifier, batch, move, "there is no such node", err);
    struct verifier_transfer *sends = &verifier->sends[row + move->from];

    if (sends->to != move->to && !begin_transfer(verifier, batch, move, row, err))
      return false;
    if (broadcast ? !take_of_broadcast(verifier, batch, move, err)
                  : !take_personalized(verifier, batch, i, err))
      return false;
    const uint32_t messages = ++sends->messages;

    largest = messages > largest ? messages : largest;
  }
  verifier->sizes[batch->step] = largest;
  verifier->moves += batch->count;
  return true;
}

/* --- the visitor --- */

static void begin_blocks(struct verifier *verifier, const struct operation_batch *batch)
{
  if (operation_is_broadcast(verifier->operation)) {
    memset(verifier->at, 0xff, verifier->nodes * sizeof *verifier->at);
    verifier->at[batch->source] = 0;
  } else {
    for (uint32_t i = batch->first; i < batch->last; i++)
      verifier->at[i] = batch->source;
  }
  verifier->open = true;
}

static bool end_blocks(struct verifier *verifier, const struct operation_batch *batch,
                       struct err *err)
{
  const bool broadcast = operation_is_broadcast(verifier->operation);
  const uint32_t first = broadcast ? 0 : batch->first;
  const uint32_t last = broadcast ? verifier->nodes : batch->last;

  for (uint32_t i = first; i < last; i++)
    if (!operation_wants(verifier->operation, i) ||
        (broadcast ? verifier->at[i] != NONE : verifier->at[i] == i))
      continue;
    else if (operation_may_miss(verifier->operation))
      verifier->missing++;
    else
      return err_set(err, ERR_USAGE, "%s on %s: node %u does not get the block of %u",
                     collective_kind_name(operation_request_of(verifier->operation)->kind),
                     operation_topology(verifier->operation)->spec, i, batch->source);
  verifier->open = false;
  return true;
}

/* Only the step that is walked is kept. */
static void forget(struct verifier *verifier)
{
  for (uint32_t i = 0; i < verifier->nodes; i++)
    verifier->sends[i] = (struct verifier_transfer){.to = NONE};
  memset(verifier->receives, 0xff, verifier->nodes * sizeof *verifier->receives);
}

bool verifier_visit(void *self, const struct operation_batch *batch, struct err *err)
{
  struct verifier *verifier = self;

  if (!verifier->open)
    begin_blocks(verifier, batch);
  else if (batch->step <= verifier->step)
    return err_set(err, ERR_USAGE, "step %u of an operation after step %u", batch->step,
                   verifier->step);
  else if (!verifier->all_steps)
    forget(verifier);
  verifier->step = batch->step;
  if (batch->step >= verifier->steps)
    return end_blocks(verifier, batch, err);
  return operation_is_broadcast(verifier->operation)
             ? visit_moves(verifier, batch, true, err)
             : visit_moves(verifier, batch, false, err);
}

uint32_t verifier_port(const struct topology *t, uint32_t from, uint32_t to)
{
  uint32_t port = 0;

  while (port + 1 < t->ports && topology_link(t, from, port).to_switch != to)
    port++;
  return port;
}
