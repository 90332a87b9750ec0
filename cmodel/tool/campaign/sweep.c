/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep -- lockhop sweep: all trials of a plan, as rows of a CSV file. */
#include "tool/campaign/campaign.h"
#include "tool/campaign/sweep_jobs.h"
#include "tool/campaign/sweep_results.h"
#include "tool/campaign/sweep_row.h"
#include "tool/console/interrupt.h"
#include "tool/console/junit.h"
#include "tool/console/progress.h"
#include "tool/console/settings.h"

#include <inttypes.h>
#include <string.h>

/* Rows that are done are not lost: say where they are, after what went wrong. */
static int failed(const struct sweep_file *file, struct err *err)
{
  if (file->done > 0)
    err_set(err, err->kind,
            "%.800s; %" PRIu64 " of %" PRIu64 " trials are kept for --resume", err->text,
            file->done, file->plan->trials);
  return (int)err->kind;
}

static int interrupted(const struct sweep_file *file, const struct settings *settings)
{
  if (file->done == 0)
    fprintf(stderr, "lockhop: interrupted before a trial was done\n");
  else
    fprintf(stderr,
            "lockhop: interrupted, %" PRIu64 " of %" PRIu64
            " trials are done; go on with: %s%s\n",
            file->done, file->plan->trials, settings->command,
            settings->resume ? "" : " --resume");
  return EXIT_INTERRUPTED;
}

static void add_case(void *self, const struct sweep_plan *plan, uint64_t number,
                     enum outcome outcome)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  char command[SWEEP_COMMAND], text[SWEEP_COMMAND + 32];

  sweep_row_command(command, plan, number);
  snprintf(text, sizeof text, "repeat with: %s\n", command);
  junit_add(self, &(struct junit_case){.group = cell->topology,
                                       .name = command,
                                       .seed = cell->seed + (number - cell->first),
                                       .seconds = -1,
                                       .kind = outcome == OUTCOME_PASS ? JUNIT_PASSED
                                                                       : JUNIT_FAILURE,
                                       .word = outcome_name(outcome),
                                       .line = outcome_name(outcome),
                                       .text = text});
}

static bool finish_files(struct sweep_file *file, const struct settings *settings,
                         struct sweep_tally *tally, struct err *err)
{
  struct junit junit;

  *tally = (struct sweep_tally){.each = NULL};
  if (!settings->junit)
    return sweep_file_finish(file, tally, err);
  if (!junit_open(&junit, settings->junit, settings->out, err))
    return false;
  tally->each = add_case;
  tally->self = &junit;
  bool good = sweep_file_finish(file, tally, err);
  tally->self = NULL;
  if (good)
    return junit_close(&junit, "lockhop sweep", err);
  junit_abandon(&junit);
  return false;
}

static int finish(struct sweep_file *file, const struct settings *settings, struct err *err)
{
  struct sweep_tally tally;
  char command[SWEEP_COMMAND];

  if (!finish_files(file, settings, &tally, err))
    return failed(file, err);
  fprintf(settings->out, "%s: %" PRIu64 " trials\n", file->path, file->plan->trials);
  if (tally.failed == 0)
    return 0;
  sweep_row_command(command, file->plan, tally.first);
  fprintf(settings->out,
          "%" PRIu64 " of %" PRIu64 " trials did not pass; the first: %s: %s\n",
          tally.failed, file->plan->trials, command, outcome_name(tally.first_outcome));
  return tally.only_stuck ? EXIT_NO_PROGRESS : EXIT_WRONG;
}

/* Compile every switch that a missing trial needs, once: the workers share it. */
static bool prepare(const struct sweep_file *file, const volatile sig_atomic_t *stop,
                    struct err *err)
{
  const struct sweep_plan *plan = file->plan;
  struct progress progress;
  bool good = true;

  progress_start(&progress, false);
  for (size_t i = 0; plan->machine && good && !*stop && i < plan->count; i++) {
    const struct sweep_cell *cell = &plan->cells[i];
    const struct description trial = sweep_plan_trial(plan, cell->first);
    char command[SWEEP_COMMAND], text[80];
    bool missing = false;

    for (uint64_t k = 0; !missing && k < cell->trials; k++)
      missing = !sweep_file_has(file, cell->first + k);
    snprintf(text, sizeof text, "preparing the Verilog of combination %zu of %zu", i + 1,
             plan->count);
    progress_say(&progress, text);
    good = !missing || trial_prepare(&trial, stop, err);
    if (!good) {
      sweep_row_command(command, plan, cell->first);
      err_set(err, err->kind, "%.500s: %.400s", command, err->text);
    }
  }
  progress_end(&progress);
  return good;
}

static int sweep(const struct settings *settings, const struct sweep_plan *plan,
                 struct err *err)
{
  struct sweep_file file;
  int code;

  if (!sweep_file_open(&file, plan, settings->output, settings->resume, settings->force,
                       err)) {
    code = (int)err->kind;
  } else {
    const volatile sig_atomic_t *stop = interrupt_watch();

    const bool good = settings->judge
                          ? sweep_results_judge(&file, settings, err)
                          : prepare(&file, stop, err) &&
                                (*stop || sweep_jobs_run(&file, settings, stop, err));
    if (*stop && file.done < plan->trials)
      code = interrupted(&file, settings);
    else if (!good)
      code = failed(&file, err);
    else
      code = finish(&file, settings, err);
  }
  sweep_file_close(&file);
  return code;
}

/* What cannot be asked for together. */
static bool is_asked_well(const struct settings *s, struct err *err)
{
  if (s->plan && s->judge)
    return err_set(err, ERR_USAGE, "--plan and --judge: give one of them");
  if (!s->output && !s->plan)
    return err_set(err, ERR_USAGE, "lockhop sweep needs a file to write: -o FILE.csv");
  if (s->plan && s->output)
    return err_set(err, ERR_USAGE, "--plan prints jobs and writes no table; leave out -o");
  if (!s->judge && s->argument_count > 1)
    return err_set(err, ERR_USAGE,
                   "'%s' is one argument too many: results of jobs are for --judge",
                   s->argument[1]);
  return !s->judge || s->argument_count > 1 ||
         err_set(err, ERR_USAGE,
                 "--judge needs files of results behind the PLAN; '-': standard input");
}

int command_sweep(const struct settings *settings, struct err *err)
{
  struct sweep_plan plan;
  int code;

  if (!is_asked_well(settings, err))
    return (int)err->kind;
  const char *machine = settings->run.machine;
  const bool lock_step = machine && strcmp(machine, "golden") != 0;

  if (!sweep_plan_read(&plan, settings->argument[0], err) ||
      (lock_step && !sweep_plan_lock_step(&plan, machine, settings->argument[0], err)))
    code = (int)err->kind;
  else if (plan.searches && (settings->plan || settings->judge))
    code =
        err_set(err, ERR_USAGE,
                "a trial with load=saturation is several runs, and no job; leave out --%s, "
                "or give loads",
                settings->plan ? "plan" : "judge")
            ? 0
            : (int)err->kind;
  else if (settings->plan)
    code = sweep_results_plan(&plan, settings->out, err) ? 0 : (int)err->kind;
  else
    code = sweep(settings, &plan, err);
  sweep_plan_free(&plan);
  return code;
}
