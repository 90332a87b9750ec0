/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* columns -- lines of text in columns, each of which is broken between words. */
#ifndef LOCKHOP_TOOL_CONSOLE_COLUMNS_H
#define LOCKHOP_TOOL_CONSOLE_COLUMNS_H

#include <stddef.h>
#include <stdio.h>

struct column {
  const char *text; /* text left to print */
  size_t width;     /* all columns and two blanks behind each: at most 1000 */
};

/* Print all texts side by side, on as many lines as they need.  On a terminal that is too
 * narrow the widest columns give way, to 8 at least. */
void columns_print(struct column *columns, size_t count, FILE *file);

#endif
