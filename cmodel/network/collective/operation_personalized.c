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
#include "network/collective/operation_blocks.h"

#include <stdlib.h>
#include <string.h>

enum { RANGE = 4096 }; /* blocks followed together: what is known of them stays near */

/* Where a node is in its network of a level. */
struct place {
  uint32_t id;  /* in its cluster */
  uint32_t key; /* of the cluster: 2 U + C */
};

struct travel {
  struct operation_blocks b;
  struct place *places[DUAL_NET_LEVELS + 1]; /* [level] from 1 on: [switches] */
};

/* --- opening --- */

static bool fill_places(struct travel *v, uint32_t level)
{
  const struct dual_net *net = &v->b.operation->net;
  const uint32_t below = net->nodes[level - 1], clusters = net->clusters[level];
  struct place *places = memory_table(v->b.operation->t->switches, sizeof *places);

  v->places[level] = places;
  for (uint32_t node = 0; places && node < v->b.operation->t->switches; node++)
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
  *v = (struct travel){.places = {NULL}};
  bool good =
      operation_blocks_open(&v->b, operation, range_of(operation), visit, self, err);

  for (uint32_t level = 1; good && level <= operation->net.levels; level++)
    good = fill_places(v, level) ||
           err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes",
                   operation->t->switches);
  return good;
}

static void travel_close(struct travel *v)
{
  for (uint32_t level = 0; level <= DUAL_NET_LEVELS; level++)
    free(v->places[level]);
  operation_blocks_close(&v->b);
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
  const uint32_t *across = v->b.operation->cross[level].next;
  const uint32_t port = v->b.operation->cross[level].port, blocks = v->b.count;
  const struct place *places = v->places[level];
  const uint32_t *restrict targets = v->b.targets[level];
  uint32_t *restrict next_targets = v->b.targets[level - 1];
  const struct operation_lane lane = operation_lane_of(&v->b);
  size_t count = 0;

  for (uint32_t i = 0; i < blocks; i++) {
    /* A target is a number in any network of the level, and so a node of the first. */
    struct journey j = {.at = places[lane.at[i]], .to = places[targets[i]]};

    if (does) {
      count = operation_move_block(lane, count, i, does(&j), across[lane.at[i]], port);
      j.at = places[lane.at[i]];
    }
    if (next)
      next_targets[i] = next(&j);
  }
  return (!does || operation_blocks_end_step(&v->b, count)) &&
         (!next || call(v, level - 1));
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
  const struct dual_net *net = &v->b.operation->net;

  for (; level <= net->levels; level++)
    v->b.targets[level][i] = v->b.at[i] % net->nodes[level];
}

/* As boxed: what the root has sent over its cross-edge stays there, but where the root's
 * cluster and node have one number. */
static bool one_to_all_printed(struct travel *v, uint32_t level)
{
  const uint32_t *targets = v->b.targets[level];
  const struct place *places = v->places[level];
  uint8_t *strands = v->b.backwards; /* which no ring is using */

  for (uint32_t i = 0; i < v->b.count; i++) {
    const struct journey j = {.at = places[v->b.at[i]], .to = places[targets[i]]};

    strands[i] = root_is_misnamed(&j);
  }
  if (!stage(v, level, root_crosses, NULL))
    return false;
  for (uint32_t i = 0; i < v->b.count; i++)
    if (strands[i])
      strand(v, level, i);
  return stage(v, level, NULL, to_gate_or_stay) && stage(v, level, is_elsewhere, to_place);
}

static bool one_to_all(struct travel *v, uint32_t level)
{
  if (v->b.operation->request.rule == OPERATION_RULE_PRINTED)
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
  const struct operation_request *request = &v->b.operation->request;

  if (level == 0)
    return operation_blocks_base(&v->b, 0);
  if (request->kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED)
    return one_to_all(v, level);
  return request->order == OPERATION_TEXT ? text(v, level) : intra_first(v, level);
}

/* --- all --- */

bool operation_visit_personalized(const struct operation *operation, uint32_t first,
                                  uint32_t last, operation_visitor *visit, void *self,
                                  struct err *err)
{
  const uint32_t nodes = operation->t->switches, range = range_of(operation);
  struct travel v;
  bool good = travel_open(&v, operation, visit, self, err);

  for (uint32_t i = first; good && i < last; i++)
    for (uint32_t begin = 0; good && begin < nodes; begin += range) {
      operation_blocks_start(&v.b, operation_source(operation, i), begin,
                             nodes - begin < range ? nodes - begin : range);
      good = call(&v, operation->net.levels) && operation_blocks_end(&v.b);
    }
  travel_close(&v);
  return good;
}
