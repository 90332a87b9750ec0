/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* help -- the texts of lockhop help.  The manual page and the completion of the command
 * line are made of the same texts and tables. */
#ifndef LOCKHOP_TOOL_CLI_HELP_H
#define LOCKHOP_TOOL_CLI_HELP_H

#include "tool/cli/command.h"

#include <stdio.h>

/* A word and what it means: an exit code, a variable of the environment. */
struct help_row {
  const char *name;
  const char *text;
};

const char *help_version(void);

/* What lockhop is, in a line. */
extern const char help_title[];
/* What SPEC and TRAFFIC are, and where more is said. */
extern const char help_about[];
/* Both end with a row whose name is NULL. */
extern const struct help_row help_exit_codes[], help_environment[];

/* What lockhop help prints, and lockhop COMMAND --help. */
void help_print(FILE *file);
void help_print_command(const struct command *command, FILE *file);

#endif
