/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plan -- what a collective operation sends where, step by step.
 *
 * One-port model: in a step a node sends to at most one neighbour and receives from at most
 * one, and what it sends in a step is one packed message.  A step crosses the links of one
 * ring dimension of the base, or the cross-edges of one level.  What moves is a block: the
 * message of one source for one destination, or of one source for all.  The rules, and what
 * a node holds when, are in docs/schedules/collectives.md.
 *
 * Node i is switch i, which is terminal i too.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_PLAN_H
#define LOCKHOP_NETWORK_COLLECTIVE_PLAN_H

#include "base/err.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Destination of the block of a broadcast. */
#define PLAN_ALL UINT32_MAX

enum plan_kind {
  PLAN_ONE_TO_ALL_BROADCAST,
  PLAN_ONE_TO_ALL_PERSONALIZED,
  PLAN_ALL_TO_ALL_BROADCAST,
  PLAN_ALL_TO_ALL_PERSONALIZED,
  PLAN_KINDS
};

/* What an all-to-all broadcast sends back over a cross-edge. */
enum plan_send {
  PLAN_SEND_NEEDED,  /* what the receiver has not got */
  PLAN_SEND_NOT_OWN, /* all but what the receiver began the call with */
  PLAN_SEND_ALL,     /* all, as printed */
  PLAN_SENDS
};

/* The stages of an all-to-all personalized. */
enum plan_order {
  PLAN_TEXT,        /* cross-edge, cluster, cross-edge, cluster */
  PLAN_INTRA_FIRST, /* cluster, cross-edge, cluster, cross-edge */
  PLAN_ORDERS
};

/* The rule of a one-to-all broadcast. */
enum plan_rule {
  PLAN_RULE,        /* by copies of super-nodes where a super-node has several nodes */
  PLAN_RULE_COPIES, /* by copies of super-nodes, whatever their size */
  PLAN_RULE_PRINTED /* Algorithm 1 of the RDN paper with its condition as printed, which
                     * leaves nodes out */
};

/* The name of its traffic. */
const char *plan_kind_name(enum plan_kind kind);

struct plan_request {
  enum plan_kind kind;
  uint32_t source; /* of a one-to-all kind */
  enum plan_send send;
  enum plan_order order;
  enum plan_rule rule;
  /* Of a one-to-all broadcast: the nodes that want the block, [switches] 0 or 1; the plan
   * makes no other moves than those that bring it there.  NULL: all nodes. */
  const uint8_t *wanted;
};

struct plan;

/* A plan on a network, which must outlive it; `wanted` is copied.  NULL and ERR_USAGE: the
 * network is no product of rings and no dual-net, or the kind is not defined on it;
 * ERR_ENVIRONMENT: memory is short. */
struct plan *plan_open(const struct topology *t, const struct plan_request *request,
                       struct err *err);
void plan_close(struct plan *plan);

const struct topology *plan_topology(const struct plan *plan);
const struct plan_request *plan_request_of(const struct plan *plan);

/* Sources of blocks: node 0 to the last, or the one source of a one-to-all kind. */
uint32_t plan_sources(const struct plan *plan);
uint32_t plan_source(const struct plan *plan, uint32_t index);

/* Is it a broadcast: does every block go to all, or to those that want it? */
bool plan_is_broadcast(const struct plan *plan);

/* Does a node want the blocks of a broadcast? */
bool plan_wants(const struct plan *plan, uint32_t node);

/* May a node get a block again? */
bool plan_may_repeat(const struct plan *plan);

/* What the links of a step are. */
struct plan_step {
  uint32_t level;     /* 0: of a ring; else cross-edges of this level */
  uint32_t dimension; /* of the ring */
};

/* Steps in the order of the plan; in some perhaps nothing moves. */
uint32_t plan_steps(const struct plan *plan);
struct plan_step plan_step_at(const struct plan *plan, uint32_t step);

/* --- the moves --- */

struct plan_move {
  uint32_t destination; /* of the block, or PLAN_ALL */
  uint32_t from, to;    /* nodes */
  uint32_t port;        /* of `from` */
};

/* Moves in one step of blocks of one source. */
struct plan_batch {
  uint32_t step; /* [0, steps); steps: the end of these blocks, without moves */
  uint32_t source;
  /* Personalized: the blocks are for destinations [first, last); all blocks of a source
   * come in such ranges. */
  uint32_t first, last;
  const struct plan_move *moves; /* [count] */
  size_t count;
};

/* False: stop, *err is set. */
typedef bool plan_visit(void *self, const struct plan_batch *batch, struct err *err);

/* Visit all moves of the blocks of plan_source(plan, index) for index in [first, last):
 * block by block or range by range, the steps of each ascending.  False: the visitor
 * stopped, or ERR_ENVIRONMENT. */
bool plan_walk(const struct plan *plan, uint32_t first, uint32_t last, plan_visit *visit,
               void *self, struct err *err);

#endif
