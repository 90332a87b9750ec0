/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* results -- a file of results of jobs, as judges read it; other machines write it. */
#include "run/exercise/map.h"
#include "tests/fuzz/fuzz.h"
#include "tool/jobs/job_lines.h"
#include "tool/jobs/trials.h"

static void check_result(const struct job_result *result)
{
  static struct trials_found trials;
  struct job_result again;
  struct err err;
  json_t *json = job_result_json(result);

  LAW(json && job_result_read(&again, json, &err), "written and refused: %s", err.text);
  LAW(again.code == result->code && strcmp(again.id, result->id) == 0 &&
          strcmp(again.word, result->word) == 0,
      "written and read is another result: %s", result->id);
  if (result->trials && trials_read(&trials, result->trials))
    LAW(trials.done <= TRIALS_MOST, "%zu trials", trials.done);
  json_decref(json);
}

FUZZ_TARGET(results)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  struct job_lines lines = {.count = 0};
  struct err err;

  if (job_lines_read(&lines, file.path, JOB_LINES_RESULTS, &err))
    for (size_t i = 0; i < lines.count; i++)
      check_result(&lines.lines[i].result);
  else
    fuzz_refused(&err);
  job_lines_close(&lines);
  fuzz_file_close(&file);
}
