/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lint -- collects Verilator's warnings about the user's files. */
#define _GNU_SOURCE /* asprintf, getline */
#include "verilog/simulator/lint.h"

#include "base/text.h"
#include "verilog/simulator/build_log.h"
#include "verilog/simulator/design.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char warning[] = "%Warning-";
static const char loop_code[] = "UNOPTFLAT";

/* Warnings of one kind at one place. */
struct fact {
  char *place; /* "FILE:LINE: CODE" */
  char *text;  /* of the first */
  size_t times;
};

struct facts {
  struct fact *list; /* [count] */
  size_t count;
  bool complete; /* memory was enough */
};

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

/* Add a fact unless it is known; takes `place`. */
static void add_fact(struct facts *facts, char *place, const char *text)
{
  struct fact *larger = realloc(facts->list, (facts->count + 1) * sizeof larger[0]);

  if (larger)
    facts->list = larger;
  char *copy = larger ? strdup(text) : NULL;
  if (copy) {
    larger[facts->count++] = (struct fact){.place = place, .text = copy, .times = 1};
    return;
  }
  facts->complete = false;
  free(place);
}

/* The warning is at this place. */
static void note(struct lint *lint, struct facts *facts, struct current *c,
                 const char *file, uint32_t line)
{
  size_t i = 0;
  char *place;

  c->told = true;
  if (strcmp(c->code, loop_code) == 0 && lint->loop[0] == '\0')
    snprintf(lint->loop, sizeof lint->loop, "%.*s:%" PRIu32, LINT_PLACE - 16, file, line);
  if (asprintf(&place, "%s:%" PRIu32 ": %s", file, line, c->code) < 0) {
    facts->complete = false;
    return;
  }
  while (i < facts->count && strcmp(facts->list[i].place, place) != 0)
    i++;
  if (i == facts->count) {
    add_fact(facts, place, c->at.text);
    return;
  }
  facts->list[i].times++;
  free(place);
}

/* "%Warning-CODE: FILE:LINE:COLUMN: TEXT" */
static void start(struct lint *lint, struct current *c, const char *line,
                  const struct lint_files *files, struct facts *facts)
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
    note(lint, facts, c, name, c->at.line);
}

/* A line below the first: "    FILE:LINE:COLUMN:      Example path: NAME". */
static void continue_loop(struct lint *lint, struct current *c, char *line,
                          const struct lint_files *files, struct facts *facts)
{
  if (!c->line || c->told || strcmp(c->code, loop_code) != 0 ||
      !strstr(line, "Example path: "))
    return;
  struct complaint at = build_log_place(line);
  const char *name = at.file ? name_of(at.file, files) : NULL;
  if (name)
    note(lint, facts, c, name, at.line);
}

/* Print the facts and free them.  False: no memory. */
static bool print_facts(struct lint *lint, struct facts *facts)
{
  size_t length;
  FILE *text = open_memstream(&lint->text, &length);

  lint->count = facts->count;
  for (size_t i = 0; i < facts->count; i++) {
    const struct fact *fact = &facts->list[i];

    if (text && i < LINT_LINES) {
      fprintf(text, "%s: %s", fact->place, fact->text);
      fprintf(text, fact->times > 1 ? " (%zu times)\n" : "\n", fact->times);
    }
    free(fact->place);
    free(fact->text);
  }
  free(facts->list);
  if (text && lint->count > LINT_LINES)
    fprintf(text, "%zu more warnings are not shown\n", lint->count - LINT_LINES);
  return text && text_close(text, &lint->text) && facts->complete;
}

bool lint_open(struct lint *lint, const char *log, const struct lint_files *files,
               struct err *err)
{
  struct facts facts = {.complete = true};
  struct current current = {.line = NULL};
  FILE *file = fopen(log, "r");
  char *line = NULL;
  size_t size = 0;

  *lint = (struct lint){.text = NULL};
  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", log, strerror(errno));
  while (getline(&line, &size, file) > 0) {
    if (starts_with(line, warning))
      start(lint, &current, line, files, &facts);
    else
      continue_loop(lint, &current, line, files, &facts);
  }
  const bool whole = feof(file); /* else getline had no memory */
  free(current.line);
  free(line);
  fclose(file);
  const bool good = whole && print_facts(lint, &facts);
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
