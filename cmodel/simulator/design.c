/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design -- what a simulator says that it has read and elaborated. */
#define _GNU_SOURCE /* getline */
#include "simulator/design.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ID_BYTES = 16 }; /* of a file's name in the XML */

/* --- XML --- */

struct file_id {
  char id[ID_BYTES];
  char *name;
};

/* The lines of the XML that count: one element each, as Verilator prints it. */
struct reader {
  struct file_id *files;
  size_t file_count;
  struct design *design;
};

/* Put the character of the entity at `text`, "&...;", to *to; its length, 0: it is none. */
static size_t entity(const char *text, char *to)
{
  static const struct {
    const char *text;
    char c;
  } names[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  char *end;

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strncmp(text, names[i].text, strlen(names[i].text)) == 0) {
      *to = names[i].c;
      return strlen(names[i].text);
    }
  if (text[1] != '#')
    return 0;
  bool hex = text[2] == 'x';
  *to = (char)strtoul(text + (hex ? 3 : 2), &end, hex ? 16 : 10);
  return *end == ';' ? (size_t)(end - text) + 1 : 0;
}

/* The value of an attribute in an element, to be freed; NULL: it has none, or no memory. */
static char *attribute(const char *line, const char *name)
{
  char pattern[32];
  size_t used = 0;

  snprintf(pattern, sizeof pattern, " %s=\"", name);
  const char *at = strstr(line, pattern);
  if (!at)
    return NULL;
  at += strlen(pattern);
  char *value = malloc(strcspn(at, "\"") + 1);
  while (value && *at != '"' && *at != '\0') {
    size_t length = *at == '&' ? entity(at, &value[used]) : 0;

    if (length == 0) {
      value[used] = *at;
      length = 1;
    }
    used++;
    at += length;
  }
  if (value)
    value[used] = '\0';
  return value;
}

static bool no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

/* <file id="a" filename="..." ...> */
static bool read_file(struct reader *r, const char *line, struct err *err)
{
  struct file_id *larger = realloc(r->files, (r->file_count + 1) * sizeof r->files[0]);
  char *id = attribute(line, "id");

  if (larger)
    r->files = larger;
  if (larger && id) {
    struct file_id *file = &r->files[r->file_count++];

    snprintf(file->id, sizeof file->id, "%s", id);
    file->name = attribute(line, "filename");
  }
  bool good = larger && id && r->files[r->file_count - 1].name;
  free(id);
  return good || no_memory(err);
}

/* <module loc="FILE,..." name="..." origName="..."> */
static bool read_module(struct reader *r, const char *line, struct err *err)
{
  struct design *d = r->design;
  struct design_module *larger = realloc(d->modules, (d->count + 1) * sizeof larger[0]);
  char *place = attribute(line, "loc");
  const char *file = NULL;

  if (larger)
    d->modules = larger;
  if (place)
    place[strcspn(place, ",")] = '\0';
  for (size_t i = 0; place && i < r->file_count; i++)
    if (strcmp(r->files[i].id, place) == 0)
      file = r->files[i].name;
  free(place);
  if (!file)
    return true; /* made by Verilator itself */
  if (larger)
    d->modules[d->count++] =
        (struct design_module){.name = attribute(line, "origName"), .file = strdup(file)};
  return (larger && d->modules[d->count - 1].name && d->modules[d->count - 1].file) ||
         no_memory(err);
}

static bool starts_with(const char *line, const char *start)
{
  return strncmp(line, start, strlen(start)) == 0;
}

static bool read_line(struct reader *r, const char *line, struct err *err)
{
  line += strspn(line, " ");
  if (starts_with(line, "<file "))
    return read_file(r, line, err);
  if (starts_with(line, "<module ") || starts_with(line, "<iface ") ||
      starts_with(line, "<package "))
    return read_module(r, line, err);
  return true;
}

bool design_open(struct design *design, const char *xml, struct err *err)
{
  struct reader r = {.design = design};
  FILE *file = fopen(xml, "r");
  char *line = NULL;
  size_t size = 0;
  bool good = true;

  *design = (struct design){0};
  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", xml, strerror(errno));
  while (good && getline(&line, &size, file) > 0)
    good = read_line(&r, line, err);
  free(line);
  fclose(file);
  for (size_t i = 0; i < r.file_count; i++)
    free(r.files[i].name);
  free(r.files);
  if (good && design->count == 0)
    good = err_set(err, ERR_ENVIRONMENT, "'%.500s' names no module", xml);
  if (!good)
    design_close(design);
  return good;
}

void design_close(struct design *design)
{
  for (size_t i = 0; i < design->count; i++) {
    free(design->modules[i].name);
    free(design->modules[i].file);
  }
  free(design->modules);
  *design = (struct design){0};
}

const char *design_file(const struct design *design, const char *module)
{
  for (size_t i = 0; i < design->count; i++)
    if (strcmp(design->modules[i].name, module) == 0)
      return design->modules[i].file;
  return NULL;
}

bool design_same_file(const char *told, const char *file)
{
  size_t length = strcspn(file, " ");

  return strlen(told) == length && strncmp(told, file, length) == 0;
}

/* --- files that were read --- */

/* `path` is in `directory`; the rest of it, or NULL. */
static const char *below(const char *path, const char *directory)
{
  size_t length = directory ? strlen(directory) : 0;

  return length > 0 && strncmp(path, directory, length) == 0 && path[length] == '/'
             ? path + length + 1
             : NULL;
}

/* Verilator itself is on its list. */
static bool is_tool(const char *path)
{
  const char *slash = strrchr(path, '/');

  return starts_with(slash ? slash + 1 : path, "verilator_bin");
}

/* What build.sh has to say to Verilator is part of the tools. */
static bool is_configuration(const char *in_work)
{
  return in_work &&
         (strcmp(in_work, "apart.vlt") == 0 || strcmp(in_work, "coverage.vlt") == 0);
}

static bool hash_one(struct hash *hash, const char *path, const struct design_scope *scope,
                     struct err *err)
{
  const char *in_work = below(path, scope->work);
  struct stat status;

  for (size_t i = 0; i < sizeof scope->skipped / sizeof scope->skipped[0]; i++)
    if (below(path, scope->skipped[i]))
      return true;
  if (is_tool(path) || is_configuration(in_work))
    return true;
  if (text_has_control(path))
    return err_set(err, ERR_USAGE,
                   "'%.500s': the name of a Verilog file has a control character", path);
  hash_text(hash, in_work ? in_work : path);
  /* A name with a blank is on the list a second time, cut there: that may be nothing, or a
   * directory. */
  if (stat(path, &status) != 0 || S_ISDIR(status.st_mode))
    return true;
  if (!S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "'%.500s' is included, and is not a regular file", path);
  return hash_file(hash, path, err);
}

/* Lines `S SIZE INODE TIME... "PATH"`; other lines are about what was written. */
bool design_hash_files(struct hash *hash, const char *files,
                       const struct design_scope *scope, struct err *err)
{
  FILE *list = fopen(files, "r");
  char *line = NULL;
  size_t size = 0, count = 0;
  bool good = true;

  if (!list)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", files,
                   strerror(errno));
  while (good && getline(&line, &size, list) > 0) {
    char *first = strchr(line, '"');
    char *last = strrchr(line, '"');

    if (line[0] != 'S')
      continue;
    if (last > first)
      *last = '\0';
    good = last > first
               ? hash_one(hash, first + 1, scope, err)
               : err_set(err, ERR_USAGE,
                         "the name of a Verilog file has a line break: %.300s", line);
    count++;
  }
  free(line);
  fclose(list);
  return good && (count > 0 || err_set(err, ERR_ENVIRONMENT, "'%.500s' is empty", files));
}
