/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* job_lines -- files of jobs, or of results. */
#define _GNU_SOURCE /* memrchr */
#include "tool/jobs/job_lines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *id_of(const struct job_lines *lines, const struct job_line *line)
{
  return lines->kind == JOB_LINES_REQUESTS ? line->request.id : line->result.id;
}

bool job_line_error(const struct job_line *line, struct err *err)
{
  return err_set(err, err->kind ? err->kind : ERR_USAGE, "%.400s:%" PRIu64 ": %.500s",
                 strcmp(line->path, "-") == 0 ? "standard input" : line->path, line->number,
                 err->text);
}

static struct job_line *add(struct job_lines *lines, struct err *err)
{
  if (lines->count == lines->capacity) {
    const size_t capacity = lines->capacity ? 2 * lines->capacity : 64;
    struct job_line *more = realloc(lines->lines, capacity * sizeof *more);

    if (!more) {
      err_set(err, ERR_ENVIRONMENT, "not enough memory for the jobs");
      return NULL;
    }
    lines->lines = more;
    lines->capacity = capacity;
  }
  return &lines->lines[lines->count++];
}

static bool take(struct job_lines *lines, const char *path, uint64_t number,
                 const char *text, size_t length, struct err *err)
{
  struct job_line *line = add(lines, err);
  json_error_t why;

  if (!line)
    return false;
  *line = (struct job_line){.path = path, .number = number};
  errno = 0; /* Jansson may say of a text that it had no memory for that it is not JSON */
  line->json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
  if (!line->json) {
    if (errno != ENOMEM && why.text[0])
      err_set(err, ERR_USAGE, "is not JSON: %.100s", why.text);
    else
      err_set(err, ERR_ENVIRONMENT, "not enough memory for the line");
    return job_line_error(line, err);
  }
  const bool good = lines->kind == JOB_LINES_REQUESTS
                        ? job_request_read(&line->request, line->json, err)
                        : job_result_read(&line->result, line->json, err);
  return good || job_line_error(line, err);
}

static int compare_ids(const char *a, const char *b)
{
  return strcmp(a, b);
}

static int compare_requests(const void *left, const void *right)
{
  const struct job_line *a = *(struct job_line *const *)left;
  const struct job_line *b = *(struct job_line *const *)right;
  const int order = compare_ids(a->request.id, b->request.id);

  return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int compare_results(const void *left, const void *right)
{
  const struct job_line *a = *(struct job_line *const *)left;
  const struct job_line *b = *(struct job_line *const *)right;

  return compare_ids(a->result.id, b->result.id);
}

/* Sort by id and mark duplicates; two jobs with one id are an error. */
static bool sort(struct job_lines *lines, struct err *err)
{
  free(lines->by_id);
  lines->by_id = malloc((lines->count + 1) * sizeof(struct job_line *));
  if (!lines->by_id)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the jobs");
  for (size_t i = 0; i < lines->count; i++)
    lines->by_id[i] = &lines->lines[i];
  qsort(lines->by_id, lines->count, sizeof(struct job_line *),
        lines->kind == JOB_LINES_REQUESTS ? compare_requests : compare_results);
  for (size_t i = 1; i < lines->count; i++) {
    struct job_line *a = lines->by_id[i - 1], *b = lines->by_id[i];

    if (strcmp(id_of(lines, a), id_of(lines, b)) != 0)
      continue;
    a->twice = b->twice = true;
    if (lines->kind == JOB_LINES_REQUESTS) {
      err_set(err, ERR_USAGE, "job %s is in line %" PRIu64 " already", b->request.id,
              a->number);
      return job_line_error(b, err);
    }
  }
  return true;
}

static bool read_stream(struct job_lines *lines, FILE *stream, const char *path,
                        struct err *err)
{
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  bool good = true;

  for (uint64_t number = 1; good && (length = getline(&text, &room, stream)) > 0; number++)
    if (text[strspn(text, " \t\r\n")] != '\0')
      good = take(lines, path, number, text, (size_t)length, err);
  if (good && !feof(stream)) /* getline had no memory, too */
    good =
        err_set(err, err_kind_of(errno), "cannot read '%.500s': %s", path, strerror(errno));
  free(text);
  return good;
}

bool job_lines_read(struct job_lines *lines, const char *path, enum job_lines_kind kind,
                    struct err *err)
{
  const bool standard = strcmp(path, "-") == 0;
  FILE *stream = standard ? stdin : fopen(path, "r");

  lines->kind = kind;
  if (!stream)
    return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s", path,
                   strerror(errno));
  const bool good = read_stream(lines, stream, path, err);
  if (!standard)
    fclose(stream);
  return good && sort(lines, err);
}

bool job_lines_resume(struct job_lines *lines, const char *path, struct err *err)
{
  size_t size;
  char *text = file_read(path, &size, err);

  if (!text)
    return false;
  const char *last = memrchr(text, '\n', size);
  const size_t whole = last ? (size_t)(last + 1 - text) : 0;

  free(text);
  if (whole < size && truncate(path, (off_t)whole) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot cut '%.500s': %s", path, strerror(errno));
  return job_lines_read(lines, path, JOB_LINES_RESULTS, err);
}

struct job_line *job_lines_find(const struct job_lines *lines, const char *id)
{
  size_t low = 0, high = lines->by_id ? lines->count : 0;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = strcmp(id_of(lines, lines->by_id[middle]), id);

    if (order == 0)
      return lines->by_id[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

void job_lines_know(struct job_lines *lines, const char *id)
{
  struct job_line *line = job_lines_find(lines, id);

  if (line)
    line->known = true;
  for (size_t i = 0; line && line->twice && i < lines->count; i++)
    if (strcmp(id_of(lines, &lines->lines[i]), id) == 0)
      lines->lines[i].known = true;
}

void job_lines_close(struct job_lines *lines)
{
  for (size_t i = 0; i < lines->count; i++)
    json_decref(lines->lines[i].json);
  free(lines->lines);
  free(lines->by_id);
  *lines = (struct job_lines){.count = 0};
}
