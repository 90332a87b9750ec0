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
#include "network/collective/operation_blocks.h"

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

/* --- levels --- */

static bool cross(struct operation_blocks *b, uint32_t level)
{
  const struct dual_net *net = &b->operation->net;
  const struct operation_links *links = &b->operation->cross[level];
  const struct operation_lane lane = operation_lane_of(b);
  size_t count = 0;

  for (uint32_t i = 0; i < b->count; i++)
    count = operation_move_block(
        lane, count, i,
        !in_one_cluster(net, level, b->at[i] % net->nodes[level], b->targets[level][i]),
        links->next[b->at[i]], links->port);
  return operation_blocks_end_step(b, count);
}

/* Blocks to their targets of the level, without moves in the dimensions of `copy` in the
 * first copy of the base. */
static bool call(struct operation_blocks *b, uint32_t level, uint32_t copy)
{
  const struct dual_net *net = &b->operation->net;
  bool good = true;

  if (level == 0)
    return operation_blocks_base(b, copy);
  for (uint32_t half = 0; good && half < 2; half++) {
    for (uint32_t i = 0; i < b->count; i++)
      b->targets[level - 1][i] =
          stop(net, level, b->at[i] % net->nodes[level], b->targets[level][i], half == 1);
    good = call(b, level - 1, half == 0 ? copy : net->super[level]) && cross(b, level);
  }
  return good;
}

bool operation_visit_copies(const struct operation *operation, uint32_t first,
                            uint32_t last, operation_visitor *visit, void *self,
                            struct err *err)
{
  const uint32_t nodes = operation->t->switches;
  struct operation_blocks b;
  bool good = operation_blocks_open(&b, operation, nodes, visit, self, err);

  for (uint32_t i = first; good && i < last; i++) {
    operation_blocks_start(&b, operation_source(operation, i), 0, nodes);
    good = call(&b, operation->net.levels, 0) && operation_blocks_end(&b);
  }
  operation_blocks_close(&b);
  return good;
}
