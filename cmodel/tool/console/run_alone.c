/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* run_alone -- one run of one machine alone. */
#include "tool/console/run_alone.h"

#include "tool/console/explain.h"
#include "tool/console/result.h"
#include "tool/console/result_json.h"
#include "tool/console/simulate.h"
#include "tool/session/agree.h"
#include "tool/session/machines.h"
#include "tool/session/trust.h"

#include <inttypes.h>

static int print_all(struct simulation *s, const struct machine *machine,
                     const struct run_result *result, bool written, struct err *err)
{
  const char *simulator = machine_can(machine, MACHINE_SIMULATED)
                              ? machine->ops->simulator(machine->self)
                              : NULL;
  const struct result_machines machines = {.machine = machine,
                                           .simulator = simulator,
                                           .waveform =
                                               written ? s->settings->run.wave : NULL};

  result_print(s, result, NULL);
  explain_outcome(s, machine, result, simulate_text(s));
  if (!s->settings->quiet)
    explain_remarks(&result->remarks, simulate_text(s));
  if (simulator)
    result_print_exercise(s, result, machine);
  result_print_map(s);
  if (written)
    simulate_print_wave(s, s->settings->run.wave);
  return result_write_json(s, result, &machines, err) ? result_outcome(s, result) : 0;
}

/* A collective with too many words to simulate: count its messages. */
static int count_messages(struct simulation *s, struct err *err)
{
  bool stopped = false;

  fprintf(stderr,
          "lockhop: about %" PRIu64
          " words would cross links, more than %d: messages are counted, no words move\n",
          s->session.collective.estimate, COLLECTIVE_TRANSFERS);
  bool counted = collective_session_count(&s->session, &stopped, err);
  progress_end(&s->progress);
  return counted ? result_counted(s, stopped, err) : 0;
}

/* If a machine in Verilog lost packets, Verilator may be the cause: check that. */
static bool is_of_design(const struct session *s, const struct run_result *result,
                         struct err *err)
{
  const bool failed = result->outcome == OUTCOME_LOST ||
                      result->outcome == OUTCOME_DEADLOCK ||
                      result->outcome == OUTCOME_TIMEOUT;

  struct ranks *ranks = s->host.ranks;

  if (!failed || !machines_have_verilog(&s->description))
    return true;
  /* The first rank does it for all, which wait. */
  return ranks ? agree(ranks, ranks->rank > 0 || trust_modules(s, err), 0, err)
               : trust_modules(s, err);
}

int run_alone(const struct settings *settings, struct err *err)
{
  struct simulation s;
  struct machine machine;
  struct run_result result = {.cycles = 0};
  bool written = false;
  int code = 0;
  const bool opened = simulate_open(&s, settings, false, true, err);

  if (!agreed(&s.session, opened, err))
    return (int)err->kind;
  simulate_watch(&s);
  if (s.session.collective.counted) {
    code = count_messages(&s, err);
  } else if (agreed(&s.session, machines_open(&machine, &s.session, err), err)) {
    if (simulate_announce(&s, err) &&
        session_run(&s.session, &machine, &result, &written, err) &&
        is_of_design(&s.session, &result, err))
      code = print_all(&s, &machine, &result, written, err);
    run_result_close(&result);
    if (!settings->watchdog)
      machine.ops->close(machine.self);
  }
  if (!settings->watchdog) /* else the design must not run again */
    simulate_close(&s);
  return err->kind ? (int)err->kind : code;
}
