/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fold -- lines that end at the right margin of a terminal.
 *
 * A line that is too long goes on below its second column if there is room, else four
 * columns right of its begin.  It is broken between words, and before the "[," of a form.
 * Commands to copy, which follow "with:", stay whole, and so does a word that is longer
 * than a line.  In a file or a pipe nothing is changed.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_FOLD_H
#define LOCKHOP_TOOL_CONSOLE_FOLD_H

#include <stddef.h>
#include <stdio.h>

/* Columns of a line of the terminal, by the variable COLUMNS, else by its window; 0: the
 * file is none, and its lines have no margin. */
size_t fold_margin(FILE *file);

/* The stream whose lines are folded into `file`, which stays open; `file` itself if that
 * has no margin.  One at a time. */
FILE *fold_open(FILE *file);

/* Print `text` and the end of the line. */
void fold_line(FILE *file, const char *text);

#endif
