/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* help -- lockhop help: the commands, the options of one, the manual page, completion. */
#include "tool/cli/help.h"

#include "tool/cli/complete.h"
#include "tool/cli/examples.h"
#include "tool/cli/man.h"
#include "tool/cli/options.h"
#include "tool/console/json_print.h"
#include "tool/console/rows.h"
#include "tool/session/run_json.h"

#include <string.h>

#ifndef LOCKHOP_VERSION
#define LOCKHOP_VERSION "unknown"
#endif

const char help_title[] = "check network switches against a golden model, cycle by cycle";

const char help_about[] =
    "SPEC is a network such as hypercube:6, TRAFFIC a workload such as transpose:\n"
    "see lockhop list.  lockhop help COMMAND shows the options of a command.\n";

const struct help_row help_exit_codes[] = {
    {"0", "pass"},        {"1", "differ or lost"}, {"2", "wrong input"},
    {"3", "environment"}, {"4", "no progress"},    {"130", "interrupted"},
    {NULL, NULL},
};

const struct help_row help_environment[] = {
    {"LOCKHOP_CACHE", "folder of compiled switches (default ~/.cache/lockhop; in a source "
                      "tree build/cache)"},
    {"XDG_CACHE_HOME", "if set, the default is its folder lockhop"},
    {"TMPDIR", "where a generated network is compiled (default /tmp)"},
    {NULL, NULL},
};

const char *help_version(void)
{
  return LOCKHOP_VERSION;
}

/* Examples of a command, or of none: in columns as wide as the longest. */
static void print_examples(FILE *file, const char *command)
{
  const struct example *example;
  size_t width = 0;

  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0;
         (example = command ? examples_of(command, i) : examples_first(i)) != NULL; i++)
      if (pass == 1)
        rows_print(file, example->line, width + 2, example->text);
      else if (width < strlen(example->line))
        width = strlen(example->line);
}

void help_print(FILE *file)
{
  size_t count;
  const struct command *commands = commands_all(&count);
  char usage[64];

  fprintf(file, "%s\n\n", help_title);
  print_examples(file, NULL);
  fprintf(file, "\nusage: lockhop COMMAND ...\n\n");
  for (size_t i = 0; i < count; i++) {
    snprintf(usage, sizeof usage, "%-9s %s", commands[i].name, commands[i].usage);
    rows_print(file, usage, 41, commands[i].text);
  }
  fprintf(file, "\n%sExit codes:", help_about);
  for (const struct help_row *row = help_exit_codes; row->name; row++)
    fprintf(file, "%s %s %s", row == help_exit_codes ? "" : ",", row->name, row->text);
  fprintf(file, ".\nEnvironment:\n");
  for (const struct help_row *row = help_environment; row->name; row++)
    rows_print(file, row->name, 22, row->text);
}

void help_print_command(const struct command *command, FILE *file)
{
  fprintf(file, "%s\n\n", command->text);
  print_examples(file, command->name);
  fprintf(file, "\nusage: lockhop %s %s [options]\n\n", command->name, command->usage);
  options_help(command, file);
}

static void print_schema(FILE *file, struct err *err)
{
  json_t *schema = run_json_schema();

  json_print(schema, file, JSON_INDENT(2), err);
  json_decref(schema);
}

/* Two of the options that print something else than help, or one and a command. */
static bool too_much(const struct settings *s, struct err *err)
{
  static const char *const names[] = {"man", "completion", "schema"};
  const bool given[] = {s->man, s->shell != NULL, s->schema};
  const char *first = NULL;

  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
    if (given[i] && first)
      return !err_set(err, ERR_USAGE, "--%s and --%s: give one of them", first, names[i]);
    else if (given[i])
      first = names[i];
  return first && s->argument[0] &&
         !err_set(err, ERR_USAGE, "--%s covers all commands: leave out '%s'", first,
                  s->argument[0]);
}

int command_help(const struct settings *settings, struct err *err)
{
  const char *name = settings->argument[0];
  const struct command *command;

  if (too_much(settings, err))
    return (int)err->kind;
  if (settings->schema)
    print_schema(stdout, err);
  else if (settings->shell)
    complete_print_script(settings->shell, stdout, err);
  else if (settings->man)
    man_print(stdout);
  else if (!name)
    help_print(settings->out);
  else if (command_find(name, &command, err))
    help_print_command(command, settings->out);
  return (int)err->kind;
}
