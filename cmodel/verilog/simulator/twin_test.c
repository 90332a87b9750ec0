/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_test -- tests one module alone against its C twin. */
#define _GNU_SOURCE /* getline, strsignal */
#include "verilog/simulator/twin_test.h"

#include "base/cache.h"
#include "base/hash.h"
#include "base/install.h"
#include "base/process.h"
#include "verilog/generate/modules.h"
#include "verilog/generate/route_unit.h"
#include "verilog/simulator/plugin_build.h"
#include "verilog/simulator/plugin_key.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  LIST_SECONDS = 60,
  PATH_BYTES = FILE_PATH + 128,
  KILLED = 128, /* and the signal: status of process_run */
  ARGUMENTS = 9 /* of build_unit.sh, the user's files aside */
};

/* What a job of the cache needs; `real` are the user's files. */
struct unit_job {
  const struct twin_test *bench;
  struct unit_result *result;
  char share[FILE_PATH], cache[FILE_PATH], twins[FILE_PATH];
  struct plugin_library runtime;
  char **real;    /* [bench->file_count] */
  bool finished;  /* the result may be kept */
  bool including; /* the user's files may include others */
};

bool twin_test_exists(const char *module)
{
  char share[FILE_PATH], path[PATH_BYTES];
  struct err err;

  if (!install_share(share, &err))
    return false;
  snprintf(path, sizeof path, "%s/tests/twin/test_%.64s.cpp", share, module);
  return access(path, R_OK) == 0;
}

/* --- the key --- */

static bool hash_in(struct hash *hash, const char *folder, const char *name,
                    struct err *err)
{
  char path[PATH_BYTES];

  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
    return err_set(err, ERR_ENVIRONMENT, "'%.500s/%.500s': the path is too long", folder,
                   name);
  if (hash_file(hash, path, err))
    return true;
  err->kind = ERR_ENVIRONMENT;
  return false;
}

static bool hash_ours(struct hash *hash, const struct unit_job *job, struct err *err)
{
  static const char *const files[] = {
      "tests/twin/build_unit.sh",       "tests/twin/models.sh",   "sim/verilator/find.sh",
      "tests/twin/list_models.sh",      "tests/twin/laws.h",      "tests/twin/twin.h",
      "tests/twin/twin_route.h",        "tests/twin/twin_sync.h", "tests/twin/twin_queue.h",
      "tests/twin/twin_output_queue.h",
  };
  struct module_files rtl;
  char bench[PATH_BYTES];
  bool good = modules_all(&rtl, job->share, err);

  for (size_t i = 0; good && i < rtl.count; i++)
    good = hash_in(hash, job->share, rtl.paths[i], err);
  modules_free(&rtl);
  for (size_t i = 0; good && i < sizeof files / sizeof files[0]; i++)
    good = hash_in(hash, job->share, files[i], err);
  snprintf(bench, sizeof bench, "tests/twin/test_%.64s.cpp", job->bench->module);
  return good && hash_in(hash, job->share, bench, err) &&
         (plugin_hash_kept(hash, job->twins, job->cache, err) ||
          err_set(
              err, ERR_ENVIRONMENT,
              "there is no '%.500s' with the C twins: run make, or install lockhop again",
              job->twins));
}

/* Names and contents.  A file that includes another has a result that is not kept. */
static bool hash_users(struct hash *hash, struct unit_job *job, struct err *err)
{
  for (size_t i = 0; i < job->bench->file_count; i++) {
    size_t size;
    char *text = file_read(job->real[i], &size, err);

    if (!text)
      return false;
    job->including = job->including || strstr(text, "`include") ||
                     strstr(text, "$readmem") || strstr(text, "$fopen");
    hash_text(hash, job->real[i]);
    hash_text(hash, text);
    free(text);
  }
  return true;
}

/* --- building --- */

static bool write_route_unit(const struct unit_job *job, const char *work, struct err *err)
{
  const struct shape *shape = job->bench->shape;
  char path[PATH_BYTES];
  struct output_file out;

  if (!shape || shape->programs)
    return true;
  snprintf(path, sizeof path, "%s/route_unit.v", work);
  if (!file_open(&out, path, err))
    return false;
  route_unit_print(shape, out.stream);
  return file_commit(&out, err);
}

static bool cannot(struct err *err, const char *what, const char *module)
{
  return err_set(err, ERR_ENVIRONMENT, "cannot %s of module %s: %s", what, module,
                 strerror(errno));
}

/* The sets of the bench itself, and the others. */
static bool write_list(const struct unit_job *job, const char *source, const char *path,
                       struct err *err)
{
  char script[PATH_BYTES];
  const bool few = job->bench->own_sets == UNIT_FEW;
  const char *const arguments[] = {"bash", script, source, few ? "few" : NULL, NULL};
  FILE *file = fopen(path, "w");
  int status = 0;
  bool good = file != NULL;

  snprintf(script, sizeof script, "%s/tests/twin/list_models.sh", job->share);
  if (!file)
    return cannot(err, "write the list", job->bench->module);
  if (job->bench->own_sets != UNIT_NONE)
    good = process_run(arguments, file, LIST_SECONDS, &status, err) &&
           (status == 0 || err_set(err, ERR_ENVIRONMENT,
                                   "cannot list the parameters of the "
                                   "bench of %s",
                                   job->bench->module));
  if (good)
    fputs(job->bench->sets, file);
  return fclose(file) == 0 && good;
}

/* The last line of a log. */
static void last_line(FILE *log, char text[UNIT_TEXT])
{
  char *line = NULL;
  size_t size = 0;

  rewind(log);
  snprintf(text, UNIT_TEXT, "it says nothing");
  while (getline(&line, &size, log) > 0)
    if (line[strspn(line, " \n")] != '\0')
      snprintf(text, UNIT_TEXT, "%.*s", (int)strcspn(line, "\n"), line);
  free(line);
}

/* Run build_unit.sh. Sets for which the user's module does not compile are skipped. */
static bool build(const struct unit_job *job, const char *work, const char *source,
                  const char *list, const char *program, char why[UNIT_TEXT],
                  struct err *err)
{
  const struct twin_test *bench = job->bench;
  const char **arguments = calloc(ARGUMENTS + bench->file_count + 2, sizeof arguments[0]);
  char script[PATH_BYTES];
  FILE *log = tmpfile();
  int status = 0;
  size_t count = 0;

  snprintf(script, sizeof script, "%s/tests/twin/build_unit.sh", job->share);
  if (!log || !arguments) {
    free(arguments);
    return cannot(err, "build the bench", bench->module);
  }
  const char *const first[ARGUMENTS] = {"sh",
                                        script,
                                        program,
                                        source,
                                        list,
                                        work,
                                        job->runtime.path,
                                        job->twins,
                                        job->runtime.headers};
  for (; count < ARGUMENTS; count++)
    arguments[count] = first[count];
  for (size_t i = 0; i < bench->file_count; i++)
    arguments[count++] = job->real[i];
  bool good = process_run(arguments, log, PLUGIN_SECONDS, &status, err);
  free(arguments);
  why[0] = '\0';
  if (good && status != 0) {
    last_line(log, why);
    good = bench->file_count > 0 ||
           err_set(err, ERR_ENVIRONMENT, "the bench of module %s cannot be built: %.600s",
                   bench->module, why);
  }
  fclose(log);
  return good;
}

/* --- running --- */

/* A line of the result, beside those of laws.h. */
static bool append(const char *path, const char *before, const char *text)
{
  FILE *file = fopen(path, "a");

  if (!file)
    return false;
  fprintf(file, "%s%s\n", before, text);
  return fclose(file) == 0;
}

/* The whole of a file, at the end of another. */
static bool append_file(const char *path, const char *before, const char *from)
{
  FILE *file = fopen(from, "r");
  char *line = NULL;
  size_t size = 0;
  bool good = true;

  while (file && good && getline(&line, &size, file) > 0) {
    line[strcspn(line, "\n")] = '\0';
    good = append(path, before, line);
  }
  good = good && (!file || feof(file)); /* else getline had no memory */
  free(line);
  if (file)
    fclose(file);
  return good;
}

static bool run(struct unit_job *job, const char *program, const char *output,
                struct err *err)
{
  const char *const arguments[] = {program, output, NULL};
  char text[UNIT_TEXT];
  FILE *log = tmpfile();
  int status = 0;

  if (!log)
    return cannot(err, "run the bench", job->bench->module);
  const bool good = process_run(arguments, log, job->bench->seconds, &status, err);
  fclose(log);
  if (!good)
    return false;
  job->finished = status < KILLED;
  if (status == PROCESS_OUT_OF_TIME)
    snprintf(text, sizeof text, "late: its bench does not come back within %u s",
             job->bench->seconds);
  else if (status > KILLED)
    snprintf(text, sizeof text, "the bench crashed: %s", strsignal(status - KILLED));
  else
    snprintf(text, sizeof text, "the bench ended with status %d", status);
  return append(output, "end: ", text) ||
         cannot(err, "write the result", job->bench->module);
}

/* --- the result --- */

/* "ok 3 - law: TITLE": the title. */
static const char *title_of(const char *line)
{
  const char *colon = strstr(line, ": ");

  return colon ? colon + 2 : line;
}

/* Read a result file.  Its TAP plan must count all its laws. */
static bool read_result(struct unit_result *r, const char *path, const char *module)
{
  FILE *file = fopen(path, "r");
  char *line = NULL, set[UNIT_TITLE] = "", end[UNIT_TEXT] = "";
  size_t size = 0;
  unsigned laws = 0, planned = 0, failing = 0;
  bool was_bad = false, begun = false, whole = false;

  *r = (struct unit_result){.sets = 0};
  while (file && getline(&line, &size, file) > 0) {
    const bool bad = strncmp(line, "not ok ", 7) == 0;

    line[strcspn(line, "\n")] = '\0';
    if (bad || strncmp(line, "ok ", 3) == 0) {
      const bool other = strncmp(set, title_of(line), sizeof set - 1) != 0;

      laws++;
      failing = other ? bad : failing + bad;
      r->sets += other;
      r->differing += bad && failing == 1;
      snprintf(set, sizeof set, "%s", title_of(line));
      if (bad && r->title[0] == '\0')
        snprintf(r->title, sizeof r->title, "%s", set);
    } else if (was_bad && line[0] == '#' && r->text[0] == '\0') {
      snprintf(r->text, sizeof r->text, "%s", line + 2);
    } else if (strncmp(line, "left out: ", 10) == 0) {
      if (r->left_out++ == 0)
        snprintf(r->reason, sizeof r->reason, "%s", line + 10);
    } else if (strncmp(line, "end: ", 5) == 0) {
      snprintf(end, sizeof end, "%s", line + 5);
      begun = true;
    } else {
      whole = sscanf(line, "1..%u", &planned) == 1 && planned == laws && laws > 0;
    }
    was_bad = bad;
  }
  free(line);
  if (file)
    fclose(file);
  r->ended = r->differing > 0 ? UNIT_DIFFERS : UNIT_AGREES;
  if (begun && !whole && r->differing == 0) {
    const char *late = strncmp(end, "late: ", 6) == 0 ? end + 6 : NULL;

    r->ended = late ? UNIT_HANGS : UNIT_CRASHES;
    snprintf(r->title, sizeof r->title, "%.60s, after %.500s", module,
             set[0] != '\0' ? set : "no set");
    snprintf(r->text, sizeof r->text, "%s", late ? late : end);
  }
  return file != NULL;
}

static bool make(const void *request, const char *work, const char *output, struct err *err)
{
  struct unit_job *job = *(struct unit_job *const *)request;
  char source[PATH_BYTES], list[PATH_BYTES], program[PATH_BYTES], left[PATH_BYTES],
      why[UNIT_TEXT];
  bool good = true;

  /* A result that was there may be gone by now. */
  if (job->runtime.path[0] == '\0' && !plugin_runtime(&job->runtime, false, err))
    return false;
  snprintf(source, sizeof source, "%s/tests/twin/test_%.64s.cpp", job->share,
           job->bench->module);
  snprintf(list, sizeof list, "%s/list", work);
  snprintf(program, sizeof program, "%s/program", work);
  snprintf(left, sizeof left, "%s/left_out", work);
  if (!write_route_unit(job, work, err) || !write_list(job, source, list, err) ||
      !build(job, work, source, list, program, why, err))
    return false;
  if (why[0] != '\0')
    good = append(output, "left out: ", why);
  else if (access(program, X_OK) == 0)
    good = run(job, program, output, err);
  if (!good || !append_file(output, "left out: ", left))
    return err->kind != ERR_NONE ? false
                                 : cannot(err, "write the result", job->bench->module);
  return (read_result(job->result, output, job->bench->module) ||
          cannot(err, "read the result", job->bench->module)) &&
         (job->finished || err_set(err, ERR_ENVIRONMENT, "the bench was killed"));
}

/* --- all of it --- */

static bool open_files(struct unit_job *job, struct err *err)
{
  const struct twin_test *bench = job->bench;

  job->real = calloc(bench->file_count + 1, sizeof job->real[0]);
  if (!job->real)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  for (size_t i = 0; i < bench->file_count; i++) {
    job->real[i] = realpath(bench->files[i], NULL);
    if (!job->real[i])
      return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s", bench->files[i],
                     strerror(errno));
  }
  return true;
}

static bool find(struct unit_job *job, struct err *err)
{
  char name[64 + HASH_TEXT], text[HASH_TEXT], path[FILE_PATH];
  struct hash key;

  if (!install_share(job->share, err) || !install_cache(job->cache, err) ||
      !install_library(job->twins, "libtwins.a", err) || !open_files(job, err) ||
      !plugin_runtime_tools(&job->runtime, err))
    return false;
  key = job->runtime.tools;
  if (!hash_ours(&key, job, err) || !hash_users(&key, job, err))
    return false;
  hash_text(&key, job->bench->sets);
  hash_u64(&key, (uint64_t)job->bench->own_sets);
  job->finished = true;
  hash_print(&key, text);
  snprintf(name, sizeof name, "unit-%s.txt", text);
  snprintf(path, sizeof path, "%.*s/%s", (int)(sizeof path - sizeof name - 2), job->cache,
           name);
  /* What can be interrupted comes before the bench is made. */
  if ((job->including || access(path, F_OK) != 0) &&
      !plugin_runtime(&job->runtime, false, err))
    return false;
  const bool good = job->including ? cache_try(job->cache, make, &job, err)
                                   : cache_obtain(job->cache, name, make, &job, path, err);
  if (!job->finished) { /* there is a result, which is not kept */
    err->kind = ERR_NONE;
    return true;
  }
  return good && (job->including || read_result(job->result, path, job->bench->module) ||
                  cannot(err, "read the result", job->bench->module));
}

bool twin_test_run(struct unit_result *result, const struct twin_test *bench,
                   struct err *err)
{
  struct unit_job job = {.bench = bench, .result = result};
  const bool good = find(&job, err);

  for (size_t i = 0; job.real && i < bench->file_count; i++)
    free(job.real[i]);
  free(job.real);
  return good;
}

void twin_test_tool(char text[UNIT_TOOL])
{
  const char *const arguments[] = {"verilator", "--version", NULL};
  char line[UNIT_TOOL] = "";
  struct err ignored;
  sigset_t held;
  FILE *output = tmpfile();
  int status = 0;

  snprintf(text, UNIT_TOOL, "Verilator");
  if (!output)
    return;
  process_hold(&held);
  if (process_run(arguments, output, LIST_SECONDS, &status, &ignored))
    rewind(output);
  process_release(&held);
  if (fgets(line, sizeof line, output) && strncmp(line, "Verilator ", 10) == 0)
    snprintf(text, UNIT_TOOL, "%.*s", 10 + (int)strcspn(line + 10, " \n"), line);
  fclose(output);
}
