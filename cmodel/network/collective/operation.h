/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation -- what a collective operation sends where, step by step.
 *
 * One-port model: in a step a node sends to at most one neighbour and receives from at most
 * one, and what it sends in a step is one packed message.  A step crosses the links of one
 * ring dimension of the base, or the cross-edges of one level.  What moves is a block: the
 * message of one source for one destination, or of one source for all.  The rules, and what
 * a node holds when, are in docs/schedules/collectives.md.
 *
 * Node i is switch i, which is terminal i too.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_OPERATION_H
#define LOCKHOP_NETWORK_COLLECTIVE_OPERATION_H

#include "base/err.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Destination of the block of a broadcast. */
#define OPERATION_ALL UINT32_MAX

enum collective_kind {
  COLLECTIVE_ONE_TO_ALL_BROADCAST,
  COLLECTIVE_ONE_TO_ALL_PERSONALIZED,
  COLLECTIVE_ALL_TO_ALL_BROADCAST,
  COLLECTIVE_ALL_TO_ALL_PERSONALIZED,
  COLLECTIVE_KINDS
};

/* What an all-to-all broadcast sends back over a cross-edge. */
enum operation_send {
  OPERATION_SEND_NEEDED,  /* what the receiver has not got */
  OPERATION_SEND_NOT_OWN, /* all but what the receiver began the call with */
  OPERATION_SEND_ALL,     /* all, as printed */
  OPERATION_SENDS
};

/* The stages of an all-to-all personalized. */
enum operation_order {
  OPERATION_TEXT,        /* cross-edge, cluster, cross-edge, cluster */
  OPERATION_INTRA_FIRST, /* cluster, cross-edge, cluster, cross-edge */
  OPERATION_ORDERS
};

/* The rule of a one-to-all broadcast. */
enum operation_rule {
  OPERATION_RULE,        /* by copies of super-nodes where a super-node has several nodes */
  OPERATION_RULE_COPIES, /* by copies of super-nodes, whatever their size */
  OPERATION_RULE_PRINTED /* Algorithm 1 of the RDN paper with its condition as printed,
                          * which leaves nodes out */
};

/* The name of its traffic. */
const char *collective_kind_name(enum collective_kind kind);

struct operation_request {
  enum collective_kind kind;
  uint32_t source; /* of a one-to-all kind */
  enum operation_send send;
  enum operation_order order;
  enum operation_rule rule;
  /* Of a one-to-all broadcast: the nodes that want the block, [switches] 0 or 1; the
   * operation makes no other moves than those that bring it there.  NULL: all nodes. */
  const uint8_t *wanted;
};

struct operation;

/* An operation on a network, which must outlive it; `wanted` is copied.  NULL and
 * ERR_USAGE: the network is no product of rings and no dual-net, or the kind is not defined
 * on it; ERR_ENVIRONMENT: memory is short. */
struct operation *operation_open(const struct topology *t,
                                 const struct operation_request *request, struct err *err);
void operation_close(struct operation *operation);

const struct topology *operation_topology(const struct operation *operation);
const struct operation_request *operation_request_of(const struct operation *operation);

/* Sources of blocks: node 0 to the last, or the one source of a one-to-all kind. */
uint32_t operation_sources(const struct operation *operation);
uint32_t operation_source(const struct operation *operation, uint32_t index);

/* Is it a broadcast: does every block go to all, or to those that want it? */
bool operation_is_broadcast(const struct operation *operation);

/* Does a node want the blocks of a broadcast? */
bool operation_wants(const struct operation *operation, uint32_t node);

/* May a node get a block again? */
bool operation_may_repeat(const struct operation *operation);

/* What the links of a step are. */
struct operation_step {
  uint32_t level;     /* 0: of a ring; else cross-edges of this level */
  uint32_t dimension; /* of the ring */
};

/* Steps in the order of the operation; in some perhaps nothing moves. */
uint32_t operation_steps(const struct operation *operation);
struct operation_step operation_step_at(const struct operation *operation, uint32_t step);

/* --- the moves --- */

struct operation_move {
  uint32_t destination; /* of the block, or OPERATION_ALL */
  uint32_t from, to;    /* nodes */
  uint32_t port;        /* of `from` */
};

/* Moves in one step of blocks of one source. */
struct operation_batch {
  uint32_t step; /* [0, steps); steps: the end of these blocks, without moves */
  uint32_t source;
  /* Personalized: the blocks are for destinations [first, last); all blocks of a source
   * come in such ranges. */
  uint32_t first, last;
  const struct operation_move *moves; /* [count] */
  size_t count;
};

/* False: stop, *err is set. */
typedef bool operation_visitor(void *self, const struct operation_batch *batch,
                               struct err *err);

/* Visit all moves of the blocks of operation_source(operation, index) for index in [first,
 * last): block by block or range by range, the steps of each ascending.  False: the visitor
 * stopped, or ERR_ENVIRONMENT. */
bool operation_visit_moves(const struct operation *operation, uint32_t first, uint32_t last,
                           operation_visitor *visit, void *self, struct err *err);

#endif
