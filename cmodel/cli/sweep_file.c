/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_file -- the rows of a sweep on disk, so that no finished trial is lost. */
#include "cli/sweep_file.h"

#include "cli/sweep_row.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef LOCKHOP_VERSION
#define LOCKHOP_VERSION "unknown"
#endif

enum {
  PATH_MOST = FILE_PATH - 128,
  IDENTITY = 128,       /* bytes of the first line, its 0 included */
  LINE = SWEEP_ROW + 32 /* bytes of a line of the partial file */
};

/* The first line of the partial file, with its line end; its length. */
static size_t identity(const struct sweep_plan *plan, char line[IDENTITY])
{
  char hash[HASH_TEXT];

  hash_print(&plan->hash, hash);
  return (size_t)snprintf(line, IDENTITY, "# lockhop %s sweep %s\n", LOCKHOP_VERSION, hash);
}

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

static bool damaged(const struct sweep_file *file, uint64_t line, struct err *err)
{
  return err_set(err, ERR_USAGE,
                 "%.500s:%" PRIu64
                 ": this line is not of this plan; remove the file and start "
                 "anew without --resume",
                 file->partial, line);
}

/* Take note of the whole lines in text[size]; file->size: up to where they go. */
static bool read_rows(struct sweep_file *file, const char *text, size_t size,
                      struct err *err)
{
  const char *end;
  uint64_t line = 2;

  for (; (end = memchr(text + file->size, '\n', size - file->size)) != NULL; line++) {
    const char *start = text + file->size;
    char *row;
    uint64_t number = strtoull(start, &row, 10);
    enum outcome outcome;

    if (*start < '0' || *start > '9' || *row != ' ' || number >= file->plan->trials ||
        file->at[number] != 0 ||
        !sweep_row_check(row + 1, (size_t)(end - row - 1), file->plan, number, &outcome))
      return damaged(file, line, err);
    file->at[number] = file->size;
    file->done++;
    file->size = (uint64_t)(end + 1 - text);
  }
  return true;
}

static bool read_partial(struct sweep_file *file, struct err *err)
{
  char first[IDENTITY];
  size_t length = identity(file->plan, first), size;
  char *text = file_read(file->partial, &size, err);
  bool good = true;

  if (!text)
    return false;
  if (memcmp(text, first, size < length ? size : length) != 0)
    good =
        err_set(err, ERR_USAGE,
                "'%.500s' is of another plan or another version of lockhop: give its plan, "
                "or remove it and start anew without --resume",
                file->partial);
  else if (size >= length) {
    file->size = length;
    good = read_rows(file, text, size, err);
  }
  free(text);
  /* What follows the last whole line is a line that was cut. */
  if (good && ftruncate(file->descriptor, (off_t)file->size) != 0)
    return cannot_write(file, errno, err);
  return good;
}

static bool open_partial(struct sweep_file *file, bool resume, struct err *err)
{
  int flags = O_RDWR | O_APPEND | O_CLOEXEC;

  file->descriptor = open(file->partial, resume ? flags : flags | O_CREAT | O_EXCL, 0666);
  if (file->descriptor >= 0)
    return true;
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
                     const char *path, bool resume, struct err *err)
{
  char first[IDENTITY];
  size_t length = identity(plan, first);

  *file = (struct sweep_file){.plan = plan, .descriptor = -1};
  if (!check_creatable(path, err))
    return false;
  snprintf(file->path, sizeof file->path, "%s", path);
  snprintf(file->partial, sizeof file->partial, "%.*s.partial", PATH_MOST, path);
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
  char line[LINE];
  size_t length = (size_t)sprintf(line, "%" PRIu64 " ", number);

  length += sweep_row_print(line + length, file->plan, number, result);
  line[length++] = '\n';
  if (!append(file, line, length, err))
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
  fprintf(stream, "%s\n", sweep_row_header);
  for (uint64_t number = 0; number < file->plan->trials; number++) {
    const char *line = text + file->at[number];
    const char *end =
        size > file->at[number] ? memchr(line, '\n', size - file->at[number]) : NULL;
    const char *row = end ? memchr(line, ' ', (size_t)(end - line)) : NULL;
    enum outcome outcome;

    if (!row ||
        !sweep_row_check(row + 1, (size_t)(end - row - 1), file->plan, number, &outcome))
      return false;
    count(tally, number, outcome);
    fwrite(row + 1, 1, (size_t)(end - row), stream);
  }
  return true;
}

bool sweep_file_finish(struct sweep_file *file, struct sweep_tally *tally, struct err *err)
{
  struct output_file out;
  size_t size;
  char *text = file_read(file->partial, &size, err);

  *tally = (struct sweep_tally){.only_stuck = true};
  if (!text)
    return false;
  bool good = file_open(&out, file->path, err);
  if (good && !write_rows(file, text, size, out.stream, tally)) {
    file_abandon(&out);
    good = err_set(err, ERR_ENVIRONMENT,
                   "'%.500s' was changed while the sweep ran; remove it and start anew",
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
  if (file->descriptor >= 0 && file->done == 0)
    unlink(file->partial);
  sweep_file_leave(file);
  free(file->at);
  file->at = NULL;
}
