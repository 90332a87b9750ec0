/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* build_log -- reduces the output of Verilator and the compiler to one clear error line. */
#include "verilog/simulator/build_log.h"

#include "base/file.h"
#include "base/process.h"
#include "verilog/generate/modules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  LINE_BYTES = 2048,
  MODULES_MAX = 64, /* of one file of the user */
  KILLED_BY_SIGNAL = 128
};

struct complaint build_log_place(char *line)
{
  struct complaint c = {.text = line[0] == '%' ? strchr(line, ':') : line - 1};

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

/* Turn a message about an instance into one about the module that is instantiated. */
static void say_of_module(const char *text, char *said, size_t size)
{
  static const struct {
    const char *pin;
    const char *module;
  } phrases[] = {
      {"Pin not found: ", "lacks the port "},
      {"Pin is not an in/out/inout/param/interface: ", "lacks the port "},
      {"Instance attempts to connect to ", "lacks the port "},
      {"Cell has missing pin: ", "has one port too many, "},
      {"Parameter pin is not an in/out/inout/param/interface: ", "lacks the parameter "},
      {"Parameter pin not found: ", "lacks the parameter "},
      {"Parameter not found: ", "lacks the parameter "},
      {"Instance attempts to override ", "lacks the parameter "},
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

/* What is wrong with a module of the user. */
struct blame {
  const char *dut; /* its file; NULL: not known yet */
  char module[MODULE_NAME];
  uint32_t line;
  char said[LINE_BYTES]; /* all of it, "lacks the port 'a'; lacks the port 'b'" */
};

static void add_said(struct blame *blame, const char *said)
{
  const size_t used = strlen(blame->said);

  if (!strstr(blame->said, said))
    snprintf(blame->said + used, sizeof blame->said - used, "%s%s", used ? "; " : "", said);
}

/* If the error is where our Verilog instantiates a module of the user's file `dut`, it is
 * that module's; of a second error it must be the same.  False: it is not. */
static bool blame_module(const struct complaint *c, const char *dut, struct blame *blame)
{
  char names[MODULES_MAX][MODULE_NAME], said[LINE_BYTES];
  const char *list[MODULES_MAX];
  const char *const macro = "LOCKHOP_SWITCH"; /* of sim/verilator/switch_top.v */
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
    if (!module && modules_instance(ours, c->line, &macro, 1) &&
        modules_definition(theirs, "switch") > 0)
      module = "switch";
  }
  const bool its = module && (!blame->dut || strcmp(blame->module, module) == 0);
  if (its) {
    blame->dut = dut;
    blame->line = modules_definition(theirs, module);
    snprintf(blame->module, sizeof blame->module, "%s", module);
    say_of_module(c->text, said, sizeof said);
    add_said(blame, said);
  }
  free(ours);
  free(theirs);
  return its;
}

/* Verilator got the real path, and prints it only up to the first blank; the user knows the
 * file by another name. */
static bool is_same_file(const char *path, const char *dut)
{
  char *real = realpath(dut, NULL);

  if (real)
    real[strcspn(real, " ")] = '\0';
  bool same = real && strncmp(path, real, strlen(real)) == 0 &&
              (path[strlen(real)] == '\0' || path[strlen(real)] == ' ');

  free(real);
  return same;
}

/* The user's name for a path printed by Verilator; other paths unchanged. */
static const char *users_name(const char *path, const char *const *dut_files,
                              size_t dut_count)
{
  for (size_t i = 0; path && i < dut_count; i++)
    if (is_same_file(path, dut_files[i]))
      return dut_files[i];
  return path ? path : "?";
}

/* For a module that is defined twice, the next line with a place has the other definition.
 */
static bool add_original(FILE *log, const char *const *dut_files, size_t dut_count,
                         struct complaint *c, char *text, size_t size)
{
  static const char duplicate[] = "Duplicate declaration of module: ";
  char line[LINE_BYTES];

  if (strncmp(c->text, duplicate, strlen(duplicate)) != 0)
    return false;
  snprintf(text, size, "module %.200s is defined twice", c->text + strlen(duplicate));
  c->text = text;
  while (fgets(line, sizeof line, log)) {
    struct complaint other;

    if (!strstr(line, "Location of original declaration"))
      continue;
    other = build_log_place(line);
    snprintf(text + strlen(text), size - strlen(text), ", also in %.600s:%" PRIu32,
             users_name(other.file, dut_files, dut_count), other.line);
    return true;
  }
  return true;
}

bool build_log_declined(FILE *log, const char *const *dut_files, size_t dut_count)
{
  char line[LINE_BYTES];

  rewind(log);
  while (fgets(line, sizeof line, log)) {
    if (strncmp(line, "%Error-USERERROR:", strlen("%Error-USERERROR:")) != 0 &&
        strncmp(line, "%Error-USERFATAL:", strlen("%Error-USERFATAL:")) != 0)
      continue;
    const struct complaint c = build_log_place(line);

    for (size_t i = 0; c.file && i < dut_count; i++)
      if (is_same_file(c.file, dut_files[i]))
        return true;
  }
  return false;
}

/* The errors behind the first one that are of the same module. */
static void blame_others(FILE *log, struct blame *blame)
{
  char line[LINE_BYTES];

  while (fgets(line, sizeof line, log)) {
    if (strncmp(line, "%Error", strlen("%Error")) != 0)
      continue;
    const struct complaint c = build_log_place(line);

    if (c.file)
      blame_module(&c, blame->dut, blame);
  }
}

bool build_log_verilog(FILE *log, const char *const *dut_files, size_t dut_count,
                       struct err *err)
{
  char line[LINE_BYTES], twice[LINE_BYTES];
  char first[LINE_BYTES] = "Verilator failed without a message";

  rewind(log);
  while (fgets(line, sizeof line, log))
    if (strncmp(line, "%Error", strlen("%Error")) == 0) {
      memcpy(first, line, sizeof first);
      break;
    }
  struct complaint c = build_log_place(first);
  bool is_twice = add_original(log, dut_files, dut_count, &c, twice, sizeof twice);
  if (c.file)
    c.file = users_name(c.file, dut_files, dut_count);
  if (!c.file)
    return err_set(err, ERR_ENVIRONMENT, "cannot build the simulator: %.800s", c.text);
  if (dut_count == 0)
    return err_set(err, ERR_ENVIRONMENT, "%.400s:%" PRIu32 ": %.400s", c.file, c.line,
                   c.text);
  struct blame blame = {.dut = NULL};
  for (size_t i = 0; i < dut_count && !is_twice && !blame.dut; i++)
    if (strcmp(c.file, dut_files[i]) != 0)
      blame_module(&c, dut_files[i], &blame);
  if (blame.dut) {
    blame_others(log, &blame);
    return err_set(err, ERR_USAGE, "%.400s:%" PRIu32 ": module '%s' %.500s", blame.dut,
                   blame.line, blame.module, blame.said);
  }
  return err_set(err, ERR_USAGE, "%.400s:%" PRIu32 ": %.400s", c.file, c.line, c.text);
}

/* Messages of tools that are out of memory, or at the limit of a file's size. */
static bool has_one_of(const char *line, const char *const *phrases)
{
  while (*phrases && !strstr(line, *phrases))
    phrases++;
  return *phrases != NULL;
}

bool build_log_limit(FILE *log, int status, const struct build_limits *limits,
                     struct err *err)
{
  static const char *const memory[] = {"bad_alloc",
                                       "out of memory",
                                       "Out of memory",
                                       "Cannot allocate memory",
                                       "virtual memory exhausted",
                                       "memory exhausted",
                                       NULL};
  static const char *const file[] = {"File too large", "File size limit", NULL};
  char line[LINE_BYTES];

  const char *less = limits->network ? ", --machine array needs less" : "";
  bool met = status == PROCESS_OUT_OF_TIME;

  if (met)
    err_set(err, ERR_ENVIRONMENT,
            "the Verilog was not built after %" PRIu32
            " seconds; --build-seconds N allows more%s",
            limits->seconds, less);
  rewind(log);
  while (!met && fgets(line, sizeof line, log)) {
    met = true;
    if (has_one_of(line, memory))
      err_set(err, ERR_ENVIRONMENT,
              "the Verilog cannot be built in %" PRIu32
              " GiB of memory; --build-memory GIB allows more%s",
              limits->memory_gib, less);
    else if (has_one_of(line, file))
      err_set(err, ERR_ENVIRONMENT,
              "the Verilog cannot be built: a file would have more than %" PRIu32
              " GiB, or more than ulimit -f allows",
              limits->file_gib);
    else
      met = false;
  }
  return met;
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
