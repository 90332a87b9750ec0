/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_parts -- shared by the files of an operation; others include only operation.h.
 *
 * A call of a rule at level L works in all networks of level L at once; the nodes of one
 * network have the same number / nodes[L].  A call at level 0 handles the rings, the
 * highest dimension first.  A dimension that is a complete graph or a Petersen graph takes
 * the place of a ring: factor_plan.h says what is sent in it.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_OPERATION_PARTS_H
#define LOCKHOP_NETWORK_COLLECTIVE_OPERATION_PARTS_H

#include "network/collective/factor_plan.h"
#include "network/collective/operation.h"
#include "network/topology/dual_net.h"

/* The neighbours of all nodes along a ring dimension, or along the cross-edges of a level.
 */
struct operation_links {
  uint32_t *next;     /* [switches] by the + port of the ring, or the cross-edge */
  uint32_t *previous; /* [switches] by the - port; `next` in a ring of 2 */
  uint16_t *digits;   /* [switches] position of the node in its ring; of other factors
                       * this alone */
  uint32_t port, previous_port;
};

struct operation {
  const struct topology *t;
  struct operation_request request;
  uint8_t *wanted;   /* [switches], or NULL; that of the request */
  uint8_t *sending;  /* [switches], or NULL; that of the request */
  uint32_t *sources; /* [source_count] of an all-to-all kind of which some nodes send */
  uint32_t *indexes; /* [switches] in sources, or UINT32_MAX; NULL with sources */
  uint32_t source_count;
  bool copies; /* by copies of super-nodes */
  bool boxed;  /* broadcast by Algorithm 2 of the HDN paper as boxed */
  struct dual_net net;
  struct operation_links rings[DUAL_NET_RINGS];
  struct operation_links cross[DUAL_NET_LEVELS + 1]; /* [level] from 1 on; only `next` */
  struct operation_step *steps;
  uint32_t step_count;
};

/* The number of a node in its network of a level. */
static inline uint32_t operation_within(const struct operation *operation, uint32_t level,
                                        uint32_t node)
{
  return node % operation->net.nodes[level];
}

static inline bool operation_is_ring(const struct operation *operation, uint32_t dimension)
{
  return operation->net.kind[dimension] == FACTOR_RING;
}

/* The neighbour of a node by a port of a dimension that is no ring. */
static inline uint32_t operation_neighbour(const struct operation *operation,
                                           uint32_t dimension, uint32_t node, uint32_t port)
{
  const uint32_t digit = operation->rings[dimension].digits[node];
  const uint32_t far = factor_far(dual_net_factor(&operation->net, dimension), digit, port);

  return node + (far - digit) * operation->net.stride[dimension];
}

/* Steps of a broadcast in a ring of `size`: direction + first, direction - one step later.
 */
static inline uint32_t operation_right(uint32_t size)
{
  return size / 2;
}

static inline uint32_t operation_left(uint32_t size)
{
  return size - 1 - operation_right(size);
}

static inline uint32_t operation_tree_steps(uint32_t size)
{
  return (size + 1) / 2;
}

/* operation_visit_moves of each kind. */
bool operation_visit_broadcast(const struct operation *operation, uint32_t first,
                               uint32_t last, operation_visitor *visit, void *self,
                               struct err *err);
bool operation_visit_personalized(const struct operation *operation, uint32_t first,
                                  uint32_t last, operation_visitor *visit, void *self,
                                  struct err *err);

/* Personalized, by copies of super-nodes. */
bool operation_visit_copies(const struct operation *operation, uint32_t first,
                            uint32_t last, operation_visitor *visit, void *self,
                            struct err *err);

/* That of Algorithm 2 of the HDN paper as boxed. */
bool operation_visit_boxed(const struct operation *operation, operation_visitor *visit,
                           void *self, struct err *err);

/* Show the moves of a block, in steps that end at ends[steps], then its end. */
bool operation_show_moves(uint32_t source, const struct operation_move *moves,
                          const size_t *ends, uint32_t steps, operation_visitor *visit,
                          void *self, struct err *err);

/* Append a step, or those of all rings whose dimensions are not in `copy`, to
 * operation->steps (NULL: only count them). */
void operation_list_step(struct operation *operation, uint32_t level, uint32_t dimension);
void operation_list_rings(struct operation *operation, uint32_t copy);

/* All steps of operation_visit_boxed. */
void operation_list_boxed_steps(struct operation *operation);

/* Append the steps of a call of the operation's rule at a level to operation->steps (NULL:
 * only count them); `copy` is the mask of dimensions of which the holders have a whole
 * copy. */
void operation_list_steps(struct operation *operation, uint32_t level, uint32_t copy);

#endif
