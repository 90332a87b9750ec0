/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rows -- names with their texts, side by side, for help, lists and tables.
 *
 * On a terminal a text goes on below itself at the right margin (fold.h).  In a file or a
 * pipe each row is one line.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_ROWS_H
#define LOCKHOP_TOOL_CONSOLE_ROWS_H

#include <stddef.h>
#include <stdio.h>

/* `name` in a column of `width`, behind two blanks, and `text` behind it. */
void rows_print(FILE *file, const char *name, size_t width, const char *text);

/* The first cell of a row, `text`, in a column of `width`, before cells of `rest` columns.
 * Where a terminal has no room for both, the first cell is on a line of its own. */
void rows_begin(FILE *file, const char *text, size_t width, size_t rest);

/* The last cell of a row, `text`, where the line has `left` columns already. */
void rows_end(FILE *file, size_t left, const char *text);

#endif
