/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lint -- what Verilator warns of in the user's files. */
#define _GNU_SOURCE /* getline */
#include "simulator/lint.h"

#include "simulator/build_log.h"
#include "simulator/design.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char warning[] = "%Warning-";
static const char loop_code[] = "UNOPTFLAT";

/* One warning, from its first line to the next. */
struct current {
  char *line; /* the first, taken apart: code and complaint point into it */
  const char *code;
  struct complaint at;
  bool told;
};

static bool starts_with(const char *text, const char *start)
{
  return strncmp(text, start, strlen(start)) == 0;
}

/* The name that the user knows the file by; NULL: it is ours. */
static const char *name_of(const char *path, const struct lint_files *files)
{
  for (size_t i = 0; i < files->count; i++)
    if (design_same_file(path, files->real[i]))
      return files->name[i];
  for (size_t i = 0; i < sizeof files->ours / sizeof files->ours[0]; i++)
    if (files->ours[i] && starts_with(path, files->ours[i]))
      return NULL;
  return path;
}

/* Tell the warning at this place. */
static void tell(struct lint *lint, struct current *c, const char *file, uint32_t line,
                 FILE *text)
{
  if (strcmp(c->code, loop_code) == 0 && lint->loop[0] == '\0')
    snprintf(lint->loop, sizeof lint->loop, "%.*s:%" PRIu32, LINT_PLACE - 16, file, line);
  if (lint->count++ < LINT_LINES)
    fprintf(text, "%s:%" PRIu32 ": %s: %s\n", file, line, c->code, c->at.text);
  c->told = true;
}

/* "%Warning-CODE: FILE:LINE:COLUMN: TEXT" */
static void start(struct lint *lint, struct current *c, const char *line,
                  const struct lint_files *files, FILE *text)
{
  free(c->line);
  *c = (struct current){.line = strdup(line)};
  if (!c->line)
    return;
  c->at = build_log_place(c->line);
  c->code = c->line + strlen(warning);
  c->line[strlen(warning) + strcspn(c->code, ":")] = '\0';
  const char *name = c->at.file ? name_of(c->at.file, files) : NULL;
  if (name)
    tell(lint, c, name, c->at.line, text);
}

/* A line below the first: "    FILE:LINE:COLUMN:      Example path: NAME". */
static void continue_loop(struct lint *lint, struct current *c, char *line,
                          const struct lint_files *files, FILE *text)
{
  if (!c->line || c->told || strcmp(c->code, loop_code) != 0 ||
      !strstr(line, "Example path: "))
    return;
  struct complaint at = build_log_place(line);
  const char *name = at.file ? name_of(at.file, files) : NULL;
  if (name)
    tell(lint, c, name, at.line, text);
}

bool lint_open(struct lint *lint, const char *log, const struct lint_files *files,
               struct err *err)
{
  struct current current = {.line = NULL};
  FILE *file = fopen(log, "r");
  char *line = NULL;
  size_t size = 0, length;

  *lint = (struct lint){.text = NULL};
  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", log, strerror(errno));
  FILE *text = open_memstream(&lint->text, &length);
  while (text && getline(&line, &size, file) > 0) {
    if (starts_with(line, warning))
      start(lint, &current, line, files, text);
    else
      continue_loop(lint, &current, line, files, text);
  }
  if (text && lint->count > LINT_LINES)
    fprintf(text, "%zu more warnings are not shown\n", lint->count - LINT_LINES);
  bool good = text && fclose(text) == 0;
  free(current.line);
  free(line);
  fclose(file);
  if (good && lint->count > 0)
    return true;
  lint_close(lint);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

void lint_close(struct lint *lint)
{
  free(lint->text);
  *lint = (struct lint){.text = NULL};
}
