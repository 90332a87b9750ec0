/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trial -- one run, for commands that make many. */
#include "tool/session/trial.h"

#include "tool/session/machines.h"
#include "tool/session/session.h"
#include "tool/session/trust.h"

static void keep(struct trial_result *kept, const struct session *s,
                 const struct run_result *r)
{
  *kept = (struct trial_result){
      .switches = s->topology.switches,
      .packets = s->schedule.count,
      .delivered = r->statistics.delivered,
      .steps = r->statistics.steps,
      .hops = r->statistics.hops,
      .cycles = session_cycles(s, r),
      .max_output_queue = r->max_output_queue,
      .max_buffer = r->max_buffer,
      .average_delay = statistics_average_delay(&r->statistics),
      .undelayed_percent = statistics_undelayed_percent(&r->statistics),
      .lanes = s->shape.lanes,
      .open_loop = s->schedule.measure_to != 0,
      .timed = s->shape.routing->timed,
      .longest = statistics_quantile(&r->statistics, 1),
      .conflicts = s->conflicts,
      .outcome = r->outcome,
  };
  if (schedule_is_mixed(&s->schedule)) {
    const struct statistics others = statistics_others(&r->statistics, &r->privileged);

    kept->mixed = true;
    kept->privileged_steps = session_privileged_steps(s, r);
    kept->privileged_late = r->privileged.delivered - r->privileged.undelayed;
    kept->standard_average_delay = statistics_average_delay(&others);
  }
  if (!kept->open_loop)
    return;
  struct statistics_steady steady;

  kept->warmup = s->schedule.measure_from;
  kept->latency_mean = statistics_mean_latency(&r->statistics);
  kept->latency_min = statistics_quantile(&r->statistics, 0);
  kept->latency_median = statistics_quantile(&r->statistics, 0.5);
  kept->latency_p99 = statistics_quantile(&r->statistics, 0.99);
  kept->offered_load = session_offered_load(s, r);
  kept->accepted_load = session_accepted_load(s, r);
  kept->steady_known = statistics_steady(&r->statistics, &steady);
  if (!kept->steady_known)
    return;
  kept->latency_interval = steady.interval;
  kept->latency_drift = steady.drift;
  kept->latency_drifting = steady.drifting;
}

/* The golden machine, in lock step with another where there is one. */
static bool run_machines(struct session *s, const struct machine *golden,
                         const struct machine *dut, struct trial_result *result,
                         struct err *err)
{
  struct run_request request = session_request(s);
  struct run_result ran;

  request.machine = *golden;
  request.dut = dut;
  bool good = run(&request, &ran, err);
  if (good && ran.outcome == OUTCOME_DIFFER)
    good = trust_modules(s, err);
  if (good)
    keep(result, s, &ran);
  run_result_close(&ran);
  return good;
}

bool trial_run(const struct description *description, const volatile sig_atomic_t *stop,
               struct trial_result *result, struct err *err)
{
  const struct session_host host = {.stop = stop};
  struct session s;
  struct machine machine, golden;

  if (!session_open(&s, description, &host, err))
    return false;
  bool good = machines_open(&machine, &s, err);
  if (good && description->lock_step && s.compare == COMPARE_CYCLE) {
    good = machines_open_golden(&golden, &s, err);
    if (good) {
      good = run_machines(&s, &golden, &machine, result, err);
      golden.ops->close(golden.self);
    }
    machine.ops->close(machine.self);
  } else if (good) {
    good = run_machines(&s, &machine, NULL, result, err);
    machine.ops->close(machine.self);
  }
  session_close(&s);
  return good;
}

bool trial_prepare(const struct description *description, const volatile sig_atomic_t *stop,
                   struct err *err)
{
  const struct session_host host = {.stop = stop};
  struct session s;
  struct machine machine;

  if (!session_open(&s, description, &host, err))
    return false;
  bool good = machines_open(&machine, &s, err);
  if (good)
    machine.ops->close(machine.self);
  session_close(&s);
  return good;
}
