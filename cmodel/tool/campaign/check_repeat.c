/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_repeat -- lockhop check --repeat: the run of an evidence folder again. */
#include "tool/campaign/check.h"
#include "tool/console/interrupt.h"
#include "tool/jobs/job_json.h"
#include "tool/session/run_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEAT_SECONDS = 3600 };

static bool foreign(const char *folder, const char *why, struct err *err)
{
  return err_set(err, ERR_USAGE,
                 "'%.500s': is not a complete evidence folder of lockhop check: %s", folder,
                 why);
}

bool check_kept_read(struct check_kept *kept, const char *folder, struct err *err)
{
  char path[FILE_PATH + 16];
  json_error_t why;
  struct err why_not;

  *kept = (struct check_kept){.json = NULL};
  snprintf(path, sizeof path, "%.4000s/run.json", folder);
  if (access(path, R_OK) != 0)
    return foreign(folder, "it has no file run.json that can be read", err);
  errno = 0;
  kept->json = json_load_file(path, 0, &why);
  if (!kept->json && errno == ENOMEM)
    return err_set(err, ERR_ENVIRONMENT, "'%.500s': not enough memory", path);
  if (!kept->json)
    return foreign(folder, "its run.json is not JSON", err);
  const json_t *ended = json_object_get(kept->json, "ended");
  kept->files = json_string_value(json_object_get(kept->json, "files"));
  kept->name = json_string_value(json_object_get(kept->json, "name"));
  kept->outcome = json_string_value(json_object_get(ended, "outcome"));
  kept->line = json_string_value(json_object_get(ended, "line"));
  if (json_integer_value(json_object_get(kept->json, "format")) != CHECK_RUN_FORMAT)
    return foreign(folder, "its run.json has another format than this version writes", err);
  if (!kept->files || !kept->name || !kept->outcome || !kept->line)
    return foreign(folder, "its run.json lacks something", err);
  if (!run_json_read(&kept->description, json_object_get(kept->json, "run"), &why_not))
    return foreign(folder, why_not.text, err);
  kept->description.lock_step = true;
  kept->description.evidence = "";
  return true;
}

void check_kept_close(struct check_kept *kept)
{
  json_decref(kept->json);
}

/* Run one job; its report becomes ours. */
static bool run_again(struct jobs *jobs, const struct check_kept *kept,
                      const struct settings *settings, struct check_result *result,
                      struct err *err)
{
  const volatile sig_atomic_t *stop = interrupt_watch();
  struct job *job = NULL;

  if (!jobs_start(jobs, 0, REPEAT_SECONDS, make_run, &kept->description, settings,
                  JOBS_OUR_OUTPUT, err))
    return false;
  while (!job && !*stop)
    job = jobs_wait(jobs);
  if (!job)
    return false;
  const struct run_end end = run_end_of(job);

  check_judge(result, &end);
  if (!settings->quiet)
    fwrite(job->output, 1, job->output_size, stderr);
  jobs_free(jobs, job);
  return true;
}

static void compare(const struct check_kept *kept, const struct check_result *r, FILE *file)
{
  const char *word = check_word_name(r->word);

  if (!check_failed(r->word))
    fprintf(file, "it does not fail any more; before: %s: %s\n", kept->outcome, kept->line);
  else if (strcmp(word, kept->outcome) == 0 && strcmp(r->line, kept->line) == 0)
    fprintf(file, "it fails in the same way: %s: %s\n", word, r->line);
  else
    fprintf(file, "it fails in another way: %s: %s; before: %s: %s\n", word, r->line,
            kept->outcome, kept->line);
}

static int repeat(const struct check_kept *kept, const struct settings *settings,
                  struct err *err)
{
  struct hash hash = hash_start();
  struct check_result *result = calloc(1, sizeof *result);
  struct jobs jobs;
  char files[HASH_TEXT];
  int code = EXIT_INTERRUPTED;

  if (!result)
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (!result || !job_hash_design(&hash, &kept->description, err) ||
      !jobs_open(&jobs, 1, sizeof(struct run_found), err)) {
    free(result);
    return (int)err->kind;
  }
  hash_print(&hash, files);
  if (strcmp(files, kept->files) != 0)
    fprintf(stderr, "lockhop: warning: the files of --dut have changed since\n");
  const bool ended = run_again(&jobs, kept, settings, result, err);
  jobs_close(&jobs);
  if (ended) {
    compare(kept, result, settings->out);
    fprintf(settings->out, "%s\n", check_word_name(result->word));
    code = check_word_code(result->word);
  } else if (err->kind == ERR_NONE) {
    fprintf(settings->out, "INTERRUPTED\n");
  }
  free(result);
  return err->kind ? (int)err->kind : code;
}

int check_repeat(const struct settings *settings, struct err *err)
{
  struct check_kept kept;
  char command[CHECK_COMMAND], program[CHECK_COMMAND];

  if (!check_kept_read(&kept, settings->repeat, err)) {
    check_kept_close(&kept);
    return (int)err->kind;
  }
  check_program(program, settings);
  check_command(command, program, &kept.description);
  kept.description.command = command;
  if (!settings->quiet)
    fprintf(settings->out, "%s\n", command);
  const int code = repeat(&kept, settings, err);
  check_kept_close(&kept);
  return code;
}
