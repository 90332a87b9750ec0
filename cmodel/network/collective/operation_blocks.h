/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_blocks -- the blocks of one source on their way, for the rules of personalized
 * kinds: where each is, and its moves in the dimensions of the base.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_OPERATION_BLOCKS_H
#define LOCKHOP_NETWORK_COLLECTIVE_OPERATION_BLOCKS_H

#include "network/collective/operation_parts.h"

struct operation_blocks {
  const struct operation *operation;
  operation_visitor *visit;
  void *self;
  struct err *err;
  uint32_t *targets[DUAL_NET_LEVELS + 1]; /* [level][blocks] within its network */
  uint32_t *at;                           /* [blocks] node */
  uint32_t *start,
      *length; /* [blocks] of a ring: it moves in `length` steps from `start` on; of other
                * factors: the digits at which it begins and ends */
  uint8_t *backwards;            /* [blocks] of a ring: to the - side */
  struct operation_move *moves;  /* [blocks] of a step */
  uint32_t source, first, count; /* blocks for destinations first + i, i < count */
  uint32_t step;
};

/* Room for so many.  Close it in either case.  Error: ERR_ENVIRONMENT when memory is short.
 */
bool operation_blocks_open(struct operation_blocks *b, const struct operation *operation,
                           uint32_t blocks, operation_visitor *visit, void *self,
                           struct err *err);
void operation_blocks_close(struct operation_blocks *b);

/* The arrays that a step reads and writes, apart from each other. */
struct operation_lane {
  struct operation_move *restrict moves;
  uint32_t *restrict at;
  uint32_t first;
};

static inline struct operation_lane operation_lane_of(const struct operation_blocks *b)
{
  return (struct operation_lane){.moves = b->moves, .at = b->at, .first = b->first};
}

/* Block i moves, or not: then what is written behind the last move is not counted. */
static inline size_t operation_move_block(struct operation_lane lane, size_t count,
                                          uint32_t i, bool moves, uint32_t to,
                                          uint32_t port)
{
  const uint32_t from = lane.at[i];

  lane.moves[count] = (struct operation_move){
      .destination = lane.first + i, .from = from, .to = to, .port = port};
  lane.at[i] = from ^ ((from ^ to) & (0 - (uint32_t)moves)); /* without a branch */
  return count + moves;
}

/* At the source: `count` blocks for the nodes from `first` on; one that is not wanted
 * stays.
 */
void operation_blocks_start(struct operation_blocks *b, uint32_t source, uint32_t first,
                            uint32_t count);

/* The end of a step in which the first `count` moves are made. */
bool operation_blocks_end_step(struct operation_blocks *b, size_t count);

/* They are where they go. */
bool operation_blocks_end(struct operation_blocks *b);

/* All blocks to their targets of level 0, dimension by dimension, the highest first, but
 * not in those of `copy`. */
bool operation_blocks_base(struct operation_blocks *b, uint32_t copy);

#endif
