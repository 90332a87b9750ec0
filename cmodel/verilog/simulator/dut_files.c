/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_files -- checks that the user's files are Verilog, and part of the tested design. */
#include "verilog/simulator/dut_files.h"

#include "base/text.h"
#include "verilog/generate/modules.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MODULES_MAX = 64 }; /* of one file, that a reason is looked for among */

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text);

  return length > strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* --- names --- */

/* Verilator puts variables of the environment for $ and ends a name at ". */
static bool is_expanded(const char *path)
{
  return strpbrk(path, "$\"") != NULL;
}

bool dut_files_check_folder(const char *path, struct err *err)
{
  return !is_expanded(path) ||
         err_set(err, ERR_USAGE, "'%.500s': Verilator cannot take a folder with $ or \"",
                 path);
}

/* Also of the directories that lead to it: Verilator gets the whole path. */
static bool check_characters(const char *path, struct err *err)
{
  char *real = realpath(path, NULL);
  const bool control = text_has_control(path) || (real && text_has_control(real));
  const bool expanded = is_expanded(path) || (real && is_expanded(real));

  if (control)
    err_set(err, ERR_USAGE, "'%.500s': the name of a Verilog file has a control character",
            path);
  else if (expanded)
    err_set(err, ERR_USAGE,
            "'%.500s': Verilator cannot take a file whose path has $ or \"; rename it",
            real && !is_expanded(path) ? real : path);
  free(real);
  return !control && !expanded;
}

/* Refuse a file that Verilator would not take for Verilog, or cannot read twice. */
static bool check_name(const char *path, struct stat *status, struct err *err)
{
  if (!check_characters(path, err))
    return false;
  if (stat(path, status) != 0)
    return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s", path,
                   strerror(errno));
  if (!S_ISREG(status->st_mode))
    return err_set(err, ERR_USAGE, "cannot read '%.500s': it is not a regular file", path);
  if (path[0] == '-' || path[0] == '+')
    return err_set(err, ERR_USAGE, "'%.500s' looks like an option: write './%.500s'", path,
                   path);
  if (!ends_with(path, ".v") && !ends_with(path, ".sv"))
    return err_set(err, ERR_USAGE, "'%.500s': the name of a Verilog file ends in .v or .sv",
                   path);
  return true;
}

bool dut_files_check(const struct plugin_request *request, struct err *err)
{
  for (size_t i = 0; i < request->dut_count; i++) {
    struct stat status, other;

    if (!check_name(request->dut_files[i], &status, err))
      return false;
    for (size_t k = 0; k < i; k++)
      if (stat(request->dut_files[k], &other) == 0 && other.st_dev == status.st_dev &&
          other.st_ino == status.st_ino)
        return err_set(err, ERR_USAGE, "'%.500s' is given twice", request->dut_files[i]);
  }
  return true;
}

/* --- what is in the design --- */

/* Is there a file rtl/<folder>/NAME.v, or is it route_unit, which has no file? */
static bool is_ours(const char *name, const struct module_files *all)
{
  char path[MODULE_NAME + 4];

  snprintf(path, sizeof path, "/%.63s.v", name);
  for (size_t i = 0; i < all->count; i++)
    if (ends_with(all->paths[i], path))
      return true;
  return strcmp(name, "route_unit") == 0;
}

/* What is asked about the files. */
struct asked {
  const struct plugin_request *request;
  const char *const *real;
  const struct design *design;
  const struct dut_question *question;
  struct module_files all;
};

/* Explain why no module of a file is in the design; names[count] are the modules that its
 * text defines. *elsewhere: other switches use one of them. */
static bool say_why(const struct asked *asked, const char *path, char (*names)[MODULE_NAME],
                    size_t count, bool *elsewhere, struct err *err)
{
  const struct design *design = asked->design;

  for (size_t i = 0; i < count; i++)
    if (design_file(design, names[i]))
      return err_set(err, ERR_USAGE,
                     "'%.400s' is not tested: module '%s' of the design is from "
                     "'%.400s'; is it under an `ifdef here?",
                     path, names[i], design_file(design, names[i]));
  for (size_t i = 0; i < count; i++)
    if (is_ours(names[i], &asked->all)) {
      *elsewhere = true;
      return err_set(err, ERR_USAGE,
                     "'%.500s' is not tested: a switch of this network, routing and size "
                     "has no module '%s'; name a network that has it, or, if 'lockhop rtl' "
                     "wrote it, its whole files.f",
                     path, names[i]);
    }
  if (count > 0)
    return err_set(err, ERR_USAGE,
                   "'%.500s' is not tested: it defines no module 'switch', nor another "
                   "that the switch is made of, and no module of the design has a '%s'",
                   path, names[0]);
  return err_set(err, ERR_USAGE,
                 "'%.500s' is not tested: it defines no module, and nothing in the design "
                 "needs it",
                 path);
}

/* A module of the file `real` is in the design.  names[count]: those that its text
 * defines.  They matter only where the names of several files are the same up to a blank.
 */
static bool is_elaborated(const struct design *design, const char *real,
                          char (*names)[MODULE_NAME], size_t count)
{
  for (size_t i = 0; i < design->count; i++) {
    const struct design_module *module = &design->modules[i];
    bool is_its = strcmp(module->file, real) == 0;

    for (size_t k = 0; k < count && !is_its; k++)
      is_its = strcmp(names[k], module->name) == 0;
    if (is_its && !module->package && design_same_file(module->file, real))
      return true;
  }
  return false;
}

/* A list may have more than this design needs. */
static bool is_of_a_list(const struct plugin_request *request, const char *path)
{
  if (!request->list)
    return false;
  for (size_t i = 0; i < request->list->named.count; i++)
    if (strcmp(request->list->named.text[i], path) == 0)
      return false;
  return true;
}

/* Is any of the files part of the design? */
static bool has_any(const struct asked *asked)
{
  for (size_t i = 0; i < asked->request->dut_count; i++)
    for (size_t k = 0; k < asked->design->count; k++)
      if (!asked->design->modules[k].package &&
          design_same_file(asked->design->modules[k].file, asked->real[i]))
        return true;
  return false;
}

static bool check_elaborated(const struct asked *asked, size_t file, bool *elsewhere,
                             struct err *err)
{
  const char *path = asked->request->dut_files[file];
  char names[MODULES_MAX][MODULE_NAME];
  size_t size;

  char *text = file_read(path, &size, err);
  if (!text)
    return false;
  size_t count = modules_defined(text, names, MODULES_MAX);
  free(text);
  return is_elaborated(asked->design, asked->real[file], names, count) ||
         (count == 0 && asked->question->is_needed(asked->question->self, file)) ||
         say_why(asked, path, names, count, elsewhere, err);
}

bool dut_files_elaborated(const struct plugin_request *request, const char *const *real,
                          const struct design *design, const struct dut_question *question,
                          const char *share, struct err *err)
{
  struct asked asked = {request, real, design, question, {0}};
  bool good = modules_all(&asked.all, share, err);
  const bool asks = good;

  /* Report a file of other switches if there is one; else the first file. */
  for (size_t i = 0; asks && i < request->dut_count; i++) {
    struct err why;
    bool elsewhere = false;

    if (is_of_a_list(request, request->dut_files[i]) && has_any(&asked))
      continue;
    if (check_elaborated(&asked, i, &elsewhere, &why))
      continue;
    if (good || elsewhere)
      *err = why;
    good = false;
    if (!elsewhere)
      continue;
    if (request->elsewhere)
      *request->elsewhere = true;
    break;
  }
  modules_free(&asked.all);
  return good;
}
