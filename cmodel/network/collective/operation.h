/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation -- the moves of a collective operation, step by step.
 *
 * One-port model: in a step a node sends one packed message to at most one neighbour, and
 * receives from at most one.  A step uses the links of one dimension of the base, or the
 * cross-edges of one level.  Blocks move: the message of one source for one
 * destination, or of one source for all.  docs/schedules/collectives.md has the rules, and
 * which node holds which blocks.
 *
 * Node i is switch i and terminal i.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_OPERATION_H
#define LOCKHOP_NETWORK_COLLECTIVE_OPERATION_H

#include "base/err.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The destination of the blocks of a broadcast. */
#define OPERATION_ALL UINT32_MAX

enum collective_kind {
  COLLECTIVE_ONE_TO_ALL_BROADCAST,
  COLLECTIVE_ONE_TO_ALL_PERSONALIZED,
  COLLECTIVE_ALL_TO_ALL_BROADCAST,
  COLLECTIVE_ALL_TO_ALL_PERSONALIZED,
  COLLECTIVE_KINDS
};

/* The blocks that an all-to-all broadcast sends back over a cross-edge. */
enum operation_send {
  OPERATION_SEND_NEEDED,  /* those that the receiver lacks */
  OPERATION_SEND_NOT_OWN, /* all except those that the receiver had at the beginning of the
                             call */
  OPERATION_SEND_ALL,     /* all, as printed */
  OPERATION_SENDS
};

/* The stages of an all-to-all personalized. */
enum operation_order {
  OPERATION_TEXT,        /* cross-edge, cluster, cross-edge, cluster; where super-nodes have
                          * several nodes, as the next */
  OPERATION_INTRA_FIRST, /* cluster, cross-edge, cluster, cross-edge */
  OPERATION_ORDERS
};

/* The rule of a one-to-all kind. */
enum operation_rule {
  OPERATION_RULE,        /* by copies of super-nodes if these have several nodes */
  OPERATION_RULE_COPIES, /* by copies of super-nodes, whatever their size */
  OPERATION_RULE_PRINTED /* as printed, which does not reach all nodes: a broadcast on hdn
                          * by Algorithm 2 of the HDN paper, elsewhere, and personalized, by
                          * Algorithms 1 and 2 of the RDN paper with their conditions */
};

/* The name of its kind of traffic. */
const char *collective_kind_name(enum collective_kind kind);

struct operation_request {
  enum collective_kind kind;
  uint32_t source; /* of a one-to-all kind */
  enum operation_send send;
  enum operation_order order;
  enum operation_rule rule;
  /* For a one-to-all broadcast: 1 for each node that wants the block, for a personalized
   * kind: for each that wants its blocks, [switches]; the operation makes only the moves
   * that serve these.  NULL: all nodes. */
  const uint8_t *wanted;
  /* For an all-to-all kind: 1 for each node that sends, [switches]; at least one.  NULL:
   * all nodes. */
  const uint8_t *sending;
};

struct operation;

/* Open an operation on a network, which must outlive it; `wanted` and `sending` are
 * copied.  NULL: error.
 * ERR_USAGE: the network is neither a product of rings nor a dual-net, or the kind is not
 * defined on it; ERR_ENVIRONMENT: memory is short. */
struct operation *operation_open(const struct topology *t,
                                 const struct operation_request *request, struct err *err);
void operation_close(struct operation *operation);

const struct topology *operation_topology(const struct operation *operation);
const struct operation_request *operation_request_of(const struct operation *operation);

/* The sources of blocks: all nodes that send in order, or the single source of a one-to-all
 * kind; and the index of a node among them, UINT32_MAX: it is none. */
uint32_t operation_sources(const struct operation *operation);
uint32_t operation_source(const struct operation *operation, uint32_t index);
uint32_t operation_source_index(const struct operation *operation, uint32_t node);

/* Is it a broadcast: does every block go to all nodes, or all that want it? */
bool operation_is_broadcast(const struct operation *operation);

/* Does a node want blocks? */
bool operation_wants(const struct operation *operation, uint32_t node);

/* May a node receive a block that it already has? */
bool operation_may_repeat(const struct operation *operation);

/* May a node lack, at the end, a block that it wants?  So it is with printed rules. */
bool operation_may_miss(const struct operation *operation);

/* The links of a step. */
struct operation_step {
  uint32_t level;     /* 0: links of the base; otherwise cross-edges of this level */
  uint32_t dimension; /* of the base, for level 0 */
};

/* The number of steps; some may have no moves. */
uint32_t operation_steps(const struct operation *operation);

/* --- the moves --- */

struct operation_move {
  uint32_t destination; /* of the block, or OPERATION_ALL */
  uint32_t from, to;    /* nodes */
  uint32_t port;        /* of `from` */
};

/* The moves in one step of blocks of one source. */
struct operation_batch {
  uint32_t step; /* [0, steps); `steps`: the end of these blocks, without moves */
  uint32_t source;
  /* Personalized: the blocks for destinations [first, last); a source has several such
   * ranges.
   */
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
