/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decisions -- all that the route unit of a switch may say to a packet: docs/flow.md.
 *
 * There are several decisions where the routing is random, and where the phase has changed
 * since the packet entered.
 */
#ifndef LOCKHOP_RUN_FLOW_DECISIONS_H
#define LOCKHOP_RUN_FLOW_DECISIONS_H

#include "run/flow/flow.h"

/* The phases of a run, in their order. */
struct flow_phases {
  uint32_t *list; /* [count] */
  size_t count, capacity;
};

/* The first phase is 0.  False: memory is short. */
bool flow_phases_open(struct flow_phases *phases);

/* The phase of the next cycle.  False: memory is short. */
bool flow_phases_add(struct flow_phases *phases, uint32_t phase);

/* Return to the first. */
static inline void flow_phases_reset(struct flow_phases *phases)
{
  phases->count = 1;
}

void flow_phases_close(struct flow_phases *phases);

/* The decisions to a packet, one after the other: those of the present phase first. */
struct flow_decisions {
  const struct routing *routing;
  const struct flow_phases *phases;
  struct route_in in;
  size_t first, phase; /* numbers of phases: of the entry; one above the next to ask */
  uint32_t words[ROUTE_WORDS];
  uint32_t word, word_count; /* of the phase */
};

/* `since`: number of the phase in which the packet entered. */
struct flow_decisions flow_decisions_start(const struct shape *shape,
                                           const struct flow_phases *phases, uint32_t sw,
                                           uint64_t header, size_t since);

/* False: there are no more. */
bool flow_decisions_next(struct flow_decisions *decisions, struct route_out *decision);

/* Has every packet one decision, whenever it is asked? */
static inline bool flow_decisions_single(const struct shape *shape)
{
  const struct routing *routing = shape->routing;

  return !routing->unit->words &&
         (routing->unit->phase_bits == 0 || routing->phases.kind == PHASE_STAYS);
}

/* The exits that a decision names, as a mask of bits; it owes a copy to each. */
uint64_t flow_decision_exits(const struct shape *shape, const struct route_out *decision);

#endif
