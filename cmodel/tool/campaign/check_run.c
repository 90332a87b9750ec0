/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_run -- builds the shapes of a check and makes its runs, several at once. */
#include "tool/campaign/check.h"
#include "tool/campaign/check_coverage.h"
#include "tool/campaign/check_exercise.h"
#include "tool/campaign/check_results.h"
#include "tool/campaign/check_units.h"

#include <inttypes.h>
#include <string.h>

enum {
  HUNG = 3 /* after so many hung runs none is started */
};

static void show_progress(void *self)
{
  struct check *c = self;
  char text[160];
  const double taken = jobs_now() - c->start;
  size_t building = 0;

  if (!c->progress.shown)
    return;
  for (size_t i = 0; i < c->plan.shape_count; i++)
    building += c->built[i].state == CHECK_BUILDING;
  int used = snprintf(text, sizeof text, "run %zu of %zu", c->ended, c->plan.count);
  if (building)
    used += snprintf(text + used, sizeof text - (size_t)used, ", %zu build%s", building,
                     building == 1 ? "" : "s");
  if (c->ended > 0)
    snprintf(text + used, sizeof text - (size_t)used, ", %.0f s left",
             taken * (double)(c->plan.count - c->ended) / (double)c->ended);
  progress_say(&c->progress, text);
}

static void end_run(struct check *c, size_t run)
{
  const struct check_result *r = &c->results[run];

  c->ended++;
  c->reached[c->plan.runs[run]->shape].over++;
  if (!check_failed(r->word) || r->word == CHECK_NOT_MADE || c->settings.quiet)
    return;
  progress_end(&c->progress);
  check_print_run(c, run, c->settings.out);
  fflush(c->settings.out);
}

static void not_made(struct check *c, size_t run, const char *why)
{
  struct check_result *r = &c->results[run];

  r->state = CHECK_ENDED;
  r->word = CHECK_NOT_MADE;
  snprintf(r->line, sizeof r->line, "%s", why);
  end_run(c, run);
}

/* Show Verilator's warnings once: most shapes have the same. */
static void show_warnings(struct check *c, const struct job *job)
{
  static const char ours[] = "lockhop: warning: ";
  const char *end = job->output + job->output_size, *line = job->output, *next;
  bool shown = false;

  if (c->warned || c->settings.quiet)
    return;
  for (; line < end && (next = memchr(line, '\n', (size_t)(end - line))); line = next + 1) {
    if ((size_t)(next - line) < strlen(ours) || memcmp(line, ours, strlen(ours)) != 0)
      continue;
    progress_end(&c->progress);
    fwrite(line, 1, (size_t)(next + 1 - line), stderr);
    shown = true;
  }
  c->warned = shown;
}

static void end_build(struct check *c, const struct job *job)
{
  const size_t shape = c->plan.runs[check_job_which(job)]->shape;
  struct check_built *built = &c->built[shape];
  const struct job_end *end = job->end;
  const struct run_found found = run_end_of(job).found;

  built->seconds = jobs_now() - job->start;
  built->err = end->err;
  built->reading = found.summary.reading;
  if (end->hung[0] != '\0')
    err_set(&built->err, ERR_ENVIRONMENT, "%s", end->hung);
  else if (end->late || (!end->worked && end->err.kind == ERR_NONE))
    err_set(&built->err, ERR_ENVIRONMENT, "the build did not finish");
  show_warnings(c, job);
  built->state = built->err.kind == ERR_NONE ? CHECK_BUILT
                 : found.elsewhere           ? CHECK_ELSEWHERE
                 : found.declined            ? CHECK_DECLINED
                                             : CHECK_BROKEN;
  if (built->state != CHECK_BROKEN && built->state != CHECK_DECLINED)
    return;
  progress_end(&c->progress);
  fprintf(c->settings.out, "%s %s: %s\n",
          built->state == CHECK_DECLINED ? "declined:" : "cannot build",
          c->plan.shapes[shape].name, built->err.text);
  if (built->state == CHECK_DECLINED)
    return;
  if (c->settings.fail_fast)
    c->stopped = "--fail-fast: a switch could not be built before";
}

static bool finish_run(struct check *c, const struct job *job, struct err *err)
{
  const size_t run = check_job_which(job);
  struct check_result *r = &c->results[run];
  const struct run_end end = run_end_of(job);
  bool good = true;

  check_judge(r, &end);
  r->seconds = jobs_now() - job->start;
  const bool made = job->pipe >= 0; /* here */
  if (c->judged && made)
    check_results_compare(c, run, r);
  if (check_failed(r->word) && c->folders < CHECK_FOLDERS && made) {
    good = check_folder_keep(c, run, job, r, err);
    c->folders += good;
  } else {
    check_folder_drop(c, run);
  }
  const bool agreed = check_passed(r->word);
  if (good && c->plan.runs[run]->counted && agreed)
    good = check_reached_add(c, run, err);
  if (good && agreed)
    good = check_coverage_add(c, run, err);
  end_run(c, run);
  if (check_failed(r->word) && c->settings.fail_fast)
    c->stopped = "--fail-fast: a run failed before";
  if (job->end->hung[0] != '\0' && ++c->hung == HUNG)
    c->stopped = "too many runs hung";
  return good;
}

static bool start_build(struct check *c, size_t run, struct err *err)
{
  const struct check_run *r = c->plan.runs[run];

  struct description d = r->description;

  d.coverage = c->coverage ? "" : NULL;
  c->built[r->shape].state = CHECK_BUILDING;
  if (c->judged) {
    struct job job;
    enum check_taken taken;

    if (check_results_take(c, JOB_BUILD, run, &job, &taken, err)) {
      job.number = check_job_number(CHECK_JOB_BUILD, run);
      end_build(c, &job);
    }
    return err->kind == ERR_NONE;
  }
  return jobs_start(&c->jobs, check_job_number(CHECK_JOB_BUILD, run), CHECK_BUILD_SECONDS,
                    make_build, &d, &c->settings, NULL, err);
}

/* Take the result of a run made elsewhere; *taken: nothing is left to do. */
static bool take_run(struct check *c, size_t run, bool *taken, struct err *err)
{
  enum check_taken how = CHECK_TO_MAKE;
  struct job job;

  *taken = false;
  if (c->judged && !check_results_take(c, JOB_RUN, run, &job, &how, err))
    return false;
  *taken = how != CHECK_TO_MAKE;
  if (how == CHECK_IN_NEXT)
    not_made(c, run, "it is one of the runs of --next");
  if (how != CHECK_TAKEN)
    return true;
  job.number = check_job_number(CHECK_JOB_RUN, run);
  return finish_run(c, &job, err);
}

/* Only the first CHECK_FOLDERS failures leave evidence; the others need no second pass. */
static bool start_run(struct check *c, size_t run, struct err *err)
{
  struct check_run *r = c->plan.runs[run];
  char folder[FILE_PATH], report[FILE_PATH + 32], json[FILE_PATH + 32];
  char evidence[FILE_PATH + 32], reached[FILE_PATH], coverage[FILE_PATH],
      command[CHECK_COMMAND], program[CHECK_COMMAND];
  struct settings settings = c->settings;
  bool taken;

  if (!take_run(c, run, &taken, err))
    return false;
  if (taken)
    return true;
  if (!check_folder_make(c, run, folder, err))
    return false;
  snprintf(report, sizeof report, "%s/report.txt", folder);
  snprintf(json, sizeof json, "%s/result.json", folder);
  snprintf(evidence, sizeof evidence, "%s/difference.fst", folder);
  settings.json = json;
  struct description d = r->description;
  d.evidence = c->folders < CHECK_FOLDERS ? evidence : "";
  check_program(program, &c->settings);
  check_command(command, program, &d);
  d.command = command;
  d.threads = c->settings.run.threads;
  d.reading = c->judged ? NULL : &c->built[r->shape].reading;
  check_reached_path(c, run, reached);
  d.reached = r->counted ? reached : NULL;
  check_coverage_path(c, run, coverage);
  d.coverage = c->coverage ? coverage : NULL;
  c->results[run].state = CHECK_RUNNING;
  /* The job has copies of all this. */
  return jobs_start(&c->jobs, check_job_number(CHECK_JOB_RUN, run), CHECK_RUN_SECONDS,
                    make_run, &d, &settings, report, err);
}

/* Start the next job, if one can start now; *started: it did. */
static bool start_next(void *self, bool *started, struct err *err)
{
  struct check *c = self;

  *started = false;
  for (size_t i = 0; i < c->plan.count; i++) {
    struct check_built *built = &c->built[c->plan.runs[i]->shape];

    if (c->results[i].state != CHECK_WAITING)
      continue;
    if (c->stopped) {
      not_made(c, i, c->stopped);
    } else if (built->state == CHECK_UNBUILT) {
      *started = true;
      return start_build(c, i, err);
    } else if (built->state == CHECK_BUILT) {
      *started = true;
      return start_run(c, i, err);
    } else if (built->state != CHECK_BUILDING) {
      not_made(c, i,
               built->state == CHECK_ELSEWHERE  ? "the files of --dut are of other switches"
               : built->state == CHECK_DECLINED ? "the switch declines this shape by $error"
                                                : "its switch could not be built");
    }
  }
  bool planned = false;
  return check_reached_next(c, started, &planned, err) &&
         (!planned || start_next(c, started, err));
}

static bool finish_job(void *self, struct job *job, struct err *err)
{
  struct check *c = self;

  switch (check_job_kind(job)) {
  case CHECK_JOB_BUILD:
    end_build(c, job);
    return true;
  case CHECK_JOB_WALK:
    return check_reached_walked(c, check_job_which(job), job, err);
  default:
    return finish_run(c, job, err);
  }
}

bool check_run_all(struct check *check, const volatile sig_atomic_t *stop, struct err *err)
{
  const struct jobs_source source = {check, start_next, finish_job, show_progress};

  check->start = jobs_now();
  progress_start(&check->progress, check->settings.quiet);
  if (!jobs_open(&check->jobs, (size_t)check->settings.jobs, sizeof(struct run_found), err))
    return false;
  const bool good = jobs_serve(&check->jobs, &source, stop, err);

  jobs_close(&check->jobs);
  progress_end(&check->progress);
  return good;
}
