/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* build_log -- one clear line from what Verilator and the compiler have printed. */
#include "network/build_log.h"

#include "base/file.h"
#include "network/modules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  LINE_BYTES = 2048,
  MODULES_MAX = 64, /* of one file of the user */
  KILLED_BY_SIGNAL = 128
};

/* "%Error-CODE: FILE:LINE:COLUMN: TEXT", taken apart; the strings point into the line. */
struct complaint {
  const char *file; /* NULL: no place is given */
  uint32_t line;
  const char *text;
};

static struct complaint take_apart(char *line)
{
  struct complaint c = {.text = strchr(line, ':')};

  line[strcspn(line, "\n")] = '\0';
  c.text = c.text ? c.text + 1 + strspn(c.text + 1, " ") : line;
  /* A path may hold colons too: the place ends with ":LINE:COLUMN: ". */
  for (char *at = strchr(c.text, ':'); at; at = strchr(at + 1, ':')) {
    uint32_t row, column;
    int length = 0;

    if (sscanf(at, ":%" SCNu32 ":%" SCNu32 ": %n", &row, &column, &length) != 2 ||
        length == 0)
      continue;
    c.file = c.text;
    c.line = row;
    c.text = at + length;
    *at = '\0';
    break;
  }
  return c;
}

/* "Output port connection 'NAME' expects N bits on the pin connection, but pin connection's
 * ... generates M bits." */
static bool say_width(const char *text, char *said, size_t size)
{
  const char *name = strstr(text, "port connection '");
  const char *given = strstr(text, "generates ");
  char port[MODULE_NAME];
  uint32_t has, wants;

  if (!name || !given ||
      sscanf(name, "port connection '%63[^']' expects %" SCNu32 " bits", port, &has) != 2 ||
      sscanf(given, "generates %" SCNu32 " bits", &wants) != 1)
    return false;
  snprintf(said, size, "has a port '%s' of %" PRIu32 " bits instead of %" PRIu32, port, has,
           wants);
  return true;
}

/* What Verilator says about an instance, said about the module that is instantiated. */
static void say_of_module(const char *text, char *said, size_t size)
{
  static const struct {
    const char *pin;
    const char *module;
  } phrases[] = {
      {"Pin not found: ", "lacks the port "},
      {"Pin is not an in/out/inout/param/interface: ", "lacks the port "},
      {"Cell has missing pin: ", "has one port too many, "},
      {"Parameter pin is not an in/out/inout/param/interface: ", "lacks the parameter "},
      {"Parameter pin not found: ", "lacks the parameter "},
  };

  for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
    size_t length = strlen(phrases[i].pin);

    if (strncmp(text, phrases[i].pin, length) == 0) {
      snprintf(said, size, "%s%s", phrases[i].module, text + length);
      return;
    }
  }
  if (!say_width(text, said, size))
    snprintf(said, size, "does not fit: %s", text);
}

/* An error where our Verilog instantiates a module of the user's file `dut`: tell it there.
 * False: the place is no such instance. */
static bool blame(const struct complaint *c, const char *dut, struct err *err)
{
  char names[MODULES_MAX][MODULE_NAME], said[LINE_BYTES];
  const char *list[MODULES_MAX];
  const char *module = NULL;
  struct err ignored;
  size_t size;
  char *ours = file_read(c->file, &size, &ignored);
  char *theirs = file_read(dut, &size, &ignored);

  if (ours && theirs) {
    size_t count = modules_defined(theirs, names, MODULES_MAX);

    for (size_t i = 0; i < count; i++)
      list[i] = names[i];
    module = modules_instance(ours, c->line, list, count);
  }
  if (module) {
    say_of_module(c->text, said, sizeof said);
    err_set(err, ERR_USAGE, "%.400s:%" PRIu32 ": module '%s' %.400s", dut,
            modules_definition(theirs, module), module, said);
  }
  free(ours);
  free(theirs);
  return module != NULL;
}

/* Verilator was given the real path; the user has another name for it. */
static bool is_same_file(const char *path, const char *dut)
{
  char *real = realpath(dut, NULL);
  bool same = real && strcmp(path, real) == 0;

  free(real);
  return same;
}

bool build_log_verilog(FILE *log, const char *const *dut_files, size_t dut_count,
                       struct err *err)
{
  char line[LINE_BYTES], first[LINE_BYTES] = "Verilator failed without a message";

  rewind(log);
  while (fgets(line, sizeof line, log))
    if (strncmp(line, "%Error", strlen("%Error")) == 0) {
      memcpy(first, line, sizeof first);
      break;
    }
  struct complaint c = take_apart(first);
  for (size_t i = 0; i < dut_count && c.file; i++)
    if (is_same_file(c.file, dut_files[i]))
      c.file = dut_files[i];
  if (!c.file)
    return err_set(err, ERR_ENVIRONMENT, "cannot build the simulator: %.800s", c.text);
  if (dut_count == 0)
    return err_set(err, ERR_ENVIRONMENT, "%.400s:%" PRIu32 ": %.400s", c.file, c.line,
                   c.text);
  for (size_t i = 0; i < dut_count; i++)
    if (strcmp(c.file, dut_files[i]) != 0 && blame(&c, dut_files[i], err))
      return false;
  return err_set(err, ERR_USAGE, "%.400s:%" PRIu32 ": %.400s", c.file, c.line, c.text);
}

bool build_log_tools(FILE *log, int status, struct err *err)
{
  char line[LINE_BYTES], chosen[LINE_BYTES] = "no message";
  bool found = false;

  if (status > KILLED_BY_SIGNAL)
    return err_set(err, ERR_ENVIRONMENT, "cannot build the simulator: killed by signal %d",
                   status - KILLED_BY_SIGNAL);
  rewind(log);
  while (!found && fgets(line, sizeof line, log)) {
    line[strcspn(line, "\n")] = '\0';
    found = strstr(line, "error") || strstr(line, "Error");
    if (line[0] != '\0')
      memcpy(chosen, line, sizeof chosen);
  }
  return err_set(err, ERR_ENVIRONMENT, "cannot build the simulator: %.800s", chosen);
}
