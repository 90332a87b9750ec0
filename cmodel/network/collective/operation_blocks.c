/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_blocks -- the blocks of one source on their way. */
#include "network/collective/operation_blocks.h"

#include "base/memory.h"

#include <stdlib.h>

bool operation_blocks_open(struct operation_blocks *b, const struct operation *operation,
                           uint32_t blocks, operation_visitor *visit, void *self,
                           struct err *err)
{
  *b = (struct operation_blocks){
      .operation = operation,
      .visit = visit,
      .self = self,
      .err = err,
      .at = memory_table(blocks, sizeof *b->at),
      .start = memory_table(blocks, sizeof *b->start),
      .length = memory_table(blocks, sizeof *b->length),
      .backwards = memory_table(blocks, sizeof *b->backwards),
      .moves = memory_table(blocks, sizeof *b->moves),
  };
  bool good = b->at && b->start && b->length && b->backwards && b->moves;

  for (uint32_t level = 0; level <= operation->net.levels; level++) {
    b->targets[level] = memory_table(blocks, sizeof *b->targets[level]);
    good = good && b->targets[level];
  }
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes",
                         operation->t->switches);
}

void operation_blocks_close(struct operation_blocks *b)
{
  for (uint32_t level = 0; level <= DUAL_NET_LEVELS; level++)
    free(b->targets[level]);
  free(b->at);
  free(b->start);
  free(b->length);
  free(b->backwards);
  free(b->moves);
}

void operation_blocks_start(struct operation_blocks *b, uint32_t source, uint32_t first,
                            uint32_t count)
{
  uint32_t *targets = b->targets[b->operation->net.levels];

  b->source = source;
  b->first = first;
  b->count = count;
  b->step = 0;
  for (uint32_t i = 0; i < count; i++) {
    b->at[i] = source;
    targets[i] = operation_wants(b->operation, first + i) ? first + i : source;
  }
}

static bool show(struct operation_blocks *b, size_t count)
{
  return b->visit(b->self,
                  &(struct operation_batch){.step = b->step,
                                            .source = b->source,
                                            .first = b->first,
                                            .last = b->first + b->count,
                                            .moves = b->moves,
                                            .count = count},
                  b->err);
}

bool operation_blocks_end_step(struct operation_blocks *b, size_t count)
{
  const bool good = count == 0 || show(b, count);

  b->step++;
  return good;
}

bool operation_blocks_end(struct operation_blocks *b)
{
  return show(b, 0);
}

/* In which steps the blocks move: the nearer way round, + if equal.  With one root the -
 * side begins a step after the + side; where all send, when the + side is done. */
static void set_off(struct operation_blocks *b, uint32_t dimension, uint32_t left)
{
  const uint32_t size = b->operation->net.size[dimension], right = operation_right(size);
  const uint16_t *digits = b->operation->rings[dimension].digits;
  const uint32_t *restrict at = b->at, *restrict targets = b->targets[0];
  uint32_t *restrict start = b->start, *restrict length = b->length;
  uint8_t *restrict backwards = b->backwards;

  for (uint32_t i = 0; i < b->count; i++) {
    const uint32_t from = digits[at[i]], to = digits[targets[i]];
    const uint32_t hops = to >= from ? to - from : to + size - from;

    backwards[i] = hops > right;
    start[i] = hops > right ? left : 0;
    length[i] = hops > right ? size - hops : hops;
  }
}

static bool ring_step(struct operation_blocks *b, uint32_t dimension, uint32_t j)
{
  const struct operation_links *links = &b->operation->rings[dimension];
  const uint32_t *const next[2] = {links->next, links->previous};
  const uint32_t ports[2] = {links->port, links->previous_port};
  const uint32_t *restrict start = b->start, *restrict length = b->length;
  const uint8_t *restrict backwards = b->backwards;
  const struct operation_lane lane = operation_lane_of(b);
  const uint32_t blocks = b->count;
  size_t count = 0;

  for (uint32_t i = 0; i < blocks; i++)
    count = operation_move_block(lane, count, i, j - start[i] < length[i],
                                 next[backwards[i]][lane.at[i]], ports[backwards[i]]);
  return operation_blocks_end_step(b, count);
}

static bool ring(struct operation_blocks *b, uint32_t dimension)
{
  const uint32_t size = b->operation->net.size[dimension];
  const bool one = b->operation->request.kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED;
  const uint32_t steps = one ? operation_tree_steps(size) : size - 1;
  bool good = true;

  set_off(b, dimension, one ? 1 : operation_right(size));
  for (uint32_t j = 0; good && j < steps; j++)
    good = ring_step(b, dimension, j);
  return good;
}

/* A ring of 2: one step for those whose digit differs. */
static bool pair(struct operation_blocks *b, uint32_t dimension)
{
  const struct operation_links *links = &b->operation->rings[dimension];
  const uint16_t *digits = links->digits;
  const uint32_t *next = links->next, *targets = b->targets[0];
  const uint32_t blocks = b->count, port = links->port;
  const struct operation_lane lane = operation_lane_of(b);
  size_t count = 0;

  for (uint32_t i = 0; i < blocks; i++)
    count = operation_move_block(lane, count, i, digits[lane.at[i]] != digits[targets[i]],
                                 next[lane.at[i]], port);
  return operation_blocks_end_step(b, count);
}

/* A complete graph or a Petersen graph. */
static bool other_factor(struct operation_blocks *b, uint32_t dimension)
{
  const struct operation *operation = b->operation;
  const struct factor f = dual_net_factor(&operation->net, dimension);
  const enum collective_kind kind = operation->request.kind;
  const struct operation_links *links = &operation->rings[dimension];
  const struct operation_lane lane = operation_lane_of(b);
  bool good = true;

  for (uint32_t i = 0; i < b->count; i++) {
    b->start[i] = links->digits[b->at[i]];
    b->length[i] = links->digits[b->targets[0][i]];
  }
  for (uint32_t step = 0; good && step < factor_plan_steps(f, kind); step++) {
    size_t count = 0;

    for (uint32_t i = 0; i < b->count; i++) {
      const uint32_t port = factor_plan_carry(f, kind, step, b->start[i], b->length[i]);

      if (port != FACTOR_PLAN_NONE)
        count = operation_move_block(
            lane, count, i, true,
            operation_neighbour(operation, dimension, lane.at[i], port),
            links->port + port);
    }
    good = operation_blocks_end_step(b, count);
  }
  return good;
}

bool operation_blocks_base(struct operation_blocks *b, uint32_t copy)
{
  const struct operation *operation = b->operation;
  bool good = true;

  for (uint32_t i = operation->net.rings; good && i-- > 0;)
    if (!(copy >> i & 1))
      good = !operation_is_ring(operation, i) ? other_factor(b, i)
             : operation->net.size[i] == 2    ? pair(b, i)
                                              : ring(b, i);
  return good;
}
