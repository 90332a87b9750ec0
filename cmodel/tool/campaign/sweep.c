/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep -- lockhop sweep: all trials of a plan, as rows of a CSV file. */
#include "base/workdir.h"
#include "tool/campaign/campaign.h"
#include "tool/campaign/sweep_asked.h"
#include "tool/campaign/sweep_jobs.h"
#include "tool/campaign/sweep_results.h"
#include "tool/campaign/sweep_row.h"
#include "tool/console/interrupt.h"
#include "tool/console/junit.h"
#include "tool/console/progress.h"
#include "tool/console/settings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Rows that are done are not lost: say where they are, after what went wrong. */
static int failed(const struct sweep_file *file, const struct settings *settings,
                  struct err *err)
{
  if (file->done > 0 && settings->output)
    err_set(err, err->kind,
            "%.800s; %" PRIu64 " of %" PRIu64 " trials are kept for --resume", err->text,
            file->done, file->plan->trials);
  return (int)err->kind;
}

static int interrupted(const struct sweep_file *file, const struct settings *settings)
{
  if (!settings->output)
    fprintf(stderr, "lockhop: interrupted\n");
  else if (file->done == 0)
    fprintf(stderr, "lockhop: interrupted before a trial was done\n");
  else
    fprintf(stderr,
            "lockhop: interrupted, %" PRIu64 " of %" PRIu64
            " trials are done; go on with: %s%s\n",
            file->done, file->plan->trials, settings->command,
            settings->resume ? "" : " --resume");
  return EXIT_INTERRUPTED;
}

/* Who is told of each row. */
struct told {
  struct junit *junit; /* NULL: no report */
  FILE *out;           /* for loads of saturation; NULL: nobody reads them */
};

static void say_saturation(FILE *out, const struct sweep_plan *plan, uint64_t number,
                           const char *row, size_t length, enum outcome outcome)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  char load[DECIMAL_TEXT], latency[DECIMAL_TEXT], accepted[DECIMAL_TEXT];
  char least[DECIMAL_TEXT], most[DECIMAL_TEXT];

  sweep_row_value(load, sizeof load, row, length, plan, "load");
  sweep_row_value(latency, sizeof latency, row, length, plan, "latency_mean");
  sweep_row_value(accepted, sizeof accepted, row, length, plan, "accepted_load");
  decimal_print(least, cell->search.unit, DECIMALS);
  decimal_print(most, cell->search.unit * cell->search.steps, DECIMALS);
  fprintf(out, "%s %.*s, %s, seed %" PRIu64 ": ", cell->topology,
          (int)(strstr(cell->traffic, ",load=") - cell->traffic), cell->traffic,
          cell->routing, cell->seed + (number - cell->first));
  if (strcmp(load, "0") == 0)
    fprintf(out, "not stable at load %s", least);
  else if (outcome != OUTCOME_PASS)
    fprintf(out, "at load %s", load);
  else
    fprintf(out, "%s %s",
            strcmp(load, most) == 0 ? "stable up to load" : "saturates above load", load);
  fprintf(out, " (mean latency %.4g, accepted load %.4g)%s%s\n", atof(latency),
          atof(accepted), outcome == OUTCOME_PASS ? "" : ": ",
          outcome == OUTCOME_PASS ? "" : outcome_name(outcome));
}

static void add_case(struct junit *junit, const struct sweep_plan *plan, uint64_t number,
                     enum outcome outcome)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  char command[SWEEP_COMMAND], text[SWEEP_COMMAND + 32];

  sweep_row_command(command, plan, number);
  snprintf(text, sizeof text, "repeat with: %s\n", command);
  junit_add(junit, &(struct junit_case){.group = cell->topology,
                                        .name = command,
                                        .seed = cell->seed + (number - cell->first),
                                        .seconds = -1,
                                        .kind = outcome == OUTCOME_PASS ? JUNIT_PASSED
                                                                        : JUNIT_FAILURE,
                                        .word = outcome_name(outcome),
                                        .line = outcome_name(outcome),
                                        .text = text});
}

static void tell(void *self, const struct sweep_plan *plan, uint64_t number,
                 const char *row, size_t length, enum outcome outcome)
{
  const struct told *told = self;

  if (told->junit)
    add_case(told->junit, plan, number, outcome);
  if (told->out && sweep_plan_cell(plan, number)->search.steps)
    say_saturation(told->out, plan, number, row, length, outcome);
}

static bool finish_files(struct sweep_file *file, const struct settings *settings,
                         struct sweep_tally *tally, struct err *err)
{
  struct junit junit;
  struct told told = {.out = sweep_asked_is_run(settings) ? settings->out : NULL};

  *tally = (struct sweep_tally){.each = tell, .self = &told};
  if (!settings->junit)
    return sweep_file_finish(file, tally, err);
  if (!junit_open(&junit, settings->junit, settings->out, err))
    return false;
  told.junit = &junit;
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
    return failed(file, settings, err);
  if (settings->output)
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

/* The table is `path`. */
static int sweep(const struct settings *settings, const struct sweep_plan *plan,
                 const char *path, struct err *err)
{
  struct sweep_file file;
  int code;

  if (!sweep_file_open(&file, plan, path, settings->resume, settings->force, err)) {
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
      code = failed(&file, settings, err);
    else
      code = finish(&file, settings, err);
  }
  sweep_file_close(&file);
  return code;
}

/* A person wants to know the loads of saturation, and no table. */
static int sweep_without_table(const struct settings *settings,
                               const struct sweep_plan *plan, struct err *err)
{
  struct workdir work;
  char path[FILE_PATH];

  if (!workdir_open_temporary(&work, "lockhop-sweep-", err))
    return (int)err->kind;
  snprintf(path, sizeof path, "%.*s/sweep.csv", FILE_PATH - 16, work.path);
  const int code = sweep(settings, plan, path, err);

  workdir_close(&work);
  return code;
}

/* What cannot be asked for together. */
static bool is_asked_well(const struct settings *s, struct err *err)
{
  if (!sweep_asked_resolution(s, err))
    return false;
  if (s->plan && s->judge)
    return err_set(err, ERR_USAGE, "--plan and --judge: give one of them");
  if (!s->output && !s->plan && !(s->saturation && sweep_asked_is_run(s)))
    return err_set(err, ERR_USAGE, "lockhop sweep needs a file to write: -o FILE.csv");
  if (!s->output && (s->resume || s->force))
    return err_set(err, ERR_USAGE, "--%s is for a file: -o FILE.csv",
                   s->resume ? "resume" : "force");
  if (s->plan && s->output)
    return err_set(err, ERR_USAGE, "--plan prints jobs and writes no table; leave out -o");
  const size_t most = sweep_asked_is_run(s) ? 2 : 1;
  if (!s->judge && s->argument_count > most)
    return err_set(err, ERR_USAGE,
                   "'%s' is one argument too many: results of jobs are for --judge",
                   s->argument[most]);
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

  if (!sweep_asked_plan(&plan, settings, err) ||
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
  else if (settings->output)
    code = sweep(settings, &plan, settings->output, err);
  else
    code = sweep_without_table(settings, &plan, err);
  sweep_plan_free(&plan);
  return code;
}
