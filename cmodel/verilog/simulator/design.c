/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design -- the files that a simulator read, and the modules that it elaborated. */
#define _GNU_SOURCE /* getline */
#include "verilog/simulator/design.h"

#include "base/text.h"
#include "verilog/simulator/design_formats.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool design_add(struct design *design, const char *module, const char *file, bool package,
                struct err *err)
{
  struct design_module *larger =
      realloc(design->modules, (design->count + 1) * sizeof larger[0]);

  if (!larger)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  design->modules = larger;
  struct design_module *added = &larger[design->count++];
  *added = (struct design_module){
      .name = strdup(module), .file = strdup(file), .package = package};
  return (added->name && added->file) || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

bool design_add_name(struct design *design, enum design_name_kind kind, const char *name,
                     struct err *err)
{
  struct design_name *larger =
      realloc(design->names, (design->name_count + 1) * sizeof larger[0]);

  if (!larger)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  design->names = larger;
  struct design_name *added = &larger[design->name_count++];
  *added = (struct design_name){.kind = kind, .name = strdup(name)};
  return added->name || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

bool design_open(struct design *design, const char *path, const char *top, struct err *err)
{
  FILE *file = fopen(path, "r");

  *design = (struct design){.top = top};
  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", path, strerror(errno));
  const int first = getc(file);
  fclose(file);
  bool good = first == '<' ? design_read_xml(design, path, err)
                           : design_read_json(design, path, err);
  if (good && design->count == 0)
    good = err_set(err, ERR_ENVIRONMENT, "'%.500s' names no module", path);
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
  for (size_t i = 0; i < design->name_count; i++)
    free(design->names[i].name);
  free(design->modules);
  free(design->names);
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
  const size_t length = strlen(told);

  return strncmp(told, file, length) == 0 &&
         (file[length] == '\0' || (file[length] == ' ' && !strchr(told, ' ')));
}

/* --- files that were read --- */

const char *design_below(const char *path, const char *directory)
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

  return strncmp(slash ? slash + 1 : path, "verilator_bin", strlen("verilator_bin")) == 0;
}

/* Configuration files of build.sh belong to the tools. */
static bool is_configuration(const char *in_work)
{
  return in_work &&
         (strcmp(in_work, "apart.vlt") == 0 || strcmp(in_work, "coverage.vlt") == 0);
}

static bool visit_one(const char *path, const struct design_scope *scope,
                      design_visit *visit, void *self, struct err *err)
{
  const char *in_work = design_below(path, scope->work);

  for (size_t i = 0; i < sizeof scope->skipped / sizeof scope->skipped[0]; i++)
    if (design_below(path, scope->skipped[i]))
      return true;
  if (is_tool(path) || is_configuration(in_work))
    return true;
  if (text_has_control(path))
    return err_set(err, ERR_USAGE,
                   "'%.500s': the name of a Verilog file has a control character", path);
  return visit(self, path, in_work, err);
}

/* The path in a line `S SIZE INODE TIME... "PATH"`, in newer versions `... "HASH" "PATH"`;
 * it ends the line.  NULL: there is none. */
static char *path_in(char *line)
{
  char *first = strchr(line, '"');
  char *last = strrchr(line, '"');
  char *second = first ? strchr(first + 1, '"') : NULL;

  if (second && strncmp(second, "\" \"", 3) == 0)
    first = second + 2;
  if (last <= first)
    return NULL;
  *last = '\0';
  return first + 1;
}

/* Other lines are about what was written. */
bool design_files(const char *files, const struct design_scope *scope, design_visit *visit,
                  void *self, struct err *err)
{
  FILE *list = fopen(files, "r");
  char *line = NULL;
  size_t size = 0, count = 0;
  bool good = true;

  if (!list)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", files,
                   strerror(errno));
  while (good && getline(&line, &size, list) > 0) {
    if (line[0] != 'S')
      continue;
    char *path = path_in(line);

    good = path ? visit_one(path, scope, visit, self, err)
                : err_set(err, ERR_USAGE,
                          "the name of a Verilog file has a line break: %.300s", line);
    count++;
  }
  if (good && !feof(list)) /* getline had no memory */
    good = err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s' to its end", files);
  free(line);
  fclose(list);
  return good && (count > 0 || err_set(err, ERR_ENVIRONMENT,
                                       "'%.500s' is empty: is the disk full?", files));
}

/* A design_visit. */
static bool hash_one(void *self, const char *path, const char *in_work, struct err *err)
{
  struct hash *hash = self;
  struct stat status;

  hash_text(hash, in_work ? in_work : path);
  /* A name with a blank is listed a second time, cut at the blank. That path may not exist,
   * or be a directory. */
  if (stat(path, &status) != 0 || S_ISDIR(status.st_mode))
    return true;
  if (!S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "'%.500s' is included, and is not a regular file", path);
  return hash_file(hash, path, err);
}

bool design_hash_files(struct hash *hash, const char *files,
                       const struct design_scope *scope, struct err *err)
{
  return design_files(files, scope, hash_one, hash, err);
}
