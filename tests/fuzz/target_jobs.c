/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* jobs -- a file of jobs, as lockhop jobs reads it. */
#include "tests/fuzz/fuzz.h"
#include "tool/jobs/job_lines.h"

/* Printed and read it is the same job. */
static void check_job(const struct job_request *request)
{
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  struct job_request again;
  struct err err;

  LAW(file && job_request_print(request, file, &err) && fclose(file) == 0, "%s", err.text);
  json_t *json = json_loads(text, 0, NULL);
  LAW(json && job_request_read(&again, json, &err), "printed and refused: %s", text);
  LAW(again.kind == request->kind &&
          (request->kind != JOB_TRIALS || again.trials == request->trials) &&
          strcmp(again.id, request->id) == 0,
      "printed and read is another job: %s", text);
  json_decref(json);
  free(text);
}

FUZZ_TARGET(jobs)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  struct job_lines lines = {.count = 0};
  struct err err;

  if (job_lines_read(&lines, file.path, JOB_LINES_REQUESTS, &err))
    for (size_t i = 0; i < lines.count; i++) {
      check_job(&lines.lines[i].request);
      LAW(job_lines_find(&lines, lines.lines[i].request.id) == &lines.lines[i],
          "line %zu is not found", i + 1);
    }
  else
    fuzz_refused(&err);
  job_lines_close(&lines);
  fuzz_file_close(&file);
}
