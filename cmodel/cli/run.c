/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run -- lockhop run: one machine alone. */
#include "cli/explain.h"
#include "cli/result.h"
#include "cli/simulate.h"

#include <string.h>

static bool record(void *self, const struct run_cycle *cycle, struct err *err)
{
  return recorder_add(self, cycle, err);
}

/* *written: a waveform was. */
static bool run_recorded(struct simulation *s, const struct machine *machine,
                         struct run_result *result, bool *written, struct err *err)
{
  struct run_request request = simulate_request(s);
  struct recorder recorder;
  bool recorded = simulate_recorder(&recorder, s);

  request.machine = *machine;
  if (recorded) {
    request.observer = record;
    request.observer_self = &recorder;
  }
  bool ran = run(&request, result, err);
  progress_end(&s->progress);
  if (!recorded)
    return ran;
  return recorder_finish(&recorder, NULL, written, err) && ran;
}

int command_run(const struct settings *settings, struct err *err)
{
  const char *name = settings->machine ? settings->machine : "golden";
  struct simulation s;
  struct machine machine;
  struct run_result result = {.cycles = 0};
  bool written = false;
  int code = 0;

  if (!simulate_open(&s, settings, strcmp(name, "golden") == 0 ? 0 : SETTINGS_UNSET, err))
    return (int)err->kind;
  if (strcmp(name, "golden") != 0 &&
      (s.shape.routing->unit->has_random || s.shape.routing->launch))
    err_set(
        err, ERR_USAGE,
        "--machine %s: cannot count the hops of %s, whose way is chosen %s; use lockhop "
        "cosim",
        name, s.shape.routing->name,
        s.shape.routing->launch ? "by the queues of the golden model" : "by the switches");
  if (err->kind || !simulate_machine(&machine, &s, name, err)) {
    simulate_close(&s);
    return (int)err->kind;
  }
  if (simulate_announce(&s, err) && run_recorded(&s, &machine, &result, &written, err)) {
    const char *simulator =
        machine.ops->simulator ? machine.ops->simulator(machine.self) : NULL;
    const struct result_machines machines = {.machine = &machine,
                                             .simulator = simulator,
                                             .waveform = written ? settings->wave : NULL};

    result_print(&s, &result, NULL);
    explain_outcome(&s, &machine, &result, simulate_text(&s));
    if (simulator)
      result_print_exercise(&s, &result, &machine);
    if (written)
      simulate_print_wave(&s, settings->wave);
    if (result_write_json(&s, &result, &machines, err))
      code = result_outcome(&s, &result);
  }
  run_result_close(&result);
  machine.ops->close(machine.self);
  simulate_close(&s);
  return err->kind ? (int)err->kind : code;
}
