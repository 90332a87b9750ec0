/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* job_lines -- files of jobs, or of results: a JSON object on every line, found by its id.
 */
#ifndef LOCKHOP_TOOL_JOBS_JOB_LINES_H
#define LOCKHOP_TOOL_JOBS_JOB_LINES_H

#include "tool/jobs/job_json.h"

enum job_lines_kind { JOB_LINES_REQUESTS, JOB_LINES_RESULTS };

struct job_line {
  const char *path;
  uint64_t number; /* of the line, from 1 */
  json_t *json;
  struct job_request request; /* of a file of jobs */
  struct job_result result;   /* of a file of results */
  bool twice;                 /* another has its id */
  bool known;                 /* the judge's plan has its job */
};

struct job_lines {
  enum job_lines_kind kind;
  struct job_line *lines; /* [count] */
  size_t count, capacity;
  struct job_line **by_id; /* [count] sorted; NULL: nobody has looked for one yet */
};

/* Add the lines of a file; "-": standard input.  Lines without text are left out.  Close in
 * any case.  Errors: ERR_USAGE with the place, for a job that is there twice too. */
bool job_lines_read(struct job_lines *lines, const char *path, enum job_lines_kind kind,
                    struct err *err);

/* Results of a file that more will be added to: a last line that was cut is removed. */
bool job_lines_resume(struct job_lines *lines, const char *path, struct err *err);

/* The line of an id; NULL: there is none. */
struct job_line *job_lines_find(const struct job_lines *lines, const char *id);

/* All lines of that id are of a job of the plan. */
void job_lines_know(struct job_lines *lines, const char *id);

/* Put the place of a line before an error; returns false. */
bool job_line_error(const struct job_line *line, struct err *err);

void job_lines_close(struct job_lines *lines);

#endif
