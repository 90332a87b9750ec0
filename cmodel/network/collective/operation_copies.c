/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_copies -- personalized operations where super-nodes have several nodes.
 *
 * A block takes the way of a broadcast by copies of super-nodes: in its cluster, across, in
 * the cluster of the other class without the dimensions of the super-node, across.  So it
 * must enter that cluster at the place whose digits in these dimensions are already right;
 * docs/schedules/collectives.md, Super-nodes of several nodes.
 *
 * The blocks of one source for all nodes are followed together; block i is for node i.
 */
#include "base/memory.h"
#include "network/collective/operation_parts.h"

#include <stdlib.h>

struct journeys {
  const struct operation *operation;
  const struct dual_net *net;
  operation_visitor *visit;
  void *self;
  struct err *err;
  uint32_t source, step, blocks;
  uint32_t *at;                           /* [blocks] node */
  uint32_t *targets[DUAL_NET_LEVELS + 1]; /* [level][blocks] within its network */
  uint32_t *start, *length;     /* [blocks] of a ring: steps in which it moves; of other
                                 * factors: the digits at which it begins and ends */
  uint8_t *backwards;           /* [blocks] of a ring: to the - side */
  struct operation_move *moves; /* [blocks] of a step */
};

static bool journeys_open(struct journeys *v, const struct operation *operation,
                          operation_visitor *visit, void *self, struct err *err)
{
  const uint32_t blocks = operation->t->switches;

  *v = (struct journeys){
      .operation = operation,
      .net = &operation->net,
      .visit = visit,
      .self = self,
      .err = err,
      .blocks = blocks,
      .at = memory_table(blocks, sizeof *v->at),
      .start = memory_table(blocks, sizeof *v->start),
      .length = memory_table(blocks, sizeof *v->length),
      .backwards = memory_table(blocks, sizeof *v->backwards),
      .moves = memory_table(blocks, sizeof *v->moves),
  };
  bool good = v->at && v->start && v->length && v->backwards && v->moves;

  for (uint32_t level = 0; level <= operation->net.levels; level++) {
    v->targets[level] = memory_table(blocks, sizeof *v->targets[level]);
    good = good && v->targets[level];
  }
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", blocks);
}

static void journeys_close(struct journeys *v)
{
  for (uint32_t level = 0; level <= DUAL_NET_LEVELS; level++)
    free(v->targets[level]);
  free(v->at);
  free(v->start);
  free(v->length);
  free(v->backwards);
  free(v->moves);
}

static void move(struct journeys *v, size_t *count, uint32_t block, uint32_t to,
                 uint32_t port)
{
  v->moves[(*count)++] = (struct operation_move){
      .destination = block, .from = v->at[block], .to = to, .port = port};
  v->at[block] = to;
}

static bool end_step(struct journeys *v, size_t count)
{
  const struct operation_batch batch = {.step = v->step++,
                                        .source = v->source,
                                        .last = v->blocks,
                                        .moves = v->moves,
                                        .count = count};

  return count == 0 || v->visit(v->self, &batch, v->err);
}

/* --- where blocks go --- */

static uint32_t first_stop(const struct dual_net *net, uint32_t level, uint32_t at,
                           uint32_t to);

static bool in_one_cluster(const struct dual_net *net, uint32_t level, uint32_t a,
                           uint32_t b)
{
  return a / net->nodes[level - 1] == b / net->nodes[level - 1];
}

/* Numbers in a network of the level: where in its cluster a block is to go before it
 * crosses, or for good.  `last`: it enters the cluster of its target when it crosses next,
 * at its place. */
static uint32_t stop(const struct dual_net *net, uint32_t level, uint32_t at, uint32_t to,
                     bool last)
{
  const struct dual_id here = dual_net_split(net, level, at);
  const struct dual_id end = dual_net_split(net, level, to);
  uint32_t super, place = end.node;

  if (in_one_cluster(net, level, at, to))
    return to % net->nodes[level - 1];
  super = here.class_id == end.class_id ? end.super : end.cluster;
  if (!last) {
    const struct dual_id entry = {
        .class_id = !here.class_id, .cluster = super, .super = here.cluster};
    const uint32_t entered = dual_net_join(net, level, entry);
    const uint32_t below = net->nodes[level - 1];
    uint32_t unused;

    dual_net_split_cluster(
        net, level,
        first_stop(net, level - 1, entered % below, stop(net, level, entered, to, true)),
        &unused, &place);
  }
  return dual_net_join_cluster(net, level, super, place);
}

/* The digits of the base to which a block goes first, in a network of the level. */
static uint32_t first_stop(const struct dual_net *net, uint32_t level, uint32_t at,
                           uint32_t to)
{
  return level == 0 ? to
                    : first_stop(net, level - 1, at % net->nodes[level - 1],
                                 stop(net, level, at, to, false));
}

/* --- rings --- */

/* With one source the - side begins a step after the + side; where all send, when the +
 * side is done. */
static bool ring(struct journeys *v, uint32_t dimension)
{
  const struct operation_links *links = &v->operation->rings[dimension];
  const uint32_t size = v->net->size[dimension], right = operation_right(size);
  const bool one = v->operation->request.kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED;
  bool good = true;

  for (uint32_t i = 0; i < v->blocks; i++) {
    const uint32_t to = v->targets[0][i] / v->net->stride[dimension] % size;
    const uint32_t hops = (to + size - links->digits[v->at[i]]) % size;

    v->backwards[i] = hops > right;
    v->start[i] = hops > right ? one ? 1 : right : 0;
    v->length[i] = hops > right ? size - hops : hops;
  }
  for (uint32_t j = 0; good && j < (one ? operation_tree_steps(size) : size - 1); j++) {
    size_t count = 0;

    for (uint32_t i = 0; i < v->blocks; i++)
      if (j >= v->start[i] && j - v->start[i] < v->length[i])
        move(v, &count, i, (v->backwards[i] ? links->previous : links->next)[v->at[i]],
             v->backwards[i] ? links->previous_port : links->port);
    good = end_step(v, count);
  }
  return good;
}

/* A complete graph or a Petersen graph. */
static bool other_factor(struct journeys *v, uint32_t dimension)
{
  const struct factor f = dual_net_factor(v->net, dimension);
  const enum collective_kind kind = v->operation->request.kind;
  const struct operation_links *links = &v->operation->rings[dimension];
  const uint32_t stride = v->net->stride[dimension];
  bool good = true;

  for (uint32_t i = 0; i < v->blocks; i++) {
    v->start[i] = links->digits[v->at[i]];
    v->length[i] = v->targets[0][i] / stride % f.size;
  }
  for (uint32_t step = 0; good && step < factor_plan_steps(f, kind); step++) {
    size_t count = 0;

    for (uint32_t i = 0; i < v->blocks; i++) {
      const uint32_t port = factor_plan_carry(f, kind, step, v->start[i], v->length[i]);

      if (port != FACTOR_PLAN_NONE)
        move(v, &count, i, operation_neighbour(v->operation, dimension, v->at[i], port),
             links->port + port);
    }
    good = end_step(v, count);
  }
  return good;
}

/* --- levels --- */

static bool cross(struct journeys *v, uint32_t level)
{
  const struct operation_links *links = &v->operation->cross[level];
  size_t count = 0;

  for (uint32_t i = 0; i < v->blocks; i++)
    if (!in_one_cluster(v->net, level, v->at[i] % v->net->nodes[level],
                        v->targets[level][i]))
      move(v, &count, i, links->next[v->at[i]], links->port);
  return end_step(v, count);
}

/* Blocks to their targets of the level, without moves in the dimensions of `copy` in the
 * first copy of the base. */
static bool call(struct journeys *v, uint32_t level, uint32_t copy)
{
  bool good = true;

  if (level == 0) {
    for (uint32_t i = v->net->rings; good && i-- > 0;)
      good = copy >> i & 1 ||
             (operation_is_ring(v->operation, i) ? ring(v, i) : other_factor(v, i));
    return good;
  }
  for (uint32_t half = 0; good && half < 2; half++) {
    for (uint32_t i = 0; i < v->blocks; i++)
      v->targets[level - 1][i] = stop(v->net, level, v->at[i] % v->net->nodes[level],
                                      v->targets[level][i], half == 1);
    good = call(v, level - 1, half == 0 ? copy : v->net->super[level]) && cross(v, level);
  }
  return good;
}

static bool travel(struct journeys *v, uint32_t source)
{
  const uint32_t levels = v->net->levels;

  v->source = source;
  v->step = 0;
  for (uint32_t i = 0; i < v->blocks; i++) {
    v->at[i] = source;
    v->targets[levels][i] = operation_wants(v->operation, i) ? i : source; /* it stays */
  }
  return call(v, levels, 0) &&
         v->visit(v->self,
                  &(struct operation_batch){
                      .step = v->step, .source = source, .last = v->blocks},
                  v->err);
}

bool operation_visit_copies(const struct operation *operation, uint32_t first,
                            uint32_t last, operation_visitor *visit, void *self,
                            struct err *err)
{
  struct journeys v;
  bool good = journeys_open(&v, operation, visit, self, err);

  for (uint32_t i = first; good && i < last; i++)
    good = travel(&v, operation_source(operation, i));
  journeys_close(&v);
  return good;
}
