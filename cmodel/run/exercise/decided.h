/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decided -- decisions of route units that a run has shown: a part of
 * exercise_watch. */
#ifndef LOCKHOP_RUN_EXERCISE_DECIDED_H
#define LOCKHOP_RUN_EXERCISE_DECIDED_H

#include "run/exercise/watch.h"
#include "switch/bank/switch.h"

enum { EXERCISE_DECISION_BITS = 10, EXERCISE_DECISIONS = 1 << EXERCISE_DECISION_BITS };

/* A decision has had its effect: the packet has gone that way, or has stayed because of it.
 * Most have been noted just before. */
void exercise_decided(struct exercise_watch *w, const struct switch_bank *bank, uint32_t sw,
                      uint64_t header, const struct route_out *way);

/* What the unit has said of the packets that were in the store, oldest first: who finds
 * places is taken, as by the router. */
void exercise_decided_store(struct exercise_watch *w, const struct switch_bank *bank,
                            uint32_t sw);

/* Remember the headers in the store, for the next cycle. */
void exercise_keep_store(struct exercise_watch *w, const struct switch_bank *bank,
                         uint32_t sw);

#endif
