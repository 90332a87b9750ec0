/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* runner -- what the parts of a run share: run.c, arrivals.c, ending.c. */
#ifndef LOCKHOP_RUN_LOCKSTEP_RUNNER_H
#define LOCKHOP_RUN_LOCKSTEP_RUNNER_H

#include "run/lockstep/run.h"
#include "run/machine/disturber.h"
#include "run/machine/injections.h"

struct runner {
  const struct run_request *request; /* &asked */
  struct run_request asked;
  struct run_result *result;
  struct terminals terminals;
  struct phases phases;
  struct buffers buffers;
  struct launch_sight sight; /* of the terminals */
  struct links links;        /* of this cycle */
  struct links dut_links;    /* of this cycle, in lock step */
  struct limits limits;
  struct packet_ways ways; /* of a machine of Verilog alone */
  struct disturber disturber;
  bool disturbed;       /* the schedule has disturbances */
  uint32_t resets;      /* that have begun */
  uint64_t lasts;       /* cycles of the schedule, at least */
  uint64_t start;       /* cycle 0 of the schedule: 0, or the end of the last reset */
  uint64_t held_up;     /* last cycle in which a stall or a hold lasted */
  uint64_t held_cycles; /* so many, since `start` */
  uint64_t cycle;
  uint64_t schedule_cycle; /* the same as the schedule counts: from `start` on */
  uint64_t last_move;      /* last cycle in which something moved on a link or lane */
  uint64_t last_progress;  /* last cycle in which a packet started or was delivered */
  uint64_t delivered_at;   /* cycle of the last delivery */
  uint64_t fault_at;       /* cycle of the first fault of an ejection; UINT64_MAX: none */
  bool golden_alone;
  bool differed;
};

/* The machine with Verilog in it, or the only one. */
static inline const struct machine *run_under_test(const struct runner *r)
{
  return r->request->dut ? r->request->dut : &r->request->machine;
}

/* Does every switch see rst in this cycle? */
static inline bool run_in_reset(const struct runner *r)
{
  return r->disturber.reset > 0;
}

/* The packets that the machine ejects in this cycle go to the scoreboard and the
 * statistics. Error: ERR_ENVIRONMENT. */
bool run_arrivals(struct runner *r, struct err *err);

/* Is the run over?  Then the outcome is set. */
bool run_is_over(struct runner *r);

/* A machine that swallowed packets stands still too, but has nothing on its links, nor in
 * channels that wait for a barrier. */
void run_tell_deadlock_from_loss(struct runner *r);

/* All have arrived: has each gone its way? */
void run_judge_ways(struct runner *r);

/* Has the design stopped, or broken the Moore law, at the clock edge that ended this cycle
 * (`in_reset`: before the first)?  That is a difference.  False with *err when it wants
 * more than it may have. */
bool run_judge_design(struct runner *r, bool in_reset, struct err *err);

#endif
