/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory_text -- parts of pages and summaries that are made in memory.
 *
 * What prints them has nobody to tell that memory is short.  It leaves the part out, and
 * whoever ends the page asks here whether one was left out in this process.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_MEMORY_TEXT_H
#define LOCKHOP_TOOL_CONSOLE_MEMORY_TEXT_H

#include "base/err.h"

#include <stdio.h>

/* A stream into *text, to be freed; NULL: memory is short. */
FILE *memory_text_open(char **text, size_t *size);

/* Is it whole?  *text is to be freed all the same. */
bool memory_text_close(FILE *stream, char *const *text);

/* A part is left out, for which there was no memory. */
void memory_text_left_out(void);

/* Was none left out?  Error: ERR_ENVIRONMENT. */
bool memory_text_whole(struct err *err);

#endif
