/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* colour -- words of a verdict in colour, where they go to a terminal.
 *
 * `auto`: on a terminal, unless the variable NO_COLOR is set to something or TERM is
 * `dumb`; `always` and `never` are what they say, of standard output and standard error
 * alone.  Files never have colours.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_COLOUR_H
#define LOCKHOP_TOOL_CONSOLE_COLOUR_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum colour {
  COLOUR_NONE,
  COLOUR_GOOD,
  COLOUR_BAD,
  COLOUR_DOUBT,
};

/* The words for when, by number; NULL: no more. */
const char *colour_list(size_t number);

/* For the whole process; NULL: auto.  Error: ERR_USAGE. */
bool colour_choose(const char *when, struct err *err);

/* What is written to file is shown on standard output in the end. */
void colour_shown(FILE *file);

/* That of a word such as PASS, DIFFER, INTERRUPTED. */
enum colour colour_of_outcome(const char *word);

/* What is printed before and after coloured text; "" where file has no colours. */
const char *colour_begin(FILE *file, enum colour colour);
const char *colour_end(FILE *file);

#endif
