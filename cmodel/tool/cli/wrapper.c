/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wrapper -- lockhop wrapper: a module `switch` around the user's own. */
#include "base/file.h"
#include "tool/cli/command.h"
#include "tool/console/settings.h"
#include "tool/session/machines.h"

#include <ctype.h>
#include <string.h>

/* For lockhop check: these shapes alone. */
static void print_limits(const struct wrapper_lines *fixed, FILE *file)
{
  for (size_t i = 0; i < fixed->count; i++) {
    const char *name = fixed->line[i].left;

    if (strcmp(name, "PRIORITY_BITS") == 0)
      continue;
    fputs(i == 0 ? "// lockhop: " : " ", file);
    for (const char *c = name; *c != '\0'; c++)
      fputc(tolower((unsigned char)*c), file);
    fprintf(file, "=%s", fixed->line[i].right);
  }
  fputs(fixed->count > 0 ? "\n" : "", file);
}

static void print(const struct session *s, const char *command, FILE *file)
{
  fprintf(file,
          "// switch -- a wrapper around %s: the parameters and ports of a switch of "
          "Lockhop.\n"
          "// Written by: %s\n",
          s->fit.wrapper.module, command);
  print_limits(&s->fit.wrapper.fixed, file);
  wrapper_print(&s->fit.wrapper, "switch", &s->shape, file);
}

static bool write_wrapper(struct session *s, const struct settings *settings,
                          struct err *err)
{
  struct fit_map map = {.path = NULL};
  struct output_file out;
  bool good = !settings->map || fit_map_open(&map, settings->map, err);

  good = good && machines_wrap(s, settings->map ? &map : NULL, err);
  fit_map_close(&map);
  if (good && strcmp(s->fit.wrapper.module, "switch") == 0)
    good = err_set(err, ERR_USAGE,
                   "'%.300s': its module is 'switch' too; give it another name, and --dut "
                   "\"--top NAME\"",
                   s->fit.file);
  good = good && fit_fix(&s->fit, err);
  s->shape.eject_ready = s->fit.eject_ready;
  if (!good ||
      !file_open_with(&out, settings->output ? settings->output : "-", settings->out, err))
    return false;
  print(s, settings->command, out.stream);
  return file_commit(&out, err);
}

int command_wrapper(const struct settings *settings, struct err *err)
{
  struct description d = settings->run;
  struct session s;

  d.topology = settings->argument[0];
  d.lock_step = true;
  d.compare = "flow";
  if (d.dut_count == 0) {
    err_set(err, ERR_USAGE, "lockhop wrapper: --dut names the files of your switch");
    return (int)err->kind;
  }
  if (!session_open(&s, &d, NULL, err))
    return (int)err->kind;
  const bool good = write_wrapper(&s, settings, err);
  session_close(&s);
  return good ? 0 : (int)err->kind;
}
