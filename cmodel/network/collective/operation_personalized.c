/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_personalized -- how blocks for one node each travel: one-to-all and all-to-all.
 *
 * Source: the RDN paper, Algorithms 2 and 4, and its worked example; corrected, see
 * docs/schedules/collectives.md.
 *
 * The blocks of one source are followed together, a range of destinations at a time.  A
 * call at level L has for each block a target, a number in its network of that level; a
 * block that is there when the call begins stays.
 */
#include "base/memory.h"
#include "network/collective/operation_parts.h"

#include <stdlib.h>
#include <string.h>

enum { RANGE = 4096 }; /* blocks followed together: what is known of them stays near */

/* Where a node is in its network of a level. */
struct place {
  uint32_t id;  /* in its cluster */
  uint32_t key; /* of the cluster: 2 U + C */
};

struct travel {
  const struct operation *operation;
  operation_visitor *visit;
  void *self;
  struct err *err;
  struct place *places[DUAL_NET_LEVELS + 1]; /* [level] from 1 on: [switches] */
  uint32_t *targets[DUAL_NET_LEVELS + 1];    /* [level][blocks] */
  uint32_t *at;                              /* [blocks] node */
  uint32_t *start,
      *length; /* [blocks] of a ring: it moves in `length` steps from `start` on; of other
                * factors: the digits at which it begins and ends */
  uint8_t *backwards;            /* [blocks] of a ring: to the - side */
  struct operation_move *moves;  /* [blocks] of a step */
  uint32_t source, first, count; /* blocks for destinations first + i, i < count */
  uint32_t step;
};

/* --- opening --- */

static bool fill_places(struct travel *v, uint32_t level)
{
  const struct dual_net *net = &v->operation->net;
  const uint32_t below = net->nodes[level - 1], clusters = net->clusters[level];
  struct place *places = memory_table(v->operation->t->switches, sizeof *places);

  v->places[level] = places;
  for (uint32_t node = 0; places && node < v->operation->t->switches; node++)
    places[node] = (struct place){
        .id = node % below,
        .key = node / below % clusters * 2 + node / below / clusters % 2,
    };
  return places != NULL;
}

/* Blocks that are followed together: all of them where one node sends, so that its steps
 * come in order. */
static uint32_t range_of(const struct operation *operation)
{
  const uint32_t nodes = operation->t->switches;

  return operation_sources(operation) == 1 || nodes < RANGE ? nodes : RANGE;
}

static bool travel_open(struct travel *v, const struct operation *operation,
                        operation_visitor *visit, void *self, struct err *err)
{
  const uint32_t range = range_of(operation);

  *v = (struct travel){
      .operation = operation,
      .visit = visit,
      .self = self,
      .err = err,
      .at = memory_table(range, sizeof *v->at),
      .start = memory_table(range, sizeof *v->start),
      .length = memory_table(range, sizeof *v->length),
      .backwards = memory_table(range, sizeof *v->backwards),
      .moves = memory_table(range, sizeof *v->moves),
  };
  bool good = v->at && v->start && v->length && v->backwards && v->moves;

  for (uint32_t level = 0; level <= operation->net.levels; level++) {
    v->targets[level] = memory_table(range, sizeof *v->targets[level]);
    good = good && v->targets[level] && (level == 0 || fill_places(v, level));
  }
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes",
                         operation->t->switches);
}

static void travel_close(struct travel *v)
{
  for (uint32_t level = 0; level <= DUAL_NET_LEVELS; level++) {
    free(v->places[level]);
    free(v->targets[level]);
  }
  free(v->at);
  free(v->start);
  free(v->length);
  free(v->backwards);
  free(v->moves);
}

/* The end of a step in which the first `count` moves are made. */
static bool end_step(struct travel *v, size_t count)
{
  const struct operation_batch batch = {.step = v->step++,
                                        .source = v->source,
                                        .first = v->first,
                                        .last = v->first + v->count,
                                        .moves = v->moves,
                                        .count = count};

  return count == 0 || v->visit(v->self, &batch, v->err);
}

/* The arrays that a step reads and writes, apart from each other. */
struct lane {
  struct operation_move *restrict moves;
  uint32_t *restrict at;
  uint32_t first;
};

static inline struct lane lane_of(const struct travel *v)
{
  return (struct lane){.moves = v->moves, .at = v->at, .first = v->first};
}

/* Block i moves, or not: then what is written behind the last move is not counted. */
static inline size_t move(struct lane lane, size_t count, uint32_t i, bool moves,
                          uint32_t to, uint32_t port)
{
  const uint32_t from = lane.at[i];

  lane.moves[count] = (struct operation_move){
      .destination = lane.first + i, .from = from, .to = to, .port = port};
  lane.at[i] = from ^ ((from ^ to) & (0 - (uint32_t)moves)); /* without a branch */
  return count + moves;
}

/* --- rings --- */

/* In which steps the blocks move: the nearer way round, + if equal.  With one root the -
 * side begins a step after the + side; where all send, when the + side is done. */
static void set_off(struct travel *v, uint32_t dimension, uint32_t left)
{
  const uint32_t size = v->operation->net.size[dimension], right = operation_right(size);
  const uint16_t *digits = v->operation->rings[dimension].digits;
  const uint32_t *restrict at = v->at, *restrict targets = v->targets[0];
  uint32_t *restrict start = v->start, *restrict length = v->length;
  uint8_t *restrict backwards = v->backwards;

  for (uint32_t i = 0; i < v->count; i++) {
    const uint32_t from = digits[at[i]], to = digits[targets[i]];
    const uint32_t hops = to >= from ? to - from : to + size - from;

    backwards[i] = hops > right;
    start[i] = hops > right ? left : 0;
    length[i] = hops > right ? size - hops : hops;
  }
}

static bool ring_step(struct travel *v, uint32_t dimension, uint32_t j)
{
  const struct operation_links *links = &v->operation->rings[dimension];
  const uint32_t *const next[2] = {links->next, links->previous};
  const uint32_t ports[2] = {links->port, links->previous_port};
  const uint32_t *restrict start = v->start, *restrict length = v->length;
  const uint8_t *restrict backwards = v->backwards;
  const struct lane lane = lane_of(v);
  const uint32_t blocks = v->count;
  size_t count = 0;

  for (uint32_t i = 0; i < blocks; i++)
    count = move(lane, count, i, j - start[i] < length[i], next[backwards[i]][lane.at[i]],
                 ports[backwards[i]]);
  return end_step(v, count);
}

static bool ring(struct travel *v, uint32_t dimension)
{
  const uint32_t size = v->operation->net.size[dimension];
  const bool one = v->operation->request.kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED;
  const uint32_t steps = one ? operation_tree_steps(size) : size - 1;
  bool good = true;

  set_off(v, dimension, one ? 1 : operation_right(size));
  for (uint32_t j = 0; good && j < steps; j++)
    good = ring_step(v, dimension, j);
  return good;
}

/* A ring of 2: one step for those whose digit differs. */
static bool pair(struct travel *v, uint32_t dimension)
{
  const struct operation_links *links = &v->operation->rings[dimension];
  const uint16_t *digits = links->digits;
  const uint32_t *next = links->next, *targets = v->targets[0];
  const uint32_t blocks = v->count, port = links->port;
  const struct lane lane = lane_of(v);
  size_t count = 0;

  for (uint32_t i = 0; i < blocks; i++)
    count = move(lane, count, i, digits[lane.at[i]] != digits[targets[i]], next[lane.at[i]],
                 port);
  return end_step(v, count);
}

/* A complete graph or a Petersen graph. */
static bool other_factor(struct travel *v, uint32_t dimension)
{
  const struct operation *operation = v->operation;
  const struct factor f = dual_net_factor(&operation->net, dimension);
  const enum collective_kind kind = operation->request.kind;
  const struct operation_links *links = &operation->rings[dimension];
  const struct lane lane = lane_of(v);
  bool good = true;

  for (uint32_t i = 0; i < v->count; i++) {
    v->start[i] = links->digits[v->at[i]];
    v->length[i] = links->digits[v->targets[0][i]];
  }
  for (uint32_t step = 0; good && step < factor_plan_steps(f, kind); step++) {
    size_t count = 0;

    for (uint32_t i = 0; i < v->count; i++) {
      const uint32_t port = factor_plan_carry(f, kind, step, v->start[i], v->length[i]);

      if (port != FACTOR_PLAN_NONE)
        count = move(lane, count, i, true,
                     operation_neighbour(operation, dimension, lane.at[i], port),
                     links->port + port);
    }
    good = end_step(v, count);
  }
  return good;
}

static bool rings(struct travel *v)
{
  const struct operation *operation = v->operation;
  bool good = true;

  for (uint32_t i = operation->net.rings; good && i-- > 0;)
    good = !operation_is_ring(operation, i) ? other_factor(v, i)
           : operation->net.size[i] == 2    ? pair(v, i)
                                            : ring(v, i);
  return good;
}

/* --- levels --- */

static bool call(struct travel *v, uint32_t level);

/* Where block i is, and where it is to go, in its network of a level. */
struct journey {
  struct place at, to;
};

static inline bool same_class(const struct journey *j)
{
  return !((j->at.key ^ j->to.key) & 1);
}

static inline bool same_cluster(const struct journey *j)
{
  return j->at.key == j->to.key;
}

static inline bool is_there(const struct journey *j)
{
  return same_cluster(j) && j->at.id == j->to.id;
}

/* The place in a cluster whose cross-edge leads to the cluster of the target, from a
 * cluster of the other class. */
static inline uint32_t gate(const struct journey *j)
{
  return j->to.key >> 1;
}

/* Does a block cross in this stage of a call?  And the target of the call that follows, for
 * a block that is there; both by the place of the block in the network of the level. */
typedef bool crosses(const struct journey *j);
typedef uint32_t target(const struct journey *j);

static inline __attribute__((always_inline)) bool stage(struct travel *v, uint32_t level,
                                                        crosses *does, target *next)
{
  const uint32_t *across = v->operation->cross[level].next;
  const uint32_t port = v->operation->cross[level].port, blocks = v->count;
  const struct place *places = v->places[level];
  const uint32_t *restrict targets = v->targets[level];
  uint32_t *restrict next_targets = v->targets[level - 1];
  const struct lane lane = lane_of(v);
  size_t count = 0;

  for (uint32_t i = 0; i < blocks; i++) {
    /* A target is a number in any network of the level, and so a node of the first. */
    struct journey j = {.at = places[lane.at[i]], .to = places[targets[i]]};

    if (does) {
      count = move(lane, count, i, does(&j), across[lane.at[i]], port);
      j.at = places[lane.at[i]];
    }
    if (next)
      next_targets[i] = next(&j);
  }
  return (!does || end_step(v, count)) && (!next || call(v, level - 1));
}

static inline uint32_t to_place(const struct journey *j)
{
  return j->to.id;
}

/* One to all: blocks for the other clusters of the root's class cross with it, and then lie
 * where the cross-edge leads to their cluster; those of its own cluster stay. */
static inline bool root_crosses(const struct journey *j)
{
  return same_class(j) && !same_cluster(j);
}

static inline uint32_t to_gate_or_stay(const struct journey *j)
{
  return same_cluster(j) ? j->at.id : gate(j);
}

static inline bool is_elsewhere(const struct journey *j)
{
  return !same_cluster(j);
}

/* The box names the node s2 as the root of the cluster that the blocks come to, where their
 * holder is node s1; and it lets only clusters numbered s1 cross again, and this one is s2.
 * All blocks are at their root when a call begins. */
static inline bool root_is_misnamed(const struct journey *j)
{
  return root_crosses(j) && j->at.key >> 1 != j->at.id;
}

/* Block i makes no further move in any call. */
static void strand(struct travel *v, uint32_t level, uint32_t i)
{
  const struct dual_net *net = &v->operation->net;

  for (; level <= net->levels; level++)
    v->targets[level][i] = v->at[i] % net->nodes[level];
}

/* As boxed: what the root has sent over its cross-edge stays there, but where the root's
 * cluster and node have one number. */
static bool one_to_all_printed(struct travel *v, uint32_t level)
{
  const uint32_t *targets = v->targets[level];
  const struct place *places = v->places[level];
  uint8_t *strands = v->backwards; /* which no ring is using */

  for (uint32_t i = 0; i < v->count; i++) {
    const struct journey j = {.at = places[v->at[i]], .to = places[targets[i]]};

    strands[i] = root_is_misnamed(&j);
  }
  if (!stage(v, level, root_crosses, NULL))
    return false;
  for (uint32_t i = 0; i < v->count; i++)
    if (strands[i])
      strand(v, level, i);
  return stage(v, level, NULL, to_gate_or_stay) && stage(v, level, is_elsewhere, to_place);
}

static bool one_to_all(struct travel *v, uint32_t level)
{
  if (v->operation->request.rule == OPERATION_RULE_PRINTED)
    return one_to_all_printed(v, level);
  return stage(v, level, root_crosses, to_gate_or_stay) &&
         stage(v, level, is_elsewhere, to_place);
}

/* All to all as printed: first to the other class, if not there. */
static inline bool changes_class(const struct journey *j)
{
  return same_class(j) && !is_there(j);
}

static inline uint32_t to_gate(const struct journey *j)
{
  return is_there(j) ? j->at.id : gate(j);
}

static inline bool is_not_there(const struct journey *j)
{
  return !is_there(j);
}

static bool text(struct travel *v, uint32_t level)
{
  return stage(v, level, changes_class, to_gate) && stage(v, level, is_not_there, to_place);
}

/* All to all, first in the cluster: a block of the own class goes to its place there, and
 * by way of the cluster of that number to its own. */
static inline uint32_t to_place_or_gate(const struct journey *j)
{
  return same_class(j) ? j->to.id : gate(j);
}

static inline bool is_of_other_class(const struct journey *j)
{
  return !same_class(j);
}

static bool intra_first(struct travel *v, uint32_t level)
{
  return stage(v, level, NULL, to_place_or_gate) &&
         stage(v, level, is_elsewhere, to_place_or_gate) &&
         stage(v, level, is_of_other_class, NULL);
}

static bool call(struct travel *v, uint32_t level)
{
  const struct operation_request *request = &v->operation->request;

  if (level == 0)
    return rings(v);
  if (request->kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED)
    return one_to_all(v, level);
  return request->order == OPERATION_TEXT ? text(v, level) : intra_first(v, level);
}

/* --- the blocks of a source --- */

static bool travel(struct travel *v, uint32_t source, uint32_t first, uint32_t count)
{
  const uint32_t levels = v->operation->net.levels;

  v->source = source;
  v->first = first;
  v->count = count;
  v->step = 0;
  for (uint32_t i = 0; i < count; i++) {
    v->at[i] = source;
    v->targets[levels][i] =
        operation_wants(v->operation, first + i) ? first + i : source; /* it stays */
  }
  if (!call(v, levels))
    return false;
  const struct operation_batch end = {
      .step = v->step, .source = source, .first = first, .last = first + count};

  return v->visit(v->self, &end, v->err);
}

bool operation_visit_personalized(const struct operation *operation, uint32_t first,
                                  uint32_t last, operation_visitor *visit, void *self,
                                  struct err *err)
{
  const uint32_t nodes = operation->t->switches, range = range_of(operation);
  struct travel v;
  bool good = travel_open(&v, operation, visit, self, err);

  for (uint32_t i = first; good && i < last; i++)
    for (uint32_t begin = 0; good && begin < nodes; begin += range)
      good = travel(&v, operation_source(operation, i), begin,
                    nodes - begin < range ? nodes - begin : range);
  travel_close(&v);
  return good;
}
