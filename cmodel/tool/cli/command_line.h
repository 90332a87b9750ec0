/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* command_line -- what a command line asks for. */
#ifndef LOCKHOP_TOOL_CLI_COMMAND_LINE_H
#define LOCKHOP_TOOL_CLI_COMMAND_LINE_H

#include "base/ranks.h"
#include "base/watchdog.h"

/* Processes that do what a command line asks for together; each calls command_line. */
struct company {
  /* Join the others: once, in the process that does the work, which can be a child of the
   * one that calls command_line.  `watchdog`: of that child; NULL: it is none.  NULL: there
   * are no others. */
  struct ranks *(*join)(struct company *company, struct watchdog *watchdog);
  void (*leave)(struct company *company);
};

/* Do it; returns the exit code of the process.  `company` NULL: this process alone. */
int command_line(int argc, char **argv, struct company *company);

#endif
