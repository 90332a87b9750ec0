/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* man -- the manual page lockhop(1), of the texts and tables of the help and of lockhop
 * list. */
#include "tool/cli/man.h"

#include "network/topology/terminal.h"
#include "network/topology/topology.h"
#include "network/traffic/schedule.h"
#include "tool/cli/examples.h"
#include "tool/cli/help.h"
#include "tool/cli/options.h"

#include <string.h>

/* Text that is read as printed: hyphens are minus signs, and no line is a request. */
static void text(FILE *file, const char *words)
{
  static const char special[] = "-~^'`\"\\";
  static const char *const escapes[] = {"\\-",   "\\(ti", "\\(ha", "\\(aq",
                                        "\\(ga", "\\(dq", "\\e"};

  for (const char *c = words; *c; c++) {
    const char *found = strchr(special, *c);

    if (found)
      fputs(escapes[found - special], file);
    else
      fprintf(file, "%s%c", *c == '.' && (c == words || c[-1] == '\n') ? "\\&" : "", *c);
  }
}

static void line(FILE *file, const char *before, const char *words, const char *after)
{
  fputs(before, file);
  text(file, words);
  fputs(after, file);
}

/* A word and what it means. */
static void item(FILE *file, const char *name, const char *meaning)
{
  line(file, ".TP\n.B \"", name, "\"\n");
  line(file, "", meaning, "\n");
}

static void print_command(FILE *file, const struct command *command)
{
  struct option_row row;
  char usage[128];

  snprintf(usage, sizeof usage, "lockhop %s %s", command->name, command->usage);
  line(file, ".SS \"", usage, "\"\n");
  line(file, "", command->text, ".\n");
  for (size_t i = 0; options_of(command, i, &row); i++) {
    option_usage(&row, usage, sizeof usage);
    item(file, usage, row.text);
  }
}

static void print_routings(FILE *file, const struct topology_row *topology)
{
  char name[128];

  for (size_t i = 0; i < topology->routing_count; i++) {
    const struct routing_row *row = &topology->routings[i];

    snprintf(name, sizeof name, "%s: %s", topology->name, row->plain.name);
    item(file, name, row->plain.text);
  }
}

static void print_names(FILE *file)
{
  size_t count;
  const struct topology_row *const *topologies = topology_rows(&count);
  char terminals[TERMINAL_TEXT];

  fputs(".SH NETWORKS\n", file);
  for (size_t i = 0; i < count; i++)
    item(file, topologies[i]->usage, topologies[i]->text);
  terminal_explain(terminals);
  item(file, TERMINAL_USAGE, terminals);
  fputs(".SH ROUTINGS\n", file);
  for (size_t i = 0; i < count; i++)
    print_routings(file, topologies[i]);
  fputs(".SH TRAFFIC\n", file);
  const struct traffic_row *traffic = traffic_rows(&count);
  for (size_t i = 0; i < count; i++)
    item(file, traffic[i].usage, traffic[i].text);
}

static void print_examples(FILE *file)
{
  const struct example *example;
  size_t count;
  const struct command *commands = commands_all(&count);

  fputs(".SH EXAMPLES\n", file);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; (example = examples_of(commands[i].name, k)) != NULL; k++)
      item(file, example->line, example->text);
}

void man_print(FILE *file)
{
  size_t count;
  const struct command *commands = commands_all(&count);

  line(file,
       ".\\\" Printed by lockhop help --man.\n"
       ".TH LOCKHOP 1 \"\" \"lockhop ",
       help_version(), "\" \"User Commands\"\n.ad l\n");
  line(file, ".SH NAME\nlockhop \\- ", help_title, "\n");
  line(file,
       ".SH SYNOPSIS\n.B lockhop\n.I COMMAND\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n"
       ".SH DESCRIPTION\n",
       help_about, ".SH COMMANDS\n");
  for (size_t i = 0; i < count; i++)
    print_command(file, &commands[i]);
  print_names(file);
  print_examples(file);
  fputs(".SH EXIT STATUS\n", file);
  for (const struct help_row *row = help_exit_codes; row->name; row++)
    item(file, row->name, row->text);
  fputs(".SH ENVIRONMENT\n", file);
  for (const struct help_row *row = help_environment; row->name; row++)
    item(file, row->name, row->text);
  fputs(".SH SEE ALSO\n.BR gtkwave (1),\n.BR verilator (1)\n", file);
}
