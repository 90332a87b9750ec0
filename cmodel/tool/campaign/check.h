/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check -- what the parts of lockhop check share (docs/check.md). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_H

#include "base/file.h"
#include "base/hash.h"
#include "base/workdir.h"
#include "tool/campaign/check_plan.h"
#include "tool/console/progress.h"
#include "tool/jobs/make.h"

enum { CHECK_COMMAND = 4096, CHECK_REASON = 1024 };

/* Outcome of a run, best first; NOT_MADE: it was never started. */
enum check_word {
  CHECK_PASS,
  CHECK_AGREED, /* a deadlock that the routing allows */
  CHECK_NOT_MADE,
  CHECK_ERROR,
  CHECK_TIMEOUT,
  CHECK_DEADLOCK,
  CHECK_LOST,
  CHECK_DIFFER,
  CHECK_WORDS
};

const char *check_word_name(enum check_word word);

/* The exit code of a run that has ended so. */
int check_word_code(enum check_word word);

static inline bool check_failed(enum check_word word)
{
  return word > CHECK_NOT_MADE;
}

enum check_state { CHECK_WAITING, CHECK_RUNNING, CHECK_ENDED };

struct check_result {
  enum check_state state;
  enum check_word word;
  double seconds;
  struct cosim_summary summary; /* where it has `ended` */
  char line[CHECK_REASON];      /* of what did not pass, in one line */
  char folder[FILE_PATH];       /* its evidence; "": none */
};

/* Of a shape. */
enum check_build {
  CHECK_UNBUILT,
  CHECK_BUILDING,
  CHECK_BUILT,
  CHECK_ELSEWHERE, /* files of the user are of other switches */
  CHECK_BROKEN
};

struct check_built {
  enum check_build state;
  double seconds;
  struct err err;                /* CHECK_ELSEWHERE, CHECK_BROKEN */
  struct plugin_reading reading; /* of the user's files, for all runs */
};

/* The number of a job: its kind, and which. */
enum check_job_kind { CHECK_JOB_RUN, CHECK_JOB_BUILD, CHECK_JOB_WALK, CHECK_JOB_KINDS };

static inline size_t check_job_number(enum check_job_kind kind, size_t which)
{
  return CHECK_JOB_KINDS * which + kind;
}

static inline enum check_job_kind check_job_kind(const struct job *job)
{
  return (enum check_job_kind)(job->number % CHECK_JOB_KINDS);
}

static inline size_t check_job_which(const struct job *job)
{
  return job->number / CHECK_JOB_KINDS;
}

struct json_t;
struct check_reached;  /* tool/campaign/check_exercise.h */
struct check_coverage; /* tool/campaign/check_coverage.h */
struct check_units;    /* tool/campaign/check_unit_list.h */
struct check_results;  /* tool/campaign/check_results.h */

struct check {
  struct settings settings; /* with what a check has by default */
  enum check_level level;
  struct check_request request;
  struct check_plan plan;
  struct check_result *results;    /* [plan.count] */
  struct check_built *built;       /* [plan.shape_count] */
  struct check_reached *reached;   /* [plan.shape_count] */
  struct check_coverage *coverage; /* NULL: it is not counted */
  struct check_units *units;       /* modules that are compared alone */
  struct check_results *judged;    /* results that others made; NULL: all is made here */
  struct hash files;               /* of the user: names and contents */
  struct jobs jobs;
  struct progress progress;
  struct workdir workdir;       /* beside the folders of evidence, */
  char work[FILE_PATH / 2];     /* and its path; "": there is none */
  char own[TOPOLOGY_SPEC + 64]; /* folder of the check where -o gives none; "": -o does */
  const char *name;     /* of the folder of evidence, whose run is that of the trace in it;
                         * NULL:     of the run and of the files */
  const char *stopped;  /* why no further runs are started; NULL: they are */
  const char *not_made; /* the same of one that was not */
  size_t folders, hung, ended;
  bool warned; /* warnings of Verilator have been shown */
  double start;
};

/* Make all runs.  Errors: those that end the whole check. */
bool check_run_all(struct check *check, const volatile sig_atomic_t *stop, struct err *err);

/* How a job that ran a run of the plan has ended. */
void check_judge(struct check_result *result, const struct run_end *run);

/* Of one network of a check. */
struct check_verdict {
  enum check_word word; /* the worst */
  bool vacuous;         /* CHECK_PASS, and nothing crossed a link */
  bool of_files;        /* CHECK_ERROR because of the user's files */
};

struct check_verdict check_member_verdict(const struct check *check, size_t member);
const char *check_verdict_name(const struct check_verdict *verdict);

/* The user's files are of none of its switches: its verdict does not count. */
bool check_member_elsewhere(const struct check *check, size_t member);

/* The verdict: the worst word, "VACUOUS" or "PASS"; and its exit code. */
const char *check_verdict(const struct check *check, int *code);

/* --- text --- */

/* The lockhop cosim that makes a run, as a person types it; `program`: the name of ours. */
void check_command(char text[CHECK_COMMAND], const char *program,
                   const struct description *d);

/* The first word of settings->command. */
void check_program(char text[CHECK_COMMAND], const struct settings *settings);

/* A line for a run that did not pass. */
void check_print_run(const struct check *check, size_t run, FILE *file);

/* One line: the parameters of the switches that were tried. */
void check_parameters_print(const struct check *check, FILE *file);

/* The sizes of a family with their verdicts; of one network, what it lacks of its family's
 * where it passed. */
void check_sizes_print(const struct check *check, FILE *file);
void check_sizes_html(const struct check *check, FILE *file);
struct json_t *check_sizes_json(const struct check *check);

/* The routing of a check, or of its only network; "": a family has several. */
const char *check_routing(const struct check *check);

/* Tables, what was exercised, the verdict. */
void check_print_summary(const struct check *check, FILE *file);

/* The files that settings ask for; they are opened first, so that a long check does not end
 * with a result that cannot be written. */
struct check_files;
struct check_files *check_files_open(const struct check *check, struct err *err);
bool check_files_write(struct check_files *files, const struct check *check,
                       struct err *err);
void check_files_abandon(struct check_files *files);

/* The check could not be made: that is what the files say. */
void check_files_refused(const struct settings *settings, const struct err *why);

bool check_write_json(const struct check *check, FILE *file);
void check_write_html(const struct check *check, FILE *file);

/* --- evidence --- */

/* Names and contents of the user's files.  Error: ERR_USAGE. */
bool check_hash_files(struct hash *hash, const struct description *d, struct err *err);

/* The folder of a check without -o, named after what it checks. */
void check_name_own(struct check *check);

/* The folder check->work.  Error: ERR_USAGE when it cannot be made there. */
bool check_work_open(struct check *check, struct err *err);

/* With all that is in it; "": nothing. */
void check_work_close(struct check *check);

/* The folder of a run in it, made; into path. */
bool check_folder_make(const struct check *check, size_t run, char path[FILE_PATH],
                       struct err *err);

/* A folder of files alone, with them. */
void check_folder_remove(const char *path);

/* The run has not failed. */
void check_folder_drop(const struct check *check, size_t run);

/* It has: complete the folder and give it its name, result->folder.  Errors: ERR_USAGE when
 * there is something else of that name, ERR_ENVIRONMENT. */
bool check_folder_keep(const struct check *check, size_t run, const struct job *job,
                       struct check_result *result, struct err *err);

/* Write a run.json, of a run that failed, into a folder: the whole file, or none. */
bool check_run_write(const struct check *check, const char *folder,
                     const struct check_run *run, const struct check_result *result,
                     struct err *err);

/* What run.json holds. */
enum { CHECK_RUN_FORMAT = 2 };

/* What the run.json of a folder says; strings are the JSON's. */
struct check_kept {
  struct json_t *json;
  struct description description;
  const char *files, *name, *outcome, *line;
};

/* Close it in any case.  Error: ERR_USAGE for a folder that is none. */
bool check_kept_read(struct check_kept *kept, const char *folder, struct err *err);
void check_kept_close(struct check_kept *kept);

enum {
  CHECK_RUN_SECONDS = 300,    /* that a run may take, */
  CHECK_BUILD_SECONDS = 3600, /* and a build, which has limits of its own */
  CHECK_FOLDERS = 10          /* of evidence, at most */
};

/* Put the further runs, which come as shapes are over, into the order of their shapes. */
void check_sort_further(struct check *check);

/* lockhop check --repeat */
int check_repeat(const struct settings *settings, struct err *err);

#endif
