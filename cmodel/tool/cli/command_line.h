/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* command_line -- what a command line asks for. */
#ifndef LOCKHOP_TOOL_CLI_COMMAND_LINE_H
#define LOCKHOP_TOOL_CLI_COMMAND_LINE_H

#include "base/ranks.h"

/* Do it; returns the exit code of the process.  `ranks`: the processes that do it together,
 * each of which calls this; NULL: this one alone. */
int command_line(int argc, char **argv, struct ranks *ranks);

#endif
