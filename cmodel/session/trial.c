/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trial -- one run of the golden model, for commands that make many. */
#include "session/trial.h"

#include "session/machines.h"
#include "session/session.h"

static void keep(struct trial_result *kept, const struct session *s,
                 const struct run_result *r)
{
  *kept = (struct trial_result){
      .switches = s->topology.switches,
      .packets = s->schedule.count,
      .delivered = r->statistics.delivered,
      .steps = r->statistics.steps,
      .hops = r->statistics.hops,
      .cycles = r->cycles,
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
  if (!kept->open_loop)
    return;
  kept->latency_mean = statistics_mean_latency(&r->statistics);
  kept->latency_p99 = statistics_quantile(&r->statistics, 0.99);
  kept->accepted_load = session_accepted_load(s, r);
}

bool trial_run(const struct description *description, const volatile sig_atomic_t *stop,
               struct trial_result *result, struct err *err)
{
  const struct session_host host = {.stop = stop};
  struct session s;
  struct machine machine;
  struct run_result ran;
  bool written;

  if (!session_open(&s, description, &host, err))
    return false;
  bool good = machines_open(&machine, &s, err);
  if (good) {
    good = session_run(&s, &machine, &ran, &written, err);
    if (good)
      keep(result, &s, &ran);
    run_result_close(&ran);
    machine.ops->close(machine.self);
  }
  session_close(&s);
  return good;
}
