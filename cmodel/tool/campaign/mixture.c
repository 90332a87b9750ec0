/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mixture -- results of jobs that are not all of one design. */
#include "tool/campaign/mixture.h"

#include <stdlib.h>
#include <string.h>

/* One line of what was read for a result: "HASH NAME". */
struct source {
  const char *hash, *name;
  size_t name_length;
  const struct job_line *line;
};

struct source_list {
  struct source *sources; /* [count] */
  size_t count, capacity;
};

enum { DIGITS = HASH_TEXT - 1 };

static bool add(struct source_list *list, const struct source *source)
{
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity ? 2 * list->capacity : 256;
    struct source *larger = realloc(list->sources, capacity * sizeof *larger);

    if (!larger)
      return false;
    list->sources = larger;
    list->capacity = capacity;
  }
  list->sources[list->count++] = *source;
  return true;
}

static bool add_lines(struct source_list *list, const struct job_line *line)
{
  const char *text = line->result.sources, *end;

  for (; text && (end = strchr(text, '\n')) != NULL; text = end + 1)
    if (end - text > DIGITS + 1 &&
        !add(list, &(struct source){.hash = text,
                                    .name = text + DIGITS + 1,
                                    .name_length = (size_t)(end - text) - DIGITS - 1,
                                    .line = line}))
      return false;
  return true;
}

static int compare(const void *left, const void *right)
{
  const struct source *a = left, *b = right;
  const size_t shorter = a->name_length < b->name_length ? a->name_length : b->name_length;
  const int order = memcmp(a->name, b->name, shorter);

  if (order != 0 || a->name_length != b->name_length)
    return order ? order
                 : (a->name_length > b->name_length) - (b->name_length > a->name_length);
  return (a->line > b->line) - (a->line < b->line);
}

static bool same_name(const struct source *a, const struct source *b)
{
  return a->name_length == b->name_length && memcmp(a->name, b->name, a->name_length) == 0;
}

/* The same name is the same file. */
static bool same_sources(const struct job_lines *lines, struct err *err)
{
  struct source_list list = {.count = 0};
  bool good = true;

  for (size_t i = 0; good && i < lines->count; i++)
    good = add_lines(&list, &lines->lines[i]) ||
           err_set(err, ERR_ENVIRONMENT, "not enough memory for the results");
  if (good && list.count > 0)
    qsort(list.sources, list.count, sizeof *list.sources, compare);
  for (size_t i = 1; good && i < list.count; i++) {
    const struct source *a = &list.sources[i - 1], *b = &list.sources[i];

    if (!same_name(a, b) || memcmp(a->hash, b->hash, DIGITS) == 0)
      continue;
    err_set(err, ERR_USAGE,
            "'%.*s' has other contents than it had for job %s: the results are of two "
            "designs",
            (int)b->name_length, b->name, a->line->result.id);
    good = job_line_error(b->line, err);
  }
  free(list.sources);
  return good;
}

/* A run in lock step, or a build, that came to its end says what was read. */
static bool says_sources(const struct job_line *line, struct err *err)
{
  const struct run_end *run = &line->result.run;

  if (!run->end.worked || run->end.err.kind != ERR_NONE || line->result.sources)
    return true;
  err_set(
      err, ERR_USAGE,
      "the result does not say which Verilog was read; make it again with lockhop jobs");
  return job_line_error(line, err);
}

bool mixture_is_none(const struct job_lines *lines, const struct hash *design,
                     struct err *err)
{
  char text[HASH_TEXT];

  if (design)
    hash_print(design, text);
  for (size_t i = 0; design && i < lines->count; i++)
    if (strcmp(lines->lines[i].result.design, text) != 0) {
      err_set(
          err, ERR_USAGE,
          "the result is of another design: of other --dut files, or of other contents");
      return job_line_error(&lines->lines[i], err);
    }
  for (size_t i = 0; design && i < lines->count; i++)
    if (!says_sources(&lines->lines[i], err))
      return false;
  return same_sources(lines, err);
}
