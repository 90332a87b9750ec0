/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* complete -- what can stand next on a command line, for the shells bash and zsh.
 *
 * The scripts of the shells ask the program itself: lockhop __complete WORD..., the last
 * word being that which is to be completed.  So names are those of the tables, and traffic
 * and routings those of the network that has been typed.
 */
#ifndef LOCKHOP_TOOL_CLI_COMPLETE_H
#define LOCKHOP_TOOL_CLI_COMPLETE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdio.h>

#define COMPLETE_COMMAND "__complete"

/* Names of the shells, by number; NULL: no more. */
const char *complete_shells(size_t number);

/* Print what words[count - 1] can become, one per line:
 *   word TAB WORD TAB TEXT    that ends in ':', '=' or ',' when more must follow
 *   files TAB PREFIX          names of files, behind PREFIX
 * Nothing for a line that no command understands. */
void complete(int count, char **words, FILE *file);

/* Print the script of a shell.  Error: ERR_USAGE, there is none for it. */
bool complete_print_script(const char *shell, FILE *file, struct err *err);

#endif
