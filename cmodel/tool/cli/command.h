/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* command -- the subcommands of lockhop, one row each. */
#ifndef LOCKHOP_TOOL_CLI_COMMAND_H
#define LOCKHOP_TOOL_CLI_COMMAND_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct settings;

/* What is on standard output: text for people, folded on a terminal, or data. */
enum command_prints { PRINTS_TEXT, PRINTS_DATA };

struct command {
  const char *name;
  const char *usage;  /* after "lockhop NAME" */
  const char *text;   /* one line of help */
  size_t least, most; /* positional arguments */
  /* Returns the exit code; on ERR_* codes *err is filled and nothing else was said. */
  int (*run)(const struct settings *settings, struct err *err);
  enum command_prints prints;
};

/* The table, in tool/cli/main.c. */
const struct command *commands_all(size_t *count);

/* The row of a name.  Error: ERR_USAGE with the nearest one. */
bool command_find(const char *name, const struct command **command, struct err *err);

/* Names of the lists of lockhop list, by number; NULL: no more. */
const char *list_names(size_t number);

/* Forms of the switches of lockhop rtl, likewise. */
const char *rtl_forms(size_t number);

int command_help(const struct settings *settings, struct err *err);
int command_list(const struct settings *settings, struct err *err);
int command_info(const struct settings *settings, struct err *err);
int command_route(const struct settings *settings, struct err *err);
int command_schedule(const struct settings *settings, struct err *err);
int command_rtl(const struct settings *settings, struct err *err);
int command_synth(const struct settings *settings, struct err *err);
int command_cosim(const struct settings *settings, struct err *err);
int command_template(const struct settings *settings, struct err *err);
int command_wrapper(const struct settings *settings, struct err *err);
int command_draw(const struct settings *settings, struct err *err);
int command_testbench(const struct settings *settings, struct err *err);
int command_plot(const struct settings *settings, struct err *err);
int command_report(const struct settings *settings, struct err *err);
int command_claims(const struct settings *settings, struct err *err);

#endif
