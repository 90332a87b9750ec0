/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* phases -- drives the phase of a network by the rule of its routing.
 *
 * A barrier watches the links of a machine from outside.  A packet has finished a phase
 * when it crosses the link to the switch where the phase ends for it, or enters a lane
 * there.  In the cycle in which the last packet of the schedule does so, the barrier
 * requests the next phase, which holds from the next cycle on; so a barrier costs no cycle.
 * A phase that all packets have finished from the beginning lasts one cycle.  With fixed
 * lengths a cycle counter requests the next phase.
 *
 * With a barrier_tree it is the tree that requests it, by what the switches show; the
 * packets are followed all the same, for what the barrier costs.
 *
 * Source: hypercube switch paper, section 4, algorithm 2 (Rand-Sync); the rest is our
 * design.
 */
#ifndef LOCKHOP_RUN_MACHINE_PHASES_H
#define LOCKHOP_RUN_MACHINE_PHASES_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"
#include "switch/component/barrier_tree.h"

/* A packet of the schedule, as a barrier sees it. */
struct phases_packet {
  uint32_t end;   /* switch where this phase ends for it; UINT32_MAX: it has finished it, or
                   * has not started */
  uint32_t at;    /* switch where the last phase ended for it that it finished */
  uint32_t since; /* first cycle after that phase in which it could go on */
  uint32_t waited; /* cycles of waiting, in earlier phases */
};

struct phases {
  const struct phase_rule *rule;
  const struct shape *shape;
  const struct schedule *schedule;
  uint32_t count;                /* phases */
  uint32_t phase;                /* of this cycle */
  uint64_t since;                /* first cycle of this phase */
  struct phases_packet *packets; /* [schedule->count]; NULL without a barrier */
  size_t there;                  /* packets that have finished this phase */
  size_t started;                /* packets that have entered a lane */
  /* Where ranks have parts of the network (base/ranks.h): what the others have told of this
   * cycle.  `there` and `started` are of this rank then, and packets are followed by
   * phases_follow and phases_come.  0: the whole network is here. */
  bool joint;
  size_t others_there, others_started;
  bool others_over; /* nothing is in their switches, or offered to them */
  struct barrier_tree tree;
  uint64_t cost; /* cycles from the end of the phase to the beginning of the next */
};

/* Shape and schedule must outlive it.  Error: ERR_ENVIRONMENT when memory is short. */
bool phases_open(struct phases *phases, const struct schedule *schedule,
                 const struct shape *shape, struct err *err);

/* Return to the first phase, in cycle 0. */
void phases_reset(struct phases *phases);

/* Follow the packets that move in this cycle; call it before the exchange.  Returns the
 * phase of the next cycle. */
uint32_t phases_cycle(struct phases *phases, uint64_t cycle, const struct machine *machine,
                      const struct links *links, const struct stimulus *stimulus);

/* Are packets followed: in some phase, in this one? */
bool phases_keep(const struct phases *phases);
bool phases_watch(const struct phases *phases);

/* Joint: follow the packets that cross links inside [from, to), and those that enter. */
void phases_follow(struct phases *phases, uint64_t cycle, const struct machine *machine,
                   const struct links *links, const struct stimulus *stimulus,
                   uint32_t from, uint32_t to);

/* Joint: the record of a packet that another rank is offered, and whether it would finish
 * the phase at switch `to`; it has crossed to that rank; it has come from another one. */
struct phases_packet phases_offer(const struct phases *phases, uint64_t data, uint32_t to,
                                  bool *finishes);
void phases_leave(struct phases *phases, uint64_t data);
void phases_come(struct phases *phases, uint64_t data, const struct phases_packet *record,
                 uint32_t to, uint64_t cycle);

/* Joint: over_i of the switches of this rank. */
bool phases_over(const struct phases *phases, const struct links *links,
                 size_t injection_count);

/* Has every packet of the schedule entered its lane, this cycle included? */
bool phases_all_sent(const struct phases *phases);

/* Cycles in which each phase occurs once; 0 without fixed lengths.  A packet may wait that
 * long.
 */
uint64_t phases_round(const struct shape *shape);

/* Cycles that a packet has waited at barriers; 0 without a barrier. */
uint64_t phases_waited(const struct phases *phases, uint32_t packet);

/* The most packets that may wait at one switch: the places that the waiting store needs.
 * UINT32_MAX when memory is short. */
uint32_t phases_store(const struct schedule *schedule, const struct topology *t,
                      const struct routing *routing);

void phases_close(struct phases *phases);

#endif
