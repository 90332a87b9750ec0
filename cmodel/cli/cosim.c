/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- lockhop cosim: golden model and Verilog in lock step. */
#include "cli/explain.h"
#include "cli/result.h"
#include "cli/simulate.h"
#include "session/lock_step.h"
#include "session/machines.h"

static void print_report(const struct simulation *s, const struct lock_step *l,
                         const char *dut)
{
  FILE *text = simulate_text(s);

  if (l->again.kind != ERR_NONE)
    fprintf(stderr, "lockhop: warning: the difference could not be looked at again: %s\n",
            l->again.text);
  result_print(s, &l->result, dut);
  explain_outcome(s, &l->golden, &l->result, text);
  result_print_exercise(s, &l->result, &l->golden);
  result_print_map(s);
  if (l->explained && !s->settings->quiet)
    history_print(&l->history, text);
  if (l->result.outcome == OUTCOME_DIFFER && !s->settings->quiet)
    fprintf(text, "repeat with: %s\n", s->settings->command);
  if (l->waveform)
    simulate_print_wave(s, l->waveform);
}

/* Both passes and the report; the exit code. */
static int compare(struct simulation *s, struct lock_step *l, struct err *err)
{
  struct result_machines machines = {.machine = &l->golden,
                                     .dut = machines_name(&s->session.description),
                                     .simulator = l->simulator};

  if (!simulate_announce(s, err) || !lock_step_run(l, err))
    return 0;
  print_report(s, l, machines.dut);
  machines.waveform = l->waveform;
  return result_write_json(s, &l->result, &machines, err) ? result_outcome(s, &l->result)
                                                          : 0;
}

int command_cosim(const struct settings *settings, struct err *err)
{
  struct simulation s;
  struct lock_step l;
  int code = 0;

  if (!simulate_open(&s, settings, true, false, err))
    return (int)err->kind;
  simulate_watch(&s);
  if (lock_step_open(&l, &s.session, err)) {
    code = compare(&s, &l, err);
    lock_step_close(&l);
  }
  simulate_close(&s);
  return err->kind ? (int)err->kind : code;
}
