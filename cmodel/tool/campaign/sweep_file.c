/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_file -- the rows of a sweep on disk, so that no finished trial is lost. */
#include "tool/campaign/sweep_file.h"

#include "tool/campaign/sweep_finished.h"
#include "tool/campaign/sweep_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  PATH_MOST = FILE_PATH - 128,
  DAMAGED_SHOWN = 10 /* lines that are named one by one */
};

static bool cannot_write(const struct sweep_file *file, int why, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", file->partial,
                 strerror(why));
}

/* All bytes or none. */
static bool append(struct sweep_file *file, const char *text, size_t length,
                   struct err *err)
{
  ssize_t written = write(file->descriptor, text, length);
  int why = errno;

  if (written == (ssize_t)length) {
    file->size += length;
    return true;
  }
  if (written > 0) /* what stops a write in the middle is a full disk */
    why = ENOSPC;
  if (ftruncate(file->descriptor, (off_t)file->size) != 0)
    why = errno; /* a cut line is dropped on resuming */
  return cannot_write(file, why, err);
}

/* A line without a row to keep; *bad counts them. */
static void say_bad(const struct sweep_file *file, uint64_t line, const char *what,
                    uint64_t *bad)
{
  if (++*bad <= DAMAGED_SHOWN)
    fprintf(stderr, "lockhop: %s:%" PRIu64 ": %s\n", file->partial, line, what);
}

static void take_line(struct sweep_file *file, uint64_t line, const char *text,
                      size_t length, uint64_t *bad)
{
  struct sweep_record read;
  char what[96];

  if (!sweep_record_read(&read, text, length, file->plan)) {
    say_bad(file, line,
            "this row is damaged or of another sweep; its trial is run again if it is "
            "missing",
            bad);
  } else if (file->at[read.number] != 0) {
    snprintf(what, sizeof what, "trial %" PRIu64 " is there a second time; not used",
             read.number);
    say_bad(file, line, what, bad);
  } else {
    file->at[read.number] = file->size;
    file->done++;
  }
}

/* Take note of the whole lines in text[size]; file->size: up to where they go. */
static void read_rows(struct sweep_file *file, const char *text, size_t size)
{
  const char *end;
  uint64_t line = 2, bad = 0;

  for (; (end = memchr(text + file->size, '\n', size - file->size)) != NULL; line++) {
    const char *start = text + file->size;

    take_line(file, line, start, (size_t)(end - start), &bad);
    file->size = (uint64_t)(end + 1 - text);
  }
  if (file->size < size)
    say_bad(file, line, "this row was cut; its trial is run again", &bad);
  if (bad > DAMAGED_SHOWN)
    fprintf(stderr, "lockhop: %s: and %" PRIu64 " more such rows\n", file->partial,
            bad - DAMAGED_SHOWN);
}

static bool read_partial(struct sweep_file *file, struct err *err)
{
  char first[SWEEP_IDENTITY];
  size_t length = sweep_record_identity(first, file->plan), size;
  char *text = file_read(file->partial, &size, err);

  if (!text)
    return false;
  bool good = sweep_record_identify(text, size, file->plan, file->partial, err);
  if (good && size >= length) {
    file->size = length;
    read_rows(file, text, size);
  }
  free(text);
  /* What follows the last whole line is a line that was cut. */
  if (good && ftruncate(file->descriptor, (off_t)file->size) != 0)
    return cannot_write(file, errno, err);
  return good;
}

static bool open_partial(struct sweep_file *file, bool resume, struct err *err)
{
  int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK;
  struct stat status;

  file->descriptor = open(file->partial, resume ? flags : flags | O_CREAT | O_EXCL, 0666);
  if (file->descriptor >= 0 && fstat(file->descriptor, &status) == 0 &&
      S_ISREG(status.st_mode))
    return true;
  if (file->descriptor >= 0) {
    sweep_file_leave(file);
    return err_set(err, ERR_USAGE, "'%.500s' must be a regular file", file->partial);
  }
  if (resume && errno == ENOENT)
    return err_set(err, ERR_USAGE,
                   "there is no '%.500s' to resume; leave --resume out to start anew",
                   file->partial);
  if (!resume && errno == EEXIST)
    return err_set(err, ERR_USAGE,
                   "'%.500s' is left from a sweep that did not end: go on with it by "
                   "--resume, or remove it",
                   file->partial);
  return err_set(err, errno == ENOSPC ? ERR_ENVIRONMENT : ERR_USAGE,
                 "cannot %s '%.500s': %s", resume ? "open" : "create", file->partial,
                 strerror(errno));
}

/* Say early that FILE could not be created at the end. */
static bool check_creatable(const char *path, struct err *err)
{
  struct output_file probe;
  struct stat status;

  if (strcmp(path, "-") == 0 || (stat(path, &status) == 0 && !S_ISREG(status.st_mode)))
    return err_set(err, ERR_USAGE, "--output '%.500s': must be a regular file", path);
  if (strlen(path) > PATH_MOST)
    return err_set(err, ERR_USAGE, "the path of the output file is too long");
  if (!file_open(&probe, path, err))
    return false;
  file_abandon(&probe);
  return true;
}

bool sweep_file_open(struct sweep_file *file, const struct sweep_plan *plan,
                     const char *path, bool resume, bool force, struct err *err)
{
  char first[SWEEP_IDENTITY];
  size_t length = sweep_record_identity(first, plan);

  *file = (struct sweep_file){.plan = plan, .descriptor = -1, .force = force};
  if (!check_creatable(path, err))
    return false;
  snprintf(file->path, sizeof file->path, "%s", path);
  snprintf(file->partial, sizeof file->partial, "%.*s.partial", PATH_MOST, path);
  if (!force && access(path, F_OK) == 0)
    return sweep_finished_refuse(plan, path, resume ? file->partial : NULL, err);
  file->at = calloc(plan->trials, sizeof *file->at);
  if (!file->at)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %" PRIu64 " trials",
                   plan->trials);
  if (!open_partial(file, resume, err))
    return false;
  if (flock(file->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    sweep_file_leave(file);
    return err_set(err, ERR_USAGE,
                   "another sweep is writing '%.500s'; let it end, or give another output",
                   file->partial);
  }
  if (resume && !read_partial(file, err)) {
    sweep_file_leave(file);
    return false;
  }
  return file->size > 0 || append(file, first, length, err);
}

bool sweep_file_add(struct sweep_file *file, uint64_t number,
                    const struct trial_result *result, struct err *err)
{
  uint64_t start = file->size;
  char line[SWEEP_RECORD];

  if (!append(file, line, sweep_record_print(line, file->plan, number, result), err))
    return false;
  file->at[number] = start;
  file->done++;
  return true;
}

static void count(struct sweep_tally *tally, uint64_t number, enum outcome outcome)
{
  if (outcome == OUTCOME_PASS)
    return;
  if (tally->failed++ == 0) {
    tally->first = number;
    tally->first_outcome = outcome;
  }
  if (outcome != OUTCOME_DEADLOCK && outcome != OUTCOME_TIMEOUT)
    tally->only_stuck = false;
}

/* The rows of text[size], the partial file, in the order of the plan. */
static bool write_rows(const struct sweep_file *file, const char *text, size_t size,
                       FILE *stream, struct sweep_tally *tally)
{
  fprintf(stream, "%s\n", sweep_row_header(file->plan));
  for (uint64_t number = 0; number < file->plan->trials; number++) {
    const char *start = text + file->at[number];
    const char *end =
        size > file->at[number] ? memchr(start, '\n', size - file->at[number]) : NULL;
    struct sweep_record line;

    if (!end || !sweep_record_read(&line, start, (size_t)(end - start), file->plan) ||
        line.number != number)
      return false;
    count(tally, number, line.outcome);
    if (tally->each)
      tally->each(tally->self, file->plan, number, line.row, line.length, line.outcome);
    fwrite(line.row, 1, line.length + 1, stream);
  }
  return true;
}

static bool check_still_free(const struct sweep_file *file, struct err *err)
{
  if (file->force || access(file->path, F_OK) != 0)
    return true;
  return err_set(
      err, ERR_USAGE,
      "'%.500s' came into being while the sweep ran; --resume --force replaces it",
      file->path);
}

bool sweep_file_finish(struct sweep_file *file, struct sweep_tally *tally, struct err *err)
{
  struct output_file out;
  size_t size;
  char *text = file_read(file->partial, &size, err);

  *tally =
      (struct sweep_tally){.each = tally->each, .self = tally->self, .only_stuck = true};
  if (!text)
    return false;
  bool good = check_still_free(file, err) && file_open(&out, file->path, err);
  if (good && !write_rows(file, text, size, out.stream, tally)) {
    file_abandon(&out);
    good = err_set(err, ERR_ENVIRONMENT,
                   "'%.500s' was changed while the sweep ran; --resume runs again what is "
                   "not in it",
                   file->partial);
  } else if (good) {
    good = file_commit(&out, err);
  }
  free(text);
  if (good)
    unlink(file->partial);
  return good;
}

void sweep_file_leave(struct sweep_file *file)
{
  if (file->descriptor >= 0)
    close(file->descriptor);
  file->descriptor = -1;
}

void sweep_file_close(struct sweep_file *file)
{
  char first[SWEEP_IDENTITY];

  if (file->descriptor >= 0 && file->size <= sweep_record_identity(first, file->plan))
    unlink(file->partial);
  sweep_file_leave(file);
  free(file->at);
  file->at = NULL;
}
