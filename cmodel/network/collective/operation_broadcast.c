/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_broadcast -- how a block spreads to all nodes: one-to-all and all-to-all
 * broadcast.
 *
 * Source: the RDN paper, Algorithms 1 and 3; the HDN paper, Algorithm 2; corrected, see
 * docs/schedules/collectives.md.
 */
#include "base/memory.h"
#include "network/collective/operation_parts.h"

#include <stdlib.h>
#include <string.h>

/* A block while it spreads.  Holders are listed in the order in which they get it, so what
 * a call works on is a stretch of the list. */
struct spread {
  const struct operation *operation;
  uint32_t source;
  uint8_t *holds;    /* [switches] */
  uint8_t *origin;   /* [switches] bit L: a call at level L began with it there */
  uint32_t *holders; /* [switches] */
  uint16_t *roots;   /* [switches] in a dimension that is no ring: the digit of its root */
  uint32_t count;    /* of the holders */
  struct operation_move *moves; /* of all steps, one behind the other */
  size_t move_count;
  size_t *ends; /* [steps] of each, its end in moves */
  uint32_t step;
};

/* Moves of a block at most: one to each node, and where blocks are sent again, fewer than
 * that again. */
static size_t most_moves(const struct operation *operation)
{
  return (size_t)operation->t->switches * (operation_may_repeat(operation) ? 2 : 1);
}

static bool spread_open(struct spread *s, const struct operation *operation,
                        struct err *err)
{
  const uint32_t nodes = operation->t->switches;

  *s = (struct spread){
      .operation = operation,
      .holds = memory_table(nodes, sizeof *s->holds),
      .origin = calloc(nodes, sizeof *s->origin),
      .holders = memory_table(nodes, sizeof *s->holders),
      .roots = memory_table(nodes, sizeof *s->roots),
      .moves = memory_table(most_moves(operation), sizeof *s->moves),
      .ends = memory_table(operation->step_count + 1, sizeof *s->ends),
  };
  return (s->holds && s->origin && s->holders && s->roots && s->moves && s->ends) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", nodes);
}

static void spread_close(struct spread *s)
{
  free(s->holds);
  free(s->origin);
  free(s->holders);
  free(s->roots);
  free(s->moves);
  free(s->ends);
}

static inline void send(struct spread *s, uint32_t from, uint32_t to, uint32_t port)
{
  s->moves[s->move_count++] = (struct operation_move){
      .destination = OPERATION_ALL, .from = from, .to = to, .port = port};
  if (!s->holds[to])
    s->holders[s->count++] = to;
  s->holds[to] = 1;
}

static void end_step(struct spread *s)
{
  s->ends[s->step++] = s->move_count;
}

/* --- rings: holders [first, s->count) have one node in each of their rings --- */

static void send_round(struct spread *s, uint32_t first, uint32_t count,
                       const uint32_t *next, uint32_t port)
{
  for (uint32_t i = first; i < first + count; i++)
    send(s, s->holders[i], next[s->holders[i]], port);
}

/* As a tree: to the + side, and one step later to the - side. */
static void ring_tree(struct spread *s, uint32_t first, uint32_t dimension)
{
  const struct operation_links *links = &s->operation->rings[dimension];
  const uint32_t size = s->operation->net.size[dimension], roots = s->count - first;
  uint32_t right = first, left = first; /* where the outermost holders are listed */

  for (uint32_t j = 1; j <= operation_tree_steps(size); j++) {
    const uint32_t next_right = s->count;

    if (j <= operation_right(size))
      send_round(s, right, roots, links->next, links->port);
    const uint32_t next_left = s->count;

    if (j >= 2 && j - 1 <= operation_left(size)) {
      send_round(s, left, roots, links->previous, links->previous_port);
      left = next_left;
    }
    right = next_right;
    end_step(s);
  }
}

/* Once round to the +: every node passes on what it got last. */
static void ring_round(struct spread *s, uint32_t first, uint32_t dimension)
{
  const struct operation_links *links = &s->operation->rings[dimension];
  const uint32_t size = s->operation->net.size[dimension], roots = s->count - first;

  for (uint32_t j = 1, at = first; j < size; j++, at += roots) {
    send_round(s, at, roots, links->next, links->port);
    end_step(s);
  }
}

/* A complete graph or a Petersen graph. */
static void other_factor(struct spread *s, uint32_t first, uint32_t dimension)
{
  const struct operation *operation = s->operation;
  const struct factor f = dual_net_factor(&operation->net, dimension);
  const enum collective_kind kind = operation->request.kind;
  const struct operation_links *links = &operation->rings[dimension];

  for (uint32_t i = first; i < s->count; i++)
    s->roots[s->holders[i]] = links->digits[s->holders[i]];
  for (uint32_t step = 0; step < factor_plan_steps(f, kind); step++) {
    const uint32_t last = s->count;

    for (uint32_t i = first; i < last; i++) {
      const uint32_t node = s->holders[i], root = s->roots[node];
      const uint32_t port = factor_plan_spread(f, kind, step, root, links->digits[node]);

      if (port == FACTOR_PLAN_NONE)
        continue;
      const uint32_t to = operation_neighbour(operation, dimension, node, port);

      if (s->holds[to])
        continue;
      s->roots[to] = (uint16_t)root;
      send(s, node, to, links->port + port);
    }
    end_step(s);
  }
}

static void rings(struct spread *s, uint32_t first, uint32_t copy)
{
  const bool tree = s->operation->request.kind == COLLECTIVE_ONE_TO_ALL_BROADCAST;

  for (uint32_t i = s->operation->net.rings; i-- > 0;)
    if (copy >> i & 1)
      continue;
    else if (!operation_is_ring(s->operation, i))
      other_factor(s, first, i);
    else if (tree)
      ring_tree(s, first, i);
    else
      ring_round(s, first, i);
}

/* --- levels --- */

/* Holders [first, last) cross, but those whose neighbour holds the block. */
static void cross_new(struct spread *s, uint32_t level, uint32_t first, uint32_t last)
{
  const struct operation_links *links = &s->operation->cross[level];

  for (uint32_t i = first; i < last; i++)
    if (!s->holds[links->next[s->holders[i]]])
      send(s, s->holders[i], links->next[s->holders[i]], links->port);
  end_step(s);
}

/* The printed condition of the second crossing: the cluster is numbered as that of the
 * root, of whatever class, and the place differs from that of the root. */
static void cross_printed(struct spread *s, uint32_t level, uint32_t first, uint32_t roots,
                          uint32_t last)
{
  const struct operation_links *links = &s->operation->cross[level];
  const uint32_t nodes = s->operation->net.nodes[level];
  const uint32_t below = s->operation->net.nodes[level - 1];
  const uint32_t clusters = s->operation->net.clusters[level];

  for (uint32_t i = first; i < last; i++) {
    const uint32_t node = s->holders[i];
    bool sends = false;

    for (uint32_t r = first; r < first + roots; r++) {
      const uint32_t root = s->holders[r];

      sends = sends || (root / nodes == node / nodes &&
                        root / below % clusters == node / below % clusters &&
                        root % below != node % below);
    }
    if (sends && !s->holds[links->next[node]])
      send(s, node, links->next[node], links->port);
  }
  end_step(s);
}

/* One root in each network of the level: holders [first, s->count). */
static void one_to_all(struct spread *s, uint32_t level, uint32_t first)
{
  const uint32_t roots = s->count - first;

  if (level == 0) {
    rings(s, first, 0);
    return;
  }
  cross_new(s, level, first, s->count);
  one_to_all(s, level - 1, first);
  const uint32_t entered = s->count;

  if (s->operation->request.rule == OPERATION_RULE_PRINTED)
    cross_printed(s, level, first, roots, entered);
  else
    cross_new(s, level, first + 2 * roots, entered);
  one_to_all(s, level - 1, entered);
}

/* The holders have a copy of the sub-product `copy` of the base. */
static void by_copies(struct spread *s, uint32_t level, uint32_t first, uint32_t copy)
{
  if (level == 0) {
    rings(s, first, copy);
    return;
  }
  by_copies(s, level - 1, first, copy);
  const uint32_t entered = s->count;

  cross_new(s, level, first, entered);
  by_copies(s, level - 1, entered, s->operation->net.super[level]);
  cross_new(s, level, entered, s->count);
}

/* --- all-to-all --- */

/* Holders [entered, last) send back to the class of the origins. */
static void cross_back(struct spread *s, uint32_t level, uint32_t entered, uint32_t last)
{
  const struct operation_links *links = &s->operation->cross[level];
  const enum operation_send rule = s->operation->request.send;

  if (rule == OPERATION_SEND_NEEDED) {
    cross_new(s, level, entered, last);
    return;
  }
  for (uint32_t i = entered; i < last; i++) {
    const uint32_t to = links->next[s->holders[i]];

    if (rule == OPERATION_SEND_ALL || !(s->origin[to] >> level & 1))
      send(s, s->holders[i], to, links->port);
  }
  end_step(s);
}

/* One root, the origin, in each network of the level: holders [first, s->count). */
static void all_to_all(struct spread *s, uint32_t level, uint32_t first)
{
  const uint32_t last = s->count;

  if (level == 0) {
    rings(s, first, 0);
    return;
  }
  for (uint32_t i = first; i < last; i++)
    s->origin[s->holders[i]] |= (uint8_t)(1u << level);
  all_to_all(s, level - 1, first);
  const uint32_t entered = s->count;

  cross_new(s, level, first, entered);
  all_to_all(s, level - 1, entered);
  cross_back(s, level, entered, s->count);
  for (uint32_t i = first; i < last; i++)
    s->origin[s->holders[i]] &= (uint8_t) ~(1u << level);
}

/* --- one block --- */

/* Keep the moves that lead, at last, to a node that wants the block. */
static void prune(struct spread *s)
{
  uint8_t *needed = s->holds; /* which nobody asks for any more */
  size_t kept = 0, at = 0;

  memcpy(needed, s->operation->wanted, s->operation->t->switches);
  for (size_t i = s->move_count; i-- > 0;)
    if (needed[s->moves[i].to])
      needed[s->moves[i].from] = 1;
  for (uint32_t step = 0; step < s->step; step++) {
    for (; at < s->ends[step]; at++)
      if (needed[s->moves[at].to])
        s->moves[kept++] = s->moves[at];
    s->ends[step] = kept;
  }
}

static void spread(struct spread *s, uint32_t source)
{
  const struct operation *operation = s->operation;

  memset(s->holds, 0, operation->t->switches);
  s->source = s->holders[0] = source;
  s->holds[source] = 1;
  s->count = 1;
  s->move_count = 0;
  s->step = 0;
  if (operation->copies)
    by_copies(s, operation->net.levels, 0, 0);
  else if (operation->request.kind == COLLECTIVE_ALL_TO_ALL_BROADCAST)
    all_to_all(s, operation->net.levels, 0);
  else
    one_to_all(s, operation->net.levels, 0);
  if (operation->wanted)
    prune(s);
}

bool operation_show_moves(uint32_t source, const struct operation_move *moves,
                          const size_t *ends, uint32_t steps, operation_visitor *visit,
                          void *self, struct err *err)
{
  size_t at = 0;

  for (uint32_t step = 0; step < steps; step++) {
    const struct operation_batch batch = {
        .step = step, .source = source, .moves = moves + at, .count = ends[step] - at};

    at = ends[step];
    if (batch.count > 0 && !visit(self, &batch, err))
      return false;
  }
  return visit(self, &(struct operation_batch){.step = steps, .source = source}, err);
}

bool operation_visit_broadcast(const struct operation *operation, uint32_t first,
                               uint32_t last, operation_visitor *visit, void *self,
                               struct err *err)
{
  struct spread s;
  bool good = spread_open(&s, operation, err);

  for (uint32_t i = first; good && i < last; i++) {
    spread(&s, operation_source(operation, i));
    good = operation_show_moves(s.source, s.moves, s.ends, s.step, visit, self, err);
  }
  spread_close(&s);
  return good;
}
