/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run -- drives a machine through a schedule; with a second machine, in lock step.
 *
 * The first machine alone decides what is injected, so a broken design under test cannot
 * change its own test.  In every cycle: the run compares all ports of the two machines;
 * ejections go to the scoreboard; the terminals inject; both machines are clocked.  A
 * machine that stops by itself or violates the Moore law gets the outcome DIFFER, even when
 * it runs alone: it differs from the specification.
 *
 * Progress is a packet that starts, or a delivery that the scoreboard accepts.  A run
 * without progress ends.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_RUN_H
#define LOCKHOP_RUN_LOCKSTEP_RUN_H

#include "base/ranks.h"
#include "run/exercise/activity.h"
#include "run/exercise/pins.h"
#include "run/exercise/watch.h"
#include "run/lockstep/buffers.h"
#include "run/lockstep/difference.h"
#include "run/lockstep/failed.h"
#include "run/lockstep/limits.h"
#include "run/lockstep/livelock.h"
#include "run/lockstep/outcome.h"
#include "run/lockstep/pace.h"
#include "run/lockstep/scoreboard.h"
#include "run/lockstep/statistics.h"
#include "run/lockstep/values.h"
#include "run/lockstep/ways.h"
#include "run/machine/phases.h"
#include "run/machine/terminals.h"

#include <signal.h>

/* The limit that a TIMEOUT reached. */
enum run_limit {
  RUN_LIMIT_ASKED,   /* max_cycles */
  RUN_LIMIT_WORK,    /* the most cycles that the work can take (run/lockstep/limits.h) */
  RUN_LIMIT_PROGRESS /* livelock: packets move, but none has arrived for too long */
};

/* What a run compares: docs/flow.md.  FLOW and DELIVERY are of one machine alone. */
enum run_compare {
  COMPARE_CYCLE,   /* two machines, all ports in every cycle; one alone by its paths */
  COMPARE_FLOW,    /* what enters and leaves every switch */
  COMPARE_DELIVERY /* what arrives */
};

/* "cycle", "flow", "delivery", by number; NULL: no more. */
const char *run_compare_list(size_t number);

/* The view of an observer in every cycle, before the clock edge. */
struct run_cycle {
  uint64_t cycle;
  uint32_t phase; /* of this cycle */
  const struct machine *machine;
  const struct machine *dut; /* NULL without lock step */
  const struct links *links;
  const struct links *dut_links;
  const struct injection *injections; /* [injection_count] */
  size_t injection_count;
  const struct difference *difference; /* of this cycle; NULL when the machines agree */
};

/* Called in every cycle.  False stops the run with *err. */
typedef bool run_observer(void *self, const struct run_cycle *cycle, struct err *err);

/* Called in every cycle with the links and the injections of the cycle. */
typedef void run_feed(void *self, const struct links *links,
                      const struct stimulus *stimulus);

/* Called from time to time with the progress of the run. */
typedef void run_progress(void *self, const struct run_pace *pace);

struct run_request {
  struct shape shape;
  const struct schedule *schedule;
  uint64_t seed; /* of the payloads and the random words */
  struct machine machine;
  const struct machine *dut; /* the second machine, or NULL */
  enum run_compare compare;
  uint32_t waived;     /* FLOW: rules that may be broken, as a mask */
  uint32_t capacity;   /* FLOW: packets inside a switch, at most; 0: any number */
  uint32_t starve;     /* FLOW: later packets that may overtake; 0: any number */
  uint32_t patience;   /* FLOW: cycles that a packet may stay though it is free; or 0 */
  uint64_t max_cycles; /* 0: the most that the work can take */
  struct team *team;   /* NULL: one thread */
  struct ranks *ranks; /* that make the run together (base/ranks.h); NULL: it alone */
  bool strict;         /* a PASS without a link crossing is VACUOUS */
  struct exercise_pins *pins;   /* FLOW: of the pins; or NULL */
  struct exercise_watch *watch; /* of the first machine, a golden one; or NULL */
  uint32_t follow;              /* FLOW: cycles to wait for a packet that was overtaken */
  uint32_t after;               /* cycles to continue after a difference, for an observer */
  const volatile sig_atomic_t *stop; /* the run ends when it is not 0; may be NULL */
  run_observer *observer;            /* may be NULL */
  void *observer_self;
  run_feed *feed; /* may be NULL */
  void *feed_self;
  run_progress *progress; /* may be NULL */
  void *progress_self;
};

struct run_result {
  enum outcome outcome;
  uint64_t cycles;          /* cycles run, the first being 0 */
  uint64_t began;           /* first cycle of the phase in which the run ended */
  uint64_t compared_cycles; /* cycles in which the machines were compared */
  uint64_t stuck_since;     /* DEADLOCK: last cycle in which a packet moved */
  uint64_t settle;          /* cycles that the run continues after the last delivery */
  enum run_limit limit;     /* TIMEOUT */
  uint64_t limit_cycles; /* TIMEOUT: the limit in cycles, of the run or without progress */
  struct livelock livelock;     /* TIMEOUT without progress */
  struct activity activity;     /* of a run with Verilog */
  struct flow_figures figures;  /* FLOW */
  uint64_t barrier_cycles;      /* that a barrier_tree takes; 0 without one */
  uint32_t max_output_queue;    /* UINT32_MAX: the machine cannot tell */
  uint32_t max_buffer;          /* BUFFERS_UNKNOWN: not counted */
  uint64_t in_window;           /* packets ejected in the measured window of an open loop */
  struct difference difference; /* DIFFER */
  struct failed_entry entered;  /* LOST: a packet entered a failed switch */
  struct way_fault misrouted;   /* MISROUTED: the first such packet, if any, */
  uint64_t misrouted_count;     /* their number, */
  uint64_t strays;              /* and link crossings by packets that nobody sent */
  struct moore_remarks remarks; /* of a run with Verilog in it */
  struct values_found values;   /* of a reduction */
  uint64_t spared;              /* switch-cycles of it that were not evaluated */
  struct statistics statistics;
  struct statistics privileged; /* of a mixed schedule: of the privileged packets alone */
  struct scoreboard scoreboard;
};

/* A run in steps, for callers that examine the machines in between.  run_open resets the
 * machines.  run_step makes one cycle and sets *last after the last one.  run_finish then
 * completes the result, which must not move meanwhile.  Always close the runner and the
 * result.
 */
struct runner;
bool run_open(struct runner **runner, const struct run_request *request,
              struct run_result *result, struct err *err);
bool run_step(struct runner *runner, bool *last, struct err *err);
bool run_finish(struct runner *runner, struct err *err);
void run_close(struct runner *runner);

/* Reset the machines and run.  False: the run could not be made, *err is set; otherwise
 * *result holds the outcome.  Close the result in either case. */
bool run(const struct run_request *request, struct run_result *result, struct err *err);

void run_result_close(struct run_result *result);

#endif
