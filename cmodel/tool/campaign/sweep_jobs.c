/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_jobs -- the missing trials of a sweep, as jobs of many trials each. */
#define _GNU_SOURCE /* qsort_r */
#include "tool/campaign/sweep_jobs.h"

#include "tool/campaign/sweep_row.h"
#include "tool/console/progress.h"
#include "tool/jobs/jobs.h"
#include "tool/jobs/trials.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  BATCH_COST = 1 << 23, /* of a job of the golden model: some 200 ms */
  SHARES = 8,           /* jobs for each that runs at once, at least */
  PERIOD = 500          /* milliseconds between lines of progress */
};

/* The trials of a job. */
struct batch {
  const struct sweep_plan *plan;
  uint64_t numbers[TRIALS_MOST]; /* [count] */
  size_t count;
};

/* A job that has ended. */
struct ended {
  struct batch batch;
  struct trials_found found;
  struct job_end end;
};

struct sweep {
  struct sweep_file *file;
  const struct sweep_plan *plan;
  const struct settings *settings;
  const struct sweep_cell **order; /* [plan->count] the costly first */
  size_t next_cell;                /* in order */
  uint64_t next_trial;             /* of that cell */
  struct batch *batches;           /* [jobs.count] of the jobs that run */
  bool *busy;                      /* [jobs.count] */
  struct ended *ended;             /* the last one */
  struct jobs jobs;
  struct progress progress;
  double shown;          /* when the progress was last drawn */
  double cost, cost_now; /* of all missing trials, and of those that are done now */
  double batch_cost;
};

/* ---- In a job. ---- */

/* A trial_of. */
static struct description trial_of_batch(const void *self, size_t number)
{
  const struct batch *batch = self;

  return sweep_plan_trial(batch->plan, batch->numbers[number]);
}

/* A trial_make: one run, or those of a search. */
static bool make_trial(const void *self, size_t number, const struct description *trial,
                       struct trial_result *result, struct err *err)
{
  const struct batch *batch = self;
  const struct sweep_cell *cell = sweep_plan_cell(batch->plan, batch->numbers[number]);

  return cell->search.steps
             ? sweep_search_run(&cell->search, trial, cell->traffic, result, err)
             : trial_run(trial, NULL, result, err);
}

/* A supervise_work.  Errors: as lockhop run, or cosim. */
static int make_batch(const void *self, const struct settings *settings, void *result,
                      struct err *err)
{
  const struct batch *batch = self;
  struct trials_found *found = result;
  char command[SWEEP_COMMAND];

  if (trials_run(found, batch->count, trial_of_batch, make_trial, batch, settings, err))
    return 0;
  sweep_row_command(command, batch->plan, batch->numbers[found->done]);
  err_set(err, err->kind, "%.500s: %.400s", command, err->text);
  return (int)err->kind;
}

/* ---- In the parent. ---- */

/* The next trial that is missing; false: there is none. */
static bool next_trial(struct sweep *s, uint64_t *number)
{
  for (; s->next_cell < s->plan->count; s->next_cell++, s->next_trial = 0) {
    const struct sweep_cell *cell = s->order[s->next_cell];

    while (s->next_trial < cell->trials) {
      *number = cell->first + s->next_trial++;
      if (!sweep_file_has(s->file, *number))
        return true;
    }
  }
  return false;
}

static void fill(struct sweep *s, struct batch *batch)
{
  double cost = 0;

  batch->plan = s->plan;
  batch->count = 0;
  while (batch->count < TRIALS_MOST && cost < s->batch_cost &&
         next_trial(s, &batch->numbers[batch->count]))
    cost +=
        sweep_plan_cost(s->plan, sweep_plan_cell(s->plan, batch->numbers[batch->count++]));
}

/* Start as many as can run; false with *err. */
static bool start(struct sweep *s, struct err *err)
{
  for (size_t i = 0; i < s->jobs.count; i++) {
    if (s->busy[i])
      continue;
    fill(s, &s->batches[i]);
    if (s->batches[i].count == 0)
      return true;
    if (!jobs_start(&s->jobs, i, DBL_MAX, make_batch, &s->batches[i], s->settings, NULL,
                    err))
      return false;
    s->busy[i] = true;
  }
  return true;
}

static bool say_died(const struct sweep *s, const struct batch *batch,
                     const struct job_end *end, struct err *err)
{
  char command[SWEEP_COMMAND], more[48] = "";

  sweep_row_command(command, s->plan, batch->numbers[0]);
  if (batch->count > 1)
    snprintf(more, sizeof more, " and %zu more trials", batch->count - 1);
  return err_set(
      err, ERR_ENVIRONMENT,
      "the job of `%.500s`%s ended without a result: %.200s; if memory was short, "
      "go on with fewer --jobs",
      command, more, end->err.text);
}

/* Another job can start in its place before its rows are written. */
static void take(struct sweep *s, struct job *job)
{
  s->ended->batch = s->batches[job->number];
  s->ended->end = *job->end;
  if (job->end->worked)
    s->ended->found = *(const struct trials_found *)job->result;
  s->busy[job->number] = false;
  jobs_free(&s->jobs, job);
}

/* Keep what it has found; the error of a trial comes after the trials before it. */
static bool keep(struct sweep *s, struct err *err)
{
  const struct batch *batch = &s->ended->batch;
  const struct trials_found *found = &s->ended->found;

  if (!s->ended->end.worked)
    return say_died(s, batch, &s->ended->end, err);
  for (size_t i = 0; i < found->done; i++) {
    if (!sweep_file_add(s->file, batch->numbers[i], &found->results[i], err))
      return false;
    s->cost_now += sweep_plan_cost(s->plan, sweep_plan_cell(s->plan, batch->numbers[i]));
  }
  *err = s->ended->end.err;
  return err->kind == ERR_NONE;
}

static void show(struct sweep *s)
{
  const double now = jobs_now(), share = s->cost_now / s->cost;
  char text[160], left[FORECAST_TEXT];

  if (!s->progress.shown || now - s->shown < PERIOD * 1e-3)
    return;
  s->shown = now;
  int used =
      snprintf(text, sizeof text, "trial %" PRIu64 " of %" PRIu64 ", %.0f %% of the work",
               s->file->done, s->plan->trials, 100 * share);
  if (share > 0) {
    forecast_print(left, (now - s->progress.start) * (1 - share) / share);
    snprintf(text + used, sizeof text - (size_t)used, ", %s left", left);
  }
  progress_say(&s->progress, text);
}

static bool serve(struct sweep *s, const volatile sig_atomic_t *stop, struct err *err)
{
  bool good = start(s, err);

  while (good && !*stop && s->jobs.busy > 0) {
    struct job *job = jobs_wait(&s->jobs);

    if (job) {
      take(s, job);
      good = (s->ended->end.err.kind != ERR_NONE || start(s, err)) && keep(s, err);
    }
    show(s);
  }
  return good;
}

/* Costly cells first, else in the order of the plan. */
static int compare(const void *left, const void *right, void *plan)
{
  const struct sweep_cell *a = *(const struct sweep_cell *const *)left;
  const struct sweep_cell *b = *(const struct sweep_cell *const *)right;
  const double cost_a = sweep_plan_cost(plan, a), cost_b = sweep_plan_cost(plan, b);

  if (cost_a != cost_b)
    return cost_a < cost_b ? 1 : -1;
  return (a->first > b->first) - (a->first < b->first);
}

static void make_order(struct sweep *s)
{
  for (size_t i = 0; i < s->plan->count; i++) {
    const struct sweep_cell *cell = &s->plan->cells[i];

    s->order[i] = cell;
    for (uint64_t k = 0; k < cell->trials; k++)
      if (!sweep_file_has(s->file, cell->first + k))
        s->cost += sweep_plan_cost(s->plan, cell);
  }
  qsort_r(s->order, s->plan->count, sizeof(struct sweep_cell *), compare, (void *)s->plan);
}

bool sweep_jobs_run(struct sweep_file *file, const struct settings *settings,
                    const volatile sig_atomic_t *stop, struct err *err)
{
  const uint64_t missing = file->plan->trials - file->done;
  struct sweep s = {.file = file, .plan = file->plan, .settings = settings};
  size_t count = jobs_at_once(settings->jobs);
  bool good = true;

  if (missing == 0)
    return true;
  count = count > missing ? (size_t)missing : count;
  s.order = malloc(s.plan->count * sizeof(struct sweep_cell *));
  s.batches = calloc(count, sizeof *s.batches);
  s.busy = calloc(count, sizeof *s.busy);
  s.ended = malloc(sizeof *s.ended);
  if (!s.order || !s.batches || !s.busy || !s.ended) {
    good = err_set(err, ERR_ENVIRONMENT, "not enough memory for the sweep");
  } else if (jobs_open(&s.jobs, count, sizeof(struct trials_found), err)) {
    s.jobs.kept = file->descriptor;
    make_order(&s);
    s.batch_cost = BATCH_COST;
    if (s.batch_cost > s.cost / (double)(SHARES * count))
      s.batch_cost = s.cost / (double)(SHARES * count);
    progress_start(&s.progress, false);
    good = serve(&s, stop, err);
    jobs_close(&s.jobs);
    progress_end(&s.progress);
  } else {
    good = false;
  }
  free(s.order);
  free(s.batches);
  free(s.busy);
  free(s.ended);
  return good;
}
