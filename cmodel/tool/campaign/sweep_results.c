/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_results -- lockhop sweep --plan and --judge. */
#include "tool/campaign/sweep_results.h"

#include "tool/campaign/mixture.h"
#include "tool/jobs/trials.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_COST = 1 << 26 }; /* of a job: about two seconds */

/* Trials [first, first + request.trials) of a plan. */
struct piece {
  uint64_t first;
  struct job_request request;
  struct hash files; /* that its runs read */
};

static uint64_t trials_of(const struct sweep_plan *plan, const struct sweep_cell *cell)
{
  const double trials = JOB_COST / sweep_plan_cost(plan, cell);

  return trials < 1 ? 1 : trials < TRIALS_MOST ? (uint64_t)trials : TRIALS_MOST;
}

/* The job in which trial `first` is the first. */
static bool piece_at(struct piece *piece, const struct sweep_plan *plan, uint64_t first,
                     struct err *err)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, first);
  const uint64_t left = cell->first + cell->trials - first;
  const uint64_t most = trials_of(plan, cell);
  struct job_request *request = &piece->request;

  piece->first = first;
  *request = (struct job_request){.kind = JOB_TRIALS,
                                  .run = sweep_plan_trial(plan, first),
                                  .trials = left < most ? left : most};
  piece->files = hash_start();
  if (!job_hash_files(&piece->files, &request->run, err))
    return false;
  job_id(request->id, JOB_TRIALS, &request->run, request->trials, &piece->files);
  return true;
}

bool sweep_results_plan(const struct sweep_plan *plan, FILE *file, struct err *err)
{
  struct piece piece;

  for (uint64_t first = 0; first < plan->trials; first += piece.request.trials)
    if (!piece_at(&piece, plan, first, err) ||
        !job_request_print(&piece.request, file, err))
      return false;
  return true;
}

/* --- judging --- */

static bool refuse(const struct sweep_plan *plan, const struct piece *piece,
                   const char *what, struct err *err)
{
  char command[SWEEP_COMMAND];

  sweep_row_command(command, plan, piece->first);
  return err_set(err, ERR_ENVIRONMENT,
                 "the result of job %s, %" PRIu64 " trials from `%.400s` on, %.300s",
                 piece->request.id, piece->request.trials, command, what);
}

/* The result of a piece, in *found. */
static bool take(const struct sweep_plan *plan, const struct piece *piece,
                 const struct job_line *line, struct trials_found *found, struct err *err)
{
  const struct job_result *result = &line->result;
  const struct job_end *end = &result->run.end;
  char design[HASH_TEXT], why[ERR_TEXT];

  hash_print(&piece->files, design);
  if (strcmp(result->design, design) != 0) {
    err_set(err, ERR_USAGE, "the result is of other files of traffic");
    return job_line_error(line, err);
  }
  if (!job_end_whole(end)) {
    snprintf(why, sizeof why, "is an error: %.200s",
             end->err.kind ? end->err.text : end->hung);
    return refuse(plan, piece, why, err);
  }
  if (!trials_read(found, result->trials) || found->done != piece->request.trials ||
      strcmp(result->word, outcome_name(trials_outcome(found))) != 0)
    return refuse(plan, piece, "contradicts itself", err);
  return true;
}

static bool add_rows(struct sweep_file *file, const struct job_lines *lines,
                     struct trials_found *found, struct err *err)
{
  struct piece piece;

  for (uint64_t first = 0; first < file->plan->trials; first += piece.request.trials) {
    if (!piece_at(&piece, file->plan, first, err))
      return false;
    const struct job_line *line = job_lines_find(lines, piece.request.id);

    if (!line || line->twice)
      return refuse(file->plan, &piece, line ? "is there twice" : "is missing", err);
    if (!take(file->plan, &piece, line, found, err))
      return false;
    for (uint64_t k = 0; k < piece.request.trials; k++)
      if (!sweep_file_has(file, first + k) &&
          !sweep_file_add(file, first + k, &found->results[k], err))
        return false;
  }
  return true;
}

/* Is every result of a job of the plan? */
static bool are_known(const struct sweep_plan *plan, struct job_lines *lines,
                      struct err *err)
{
  struct piece piece;

  for (uint64_t first = 0; first < plan->trials; first += piece.request.trials) {
    if (!piece_at(&piece, plan, first, err))
      return false;
    job_lines_know(lines, piece.request.id);
  }
  for (size_t i = 0; i < lines->count; i++)
    if (!lines->lines[i].known) {
      err_set(err, ERR_USAGE,
              "job %s is not part of this sweep: its plan or machine differs",
              lines->lines[i].result.id);
      return job_line_error(&lines->lines[i], err);
    }
  return true;
}

bool sweep_results_judge(struct sweep_file *file, const struct settings *settings,
                         struct err *err)
{
  struct job_lines lines = {.count = 0};
  struct trials_found *found = malloc(sizeof *found);
  bool good = found || err_set(err, ERR_ENVIRONMENT, "not enough memory for the results");

  for (size_t i = 1; good && i < settings->argument_count; i++)
    good = job_lines_read(&lines, settings->argument[i], JOB_LINES_RESULTS, err);
  good = good && mixture_is_none(&lines, NULL, err) && are_known(file->plan, &lines, err) &&
         add_rows(file, &lines, found, err);
  job_lines_close(&lines);
  free(found);
  return good;
}
