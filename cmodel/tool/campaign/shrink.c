/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink -- lockhop shrink: reduces a failing run to a small one that fails the same way.
 */
#include "tool/campaign/shrink.h"

#include "base/text.h"
#include "network/traffic/reduce.h"
#include "network/traffic/trace.h"
#include "run/machine/disturb.h"
#include "tool/campaign/campaign.h"
#include "tool/campaign/shrink_parts.h"
#include "tool/console/interrupt.h"
#include "tool/console/simulate.h"
#include "tool/jobs/job_json.h"
#include "tool/session/machines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  TRIAL_SECONDS = 300, /* limit of a run */
  TRIAL_STEP = 10,     /* seconds of one evaluation: many trials may hang */
  IDLE_TRIALS = 1000,  /* without progress, by default, */
  IDLE_SECONDS = 120   /* and seconds */
};

/* --- one trial --- */

struct job *shrink_job(struct shrink *s, const struct description *d,
                       const struct settings *settings, const char *report,
                       const volatile sig_atomic_t *stop, struct err *err)
{
  struct job *job = NULL;

  if (!jobs_start(&s->check.jobs, 0, TRIAL_SECONDS, make_run, d, settings, report, err))
    return NULL;
  while (!job && !(stop && *stop))
    job = jobs_wait(&s->check.jobs);
  if (!job)
    jobs_stop(&s->check.jobs);
  return job;
}

/* Print nothing: a trial is not the user's run. */
static bool run_quietly(struct shrink *s, const struct description *d, struct run_end *end,
                        struct err *err)
{
  struct settings settings = s->check.settings;

  settings.quiet = true;
  settings.json = NULL;
  struct job *job = shrink_job(s, d, &settings, NULL, s->stop, err);
  if (!job)
    return false;
  *end = run_end_of(job);
  if (end->found.summary.reading.known)
    s->reading = end->found.summary.reading;
  jobs_free(&s->check.jobs, job);
  return !*s->stop;
}

static bool crashed(const struct run_end *end)
{
  return !end->end.worked && !end->end.late && end->end.hung[0] == '\0';
}

/* in_ready and inject_ready both say whether a packet may enter. */
static bool same_field(enum difference_field a, enum difference_field b)
{
  a = a == DIFFERENCE_INJECT_READY ? DIFFERENCE_IN_READY : a;
  b = b == DIFFERENCE_INJECT_READY ? DIFFERENCE_IN_READY : b;
  return a == b;
}

bool shrink_alike(const struct run_end *a, const struct run_end *b)
{
  const bool hung = a->end.late || a->end.hung[0] != '\0';

  if (hung || crashed(a))
    return hung ? b->end.late || b->end.hung[0] != '\0' : crashed(b);
  if (!b->end.worked || b->end.err.kind != ERR_NONE || !b->found.summary.ended ||
      a->found.summary.outcome != b->found.summary.outcome)
    return false;
  if (a->found.summary.outcome == OUTCOME_DEADLOCK)
    return a->found.summary.can_deadlock == b->found.summary.can_deadlock;
  return a->found.summary.outcome != OUTCOME_DIFFER ||
         (a->found.summary.kind == b->found.summary.kind &&
          a->found.summary.rule == b->found.summary.rule &&
          (a->found.summary.kind != DIFFERENCE_VALUE ||
           same_field(a->found.summary.field, b->found.summary.field)));
}

bool shrink_try(struct shrink *s, const struct description *d, bool *fails, struct err *err)
{
  s->trials++;
  if (!run_quietly(s, d, s->ended, err))
    return false;
  if (s->ended->end.err.kind == ERR_ENVIRONMENT) {
    s->not_made++;
    s->why = s->ended->end.err;
  }
  *fails = shrink_alike(s->wanted, s->ended);
  return true;
}

bool shrink_write_trace(const struct shrink *s, const struct schedule *schedule,
                        const char *path, struct err *err)
{
  FILE *file = fopen(path, "w");
  bool good = file && schedule_print(schedule, &s->session.topology,
                                     s->session.shape.routing, file);

  if (file)
    good = fclose(file) == 0 && good;
  return good || err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s'", path);
}

void shrink_progressed(struct shrink *s)
{
  s->last_trial = s->trials;
  s->last_time = jobs_now();
}

bool shrink_patient(struct shrink *s)
{
  const struct settings *settings = &s->check.settings;

  s->gave_up = s->trials - s->last_trial >= (uint64_t)settings->idle_trials ||
               jobs_now() - s->last_time >= (double)settings->idle_seconds;
  return !s->gave_up;
}

/* A reduce_trial. */
static bool try_schedule(void *self, const struct schedule *schedule, bool *fails,
                         struct err *err)
{
  struct shrink *s = self;
  char text[TOPOLOGY_SPEC + 96];

  snprintf(text, sizeof text, "trial %" PRIu64 ": %zu packets, %zu disturbances, %s",
           s->trials + 1, s->session.schedule.count, s->session.schedule.disturbances.count,
           s->spec);
  progress_say(&s->progress, text);
  if (!shrink_patient(s) ||
      !shrink_write_trace(s, schedule, s->candidate + strlen("trace:"), err) ||
      !shrink_try(s, &s->run, fails, err))
    return false;
  if (*fails)
    shrink_progressed(s);
  return !*fails || shrink_keep(s, schedule, err);
}

/* --- the run that fails --- */

bool shrink_open(struct shrink *s, const struct description *d, struct err *err)
{
  if (s->opened)
    session_close(&s->session);
  s->opened = false;
  s->run = *d;
  if (!session_open(&s->session, d, NULL, err))
    return false;
  s->opened = true;
  if (!machines_settle(&s->session, err) || !schedule_hold(&s->session.schedule, err))
    return false;
  s->session.schedule.measure_from = s->session.schedule.measure_to = 0;
  const struct shape *shape = &s->session.shape;

  snprintf(s->spec, sizeof s->spec, "%s", d->topology);
  snprintf(s->routing, sizeof s->routing, "%s", shape->routing->name);
  s->run.topology = s->spec;
  s->run.reading = &s->reading;
  s->run.evidence = "";
  s->run.command = "";
  if (s->session.collective.is)
    return true;
  s->run.routing = s->routing;
  s->run.traffic = s->candidate;
  s->run.disturb = NULL;
  s->run.depth = shape->depth;
  s->run.vcs = shape->vcs;
  s->run.lanes = shape->lanes;
  if (shape->store > 0)
    s->run.store = shape->store;
  return shrink_write_trace(s, &s->session.schedule, s->candidate + strlen("trace:"), err);
}

/* Read the network and routing of a trace: the last words of its first line. */
static bool read_title(const char *path, char spec[TOPOLOGY_SPEC],
                       char routing[ROUTING_NAME], struct err *err)
{
  char line[TOPOLOGY_SPEC + ROUTING_NAME + 64] = "", form[64];
  FILE *file = fopen(path, "r");

  if (!file)
    return err_set(err, err_kind_of(errno), "trace:%.500s: the file cannot be read: %s",
                   path, strerror(errno));
  const bool read = fgets(line, sizeof line, file) != NULL;
  fclose(file);
  snprintf(form, sizeof form, "# lockhop schedule %%*u %%%ds %%%ds", TOPOLOGY_SPEC - 1,
           ROUTING_NAME - 1);
  return (read && sscanf(line, form, spec, routing) == 2) ||
         err_set(err, ERR_USAGE,
                 "trace:%.500s: not a schedule: the first line is not '# lockhop schedule "
                 "VERSION SPEC ROUTING'",
                 path);
}

/* Make the run once: it must fail, and later trials must fail the same way. */
static bool fails_at_first(struct shrink *s, const char *what, struct err *err)
{
  struct check_result *result = calloc(1, sizeof *result);

  if (!result)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (run_quietly(s, &s->run, s->wanted, err)) {
    check_judge(result, s->wanted);
    if (s->wanted->end.err.kind == ERR_USAGE)
      *err = s->wanted->end.err;
    else if (!check_failed(result->word))
      err_set(err, ERR_USAGE, "'%.500s': the run does not fail (%s): nothing to shrink",
              what, check_word_name(result->word));
  }
  free(result);
  return err->kind == ERR_NONE && !*s->stop;
}

/* --- search --- */

static bool fewer_lanes(struct shrink *s, struct err *err)
{
  const int64_t lanes = s->run.lanes;
  bool fails = false;

  s->run.lanes = (int64_t)schedule_width(&s->session.schedule, &s->session.topology) *
                 s->session.topology.per_site;
  if (s->run.lanes >= lanes || !try_schedule(s, &s->session.schedule, &fails, err) ||
      !fails)
    s->run.lanes = lanes;
  return err->kind == ERR_NONE && !*s->stop;
}

static bool reduce_run(struct shrink *s, struct err *err)
{
  struct reduce reduce = {.trial = try_schedule,
                          .self = s,
                          .least_reset = disturb_least_reset(&s->session.shape)};

  if (s->session.collective.is)
    return true;
  return reduce_schedule(&reduce, &s->session.schedule, err) && fewer_lanes(s, err);
}

/* However the search ends, the smallest run so far is the result. */
static bool shrink_all(struct shrink *s, const struct description *first, const char *what,
                       struct err *err)
{
  if (!shrink_open(s, first, err) || !fails_at_first(s, what, err))
    return false;
  s->what = what;
  snprintf(s->first_spec, sizeof s->first_spec, "%s", s->spec);
  s->packets = s->session.schedule.count;
  s->disturbances = s->session.schedule.disturbances.count;
  shrink_progressed(s);
  if (shrink_network(s, first, err)) {
    shrink_progressed(s);
    reduce_run(s, err);
  }
  return err->kind == ERR_NONE && shrink_finish(s, err);
}

/* The temporary folder exists and the jobs are open. */
static int run_shrink(struct shrunk *shrunk, struct shrink *s,
                      const struct description *first, const char *what, struct err *err)
{
  const char *word = NULL;
  int code = 0;

  s->stop = interrupt_watch();
  progress_start(&s->progress, s->check.settings.quiet);
  snprintf(s->candidate, sizeof s->candidate, "trace:%s/candidate.trace", s->check.work);
  const bool good = shrink_all(s, first, what, err);

  progress_end(&s->progress);
  if (good) {
    shrink_print(s);
    if (shrunk)
      shrink_tell(shrunk, s);
    word = check_verdict(&s->check, &code);
  }
  if (err->kind == ERR_NONE && *s->stop) {
    fprintf(s->check.settings.out, "interrupted after %" PRIu64 " trials\n", s->trials);
    word = "INTERRUPTED";
    code = EXIT_INTERRUPTED;
  }
  if (!shrunk && word)
    fprintf(s->check.settings.out, "%s\n", word);
  if (s->opened)
    session_close(&s->session);
  return err->kind ? (int)err->kind : code;
}

int shrink_run(struct shrunk *shrunk, const struct settings *settings,
               const struct description *first, const char *what, struct err *err)
{
  struct shrink *s = calloc(1, sizeof *s);
  struct check_result *result = calloc(1, sizeof *result);
  struct check_built *built = calloc(1, sizeof *built);
  struct run_end *ends = calloc(2, sizeof *ends);
  int code = 0;

  if (s && result && built && ends) {
    s->check = (struct check){
        .settings = *settings, .results = result, .built = built, .files = hash_start()};
    if (s->check.settings.run.step_seconds == SETTINGS_UNSET)
      s->check.settings.run.step_seconds = TRIAL_STEP;
    if (s->check.settings.idle_trials == SETTINGS_UNSET)
      s->check.settings.idle_trials = IDLE_TRIALS;
    if (s->check.settings.idle_seconds == SETTINGS_UNSET)
      s->check.settings.idle_seconds = IDLE_SECONDS;
    s->wanted = &ends[0];
    s->ended = &ends[1];
    if (job_hash_design(&s->check.files, first, err) && check_work_open(&s->check, err) &&
        jobs_open(&s->check.jobs, 1, sizeof(struct run_found), err)) {
      code = run_shrink(shrunk, s, first, what, err);
      jobs_close(&s->check.jobs);
    }
    check_work_close(&s->check);
  } else {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
  }
  free(s ? s->last : NULL);
  free(ends);
  free(built);
  free(result);
  free(s);
  return err->kind ? (int)err->kind : code;
}

int shrink_folder(struct shrunk *shrunk, const struct settings *settings,
                  const char *folder, struct err *err)
{
  struct check_kept kept;
  int code = 0;

  if (check_kept_read(&kept, folder, err))
    code = shrink_run(shrunk, settings, &kept.description, folder, err);
  check_kept_close(&kept);
  return err->kind ? (int)err->kind : code;
}

int command_shrink(const struct settings *settings, struct err *err)
{
  const char *what = settings->argument[0];
  char spec[TOPOLOGY_SPEC], routing[ROUTING_NAME];

  if (strncmp(what, "trace:", 6) != 0)
    return shrink_folder(NULL, settings, what, err);
  struct description d = settings->run;

  if (!read_title(what + 6, spec, routing, err))
    return (int)err->kind;
  d.topology = spec;
  d.routing = routing;
  d.traffic = what;
  d.lock_step = true;
  return shrink_run(NULL, settings, &d, what, err);
}
