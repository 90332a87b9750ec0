/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check -- lockhop check: many runs in lock step that reach every corner of a switch. */
#include "tool/campaign/check.h"

#include "tool/campaign/campaign.h"
#include "tool/campaign/check_causes.h"
#include "tool/campaign/check_coverage.h"
#include "tool/campaign/check_exercise.h"
#include "tool/campaign/check_results.h"
#include "tool/campaign/check_units.h"
#include "tool/campaign/shrink.h"
#include "tool/console/interrupt.h"
#include "tool/session/fields.h"

#include <stdlib.h>
#include <string.h>

enum {
  STEP_SECONDS = 10, /* seconds of one evaluation; short, because many runs may hang */
  OUTPUT_MIB = 1     /* MiB that a run may print */
};

/* Jobs at a time: not more threads than there are cores, unless that is asked for. */
static int64_t jobs_of(const struct settings *given)
{
  const int64_t jobs = (int64_t)jobs_at_once(given->jobs), threads = given->run.threads;

  if (given->jobs || threads == 1 || threads == DESCRIPTION_UNSET)
    return jobs;
  return threads > 0 && jobs > threads ? jobs / threads : 1;
}

/* Settings with the defaults of a check. */
static struct settings settings_of(const struct settings *given)
{
  struct settings settings = *given;

  settings.jobs = jobs_of(given);
  if (settings.run.step_seconds == SETTINGS_UNSET)
    settings.run.step_seconds = STEP_SECONDS;
  if (settings.run.dut_output > OUTPUT_MIB)
    settings.run.dut_output = OUTPUT_MIB;
  if (!settings.level)
    settings.level = check_levels[CHECK_STANDARD].name;
  return settings;
}

static bool hash_files(struct hash *hash, const struct settings *s, struct err *err)
{
  *hash = hash_start();
  return job_hash_design(hash, &s->run, err);
}

static bool make_plan(struct check *check, struct err *err)
{
  const struct settings *s = &check->settings;
  struct check_request *request = &check->request;

  *request = (struct check_request){
      .topology = s->argument[0],
      .routing = s->run.routing,
      .dut_files = s->run.dut,
      .dut_count = s->run.dut_count,
      .shapes = s->shapes,
      .judged = &s->run,
      .seed_from = s->seed_from,
      .seed_to = s->seed_to,
  };
  if (!check_level_read(&request->level, s->level, err) ||
      !hash_files(&check->files, s, err) ||
      !dut_list_open(&check->dut, s->run.dut, s->run.dut_count, err) ||
      !check_plan_make(&check->plan, request, err))
    return false;
  for (size_t i = 0; i < check->plan.count; i++) {
    struct description *d = &check->plan.runs[i]->description;

    run_fields_copy(d, &s->run, RUN_FIELD_WATCH);
  }
  check->results = calloc(check->plan.count, sizeof *check->results);
  check->built = calloc(check->plan.shape_count, sizeof *check->built);
  check->reached = calloc(check->plan.shape_count, sizeof *check->reached);
  return ((check->results && check->built && check->reached) ||
          err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu runs",
                  check->plan.count)) &&
         check_units_plan(check, err);
}

/* Error when the user's files belong to no switch of the plan. */
static bool nothing_built(const struct check *check, struct err *err)
{
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->built[i].state != CHECK_ELSEWHERE)
      return true;
  return check->plan.shape_count == 0 ||
         err_set(err, ERR_USAGE, "%s", check->built[0].err.text);
}

/* A verdict covers one design: did the user's files stay as they were? */
static bool same_files(const struct check *check, struct err *err)
{
  struct hash now;

  return hash_files(&now, &check->settings, err) &&
         (memcmp(&now, &check->files, sizeof now) == 0 ||
          err_set(err, ERR_USAGE,
                  "the files of --dut were changed during the check, so its runs are not "
                  "of one design; check again"));
}

static int report(struct check *check, struct check_files *files, struct err *err)
{
  int code = 0;

  check_verdict(check, &code);
  if (!check_sizes_find(check, err)) {
    check_files_abandon(files);
    return (int)err->kind;
  }
  if (!check_files_write(files, check, err) || !check_coverage_write(check, err))
    return (int)err->kind;
  const char *json = check->settings.json;
  return check_print_summary(
             check, json && strcmp(json, "-") == 0 ? stderr : check->settings.out, err)
             ? code
             : (int)err->kind;
}

/* Shrink the first failure of each cause that has left evidence. If one cannot be shrunk,
 * say so and go on. */
static void shrink_failures(const struct check *check, const volatile sig_atomic_t *stop)
{
  for (size_t i = 0; i < check->causes->count && !*stop; i++) {
    struct check_cause *cause = &check->causes->list[i];
    const struct check_result *r = &check->results[cause->first];
    struct err err = {.kind = ERR_NONE};

    if (r->folder[0] == '\0')
      continue;
    fprintf(check->settings.out, "%s ", r->folder);
    fflush(check->settings.out);
    shrink_folder(&cause->shrunk, &check->settings, r->folder, &err);
    if (err.kind != ERR_NONE)
      fprintf(check->settings.out, "cannot be shrunk: %s\n", err.text);
  }
}

/* All runs are over, or the user interrupts. */
static int end_check(struct check *check, struct check_files *files,
                     const volatile sig_atomic_t *stop, struct err *err)
{
  struct check_causes causes;
  int code = EXIT_INTERRUPTED;

  check_sort_further(check);
  const bool good = check_causes_find(&causes, check, err);

  check->causes = &causes;
  if (good && check->settings.shrink && !*stop)
    shrink_failures(check, stop);
  if (good && !*stop)
    code = report(check, files, err);
  else
    check_files_abandon(files);
  if (good && code == EXIT_INTERRUPTED)
    fprintf(check->settings.out, "interrupted after %zu of %zu runs\nINTERRUPTED\n",
            check->ended, check->plan.count);
  check->causes = NULL;
  check_causes_free(&causes);
  return good ? code : (int)err->kind;
}

static int run_check(struct check *check, struct err *err)
{
  const volatile sig_atomic_t *stop = interrupt_watch();
  struct check_files *files = check_files_open(check, err);

  if (!files)
    return (int)err->kind;
  if (!check_units_run(check, stop, err) || !check_run_all(check, stop, err) ||
      (!*stop && !(nothing_built(check, err) && same_files(check, err))) ||
      (!*stop && check->judged && !check_results_end(check, err))) {
    check_files_abandon(files);
    return (int)err->kind;
  }
  return end_check(check, files, stop, err);
}

/* A command for each run, in the order in which they start, with its shape. */
static void list_plan(const struct check *check)
{
  const struct check_plan *plan = &check->plan;
  char program[CHECK_COMMAND], command[CHECK_COMMAND];

  check_program(program, &check->settings);
  check_units_list(check, check->settings.out);
  for (size_t i = 0; i < plan->count; i++) {
    check_command(command, program, &plan->runs[i]->description);
    fprintf(check->settings.out, "%s  # %s\n", command,
            plan->shapes[plan->runs[i]->shape].name);
  }
}

/* Are the options consistent? */
static bool is_asked_well(const struct settings *s, struct err *err)
{
  if ((s->repeat != NULL) == (s->argument_count > 0))
    return err_set(err, ERR_USAGE,
                   "lockhop check needs a SPEC, or --repeat FOLDER: one of both");
  if (s->repeat && (s->plan || s->judge))
    return err_set(err, ERR_USAGE, "--%s needs a SPEC; --repeat makes one run",
                   s->plan ? "plan" : "judge");
  if (s->plan + s->judge + s->list > 1)
    return err_set(err, ERR_USAGE, "--plan, --judge and --list: give one of them");
  if (!s->judge && s->argument_count > 1)
    return err_set(err, ERR_USAGE,
                   "'%s' is one argument too many: results of jobs are for --judge",
                   s->argument[1]);
  if (s->judge && s->argument_count < 2)
    return err_set(err, ERR_USAGE,
                   "--judge needs files of results behind the SPEC; '-': standard input");
  if (s->next && !s->judge)
    return err_set(err, ERR_USAGE, "--next needs --judge");
  if (s->repeat && s->coverage)
    return err_set(err, ERR_USAGE,
                   "--coverage counts a whole check; --repeat makes one run");
  return !(s->list && s->repeat) ||
         err_set(err, ERR_USAGE, "--list prints the plan of a SPEC; --repeat has none");
}

static int check_spec(const struct settings *settings, struct err *err)
{
  struct check check = {.settings = *settings};
  int code = 0;

  if (!make_plan(&check, err)) {
    code = (int)err->kind;
  } else if (settings->list) {
    list_plan(&check);
  } else if (settings->plan) {
    check_results_plan(&check, err);
    code = (int)err->kind;
  } else if (settings->judge && !check_results_open(&check, err)) {
    code = (int)err->kind;
  } else {
    if (!check.settings.output)
      check_name_own(&check);
    code = check_work_open(&check, err) && check_coverage_open(&check, err)
               ? run_check(&check, err)
               : (int)err->kind;
  }
  check_work_close(&check);
  check_reached_close(&check);
  check_coverage_close(&check);
  check_units_free(&check);
  check_results_close(&check);
  check_plan_free(&check.plan);
  dut_list_close(&check.dut);
  free(check.results);
  free(check.built);
  return code;
}

int command_check(const struct settings *given, struct err *err)
{
  const struct settings settings = settings_of(given);
  int code = (int)ERR_USAGE;

  if (is_asked_well(&settings, err))
    code = settings.repeat ? check_repeat(&settings, err) : check_spec(&settings, err);
  if (err->kind != ERR_NONE)
    check_files_refused(&settings, err);
  return code;
}
