/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verifier -- counts the moves of an operation, and checks them against its laws.
 *
 * The first violation stops the visit: a port does not lead to the receiver; a sender does
 * not hold the block, or received it in this step; a node sends to two neighbours, or
 * receives from two, in one step; a node receives a block again where that is not allowed;
 * a destination lacks its block at the end where that is not allowed.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_VERIFIER_H
#define LOCKHOP_NETWORK_COLLECTIVE_VERIFIER_H

#include "network/collective/operation.h"

/* The transfer of a node in a step. */
struct verifier_transfer {
  uint32_t to;       /* node; UINT32_MAX: none */
  uint32_t messages; /* blocks in the packed message */
};

struct verifier {
  const struct operation *operation;
  uint32_t nodes, steps;
  bool all_steps; /* keep the transfers of all steps, not only of the last */
  struct verifier_transfer *sends; /* [steps, or 1][nodes] */
  uint32_t *receives;              /* the same shape: the sending node; UINT32_MAX: none */
  uint32_t *sizes;                 /* [steps] the largest transfer; 0: nothing moves */
  /* State of the current blocks, [nodes].  Personalized: the node that holds the block of
   * each destination.  Broadcast: 1 + the step in which a node got the block; 0 for the
   * source; UINT32_MAX: it lacks the block. */
  uint32_t *at;
  bool open;           /* the end of the current blocks has not come */
  uint32_t step;       /* of the last batch */
  uint64_t moves;      /* visited so far */
  uint64_t duplicates; /* of these: to a node that already had the block */
  uint64_t missing;    /* blocks that a node wants and lacks at the end */
};

/* `all_steps`: keep sends and receives of all steps, even where one source sends, so that
 * its steps come in order.  Errors: ERR_USAGE when the operation is too large to keep;
 * ERR_ENVIRONMENT. */
bool verifier_open(struct verifier *verifier, const struct operation *operation,
                   bool all_steps, struct err *err);
void verifier_close(struct verifier *verifier);

/* The visitor; `self` is the struct verifier.  ERR_USAGE: a law is broken. */
operation_visitor verifier_visit;

/* The transfer of a node in a step; all_steps must be set. */
static inline const struct verifier_transfer *
verifier_sends(const struct verifier *verifier, uint32_t step, uint32_t node)
{
  return &verifier->sends[(size_t)step * verifier->nodes + node];
}

/* The port by which a transfer leaves its sender. */
uint32_t verifier_port(const struct topology *t, uint32_t from, uint32_t to);

#endif
