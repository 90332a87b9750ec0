/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plan_check -- a visitor of a plan's moves that counts them and holds them to the laws.
 *
 * A move that breaks a law stops the walk: its port leads elsewhere; its sender does not
 * hold the block, or holds it only since this step; a node sends to two neighbours or
 * receives from two in one step; a block reaches a node again where none may; a destination
 * has not got its block at the end.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_PLAN_CHECK_H
#define LOCKHOP_NETWORK_COLLECTIVE_PLAN_CHECK_H

#include "network/collective/plan.h"

/* What a node sends in a step. */
struct plan_transfer {
  uint32_t to;       /* node; UINT32_MAX: none */
  uint32_t messages; /* blocks in the packed message */
};

struct plan_check {
  const struct plan *plan;
  uint32_t nodes, steps;
  bool all_steps; /* keeps what nodes send in all steps, not in the last alone */
  struct plan_transfer *sends; /* [steps, or 1][nodes] */
  uint32_t *receives;          /* the same: from which node; UINT32_MAX: none */
  uint32_t *sizes;             /* [steps] the largest transfer; 0: nothing moves */
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
 * its steps come in order.  Errors: ERR_USAGE when the plan is too large to be kept;
 * ERR_ENVIRONMENT. */
bool plan_check_open(struct plan_check *check, const struct plan *plan, bool all_steps,
                     struct err *err);
void plan_check_close(struct plan_check *check);

/* The visitor; `self` is the struct plan_check.  ERR_USAGE: a law is broken. */
plan_visit plan_check_visit;

/* What a node sends in a step of a check that keeps all. */
static inline const struct plan_transfer *plan_check_sends(const struct plan_check *check,
                                                           uint32_t step, uint32_t node)
{
  return &check->sends[(size_t)step * check->nodes + node];
}

#endif
