/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check -- what the parts of lockhop check share (docs/check.md). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_H

#include "base/file.h"
#include "base/hash.h"
#include "base/workdir.h"
#include "network/topology/family.h"
#include "tool/campaign/check_plan.h"
#include "tool/console/progress.h"
#include "tool/jobs/make.h"

#include <string.h>

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

/* The exit code of a run with this outcome. */
int check_word_code(enum check_word word);

static inline bool check_failed(enum check_word word)
{
  return word > CHECK_NOT_MADE;
}

static inline bool check_passed(enum check_word word)
{
  return word == CHECK_PASS || word == CHECK_AGREED;
}

enum check_state { CHECK_WAITING, CHECK_RUNNING, CHECK_ENDED };

struct check_result {
  enum check_state state;
  enum check_word word;
  double seconds;
  struct cosim_summary summary; /* valid where summary.ended */
  char line[CHECK_REASON];      /* one line on what did not pass */
  char folder[FILE_PATH];       /* folder of its evidence; "": none */
};

/* State of the build of a shape. */
enum check_build {
  CHECK_UNBUILT,
  CHECK_BUILDING,
  CHECK_BUILT,
  CHECK_ELSEWHERE, /* the user's files belong to other switches */
  CHECK_DECLINED,  /* the user's switch refuses these parameters by $error */
  CHECK_BROKEN
};

/* Is no run made of a shape, for a reason that is no failure? */
static inline bool check_build_absent(enum check_build state)
{
  return state == CHECK_ELSEWHERE || state == CHECK_DECLINED;
}

struct check_built {
  enum check_build state;
  double seconds;
  struct err err;                /* CHECK_ELSEWHERE, CHECK_DECLINED, CHECK_BROKEN */
  struct plugin_reading reading; /* how Verilator read the user's files; serves all runs */
};

/* The number of a job encodes its kind and its index. */
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
struct check_causes;   /* tool/campaign/check_causes.h */

struct check {
  struct settings settings; /* with the defaults of a check */
  enum check_level level;
  struct check_request request;
  struct check_plan plan;
  struct check_result *results;    /* [plan.count] */
  struct check_built *built;       /* [plan.shape_count] */
  struct check_reached *reached;   /* [plan.shape_count] */
  struct check_coverage *coverage; /* NULL: coverage is off */
  struct check_units *units;       /* the modules that are compared alone */
  struct dut_list dut;             /* what --dut names */
  struct check_causes *causes;     /* of what failed; NULL before the end */
  char lacks[FAMILY_TEXT]; /* "ring of 2, no third dimension"; "": nothing, or not known */
  struct check_results *judged; /* results made elsewhere; NULL: all runs are made here */
  struct hash files;            /* hash of the names and contents of the user's files */
  struct jobs jobs;
  struct progress progress;
  struct workdir workdir;       /* temporary folder beside the evidence */
  char work[FILE_PATH / 2];     /* its path; "": there is none */
  char own[TOPOLOGY_SPEC + 64]; /* default evidence folder; "": -o gives one */
  const char *name; /* name of the evidence folder, whose run replays the trace in it; NULL:
                       named after run and files */
  const char *stopped;  /* why no more runs are started; NULL: they are */
  const char *not_made; /* why a run was not made */
  size_t folders, hung, ended;
  bool warned; /* Verilator's warnings have been shown */
  double start;
};

/* Of the runs of a plan; NULL: nothing is said, or there is no plan. */
static inline const char *check_compare(const struct check *check)
{
  return check->request.judged ? check->request.judged->compare : NULL;
}

/* Are the runs in lock step?  Else the design is judged by what it does: docs/flow.md. */
static inline bool check_by_cycle(const struct check *check)
{
  const char *compare = check_compare(check);

  return !compare || strcmp(compare, run_compare_list(COMPARE_CYCLE)) == 0;
}

static inline bool check_by_flow(const struct check *check)
{
  const char *compare = check_compare(check);

  return compare && strcmp(compare, run_compare_list(COMPARE_FLOW)) == 0;
}

/* Make all runs.  Errors: those that end the whole check. */
bool check_run_all(struct check *check, const volatile sig_atomic_t *stop, struct err *err);

/* Judge a job that made a run: fill its result. */
void check_judge(struct check_result *result, const struct run_end *run);

/* The verdict on one network of a check. */
struct check_verdict {
  enum check_word word; /* the worst */
  bool vacuous;         /* CHECK_PASS, and nothing crossed a link */
  bool of_files;        /* CHECK_ERROR because of the user's files */
};

struct check_verdict check_member_verdict(const struct check *check, size_t member);
const char *check_verdict_name(const struct check_verdict *verdict);

/* Do the user's files belong to none of its switches? Then its verdict does not count. */
bool check_member_elsewhere(const struct check *check, size_t member);

/* The verdict: the worst word, "VACUOUS" or "PASS"; and its exit code. */
const char *check_verdict(const struct check *check, int *code);

/* --- text --- */

/* The lockhop cosim command that makes a run; `program`: how the user called lockhop. */
void check_command(char text[CHECK_COMMAND], const char *program,
                   const struct description *d);

/* The first word of settings->command. */
void check_program(char text[CHECK_COMMAND], const struct settings *settings);

/* Print one line for a run that did not pass. */
void check_print_run(const struct check *check, size_t run, FILE *file);

/* Print the parameters of the switches that were tried, in one line. */
void check_parameters_print(const struct check *check, FILE *file);

/* Find what the family of one network that passed has and the network lacks, for those
 * below. Error: ERR_ENVIRONMENT. */
bool check_sizes_find(struct check *check, struct err *err);

/* Print the sizes of a family with their verdicts; for one network what it lacks. */
void check_sizes_print(const struct check *check, FILE *file);
void check_sizes_html(const struct check *check, FILE *file);
struct json_t *check_sizes_json(const struct check *check);

/* The routing of a check, or of its only network; "": a family has several. */
const char *check_routing(const struct check *check);

enum {
  CHECK_FAILED = 512,    /* bytes of the text of failed switches */
  CHECK_FAILED_MORE = 24 /* of these, for " and N more" */
};

/* The addresses of the switches that have failed in every run: "0.1, 1.2", or the first of
 * them "and N more"; "": none. */
void check_failed_text(const struct check *check, char *text, size_t size);

/* All of them, as an array. */
struct json_t *check_failed_json(const struct check *check);

/* Print tables, what was exercised, and the verdict.  Error: ERR_ENVIRONMENT, and there is
 * no verdict. */
bool check_print_summary(const struct check *check, FILE *file, struct err *err);

/* Open the output files that settings ask for. This happens before the runs, so that a long
 * check cannot end with a result that cannot be written. */
struct check_files;
struct check_files *check_files_open(const struct check *check, struct err *err);
bool check_files_write(struct check_files *files, const struct check *check,
                       struct err *err);
void check_files_abandon(struct check_files *files);

/* Write the output files of a check that was refused. */
void check_files_refused(const struct settings *settings, const struct err *why);

bool check_write_json(const struct check *check, FILE *file);

/* --- evidence --- */

/* Name the default evidence folder after what the check covers. */
void check_name_own(struct check *check);

/* Make the temporary folder check->work. Error: ERR_USAGE when it cannot be made. */
bool check_work_open(struct check *check, struct err *err);

/* Remove it with its contents. */
void check_work_close(struct check *check);

/* Make the folder of a run in it; its path goes to `path`. */
bool check_folder_make(const struct check *check, size_t run, char path[FILE_PATH],
                       struct err *err);

/* Remove a folder that holds only files. */
void check_folder_remove(const char *path);

/* The run did not fail: remove its folder. */
void check_folder_drop(const struct check *check, size_t run);

/* The run failed: complete its folder and name it, result->folder.  Errors: ERR_USAGE when
 * there is something else of that name, ERR_ENVIRONMENT. */
bool check_folder_keep(const struct check *check, size_t run, const struct job *job,
                       struct check_result *result, struct err *err);

/* Write run.json of a failed run into a folder, whole or not at all. */
bool check_run_write(const struct check *check, const char *folder,
                     const struct check_run *run, const struct check_result *result,
                     struct err *err);

/* Version of the format of run.json. */
enum { CHECK_RUN_FORMAT = 2 };

/* The contents of a run.json; strings belong to the JSON. */
struct check_kept {
  struct json_t *json;
  struct description description;
  const char *files, *name, *outcome, *line;
};

/* Close it in any case. Error: ERR_USAGE for a folder without evidence. */
bool check_kept_read(struct check_kept *kept, const char *folder, struct err *err);
void check_kept_close(struct check_kept *kept);

enum {
  CHECK_RUN_SECONDS = 300,    /* limit of a run */
  CHECK_BUILD_SECONDS = 3600, /* limit of a build, which has limits of its own */
  CHECK_FOLDERS = 10          /* most evidence folders */
};

/* Sort the further runs, which were added as shapes ended, by shape. */
void check_sort_further(struct check *check);

/* lockhop check --repeat */
int check_repeat(const struct settings *settings, struct err *err);

#endif
