/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design_xml -- the XML that Verilator prints of a design, with --xml-only. */
#define _GNU_SOURCE /* getline */
#include "verilog/simulator/design_formats.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = 16 }; /* of a file's name in the XML */

struct file_id {
  char id[ID_BYTES];
  char *name;
};

/* The lines of the XML that count: one element each, as Verilator prints it. */
struct reader {
  struct file_id *files;
  size_t file_count;
  struct design *design;
  bool in_top;     /* between the ends of the module design->top */
  bool in_routine; /* of one of its functions or tasks, whose arguments are no ports */
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
  char *place = attribute(line, "loc"), *name = attribute(line, "origName");
  const char *file = NULL;
  bool good =
      (place || !strstr(line, " loc=\"")) && (name || !strstr(line, " origName=\""));

  if (!good)
    no_memory(err);
  if (place)
    place[strcspn(place, ",")] = '\0';
  for (size_t i = 0; place && i < r->file_count; i++)
    if (strcmp(r->files[i].id, place) == 0)
      file = r->files[i].name;
  r->in_top = name && r->design->top && strcmp(name, r->design->top) == 0;
  if (good && name && file && file[0] != '<')
    good = design_add(r->design, name, file,
                      strncmp(line, "<package ", strlen("<package ")) == 0, err);
  free(place);
  free(name);
  return good;
}

/* <var ... dir="input" ... origName="..."/>, <var ... origName="..." param="true"> */
static bool read_var(struct reader *r, const char *line, struct err *err)
{
  static const struct {
    const char *text;
    enum design_name_kind kind;
  } kinds[] = {{" dir=\"input\"", DESIGN_INPUT},
               {" dir=\"output\"", DESIGN_OUTPUT},
               {" dir=\"inout\"", DESIGN_INOUT},
               {" param=\"true\"", DESIGN_PARAMETER}};
  bool good = true;

  for (size_t i = 0; good && i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!strstr(line, kinds[i].text))
      continue;
    char *name = attribute(line, "origName");

    good = name ? design_add_name(r->design, kinds[i].kind, name, err) : no_memory(err);
    free(name);
    break;
  }
  return good;
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
  if (starts_with(line, "<func ") || starts_with(line, "<task "))
    r->in_routine = !strstr(line, "/>");
  if (starts_with(line, "</func>") || starts_with(line, "</task>"))
    r->in_routine = false;
  if (r->in_top && !r->in_routine && starts_with(line, "<var "))
    return read_var(r, line, err);
  if (starts_with(line, "</module>"))
    r->in_top = false;
  return true;
}

bool design_read_xml(struct design *design, const char *path, struct err *err)
{
  struct reader r = {.design = design};
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  bool good = true;

  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", path, strerror(errno));
  while (good && getline(&line, &size, file) > 0)
    good = read_line(&r, line, err);
  if (good && !feof(file)) /* getline had no memory */
    good = err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s' to its end", path);
  free(line);
  fclose(file);
  for (size_t i = 0; i < r.file_count; i++)
    free(r.files[i].name);
  free(r.files);
  return good;
}
