/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* job_json -- jobs and their results as lines of JSON (docs/jobs.md).
 *
 * A line is one object.  A job is a run, the build of its switch, or many trials, with a
 * name that is the same wherever it is planned.  A result says how the job ended, which
 * version and design it was made with, and what of it a judge needs.
 */
#ifndef LOCKHOP_TOOL_JOBS_JOB_JSON_H
#define LOCKHOP_TOOL_JOBS_JOB_JSON_H

#include "base/hash.h"
#include "tool/jobs/make.h"
#include "tool/session/run_json.h"

enum { JOB_ID = 64, JOB_JSON_VERSION = 1 };

enum job_kind { JOB_RUN, JOB_BUILD, JOB_TRIALS, JOB_KINDS };

struct job_request {
  char id[JOB_ID];
  enum job_kind kind;
  struct description run; /* strings are the JSON's where it was read */
  bool reached;           /* the result has an exercise map */
  bool coverage;          /* the result has the coverage of the Verilog */
  uint64_t
      trials; /* JOB_TRIALS: how many, in [1, TRIALS_MOST]; the seed of each is one more */
};

/* Add the names and contents of the design, the files of --dut.  Error: ERR_USAGE. */
bool job_hash_design(struct hash *hash, const struct description *run, struct err *err);

/* Add all files that a run reads: its design, its network and its traffic.  Error:
 * ERR_USAGE. */
bool job_hash_files(struct hash *hash, const struct description *run, struct err *err);

/* The name of a job: of its kind, its run and the contents of the user's files; of many
 * trials, how many. */
void job_id(char id[JOB_ID], enum job_kind kind, const struct description *run,
            uint64_t trials, const struct hash *design);

/* Print it as a line.  Error: ERR_ENVIRONMENT, also when a text is not UTF-8. */
bool job_request_print(const struct job_request *request, FILE *file, struct err *err);

/* Error: ERR_USAGE, without the place. */
bool job_request_read(struct job_request *request, const json_t *json, struct err *err);

/* A job that has ended. */
struct job_result {
  char id[JOB_ID];
  char design[HASH_TEXT]; /* of the user's files: names and contents */
  double seconds;
  struct run_end run;
  const char *word; /* "PASS", "DIFFER", "ERROR", ... */
  int code;         /* as the exit code of lockhop cosim */
  json_t *object;   /* the result of the run; NULL: it has none */
  json_t *trials;   /* those of many trials (tool/jobs/trials.h); NULL: it is none */
  /* Texts, NULL if absent: standard error, the exercise map, the coverage, and the list of
   * the Verilog that was read (verilog/simulator/sources.h). */
  const char *output, *reached, *coverage, *sources;
};

json_t *job_result_json(const struct job_result *result);

/* Texts are the JSON's.  Error: ERR_USAGE, without the place. */
bool job_result_read(struct job_result *result, const json_t *json, struct err *err);

#endif
