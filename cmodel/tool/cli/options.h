/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* options -- the command line, read into one struct.
 *
 * What a run is comes from the table of tool/session/run_fields.def; what else a command
 * can be told, from the table of tool/cli/options.c.
 */
#ifndef LOCKHOP_TOOL_CLI_OPTIONS_H
#define LOCKHOP_TOOL_CLI_OPTIONS_H

#include "base/err.h"
#include "tool/cli/command.h"
#include "tool/console/settings.h"

/* What holds when no option is given. */
struct settings options_defaults(void);

/* Read argv[1..] for a command.  Error: ERR_USAGE in one line. */
bool options_read(struct settings *settings, const struct command *command, int argc,
                  char **argv, struct err *err);

/* How an option is shown, of whichever table it comes from. */
struct option_row {
  char letter; /* its short form; '\0': it has none */
  const char *name;
  const char *argument; /* what it takes: a word of tool/cli/words.c; NULL: a flag;
                         * as "[=R]": it may take nothing */
  const char *text;
};

/* The options that a command takes, by number; false: no more. */
bool options_of(const struct command *command, size_t number, struct option_row *row);

/* "-o, --output PATH" */
void option_usage(const struct option_row *row, char *text, size_t size);

/* The options that a command takes, one per line. */
void options_help(const struct command *command, FILE *file);

#endif
