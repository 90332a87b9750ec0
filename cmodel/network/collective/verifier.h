/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verifier -- a visitor of an operation's moves that counts them and holds them to the
 * laws.
 *
 * A move that breaks a law stops the walk: its port leads elsewhere; its sender does not
 * hold the block, or holds it only since this step; a node sends to two neighbours or
 * receives from two in one step; a block reaches a node again where none may; a destination
 * has not got its block at the end.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_VERIFIER_H
#define LOCKHOP_NETWORK_COLLECTIVE_VERIFIER_H

#include "network/collective/operation.h"

/* What a node sends in a step. */
struct verifier_transfer {
  uint32_t to;       /* node; UINT32_MAX: none */
  uint32_t messages; /* blocks in the packed message */
};

struct verifier {
  const struct operation *operation;
  uint32_t nodes, steps;
  bool all_steps; /* keeps what nodes send in all steps, not in the last alone */
  struct verifier_transfer *sends; /* [steps, or 1][nodes] */
  uint32_t *receives;              /* the same: from which node; UINT32_MAX: none */
  uint32_t *sizes;                 /* [steps] the largest transfer; 0: nothing moves */
  /* Of the blocks that are walked.  Personalized: [nodes] where that of each destination
   * is. Broadcast: [nodes] the step in which a node got it, plus 1; the source 0;
   * UINT32_MAX: it has not got it. */
  uint32_t *at;
  bool open;           /* blocks are walked: their end has not come */
  uint32_t step;       /* of the last batch */
  uint64_t moves;      /* all that were visited */
  uint64_t duplicates; /* of them, to a node that had the block */
};

/* `all_steps`: keep sends and receives of all steps, even where one source sends, so that
 * its steps come in order.  Errors: ERR_USAGE when the operation is too large to be kept;
 * ERR_ENVIRONMENT. */
bool verifier_open(struct verifier *verifier, const struct operation *operation,
                   bool all_steps, struct err *err);
void verifier_close(struct verifier *verifier);

/* The visitor; `self` is the struct verifier.  ERR_USAGE: a law is broken. */
operation_visitor verifier_visit;

/* What a node sends in a step of a check that keeps all. */
static inline const struct verifier_transfer *
verifier_sends(const struct verifier *verifier, uint32_t step, uint32_t node)
{
  return &verifier->sends[(size_t)step * verifier->nodes + node];
}

#endif
