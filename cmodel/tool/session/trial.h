/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trial -- one run, for commands that make many: of the golden model alone, or in lock step
 * with Verilog. */
#ifndef LOCKHOP_TOOL_SESSION_TRIAL_H
#define LOCKHOP_TOOL_SESSION_TRIAL_H

#include "network/traffic/conflicts.h"
#include "run/lockstep/run.h"
#include "tool/session/description.h"

/* The numbers of struct run_result that are kept; of the JSON object of the same names. */
struct trial_result {
  uint32_t switches;
  uint64_t packets; /* of the schedule */
  uint64_t delivered;
  uint64_t steps;
  uint64_t hops;
  uint64_t cycles;
  uint32_t max_output_queue;
  uint32_t max_buffer;
  double average_delay;
  double undelayed_percent;
  uint32_t lanes;
  bool open_loop;  /* warmup to accepted_load are known, else 0 */
  uint32_t warmup; /* cycles before the measured ones */
  double latency_mean;
  uint64_t latency_min;
  uint64_t latency_median;
  uint64_t latency_p99;
  bool steady_known; /* the next three are known, else 0: struct statistics_steady */
  double latency_interval;
  double latency_drift;
  bool latency_drifting;
  double offered_load;
  double accepted_load;
  uint64_t longest;           /* largest latency of a measured packet, steps */
  bool timed;                 /* the next is known, else all 0 */
  struct conflicts conflicts; /* of the schedule */
  bool mixed;                 /* the next three are known, else 0 */
  uint64_t privileged_steps;
  uint64_t privileged_late; /* deliveries of privileged packets that have waited */
  double standard_average_delay;
  enum outcome outcome;
  uint32_t
      search_step; /* of a search for saturation, tool/campaign/sweep_search.h; else 0 */
};

/* `stop`: the run ends when it is not 0; NULL: never.  Errors: those of session_open and
 * machines_open. */
bool trial_run(const struct description *description, const volatile sig_atomic_t *stop,
               struct trial_result *result, struct err *err);

/* Compile what a trial needs, unless that is done: then it opens at once. */
bool trial_prepare(const struct description *description, const volatile sig_atomic_t *stop,
                   struct err *err);

#endif
