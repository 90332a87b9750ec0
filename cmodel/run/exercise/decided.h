/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decided -- records decisions of route units that took effect: a part of exercise_watch.
 */
#ifndef LOCKHOP_RUN_EXERCISE_DECIDED_H
#define LOCKHOP_RUN_EXERCISE_DECIDED_H

#include "run/exercise/watch.h"
#include "switch/bank/switch.h"

enum { EXERCISE_DECISION_BITS = 10, EXERCISE_DECISIONS = 1 << EXERCISE_DECISION_BITS };

/* Set what a decision reaches in a map, unless it is one of the recent ones, which are
 * decisions[EXERCISE_DECISIONS]. */
void exercise_decided_once(struct exercise_map *map, const struct shape *shape,
                           struct exercise_decision *decisions,
                           const struct exercise_decision *decision);

/* Record a decision that took effect: the packet moved as decided, or stayed because of it.
 * Most decisions were recorded a moment before; those are skipped fast. */
void exercise_decided(struct exercise_watch *w, const struct switch_bank *bank, uint32_t sw,
                      uint64_t header, const struct route_out *way);

/* Record the decisions for the packets that were in the store, oldest first.  A packet is
 * taken if its queues have room, as in the router. */
void exercise_decided_store(struct exercise_watch *w, const struct switch_bank *bank,
                            uint32_t sw);

/* Remember the headers in the store for the next cycle. */
void exercise_keep_store(struct exercise_watch *w, const struct switch_bank *bank,
                         uint32_t sw);

#endif
