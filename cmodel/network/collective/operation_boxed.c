/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_boxed -- the broadcast of a hierarchical dual-net exactly as it is boxed.
 *
 * Source: the HDN paper, Algorithm 2.  It does not reach every node, and sends to nodes
 * that have the block; docs/schedules/collectives.md says where.  The rule that works is in
 * operation_broadcast.c.
 */
#include "base/memory.h"
#include "network/collective/operation_parts.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* A block while it spreads.  A call works on a stretch of the list: nodes that got the
 * block in it, or that it was given. */
struct boxed {
  const struct operation *operation;
  const struct dual_net *net;
  uint32_t *list; /* [capacity] nodes */
  size_t count, capacity;
  struct operation_move *moves; /* [move_capacity] of all steps, one behind the other */
  size_t move_count, move_capacity;
  size_t *ends; /* [steps] of each, its end in moves */
  uint32_t step;
  uint8_t *seen;   /* [switches] scratch, 0 between uses */
  uint32_t *roots; /* [switches] scratch: of each network of a level */
  bool is_short;   /* of memory: nothing more is added */
};

static bool boxed_open(struct boxed *b, const struct operation *operation, struct err *err)
{
  const uint32_t nodes = operation->t->switches;

  *b = (struct boxed){
      .operation = operation,
      .net = &operation->net,
      .ends = memory_table(operation->step_count + 1, sizeof *b->ends),
      .seen = calloc(nodes, sizeof *b->seen),
      .roots = memory_table(nodes, sizeof *b->roots),
  };
  return (b->ends && b->seen && b->roots) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", nodes);
}

static void boxed_close(struct boxed *b)
{
  free(b->list);
  free(b->moves);
  free(b->ends);
  free(b->seen);
  free(b->roots);
}

/* Room for one more item in a growing array; false: memory is short. */
static bool grow(struct boxed *b, void **items, size_t count, size_t *capacity, size_t size)
{
  const size_t more = *capacity ? 2 * *capacity : 1024;

  if (count < *capacity)
    return true;
  void *grown = b->is_short ? NULL : realloc(*items, more * size);

  b->is_short = !grown;
  if (!grown)
    return false;
  *items = grown;
  *capacity = more;
  return true;
}

static void list(struct boxed *b, uint32_t node)
{
  void *items = b->list;

  if (grow(b, &items, b->count, &b->capacity, sizeof *b->list)) {
    b->list = items;
    b->list[b->count++] = node;
  }
}

/* To a node, whether or not it has the block. */
static void send(struct boxed *b, uint32_t from, uint32_t to, uint32_t port)
{
  void *items = b->moves;

  if (!grow(b, &items, b->move_count, &b->move_capacity, sizeof *b->moves))
    return;
  b->moves = items;
  b->moves[b->move_count++] = (struct operation_move){
      .destination = OPERATION_ALL, .from = from, .to = to, .port = port};
  list(b, to);
}

static void end_step(struct boxed *b)
{
  b->ends[b->step++] = b->move_count;
}

/* --- stretches of the list, each up to its end --- */

/* Keep each node once, where it is first. */
static void keep_once(struct boxed *b, size_t first)
{
  size_t kept = first;

  for (size_t i = first; i < b->count; i++)
    if (!b->seen[b->list[i]]) {
      b->seen[b->list[i]] = 1;
      b->list[kept++] = b->list[i];
    }
  b->count = kept;
  for (size_t i = first; i < kept; i++)
    b->seen[b->list[i]] = 0;
}

/* The place of a node in the dimensions of a mask; the others count nothing. */
static uint32_t place_in(const struct dual_net *net, uint32_t node, uint32_t mask)
{
  uint32_t place = 0, weight = 1;

  for (uint32_t i = 0; i < net->rings; i++)
    if (mask >> i & 1) {
      place += node / net->stride[i] % net->size[i] * weight;
      weight *= net->size[i];
    }
  return place;
}

/* In each network of the level: keep the nodes of one super-node of the level below, that
 * of the node which is first. */
static void keep_super_node(struct boxed *b, uint32_t level, size_t first)
{
  const struct dual_net *net = b->net;
  const uint32_t outside = ~net->super[level - 1];
  size_t kept = first;

  memset(b->roots, 0xff, b->operation->t->switches * sizeof *b->roots);
  for (size_t i = first; i < b->count; i++) {
    const uint32_t node = b->list[i];
    uint32_t *root = &b->roots[node / net->nodes[level]];

    *root = *root == NONE ? node : *root;
    if (place_in(net, *root, outside) == place_in(net, node, outside))
      b->list[kept++] = node;
  }
  b->count = kept;
}

/* --- the algorithm --- */

/* broadcast() in the dimensions that are not in `copy`, of which each ring has one node. */
static void spread_in_rings(struct boxed *b, size_t first, uint32_t copy)
{
  for (uint32_t dimension = b->net->rings; dimension-- > 0;) {
    const struct operation_links *links = &b->operation->rings[dimension];
    const uint32_t size = b->net->size[dimension];
    const size_t roots = b->count - first;
    size_t right = first, left = first; /* where the outermost nodes are listed */

    for (uint32_t j = 1; !(copy >> dimension & 1) && j <= operation_tree_steps(size); j++) {
      const size_t next_right = b->count;

      for (size_t i = 0; j <= operation_right(size) && i < roots && !b->is_short; i++)
        send(b, b->list[right + i], links->next[b->list[right + i]], links->port);
      const size_t next_left = b->count;

      if (j >= 2 && j - 1 <= operation_left(size)) {
        for (size_t i = 0; i < roots && !b->is_short; i++)
          send(b, b->list[left + i], links->previous[b->list[left + i]],
               links->previous_port);
        left = next_left;
      }
      right = next_right;
      end_step(b);
    }
  }
}

static void cross(struct boxed *b, uint32_t level, size_t first, size_t last)
{
  const struct operation_links *links = &b->operation->cross[level];

  for (size_t i = first; i < last && !b->is_short; i++)
    send(b, b->list[i], links->next[b->list[i]], links->port);
  end_step(b);
}

/* How many super-nodes of level - 1 a super-node of the level meets. */
static uint32_t meets(const struct dual_net *net, uint32_t level)
{
  const uint32_t mask = net->super[level] & ~net->super[level - 1];
  uint32_t count = 1;

  for (uint32_t i = 0; i < net->rings; i++)
    count *= mask >> i & 1 ? net->size[i] : 1;
  return count;
}

/* From the stretch, which is of one super-node in each network of the level.  Then the
 * stretch is what has got the block. */
static void broadcast(struct boxed *b, uint32_t level, size_t first)
{
  const uint32_t super = b->net->super[level], below = b->net->super[level - 1];
  const uint32_t calls = level == 1 ? 1 : meets(b->net, level);

  if (level == 1) {
    spread_in_rings(b, first, super);
  } else {
    keep_super_node(b, level, first);
    spread_in_rings(b, first, ~below | super);
    broadcast(b, level - 1, first);
  }
  const size_t entered = b->count;

  cross(b, level, first, entered);
  const size_t crossed = b->count;

  for (uint32_t call = 0; level > 1 && call < calls && !b->is_short; call++) {
    const size_t start = b->count;

    for (size_t i = entered; i < crossed; i++)
      if (place_in(b->net, b->list[i], super & ~below) == call)
        list(b, b->list[i]);
    broadcast(b, level - 1, start);
  }
  if (level == 1)
    spread_in_rings(b, entered, super);
  keep_once(b, entered);
  cross(b, level, entered, b->count);
  keep_once(b, first);
}

bool operation_visit_boxed(const struct operation *operation, operation_visitor *visit,
                           void *self, struct err *err)
{
  const uint32_t levels = operation->net.levels;
  struct boxed b;
  bool good = boxed_open(&b, operation, err);

  if (good) {
    list(&b, operation->request.source);
    spread_in_rings(&b, 0, ~operation->net.super[levels]);
    broadcast(&b, levels, 0);
    good = !b.is_short || err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu moves",
                                  b.move_count + 1);
  }
  good = good && operation_show_moves(operation->request.source, b.moves, b.ends, b.step,
                                      visit, self, err);
  boxed_close(&b);
  return good;
}

/* --- its steps, whatever moves in them --- */

static void list_calls(struct operation *operation, uint32_t level)
{
  const struct dual_net *net = &operation->net;

  if (level == 1) {
    operation_list_rings(operation, net->super[1]);
    operation_list_step(operation, 1, 0);
    operation_list_rings(operation, net->super[1]);
    operation_list_step(operation, 1, 0);
    return;
  }
  operation_list_rings(operation, ~net->super[level - 1] | net->super[level]);
  list_calls(operation, level - 1);
  operation_list_step(operation, level, 0);
  for (uint32_t call = 0; call < meets(net, level); call++)
    list_calls(operation, level - 1);
  operation_list_step(operation, level, 0);
}

void operation_list_boxed_steps(struct operation *operation)
{
  operation_list_rings(operation, ~operation->net.super[operation->net.levels]);
  list_calls(operation, operation->net.levels);
}
