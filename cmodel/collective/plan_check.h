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
#ifndef LOCKHOP_COLLECTIVE_PLAN_CHECK_H
#define LOCKHOP_COLLECTIVE_PLAN_CHECK_H

#include "collective/plan.h"

/* What a node sends in a step. */
struct plan_transfer {
  uint32_t to;       /* node; UINT32_MAX: none */
  uint32_t messages; /* blocks in the packed message */
};

struct plan_check {
  const struct plan *plan;
  uint32_t nodes, steps;
  struct plan_transfer *sends; /* [steps][nodes] */
  uint32_t *receives;          /* [steps][nodes] from which node; UINT32_MAX: none */
  uint32_t *at; /* of the blocks that are walked: [nodes] of each destination its node; of a
                 * broadcast, [nodes] whether a node holds it */
  uint64_t moves;      /* all that were visited */
  uint64_t duplicates; /* of them, to a node that had the block */
};

bool plan_check_open(struct plan_check *check, const struct plan *plan, struct err *err);
void plan_check_close(struct plan_check *check);

/* The visitor; `self` is the struct plan_check. */
plan_visit plan_check_visit;

/* The largest transfer of a step; 0: nothing moves in it. */
uint32_t plan_check_size(const struct plan_check *check, uint32_t step);

#endif
