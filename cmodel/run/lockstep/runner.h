/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* runner -- shared by the parts of a run: opening.c, run.c, arrivals.c, ending.c. */
#ifndef LOCKHOP_RUN_LOCKSTEP_RUNNER_H
#define LOCKHOP_RUN_LOCKSTEP_RUNNER_H

#include "run/lockstep/joint.h"
#include "run/lockstep/order.h"
#include "run/lockstep/run.h"
#include "run/lockstep/values.h"
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
  struct packet_ways ways;         /* only for a Verilog machine alone */
  struct flow *flow;               /* only for COMPARE_FLOW */
  struct order order;              /* only for COMPARE_DELIVERY */
  struct values values;            /* only for reductions */
  struct statistics_window window; /* in which packets that are measured start */
  struct arrivals_share *shares;   /* [team_size] arrivals by thread; NULL: one thread reads
                                    * them */
  struct joint joint;              /* only of several ranks */
  struct disturber disturber;
  uint64_t
      *ejected; /* [switches] what terminals take; NULL: they refuse nothing in this run */
  bool disturbed;       /* the schedule has disturbances */
  uint32_t resets;      /* resets that have begun */
  uint64_t lasts;       /* least cycles of the schedule */
  uint64_t start;       /* cycle 0 of the schedule: 0, or the end of the last reset */
  uint64_t held_up;     /* last cycle with a stall, a hold or a refusal */
  uint64_t held_cycles; /* number of such cycles since `start` */
  uint64_t cycle;
  uint64_t schedule_cycle; /* the cycle of the schedule: counts from `start` */
  uint64_t last_move;      /* last cycle in which something moved on a link or lane */
  uint64_t last_progress;  /* last cycle in which a packet started or was delivered */
  uint64_t delivered_at;   /* cycle of the last delivery */
  uint64_t fault_at;       /* cycle of the first faulty ejection; UINT64_MAX: none */
  bool plain; /* a correct delivery is told to the scoreboard and the statistics alone */
  bool golden_alone;
  bool is_blind; /* as long as packets arrive, nothing inside the machine is looked at */
  bool differed;
};

/* The Verilog machine, or the only machine. */
static inline const struct machine *run_under_test(const struct runner *r)
{
  return r->request->dut ? r->request->dut : &r->request->machine;
}

/* Does every switch see rst in this cycle? */
static inline bool run_in_reset(const struct runner *r)
{
  return r->disturber.reset > 0;
}

/* Pass the packets ejected in this cycle to the scoreboard and the statistics.  Error:
 * ERR_ENVIRONMENT. */
bool run_arrivals(struct runner *r, struct err *err);

/* What it counts, and its parts for the threads of a team, where these can deliver at the
 * same time.
 * Error: ERR_ENVIRONMENT. */
bool run_arrivals_open(struct runner *r, struct err *err);

/* The run starts again; it is over: the statistics of all threads become those of the run.
 */
void run_arrivals_reset(struct runner *r);
bool run_arrivals_finish(struct runner *r, struct err *err);

void run_arrivals_close(struct runner *r);

/* Does the run continue after a broken order to know what becomes of the older packet? */
bool run_follows(const struct runner *r);

/* Is the run over?  If so, sets the outcome. */
bool run_is_over(struct runner *r);

/* Turn DEADLOCK into LOST if packets are missing: a machine that swallowed packets stands
 * still too, but shows none on its links or in channels that wait for a barrier. */
void run_tell_deadlock_from_loss(struct runner *r);

/* Nothing moves: is a packet lost inside a switch that is judged by its flow?  Then records
 * a difference. */
bool run_judge_lost(struct runner *r);

/* All packets have arrived: did each take its path?  Sets MISROUTED if not.  Error, of
 * ranks: ERR_ENVIRONMENT. */
bool run_judge_ways(struct runner *r, struct err *err);

/* Did the design stop or violate the Moore law at the clock edge that ended this cycle
 * (`in_reset`: before the first cycle)?  Then records a difference.  False: it exceeded a
 * limit of memory or output, *err is set. */
bool run_judge_design(struct runner *r, bool in_reset, struct err *err);

/* The same of the machine of this process alone: *found, and then *difference.  False: as
 * above. */
bool run_find_fault(const struct runner *r, bool in_reset, struct difference *difference,
                    bool *found, struct err *err);

#endif
