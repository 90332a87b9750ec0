/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_run -- builds the designs of a comparison and makes its runs, several at once. */
#include "tool/campaign/compare.h"
#include "tool/console/explain.h"
#include "tool/jobs/make.h"
#include "tool/session/machines.h"
#include "tool/session/trust.h"

#include <float.h>
#include <string.h>

/* --- in a job --- */

/* What a run has found, without pointers. */
struct found_run {
  enum outcome outcome;
  struct compare_numbers numbers; /* of one that passed */
  char line[COSIM_LINE];
};

union found {
  struct run_found build;
  struct found_run run;
};

static struct compare_numbers numbers_of(const struct session *s,
                                         const struct run_result *r,
                                         const struct service *service)
{
  const struct statistics *n = &r->statistics;

  return (struct compare_numbers){
      .offered = session_offered_load(s, r),
      .accepted = session_accepted_load(s, r),
      .mean = statistics_mean_latency(n),
      .median = statistics_quantile(n, 0.5),
      .p99 = statistics_quantile(n, 0.99),
      .most = statistics_quantile(n, 1),
      .cycles_per_hop = statistics_cycles_per_hop(n),
      .service = service_figures(service),
  };
}

static void run_it(struct simulation *s, const struct machine *machine,
                   struct service *service, struct found_run *found, struct err *err)
{
  struct run_request request = session_request(&s->session);
  struct run_result result;

  request.machine = *machine;
  request.observer = service_cycle;
  request.observer_self = service;
  if (run(&request, &result, err) &&
      (result.outcome != OUTCOME_DIFFER || trust_modules(&s->session, err))) {
    found->outcome = result.outcome;
    if (result.outcome == OUTCOME_PASS)
      found->numbers = numbers_of(&s->session, &result, service);
    explain_line(s, machine, &result, found->line, sizeof found->line);
  }
  run_result_close(&result);
}

/* A supervise_work; `self`: a description. */
static int make_comparison(const void *self, const struct settings *settings, void *result,
                           struct err *err)
{
  struct found_run *found = &((union found *)result)->run;
  struct service *service;
  struct simulation s;
  struct machine machine;

  if (!simulate_open_described(&s, settings, self, err))
    return (int)err->kind;
  simulate_watch(&s);
  if (machines_open(&machine, &s.session, err) &&
      service_open(&service, &s.session.shape, s.session.schedule.count, err)) {
    run_it(&s, &machine, service, found, err);
    service_close(service);
  }
  return err->kind ? (int)err->kind : outcome_code(found->outcome);
}

/* --- in the parent --- */

struct maker {
  struct compare *compare;
  const volatile sig_atomic_t *stop;
  struct settings settings; /* of the jobs */
  struct jobs jobs;
  struct progress progress;
};

/* Work of one kind: builds, or runs. */
struct stage {
  struct maker *maker;
  const char *what; /* of which the share is shown; NULL: it is not */
  size_t count;
  /* Start number of [0, count); *started false: there is nothing to do. */
  bool (*start)(struct maker *m, size_t number, bool *started, struct err *err);
  void (*end)(struct maker *m, const struct job *job);
  size_t next, ended;
};

static void show(void *self)
{
  const struct stage *stage = self;

  if (stage->what)
    progress_share(&stage->maker->progress, stage->what, stage->ended, stage->count);
}

static bool start_next(void *self, bool *started, struct err *err)
{
  struct stage *stage = self;

  for (*started = false; !*started && stage->next < stage->count;) {
    if (!stage->start(stage->maker, stage->next++, started, err))
      return false;
    stage->ended += !*started;
  }
  return true;
}

static bool end_one(void *self, struct job *job, struct err *err)
{
  struct stage *stage = self;

  (void)err;
  stage->ended++;
  stage->end(stage->maker, job);
  return true;
}

static bool serve(struct stage *stage, struct err *err)
{
  struct maker *m = stage->maker;

  return jobs_serve(&m->jobs, &(struct jobs_source){stage, start_next, end_one, show},
                    m->stop, err);
}

static bool start_build(struct maker *m, size_t number, bool *started, struct err *err)
{
  const struct description d =
      compare_describe(m->compare, number, m->compare->loads.count - 1);

  *started = d.lock_step;
  return !d.lock_step ||
         jobs_start(&m->jobs, number, DBL_MAX, make_build, &d, &m->settings, NULL, err);
}

static void end_build(struct maker *m, const struct job *job)
{
  struct compare_design *design = &m->compare->designs[job->number];
  const struct job_end *end = job->end;

  design->reading = ((const union found *)job->result)->build.summary.reading;
  if (end->err.kind != ERR_NONE)
    err_set(&design->built, end->err.kind, "%s: %.900s", design->name, end->err.text);
  else if (!job_end_whole(end))
    err_set(&design->built, ERR_ENVIRONMENT, "%s: %s", design->name,
            end->hung[0] != '\0' ? end->hung : "the build did not finish");
}

/* After a run that did not pass the others of its design are not made. */
static bool start_run(struct maker *m, size_t number, bool *started, struct err *err)
{
  struct compare *c = m->compare;
  const size_t load = number / c->count, design = number % c->count;

  *started = compare_passed(c, design);
  if (!*started)
    return true;
  struct description d = compare_describe(c, design, load);

  d.reading = d.lock_step ? &c->designs[design].reading : NULL;
  return jobs_start(&m->jobs, number, DBL_MAX, make_comparison, &d, &m->settings, NULL,
                    err);
}

static void end_run(struct maker *m, const struct job *job)
{
  struct compare *c = m->compare;
  const size_t load = job->number / c->count;
  struct compare_design *design = &c->designs[job->number % c->count];
  struct compare_run *run = &design->runs[load];
  const struct job_end *end = job->end;
  const struct found_run *found = &((const union found *)job->result)->run;

  run->code = end->code;
  if (job_end_whole(end)) {
    run->word = outcome_name(found->outcome);
    memcpy(run->line, found->line, sizeof run->line);
    design->numbers[load] = found->numbers;
  } else {
    run->word = end->hung[0] != '\0' ? outcome_name(OUTCOME_TIMEOUT) : "ERROR";
    snprintf(run->line, sizeof run->line, "%.500s",
             end->hung[0] != '\0'        ? end->hung
             : end->err.kind != ERR_NONE ? end->err.text
                                         : "the run did not finish");
  }
  if (strcmp(run->word, outcome_name(OUTCOME_PASS)) != 0 && load < design->failed)
    design->failed = load;
}

static bool make_all(struct maker *m, struct err *err)
{
  struct compare *c = m->compare;
  struct stage build = {m, NULL, c->count, start_build, end_build, 0, 0};
  struct stage runs = {m, "runs", c->count * c->loads.count, start_run, end_run, 0, 0};

  progress_say(&m->progress, "building the designs");
  if (!serve(&build, err))
    return false;
  progress_end(&m->progress);
  progress_start(&m->progress, c->settings->quiet);
  for (size_t i = 0; i < c->count; i++)
    if (c->designs[i].built.kind != ERR_NONE) {
      *err = c->designs[i].built;
      return false;
    }
  return serve(&runs, err);
}

bool compare_run_all(struct compare *compare, const volatile sig_atomic_t *stop,
                     struct err *err)
{
  struct maker m = {.compare = compare, .stop = stop, .settings = *compare->settings};

  for (size_t i = 0; i < compare->count; i++)
    compare->designs[i].failed = compare->loads.count;
  m.settings.quiet = true;
  m.settings.json = NULL;
  if (!jobs_open(&m.jobs, jobs_at_once(m.settings.jobs), sizeof(union found), err))
    return false;
  progress_start(&m.progress, compare->settings->quiet);
  const bool good = make_all(&m, err);

  jobs_close(&m.jobs);
  progress_end(&m.progress);
  return good;
}
