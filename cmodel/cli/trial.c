/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trial -- one run of the golden model, for commands that make many. */
#include "cli/trial.h"

#include "cli/result.h"
#include "cli/simulate.h"
#include "network/golden.h"

static void keep(struct trial_result *kept, const struct simulation *s,
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
  kept->accepted_load = result_accepted_load(s, r);
}

bool trial_run(const struct trial *trial, struct trial_result *result, struct err *err)
{
  struct settings settings = options_defaults();
  struct simulation s;
  struct machine machine;
  struct run_result ran;

  settings.argument[0] = trial->topology;
  settings.argument[1] = trial->traffic;
  settings.routing = trial->routing;
  settings.packets = trial->packets;
  settings.depth = trial->depth;
  settings.vcs = trial->vcs;
  if (trial->lanes)
    settings.lanes = trial->lanes;
  settings.seed = trial->seed;
  settings.quiet = true;
  if (!simulate_open(&s, &settings, 0, err))
    return false;
  bool good = golden_open(&machine, &s.shape, simulate_copies(&s), err);
  if (good) {
    struct run_request request = simulate_request(&s);

    request.machine = machine;
    good = run(&request, &ran, err);
    if (good)
      keep(result, &s, &ran);
    run_result_close(&ran);
    machine.ops->close(machine.self);
  }
  simulate_close(&s);
  return good;
}
