/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_results -- lockhop check --plan and --judge. */
#include "tool/campaign/check_results.h"

#include "base/file.h"
#include "tool/campaign/check_coverage.h"
#include "tool/campaign/check_exercise.h"
#include "tool/campaign/mixture.h"

#include <stdlib.h>
#include <string.h>

struct check_results {
  struct job_lines lines;
  struct output_file next; /* open where --next asks for it */
  size_t left;             /* further runs handed out */
  struct run_end end;      /* of the latest result taken */
};

static struct job_request request_of(const struct check *check, enum job_kind kind,
                                     size_t run)
{
  const struct check_run *planned = check->plan.runs[run];
  struct job_request request = {.kind = kind,
                                .run = planned->description,
                                .reached = kind == JOB_RUN && planned->counted,
                                .coverage = check->settings.coverage != NULL};

  job_id(request.id, kind, &planned->description, 0, &check->files);
  return request;
}

/* --- planning --- */

static bool print_job(const struct check *check, enum job_kind kind, size_t run, FILE *file,
                      struct err *err)
{
  const struct job_request request = request_of(check, kind, run);

  return job_request_print(&request, file, err);
}

bool check_results_plan(const struct check *check, struct err *err)
{
  bool *built = calloc(check->plan.shape_count, sizeof *built);
  bool good = built || err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan");

  for (size_t i = 0; good && i < check->plan.count; i++) {
    const size_t shape = check->plan.runs[i]->shape;

    good = (built[shape] || print_job(check, JOB_BUILD, i, check->settings.out, err)) &&
           print_job(check, JOB_RUN, i, check->settings.out, err);
    built[shape] = true;
  }
  free(built);
  return good;
}

/* --- judging --- */

static const struct job_line *find_line(const struct check *check, enum job_kind kind,
                                        size_t run, char id[JOB_ID])
{
  job_id(id, kind, &check->plan.runs[run]->description, 0, &check->files);
  return job_lines_find(&check->judged->lines, id);
}

static bool refuse_foreign(const struct job_line *line, struct err *err)
{
  err_set(err, ERR_USAGE,
          "job %s is not part of this check: its SPEC, level, seed or version differs",
          line->result.id);
  return job_line_error(line, err);
}

/* Mark the lines whose jobs are in the plan as it is now. */
static void mark_known(const struct check *check)
{
  char id[JOB_ID];

  for (size_t i = 0; i < check->plan.count; i++)
    for (enum job_kind kind = JOB_RUN; kind <= JOB_BUILD; kind++) {
      job_id(id, kind, &check->plan.runs[i]->description, 0, &check->files);
      job_lines_know(&check->judged->lines, id);
    }
}

/* `all`: further runs are in the plan too. Otherwise look only at builds, which are all
 * planned from the start. */
static bool are_known(const struct check *check, bool all, struct err *err)
{
  const struct job_lines *lines = &check->judged->lines;

  mark_known(check);
  for (size_t i = 0; i < lines->count && err->kind == ERR_NONE; i++) {
    const struct job_line *line = &lines->lines[i];
    const bool build = strncmp(line->result.id, "build-", strlen("build-")) == 0;

    if (!line->known && (all || build))
      refuse_foreign(line, err);
  }
  return err->kind == ERR_NONE;
}

bool check_results_open(struct check *check, struct err *err)
{
  const struct settings *s = &check->settings;

  check->judged = calloc(1, sizeof *check->judged);
  if (!check->judged)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the results");
  for (size_t i = 1; i < s->argument_count; i++)
    if (!job_lines_read(&check->judged->lines, s->argument[i], JOB_LINES_RESULTS, err))
      return false;
  return mixture_is_none(&check->judged->lines, &check->files, err) &&
         are_known(check, false, err) &&
         (!s->next || file_open_with(&check->judged->next, s->next, s->out, err));
}

/* Write the files that the run would have left. */
static bool write_files(const struct check *check, size_t run, const struct job_result *r,
                        struct err *err)
{
  char path[FILE_PATH];

  check_reached_path(check, run, path);
  if (r->reached && !file_write(path, r->reached, strlen(r->reached), err))
    return false;
  check_coverage_path(check, run, path);
  return !r->coverage || file_write(path, r->coverage, strlen(r->coverage), err);
}

/* Set an error in place of a result. */
static void refuse(struct run_end *run, const char *format, const char *id)
{
  *run = (struct run_end){.end.code = (int)ERR_ENVIRONMENT};
  err_set(&run->end.err, ERR_ENVIRONMENT, format, id);
}

/* Does its word contradict its contents? */
static bool contradicts(const struct job_result *result)
{
  struct check_result judged = {.state = CHECK_WAITING};

  check_judge(&judged, &result->run);
  return strcmp(check_word_name(judged.word), result->word) != 0;
}

/* Did the build fail although a run with the same switch finished? */
static bool is_refuted(const struct check *check, size_t shape,
                       const struct job_result *build, char id[JOB_ID])
{
  if (job_end_whole(&build->run.end))
    return false;
  for (size_t i = 0; i < check->plan.count; i++) {
    if (check->plan.runs[i]->shape != shape)
      continue;
    const struct job_line *line = find_line(check, JOB_RUN, i, id);

    if (line && line->result.run.found.summary.ended)
      return true;
  }
  return false;
}

/* Must the judge repeat it for its evidence? */
static bool is_made_again(const struct check *check, const struct job_result *result)
{
  struct check_result judged = {.state = CHECK_WAITING};

  check_judge(&judged, &result->run);
  return check_failed(judged.word) && check->folders < CHECK_FOLDERS;
}

/* Hand a further run without a result to --next, or make it here. */
static bool take_further(struct check *check, size_t run, enum check_taken *taken,
                         struct err *err)
{
  struct check_results *judged = check->judged;

  *taken = judged->next.stream ? CHECK_IN_NEXT : CHECK_TO_MAKE;
  if (*taken == CHECK_TO_MAKE)
    return true;
  judged->left++;
  check->reached[check->plan.runs[run]->shape].state = CHECK_REACHED;
  return print_job(check, JOB_RUN, run, judged->next.stream, err);
}

bool check_results_take(struct check *check, enum job_kind kind, size_t run,
                        struct job *job, enum check_taken *taken, struct err *err)
{
  struct check_results *judged = check->judged;
  struct run_end *end = &judged->end;
  char id[JOB_ID];
  const struct job_line *line = find_line(check, kind, run, id);
  const struct job_result *result = line ? &line->result : NULL;

  *taken = CHECK_TAKEN;
  *job = (struct job){
      .start = jobs_now(), .end = &end->end, .result = &end->found, .pipe = -1};
  if (!line && check->plan.runs[run]->further)
    return take_further(check, run, taken, err);
  if (!line || line->twice) {
    refuse(end,
           line ? "the result of job %s is there twice" : "the result of job %s is missing",
           id);
    return true;
  }
  if (kind == JOB_BUILD && is_refuted(check, check->plan.runs[run]->shape, result, id)) {
    refuse(end,
           "the switch could not be built, but job %s ran with it: the machines disagree",
           id);
    return true;
  }
  if (kind == JOB_RUN && contradicts(result)) {
    refuse(end, "the result of job %s contradicts itself", id);
    return true;
  }
  if (kind == JOB_RUN && is_made_again(check, result)) {
    *taken = CHECK_TO_MAKE;
    return true;
  }
  *end = result->run;
  job->start -= result->seconds;
  job->output = (char *)result->output;
  job->output_size = result->output ? strlen(result->output) : 0;
  return kind != JOB_RUN || write_files(check, run, result, err);
}

void check_results_compare(const struct check *check, size_t run,
                           struct check_result *result)
{
  struct check_result judged = {.state = CHECK_WAITING};
  char id[JOB_ID], was[CHECK_REASON];

  const struct job_line *line = find_line(check, JOB_RUN, run, id);
  if (!line || line->twice)
    return;
  check_judge(&judged, &line->result.run);
  if (judged.word == result->word)
    return;
  snprintf(was, sizeof was,
           "the result of job %s says %s, but made again it is %s: the machines disagree",
           id, check_word_name(judged.word), check_word_name(result->word));
  result->word = CHECK_ERROR;
  memcpy(result->line, was, sizeof was);
}

bool check_results_end(struct check *check, struct err *err)
{
  struct check_results *judged = check->judged;

  if (!are_known(check, true, err))
    return false;
  if (judged->next.stream && !file_commit(&judged->next, err))
    return false;
  judged->next.stream = NULL;
  return judged->left == 0 ||
         err_set(err, ERR_ENVIRONMENT,
                 "%zu further runs are in '%.300s': make them with lockhop jobs, and judge "
                 "all results together",
                 judged->left, check->settings.next);
}

void check_results_close(struct check *check)
{
  if (!check->judged)
    return;
  if (check->judged->next.stream)
    file_abandon(&check->judged->next);
  job_lines_close(&check->judged->lines);
  free(check->judged);
  check->judged = NULL;
}

/* --- order --- */

struct place {
  struct check_run *run;
  struct check_result result;
  size_t index;
};

static int compare_places(const void *left, const void *right)
{
  const struct place *a = left, *b = right;

  if (a->run->shape != b->run->shape)
    return a->run->shape < b->run->shape ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

void check_sort_further(struct check *check)
{
  size_t first = 0;

  while (first < check->plan.count && !check->plan.runs[first]->further)
    first++;
  const size_t count = check->plan.count - first;
  struct place *places = calloc(count + 1, sizeof *places);

  for (size_t i = 0; places && i < count; i++)
    places[i] = (struct place){check->plan.runs[first + i], check->results[first + i], i};
  if (places)
    qsort(places, count, sizeof *places, compare_places);
  for (size_t i = 0; places && i < count; i++) {
    check->plan.runs[first + i] = places[i].run;
    check->results[first + i] = places[i].result;
  }
  free(places);
}
