/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_files -- are the user's files Verilog that would be tested? */
#include "network/dut_files.h"

#include "network/modules.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text);

  return length > strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* Does `name` replace a module of ours: route_unit, or a file of rtl/? */
static bool replaces(const char *name, const struct module_files *files)
{
  char path[MODULE_NAME + 4];

  snprintf(path, sizeof path, "/%s.v", name);
  if (strcmp(name, "route_unit") == 0)
    return true;
  for (size_t i = 0; i < files->count; i++)
    if (ends_with(files->paths[i], path))
      return true;
  return false;
}

/* A file that Verilator would take for something else than Verilog, or cannot read twice,
 * is refused.  *fits becomes true when one of its modules replaces one that is in use. */
static bool check_dut(const char *path, const struct module_files *used, bool *fits,
                      struct err *err)
{
  char names[64][MODULE_NAME];
  struct stat status;
  size_t size, count;
  char *text;

  if (stat(path, &status) != 0)
    return err_set(err, ERR_USAGE, "cannot read '%.500s': %s", path, strerror(errno));
  if (!S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "cannot read '%.500s': it is not a regular file", path);
  if (path[0] == '-' || path[0] == '+')
    return err_set(err, ERR_USAGE, "'%.500s' looks like an option: write './%.500s'", path,
                   path);
  if (!ends_with(path, ".v") && !ends_with(path, ".sv"))
    return err_set(err, ERR_USAGE, "'%.500s': the name of a Verilog file ends in .v or .sv",
                   path);
  text = file_read(path, &size, err);
  if (!text)
    return false;
  count = modules_defined(text, names, sizeof names / sizeof names[0]);
  for (size_t i = 0; i < count; i++)
    *fits = *fits || replaces(names[i], used);
  free(text);
  return true;
}

bool dut_files_check(const struct plugin_request *request, const char *share,
                     struct err *err)
{
  const char *const roots[] = {"switch", request->shape->routing->unit->name};
  struct module_files used;
  bool good, fits = false;

  if (request->dut_count == 0)
    return true;
  good = modules_used(&used, share, roots, 2, err);
  for (size_t i = 0; good && i < request->dut_count; i++)
    good = check_dut(request->dut_files[i], &used, &fits, err);
  modules_free(&used);
  if (good && !fits)
    return err_set(err, ERR_USAGE,
                   "'%.500s' defines no module 'switch', nor another that the switch is "
                   "made of, so it would not be tested",
                   request->dut_files[0]);
  return good;
}
