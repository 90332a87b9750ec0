/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink -- lockhop shrink: a small run that fails in the same way. */
#include "cli/shrink.h"

#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/shrink_parts.h"
#include "cli/simulate.h"
#include "network/disturb.h"
#include "traffic/reduce.h"
#include "traffic/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  EXIT_INTERRUPTED = 130,
  TRIAL_SECONDS = 300, /* that a run may take */
  TRIAL_STEP = 10,     /* seconds of one evaluation: many trials may hang */
  NAME_DIGITS = 8
};

/* --- one trial --- */

/* Make a run in the job; the job until jobs_free.  NULL with *err, or without one when the
 * user wants an end. */
static struct check_job *run_job(struct shrink *s, const struct description *d,
                                 const struct settings *settings, const char *report,
                                 struct err *err)
{
  struct check_job *job = NULL;

  if (!jobs_start(&s->check.jobs, 0, TRIAL_SECONDS, check_run_one, d, settings, report,
                  err))
    return NULL;
  while (!job && !*s->stop)
    job = jobs_wait(&s->check.jobs);
  return job;
}

/* So that nobody takes a try for the user's run. */
static bool run_quietly(struct shrink *s, const struct description *d,
                        struct check_end *end, struct err *err)
{
  struct settings settings = s->check.settings;

  settings.quiet = true;
  settings.json = NULL;
  struct check_job *job = run_job(s, d, &settings, NULL, err);
  if (!job)
    return false;
  *end = *job->end;
  if (end->summary.reading.known)
    s->reading = end->summary.reading;
  jobs_free(&s->check.jobs, job);
  return !*s->stop;
}

static bool crashed(const struct check_end *end)
{
  return !end->worked && !end->late && end->hung[0] == '\0';
}

/* Has a run failed as the first one did? */
static bool alike(const struct check_end *a, const struct check_end *b)
{
  const bool hung = a->late || a->hung[0] != '\0';

  if (hung || crashed(a))
    return hung ? b->late || b->hung[0] != '\0' : crashed(b);
  if (!b->worked || b->err.kind != ERR_NONE || !b->summary.ended ||
      a->summary.outcome != b->summary.outcome)
    return false;
  if (a->summary.outcome == OUTCOME_DEADLOCK)
    return a->summary.can_deadlock == b->summary.can_deadlock;
  return a->summary.outcome != OUTCOME_DIFFER ||
         (a->summary.kind == b->summary.kind &&
          (a->summary.kind != DIFFERENCE_VALUE || a->summary.field == b->summary.field));
}

bool shrink_try(struct shrink *s, const struct description *d, bool *fails, struct err *err)
{
  s->trials++;
  if (!run_quietly(s, d, s->ended, err))
    return false;
  *fails = alike(s->wanted, s->ended);
  return true;
}

static bool write_trace(const struct shrink *s, const struct schedule *schedule,
                        const char *path, struct err *err)
{
  FILE *file = fopen(path, "w");
  bool good = file && schedule_print(schedule, &s->session.topology,
                                     s->session.shape.routing, file);

  if (file)
    good = fclose(file) == 0 && good;
  return good || err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s'", path);
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
  return write_trace(s, schedule, s->candidate + strlen("trace:"), err) &&
         shrink_try(s, &s->run, fails, err);
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
  return write_trace(s, &s->session.schedule, s->candidate + strlen("trace:"), err);
}

/* The network and the routing that a trace is for: the last words of its first line. */
static bool read_title(const char *path, char spec[TOPOLOGY_SPEC],
                       char routing[ROUTING_NAME], struct err *err)
{
  char line[TOPOLOGY_SPEC + ROUTING_NAME + 64] = "", form[64];
  FILE *file = fopen(path, "r");

  if (!file)
    return err_set(err, ERR_USAGE, "trace:%.500s: the file cannot be read", path);
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

/* The run must fail now as it will have to. */
static bool fails_at_first(struct shrink *s, const char *what, struct err *err)
{
  struct check_result *result = calloc(1, sizeof *result);

  if (!result)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (run_quietly(s, &s->run, s->wanted, err)) {
    check_judge(result, s->wanted);
    if (s->wanted->err.kind == ERR_USAGE)
      *err = s->wanted->err;
    else if (!check_failed(result->word))
      err_set(err, ERR_USAGE, "'%.500s': the run does not fail (%s): nothing to shrink",
              what, check_word_name(result->word));
  }
  free(result);
  return err->kind == ERR_NONE && !*s->stop;
}

/* --- fewer and less --- */

static bool fewer_lanes(struct shrink *s, struct err *err)
{
  const int64_t lanes = s->run.lanes;
  bool fails = false;

  s->run.lanes = schedule_width(&s->session.schedule, &s->session.topology);
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

/* --- what is left --- */

/* "lockhop-shrunk-" and a hash of the trace, the switch and the user's files. */
static bool name_result(const struct shrink *s, const char *trace, char name[64],
                        struct err *err)
{
  struct hash hash = s->check.files;
  struct description d = s->run;
  char command[CHECK_COMMAND], text[HASH_TEXT];

  if (!s->session.collective.is) {
    d.traffic = "trace";
    if (!hash_file(&hash, trace, err))
      return false;
  }
  check_command(command, "lockhop", &d);
  hash_text(&hash, command);
  hash_print(&hash, text);
  snprintf(name, 64, "lockhop-shrunk-%.*s", NAME_DIGITS, text);
  return true;
}

/* The run that is kept, in the folder that is made of it. */
struct last_run {
  struct check_run run, *runs;
  char folder[FILE_PATH], name[64];
  char stimulus[FILE_PATH + 32], traffic[FILE_PATH + 64], report[FILE_PATH + 32],
      json[FILE_PATH + 32], evidence[FILE_PATH + 32];
  char program[CHECK_COMMAND], command[CHECK_COMMAND];
};

static bool prepare_last(struct shrink *s, struct last_run *last, struct err *err)
{
  const bool collective = s->session.collective.is;

  if (!check_folder_make(&s->check, 0, last->folder, err))
    return false;
  snprintf(last->stimulus, sizeof last->stimulus, "%s/stimulus.trace", last->folder);
  snprintf(last->report, sizeof last->report, "%s/report.txt", last->folder);
  snprintf(last->json, sizeof last->json, "%s/result.json", last->folder);
  snprintf(last->evidence, sizeof last->evidence, "%s/difference.fst", last->folder);
  if (!collective && !write_trace(s, &s->session.schedule, last->stimulus, err))
    return false;
  if (!name_result(s, last->stimulus, last->name, err))
    return false;
  snprintf(last->run.name, sizeof last->run.name, "shrunk");
  last->run.description = s->run;
  snprintf(last->traffic, sizeof last->traffic, "trace:%s", last->stimulus);
  if (!collective)
    last->run.description.traffic = last->traffic;
  check_program(last->program, &s->check.settings);
  check_command(last->command, last->program, &last->run.description);
  last->run.description.command = last->command;
  last->runs = &last->run;
  s->check.plan = (struct check_plan){.runs = &last->runs, .count = 1};
  s->check.name = last->name;
  s->check.results[0].state = CHECK_RUNNING;
  return true;
}

/* Run it once more, and keep all that it leaves. */
static bool keep_result(struct shrink *s, struct last_run *last, struct err *err)
{
  struct settings settings = s->check.settings;

  if (!prepare_last(s, last, err))
    return false;
  settings.json = last->json;
  last->run.description.evidence = last->evidence;
  struct check_job *job = run_job(s, &last->run.description, &settings, last->report, err);
  last->run.description.evidence = "";
  if (!job)
    return false;
  check_judge(&s->check.results[0], job->end);
  const bool good =
      (alike(s->wanted, job->end) ||
       err_set(err, ERR_ENVIRONMENT,
               "the shrunk run does not fail again: the design depends on more than its "
               "inputs")) &&
      check_folder_keep(&s->check, 0, job, &s->check.results[0], err);
  jobs_free(&s->check.jobs, job);
  return good;
}

static void print_result(const struct shrink *s)
{
  const struct check_result *r = &s->check.results[0];
  const struct schedule *schedule = &s->session.schedule;
  FILE *file = s->check.settings.out;

  fprintf(file, "shrunk in %" PRIu64 " trials:\n", s->trials);
  if (strcmp(s->spec, s->first_spec) != 0)
    fprintf(file, "  network       %s, of %s\n", s->spec, s->first_spec);
  else
    fprintf(file, "  network       %s\n", s->spec);
  if (!s->session.collective.is) {
    fprintf(file, "  packets       %zu, of %zu\n", schedule->count, s->packets);
    fprintf(file, "  disturbances  %zu, of %zu%s\n", schedule->disturbances.count,
            s->disturbances, schedule->disturbances.noise ? "; noise" : "");
  }
  fprintf(file, "  evidence      %s\n%s\n", r->folder, r->line);
}

static bool shrink_all(struct shrink *s, const struct description *first, const char *what,
                       struct last_run *last, struct err *err)
{
  if (!shrink_open(s, first, err) || !fails_at_first(s, what, err))
    return false;
  snprintf(s->first_spec, sizeof s->first_spec, "%s", s->spec);
  s->packets = s->session.schedule.count;
  s->disturbances = s->session.schedule.disturbances.count;
  return shrink_network(s, first, err) && reduce_run(s, err) && keep_result(s, last, err);
}

/* The folder for work is there, and a job. */
static int run_shrink(struct shrink *s, const struct description *first, const char *what,
                      bool alone, struct err *err)
{
  struct last_run *last = calloc(1, sizeof *last);
  const char *word = NULL;
  int code = 0;

  if (!last)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory"), (int)err->kind;

  s->stop = interrupt_watch();
  progress_start(&s->progress, s->check.settings.quiet);
  snprintf(s->candidate, sizeof s->candidate, "trace:%s/candidate.trace", s->check.work);
  const bool good = shrink_all(s, first, what, last, err);

  progress_end(&s->progress);
  if (good) {
    print_result(s);
    word = check_verdict(&s->check, &code);
  } else if (err->kind == ERR_NONE) {
    fprintf(s->check.settings.out, "interrupted after %" PRIu64 " trials\n", s->trials);
    word = "INTERRUPTED";
    code = EXIT_INTERRUPTED;
  }
  if (alone && word)
    fprintf(s->check.settings.out, "%s\n", word);
  if (s->opened)
    session_close(&s->session);
  free(last);
  return err->kind ? (int)err->kind : code;
}

int shrink_run(const struct settings *settings, const struct description *first,
               const char *what, bool alone, struct err *err)
{
  struct shrink *s = calloc(1, sizeof *s);
  struct check_result *result = calloc(1, sizeof *result);
  struct check_built *built = calloc(1, sizeof *built);
  struct check_end *ends = calloc(2, sizeof *ends);
  int code = 0;

  if (s && result && built && ends) {
    s->check = (struct check){
        .settings = *settings, .results = result, .built = built, .files = hash_start()};
    if (s->check.settings.step_seconds == SETTINGS_UNSET)
      s->check.settings.step_seconds = TRIAL_STEP;
    s->wanted = &ends[0];
    s->ended = &ends[1];
    if (check_hash_files(&s->check.files, first, err) && check_work_open(&s->check, err) &&
        jobs_open(&s->check.jobs, 1, err)) {
      code = run_shrink(s, first, what, alone, err);
      jobs_close(&s->check.jobs);
    }
    check_work_close(&s->check);
  } else {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
  }
  free(ends);
  free(built);
  free(result);
  free(s);
  return err->kind ? (int)err->kind : code;
}

int shrink_folder(const struct settings *settings, const char *folder, bool alone,
                  struct err *err)
{
  struct check_kept kept;
  int code = 0;

  if (check_kept_read(&kept, folder, err))
    code = shrink_run(settings, &kept.description, folder, alone, err);
  check_kept_close(&kept);
  return err->kind ? (int)err->kind : code;
}

int command_shrink(const struct settings *settings, struct err *err)
{
  const char *what = settings->argument[0];
  char spec[TOPOLOGY_SPEC], routing[ROUTING_NAME];

  if (strncmp(what, "trace:", 6) != 0)
    return shrink_folder(settings, what, true, err);
  struct description d = simulate_describe(settings);

  if (!read_title(what + 6, spec, routing, err))
    return (int)err->kind;
  d.topology = spec;
  d.routing = routing;
  d.traffic = what;
  d.lock_step = true;
  return shrink_run(settings, &d, what, true, err);
}
