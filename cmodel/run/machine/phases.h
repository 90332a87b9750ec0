/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* phases -- drives the phase of a network by the rule of its routing.
 *
 * A barrier watches the links of a machine from outside.  In the cycle in which the last
 * packet of the schedule comes to the end of the phase -- crosses the link to that switch,
 * or enters a lane there -- it asks for the next phase, which then holds from the next
 * cycle on.  So a barrier costs no cycle.  A phase of which all packets are at the end from
 * the beginning lasts one cycle.  With fixed lengths a step counter asks for the next
 * phase.
 *
 * Source: hypercube switch paper, section 4, algorithm 2 (Rand-Sync); the rest is ours.
 */
#ifndef LOCKHOP_RUN_MACHINE_PHASES_H
#define LOCKHOP_RUN_MACHINE_PHASES_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Of a barrier: a packet of the schedule. */
struct phases_packet {
  uint32_t at;     /* switch that it came to last; UINT32_MAX: it has not started */
  uint32_t since;  /* where `there`: cycle from which it could go on */
  uint32_t waited; /* cycles, in phases that are over */
  bool there;      /* at the end of this phase */
};

struct phases {
  const struct phase_rule *rule;
  const struct shape *shape;
  const struct schedule *schedule;
  uint32_t count;                /* phases */
  uint32_t phase;                /* of this cycle */
  uint64_t since;                /* first cycle of this phase */
  struct phases_packet *packets; /* [schedule->count]; NULL without a barrier */
  size_t there;                  /* packets at the end of this phase */
};

/* Shape and schedule must stay as long.  Error: ERR_ENVIRONMENT when memory is short. */
bool phases_open(struct phases *phases, const struct schedule *schedule,
                 const struct shape *shape, struct err *err);

/* Back to the first phase, in cycle 0. */
void phases_reset(struct phases *phases);

/* What moves in this cycle, before the exchange.  Returns the phase of the next cycle. */
uint32_t phases_cycle(struct phases *phases, uint64_t cycle, const struct machine *machine,
                      const struct links *links, const struct stimulus *stimulus);

/* Cycles in which each phase comes once; 0 without fixed lengths.  A packet may stand still
 * so long. */
uint64_t phases_round(const struct shape *shape);

/* Cycles that a packet has waited for the others; 0 without a barrier. */
uint64_t phases_waited(const struct phases *phases, uint32_t packet);

/* Most packets that may wait at one switch: places that the waiting store must have.
 * UINT32_MAX when memory is short. */
uint32_t phases_store(const struct schedule *schedule, const struct topology *t,
                      const struct routing *routing);

void phases_close(struct phases *phases);

#endif
