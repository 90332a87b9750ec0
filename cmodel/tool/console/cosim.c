/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cosim -- one run in lock step with its report. */
#include "tool/console/cosim.h"

#include "base/file.h"
#include "tool/console/explain.h"
#include "tool/console/result.h"
#include "tool/console/result_json.h"
#include "tool/console/simulate.h"
#include "tool/session/agree.h"
#include "tool/session/lock_step.h"
#include "tool/session/machines.h"

static void print_report(const struct simulation *s, const struct lock_step *l,
                         const char *dut)
{
  FILE *text = simulate_text(s);

  if (l->again.kind != ERR_NONE)
    fprintf(stderr, "lockhop: warning: the difference could not be looked at again: %s\n",
            l->again.text);
  result_print(s, &l->result, dut);
  explain_outcome(s, &l->first, &l->result, text);
  if (!s->settings->quiet)
    explain_remarks(&l->result.remarks, text);
  result_print_exercise(s, &l->result, &l->first);
  result_print_map(s);
  if (l->explained && !s->settings->quiet)
    history_print(&l->history, text);
  if (l->result.outcome == OUTCOME_DIFFER && !s->settings->quiet)
    fprintf(text, "repeat with: %s\n", s->session.description.command);
  if (l->waveform)
    simulate_print_wave(s, l->waveform);
}

static bool keep(struct cosim_summary *kept, const struct simulation *s,
                 const struct lock_step *l, struct err *err)
{
  const struct run_result *r = &l->result;
  struct dependency dependency = {.cycle_length = 0};

  if (r->outcome == OUTCOME_DEADLOCK && !session_dependency(&s->session, &dependency, err))
    return false;
  *kept = (struct cosim_summary){
      .outcome = r->outcome,
      .can_deadlock = dependency.cycle_length > 0 || session_store_short(&s->session),
      .explained = l->waveform != NULL,
      .kind = r->difference.kind,
      .field = r->difference.field,
      .rule = r->difference.flow.rule,
      .cycles = session_cycles(&s->session, r),
      .packets = s->session.schedule.count,
      .delivered = r->scoreboard.delivered_count,
      .compared = r->compared_cycles * s->session.topology.switches,
      .activity = r->activity,
      .remarks = r->remarks,
      .reading = s->session.reading,
  };
  explain_line(s, &l->first, r, kept->line, sizeof kept->line);
  kept->symptom = r->outcome == OUTCOME_DIFFER
                      ? symptom_of(&r->difference, &s->session.shape)
                      : symptom_of_line(kept->line);
  kept->ended = true;
  return true;
}

static bool store_map(const struct session *s, struct err *err)
{
  const char *path = s->description.reached;
  FILE *file = path ? fopen(path, "w") : NULL;

  if (!path)
    return true;
  if (file)
    exercise_map_store(&s->exercise, file);
  return file_close_written(file, path, err);
}

/* Make both passes and the report. Returns the exit code. */
static int compare(struct simulation *s, struct lock_step *l, struct cosim_summary *summary,
                   struct err *err)
{
  const bool one_of_many = s->session.description.evidence != NULL;
  struct result_machines machines = {.machine = &l->first,
                                     .dut = machines_name(&s->session.description),
                                     .simulator = l->simulator};

  if ((!one_of_many && !simulate_announce(s, err)) || !lock_step_run(l, err))
    return 0;
  print_report(s, l, machines.dut);
  machines.waveform = l->waveform;
  if (!result_write_json(s, &l->result, &machines, err) || !store_map(&s->session, err) ||
      !keep(summary, s, l, err))
    return 0;
  return result_outcome(s, &l->result);
}

int cosim_run(const struct settings *settings, const struct description *description,
              struct cosim_summary *summary, struct err *err)
{
  struct simulation s;
  struct lock_step l;
  int code = 0;

  const bool opened = simulate_open_described(&s, settings, description, err);

  if (!agreed(&s.session, opened, err))
    return (int)err->kind;
  simulate_watch(&s);
  if (agreed(&s.session, lock_step_open(&l, &s.session, err), err))
    code = compare(&s, &l, summary, err);
  return err->kind ? (int)err->kind : code;
}
