/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* factor_plan -- the collective kinds within a complete graph or a Petersen graph.
 *
 * One-port model, as in operation.h.  A dimension of the base is such a graph; where the
 * message of a kind begins is its root.  What a node does in a step follows from the digits
 * of the root, of the node, and of the destination.  docs/schedules/collectives.md,
 * Complete graphs and Petersen graphs.  Rings have their own rules (operation_parts.h).
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_FACTOR_PLAN_H
#define LOCKHOP_NETWORK_COLLECTIVE_FACTOR_PLAN_H

#include "network/collective/operation.h"
#include "switch/route/factor.h"

/* Nothing is sent. */
#define FACTOR_PLAN_NONE UINT32_MAX

uint32_t factor_plan_steps(struct factor f, enum collective_kind kind);

/* Broadcasts: the port by which `at`, which holds the message of `root`, sends it, if the
 * neighbour lacks it. */
uint32_t factor_plan_spread(struct factor f, enum collective_kind kind, uint32_t step,
                            uint32_t root, uint32_t at);

/* Personalized kinds: the port by which the message from `root` to `to` moves, wherever it
 * is by then. */
uint32_t factor_plan_carry(struct factor f, enum collective_kind kind, uint32_t step,
                           uint32_t root, uint32_t to);

#endif
