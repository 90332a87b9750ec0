/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_folder -- the evidence of a failed run: a folder that is complete or absent. */
#include "base/file.h"
#include "base/text.h"
#include "tool/campaign/check.h"
#include "tool/session/run_json.h"
#include "tool/session/session.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = FILE_PATH + 64, HASH_DIGITS = 8 };

/* --- folders --- */

static const char *parent_of(const struct check *check)
{
  return check->settings.output ? check->settings.output : ".";
}

void check_folder_remove(const char *path)
{
  DIR *folder = opendir(path);
  const struct dirent *entry;
  char file[PATH_BYTES + 256];

  while (folder && (entry = readdir(folder))) {
    snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
    unlink(file); /* no folder, such as "." */
  }
  if (folder)
    closedir(folder);
  rmdir(path);
}

void check_name_own(struct check *check)
{
  const struct settings *s = &check->settings;
  struct hash hash = check->files;
  char text[HASH_TEXT], spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "%s", s->argument[0]);
  hash_text(&hash, spec);
  hash_text(&hash, s->run.routing ? s->run.routing : "");
  hash_text(&hash, s->run.failed ? s->run.failed : "");
  if (s->run.pushes)
    hash_text(&hash, "pushes");
  hash_text(&hash, s->level);
  hash_u64(&hash, s->seed_from);
  hash_u64(&hash, s->seed_to);
  hash_print(&hash, text);
  for (char *c = spec; *c != '\0'; c++)
    if (!isalnum((unsigned char)*c))
      *c = '-';
  snprintf(check->own, sizeof check->own, "lockhop-check-%s-%.*s", spec, HASH_DIGITS, text);
  check->settings.output = check->own;
}

bool check_work_open(struct check *check, struct err *err)
{
  const char *parent = parent_of(check);

  check->work[0] = '\0';
  if (check->settings.output && !file_make_directory(parent, err))
    return false;
  if (!workdir_open(&check->workdir, parent, ".lockhop-check-"))
    return err_set(err, ERR_USAGE, "cannot make a folder in '%.500s': %s; -o DIR: another",
                   parent, strerror(errno));
  if (strlen(check->workdir.path) >= sizeof check->work) {
    workdir_close(&check->workdir);
    return err_set(err, ERR_USAGE, "-o '%.200s...': is too long a path", parent);
  }
  memcpy(check->work, check->workdir.path, strlen(check->workdir.path) + 1);
  return true;
}

void check_work_close(struct check *check)
{
  if (check->work[0] != '\0')
    workdir_close(&check->workdir);
  check->work[0] = '\0';
  if (check->own[0] != '\0')
    rmdir(check->own); /* fails, as it should, if the folder is not empty */
}

bool check_folder_make(const struct check *check, size_t run, char path[FILE_PATH],
                       struct err *err)
{
  snprintf(path, FILE_PATH, "%s/%zu", check->work, run);
  return mkdir(path, 0777) == 0 ||
         err_set(err, ERR_ENVIRONMENT, "cannot make '%.500s': %s", path, strerror(errno));
}

void check_folder_drop(const struct check *check, size_t run)
{
  char path[FILE_PATH];

  snprintf(path, sizeof path, "%s/%zu", check->work, run);
  check_folder_remove(path);
}

/* --- names --- */

/* run-<hash of the run and the user's files> */
static void name_folder(const struct check *check, const struct description *d,
                        char name[FILE_PATH])
{
  struct hash hash = check->files;
  char command[CHECK_COMMAND], text[HASH_TEXT];

  check_command(command, "lockhop", d);
  hash_text(&hash, command);
  hash_print(&hash, text);
  if (check->name)
    snprintf(name, FILE_PATH, "%s/%s", parent_of(check), check->name);
  else
    snprintf(name, FILE_PATH, "%s/run-%.*s", parent_of(check), HASH_DIGITS, text);
  if (strncmp(name, "./", 2) == 0)
    memmove(name, name + 2, strlen(name + 2) + 1);
}

/* --- files --- */

static bool write_text(const char *folder, const char *name, const char *text, size_t size,
                       struct err *err)
{
  char path[PATH_BYTES];

  snprintf(path, sizeof path, "%s/%s", folder, name);
  return file_write(path, text, size, err);
}

/* Write the schedule of the run; the golden model alone makes it again. */
static bool write_stimulus(const char *folder, const struct description *d, struct err *err)
{
  char path[PATH_BYTES];
  struct session s;

  if (!session_open(&s, d, NULL, err))
    return false;
  snprintf(path, sizeof path, "%s/stimulus.trace", folder);
  FILE *file = fopen(path, "w");
  bool good = file && schedule_print(&s.schedule, &s.topology, s.shape.routing, file);

  if (file)
    good = fclose(file) == 0 && good;
  session_close(&s);
  return good ||
         err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", path, strerror(errno));
}

bool check_run_write(const struct check *check, const char *folder,
                     const struct check_run *run, const struct check_result *result,
                     struct err *err)
{
  char files[HASH_TEXT], path[PATH_BYTES], whole[PATH_BYTES];

  hash_print(&check->files, files);
  json_t *json = json_pack("{s:i, s:s, s:s, s:o, s:s, s:{s:s, s:s%}}", "format",
                           CHECK_RUN_FORMAT, "version", LOCKHOP_VERSION, "name", run->name,
                           "run", run_json_write(&run->description, RUN_FIELD_IS), "files",
                           files, "ended", "outcome", check_word_name(result->word), "line",
                           result->line, strlen(result->line));
  snprintf(path, sizeof path, "%s/run.json.new", folder);
  snprintf(whole, sizeof whole, "%s/run.json", folder);
  const bool good =
      json && json_dump_file(json, path, JSON_INDENT(2)) == 0 && rename(path, whole) == 0;

  json_decref(json);
  return good || err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s'", path);
}

/* Replace the temporary folder's name in the files by the final one. */
static bool rename_in(const char *folder, const char *name, const char *target,
                      struct err *err)
{
  char path[PATH_BYTES], *text = NULL;
  size_t size, length;

  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (access(path, F_OK) != 0)
    return true;
  char *old = file_read(path, &size, err);
  if (!old)
    return false;
  FILE *file = open_memstream(&text, &length);
  const char *at = old, *next;
  while (file && (next = strstr(at, folder))) {
    fwrite(at, 1, (size_t)(next - at), file);
    fputs(target, file);
    at = next + strlen(folder);
  }
  if (file)
    fwrite(at, 1, (size_t)(old + size - at), file);
  bool good = file && text_close(file, &text);
  good = good ? write_text(folder, name, text, length, err)
              : err_set(err, ERR_ENVIRONMENT, "not enough memory");
  free(text);
  free(old);
  return good;
}

static bool complete(const struct check *check, const char *folder, const char *target,
                     const struct check_run *run, const struct job *job,
                     const struct check_result *result, struct err *err)
{
  static const char *const named[] = {"report.txt", "result.json", "difference.gtkw"};
  char command[CHECK_COMMAND], program[CHECK_COMMAND], line[CHECK_COMMAND + 2];
  bool good = true;

  check_program(program, &check->settings);
  check_command(command, program, &run->description);
  int length = snprintf(line, sizeof line, "%s\n", command);
  for (size_t i = 0; good && i < sizeof named / sizeof named[0]; i++)
    good = rename_in(folder, named[i], target, err);
  if (good && job->output_size)
    good = write_text(folder, "output.txt", job->output, job->output_size, err);
  if (good && !result->summary.ended) { /* after a crash the report is the line about it */
    char text[CHECK_REASON + 32];
    int size = snprintf(text, sizeof text, "%s\n%s\n", result->line,
                        check_word_name(result->word));

    good = write_text(folder, "report.txt", text, (size_t)size, err);
  }
  return good && write_text(folder, "command", line, (size_t)length, err) &&
         check_run_write(check, folder, run, result, err);
}

/* Does that folder hold evidence of the same run? */
static bool is_of_run(const char *folder, const struct check_run *run)
{
  char path[PATH_BYTES];

  snprintf(path, sizeof path, "%s/run.json", folder);
  json_t *json = json_load_file(path, 0, NULL);
  json_t *now = run_json_write(&run->description, RUN_FIELD_IS);
  const bool same = json && json_equal(json_object_get(json, "run"), now);

  json_decref(json);
  json_decref(now);
  return same;
}

bool check_folder_keep(const struct check *check, size_t run, const struct job *job,
                       struct check_result *result, struct err *err)
{
  const struct check_run *r = check->plan.runs[run];
  struct check_run shown = *r;
  char folder[FILE_PATH], target[FILE_PATH], old[PATH_BYTES], traffic[PATH_BYTES];
  struct stat status;

  snprintf(folder, sizeof folder, "%s/%zu", check->work, run);
  name_folder(check, &r->description, target);
  if (check->name && strncmp(r->description.traffic, "trace:", 6) == 0) {
    snprintf(traffic, sizeof traffic, "trace:%s/stimulus.trace", target);
    shown.description.traffic = traffic;
  }
  if (!write_stimulus(folder, &r->description, err) ||
      !complete(check, folder, target, &shown, job, result, err))
    return false;
  if (lstat(target, &status) == 0) {
    if (!S_ISDIR(status.st_mode) || !is_of_run(target, &shown))
      return err_set(err, ERR_USAGE,
                     "'%.500s' is there and is not the evidence of this run; move it away, "
                     "or give another -o DIR",
                     target);
    snprintf(old, sizeof old, "%s/%zu.old", check->work, run);
    if (rename(target, old) == 0)
      check_folder_remove(old);
  }
  if (rename(folder, target) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot rename '%.500s' to '%.500s': %s", folder,
                   target, strerror(errno));
  memcpy(result->folder, target, sizeof target);
  return true;
}
