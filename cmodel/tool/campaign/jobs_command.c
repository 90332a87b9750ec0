/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* jobs_command -- lockhop jobs: runs as lines of JSON in, their results out. */
#include "base/text.h"
#include "tool/campaign/campaign.h"
#include "tool/campaign/check.h"
#include "tool/console/interrupt.h"
#include "tool/console/json_print.h"
#include "tool/console/run_alone.h"
#include "tool/jobs/job_json.h"
#include "tool/jobs/job_lines.h"
#include "tool/jobs/trials.h"

#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct maker {
  const struct settings *settings;
  struct job_lines plan;
  struct job_lines results; /* that are there already */
  struct hash *designs;     /* [plan.count] of the user's files */
  size_t next, ended, all;  /* jobs: to look at, ended, to make */
  uint64_t shard, shards;
  FILE *out;
  struct jobs jobs;
  struct workdir workdir;
  struct progress progress;
};

/* --- in a job --- */

struct work {
  const struct job_request *request;
  char object[FILE_PATH + 16], reached[FILE_PATH + 16], coverage[FILE_PATH + 16],
      sources[FILE_PATH + 16];
};

/* What a job has found, of whichever kind. */
struct found {
  struct run_found run; /* first: run_end_of takes it */
  struct trials_found trials;
};

static void work_paths(const struct maker *m, size_t number, struct work *work)
{
  const char *folder = m->workdir.path;

  work->request = &m->plan.lines[number].request;
  snprintf(work->object, sizeof work->object, "%.4000s/%zu.json", folder, number);
  snprintf(work->reached, sizeof work->reached, "%.4000s/%zu.reached", folder, number);
  snprintf(work->coverage, sizeof work->coverage, "%.4000s/%zu.coverage", folder, number);
  snprintf(work->sources, sizeof work->sources, "%.4000s/%zu.sources", folder, number);
}

/* A trial_of. */
static struct description trial_of_job(const void *self, size_t number)
{
  const struct work *work = self;
  struct description trial = work->request->run;

  trial.seed += number;
  trial.sources = number == 0 ? work->sources : NULL;
  return trial;
}

/* A supervise_work: `result` is a struct found. */
static int make_job(const void *self, const struct settings *given, void *result,
                    struct err *err)
{
  const struct work *work = self;
  const struct job_request *request = work->request;
  struct found *found = result;
  struct settings settings = *given;
  struct description *d = &settings.run;
  char command[CHECK_COMMAND];

  if (request->kind == JOB_TRIALS) {
    trials_run(&found->trials, request->trials, trial_of_job, NULL, work, given, err);
    return (int)err->kind;
  }
  *d = request->run;
  settings.json = NULL;
  settings.output = NULL;
  d->sources = work->sources;
  if (request->kind == JOB_BUILD) {
    d->coverage = request->coverage ? "" : NULL;
    return make_build(d, &settings, &found->run, err);
  }
  settings.json = work->object;
  check_command(command, "lockhop", d);
  d->command = command;
  if (!d->lock_step)
    return run_alone(&settings, err);
  d->evidence = "";
  d->reached = request->reached ? work->reached : NULL;
  d->coverage = request->coverage ? work->coverage : NULL;
  return make_run(d, &settings, &found->run, err);
}

/* --- in the parent --- */

static bool start_job(struct maker *m, size_t number, struct err *err)
{
  static const double limits[JOB_KINDS] = {[JOB_RUN] = CHECK_RUN_SECONDS,
                                           [JOB_BUILD] = CHECK_BUILD_SECONDS,
                                           [JOB_TRIALS] = DBL_MAX};
  const struct job_request *request = &m->plan.lines[number].request;
  struct settings settings = *m->settings;
  struct work work;

  work_paths(m, number, &work);
  settings.run = request->run;
  return jobs_start(&m->jobs, number, limits[request->kind], make_job, &work, &settings,
                    NULL, err);
}

/* Is it of this shard, and not made yet? */
static bool is_to_make(const struct maker *m, size_t number)
{
  return number % m->shards == m->shard - 1 &&
         !job_lines_find(&m->results, m->plan.lines[number].request.id);
}

/* The word of a run of one machine alone is in its result. */
static void set_word(struct job_result *r, const struct job_request *request,
                     const struct trials_found *trials)
{
  const struct job_end *end = &r->run.end;
  const char *outcome = json_string_value(json_object_get(r->object, "outcome"));
  struct check_result judged = {.state = CHECK_WAITING};

  if (request->kind == JOB_TRIALS && job_end_whole(end)) {
    r->word = outcome_name(trials_outcome(trials));
    r->code = outcome_code(trials_outcome(trials));
  } else if (request->kind != JOB_RUN) {
    r->word = job_end_whole(end) ? "BUILT" : "ERROR";
    r->code = (int)end->err.kind;
  } else if (!request->run.lock_step && outcome && job_end_whole(end)) {
    r->word = outcome;
    r->code = end->code;
  } else {
    check_judge(&judged, &r->run);
    r->word = check_word_name(judged.word);
    r->code = check_word_code(judged.word);
  }
}

/* A result is of one design: its files must be now what they were before the first job. */
static void look_at_files(const struct maker *m, size_t number, struct job_end *end)
{
  struct hash now = hash_start();
  struct err err = {.kind = ERR_NONE};

  if (job_hash_files(&now, &m->plan.lines[number].request.run, &err) &&
      memcmp(&now, &m->designs[number], sizeof now) == 0)
    return;
  err_set(&end->err, ERR_ENVIRONMENT, "the files of --dut were changed during the job");
}

/* Of a file that a job has left; it is removed.  NULL: there is none, or it is not wanted.
 */
static char *take_file(const char *path, bool wanted)
{
  struct err err = {.kind = ERR_NONE};
  size_t size;
  char *text = wanted && access(path, R_OK) == 0 ? file_read(path, &size, &err) : NULL;

  unlink(path);
  return text;
}

static bool print_result(struct maker *m, const struct job_result *result, struct err *err)
{
  json_t *json = job_result_json(result);
  const bool good = json_print(json, m->out, JSON_COMPACT, err) && fflush(m->out) == 0;

  json_decref(json);
  return good || file_reader_left(m->out) ||
         err_set(err, ERR_ENVIRONMENT, "cannot write the result of job %s", result->id);
}

/* Of a jobs_source. */
static bool start_next(void *self, bool *started, struct err *err)
{
  struct maker *m = self;

  while (m->next < m->plan.count && !is_to_make(m, m->next))
    m->next++;
  *started = m->next < m->plan.count;
  return !*started || start_job(m, m->next++, err);
}

/* Of a jobs_source. */
static bool finish_job(void *self, struct job *job, struct err *err)
{
  struct maker *m = self;
  const size_t number = job->number;
  const struct job_request *request = &m->plan.lines[number].request;
  const struct trials_found *trials = &((const struct found *)job->result)->trials;
  struct job_result result = {.seconds = jobs_now() - job->start, .run = run_end_of(job)};
  struct work work;
  char *object, *reached, *coverage, *sources, *output;

  work_paths(m, number, &work);
  /* Files of a child that did not come to its end are not believed. */
  object = take_file(work.object, job->end->worked);
  reached = take_file(work.reached, job->end->worked);
  coverage = take_file(work.coverage, job->end->worked);
  sources = take_file(work.sources, job->end->worked);
  look_at_files(m, number, &result.run.end);
  output = strndup(job->output, job->output_size);
  memcpy(result.id, request->id, sizeof result.id);
  hash_print(&m->designs[number], result.design);
  result.trials =
      request->kind == JOB_TRIALS && job_end_whole(job->end) ? trials_json(trials) : NULL;
  result.object = object ? json_loads(object, 0, NULL) : NULL;
  result.reached = reached;
  result.coverage = coverage;
  result.sources = sources;
  result.output = output && output[0] != '\0' ? output : NULL;
  set_word(&result, request, trials);
  const bool good = print_result(m, &result, err);
  json_decref(result.object);
  json_decref(result.trials);
  free(object);
  free(reached);
  free(coverage);
  free(sources);
  free(output);
  m->ended++;
  progress_share(&m->progress, "jobs", m->ended, m->all);
  return good;
}

/* "I/N" */
static bool read_shard(struct maker *m, const char *text, struct err *err)
{
  m->shard = m->shards = 1;
  if (!text || (text_range(text, '/', UINT32_MAX, &m->shard, &m->shards) && m->shard >= 1))
    return true;
  return err_set(err, ERR_USAGE, "--shard '%s': must be I/N, with I in 1..N", text);
}

static bool hash_designs(struct maker *m, struct err *err)
{
  m->designs = calloc(m->plan.count + 1, sizeof *m->designs);
  if (!m->designs)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the jobs");
  for (size_t i = 0; i < m->plan.count; i++) {
    const struct job_line *line = &m->plan.lines[i];

    m->designs[i] = hash_start();
    if (!job_hash_files(&m->designs[i], &line->request.run, err))
      return job_line_error(line, err);
  }
  return true;
}

/* The results that are there already, and the stream for more. */
static bool open_output(struct maker *m, struct err *err)
{
  const char *path = m->settings->output;

  m->out = m->settings->out;
  if (!path)
    return !m->settings->resume ||
           err_set(err, ERR_USAGE, "--resume: needs -o FILE, where results are already");
  if (m->settings->resume && access(path, F_OK) == 0) {
    if (!job_lines_resume(&m->results, path, err))
      return false;
  } else if (access(path, F_OK) == 0 && !m->settings->force) {
    return err_set(
        err, ERR_USAGE,
        "'%.500s' is there already: --resume goes on with it, --force replaces it", path);
  }
  m->out = fopen(path, m->settings->resume ? "a" : "w");
  return m->out || err_set(err, err_kind_of(errno), "cannot write '%.500s': %s", path,
                           strerror(errno));
}

static int make_all(struct maker *m, struct err *err)
{
  const volatile sig_atomic_t *stop = interrupt_watch();

  if (workdir_open_temporary(&m->workdir, "lockhop-jobs-", err) &&
      jobs_open(&m->jobs, jobs_at_once(m->settings->jobs), sizeof(struct found), err)) {
    for (size_t i = 0; i < m->plan.count; i++)
      m->all += is_to_make(m, i);
    progress_start(&m->progress, m->settings->quiet);
    jobs_serve(&m->jobs, &(struct jobs_source){m, start_next, finish_job, NULL}, stop, err);
    jobs_close(&m->jobs);
    progress_end(&m->progress);
  }
  workdir_close(&m->workdir);
  if (err->kind != ERR_NONE)
    return (int)err->kind;
  if (*stop)
    fprintf(stderr, "lockhop: interrupted after %zu of %zu jobs\n", m->ended, m->all);
  return *stop ? EXIT_INTERRUPTED : 0;
}

int command_jobs(const struct settings *settings, struct err *err)
{
  struct maker m = {.settings = settings};
  int code = (int)ERR_USAGE;

  if (read_shard(&m, settings->shard, err) &&
      job_lines_read(&m.plan, settings->argument[0] ? settings->argument[0] : "-",
                     JOB_LINES_REQUESTS, err) &&
      hash_designs(&m, err) && open_output(&m, err))
    code = make_all(&m, err);
  if (m.out && m.out != settings->out && fclose(m.out) != 0 && err->kind == ERR_NONE)
    err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", settings->output,
            strerror(errno));
  job_lines_close(&m.plan);
  job_lines_close(&m.results);
  free(m.designs);
  return err->kind ? (int)err->kind : code;
}
