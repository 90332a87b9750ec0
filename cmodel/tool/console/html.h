/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* html -- the parts that pages are made of.  A page is one file: no script, no style sheet
 * and no picture beside it. */
#ifndef LOCKHOP_TOOL_CONSOLE_HTML_H
#define LOCKHOP_TOOL_CONSOLE_HTML_H

#include "base/file.h"

#include <stdbool.h>
#include <stdio.h>

/* Text as the page shows it, whatever bytes it has. */
void html_text(const char *text, FILE *file);

/* From the start of the document to <body>, with the style of all pages. */
void html_head(const char *title, FILE *file);

/* Begin a table that scrolls by itself where the page is narrow, and end it.  `columns`: of
 * the header, NULL last. */
void html_table(const char *label, const char *const *columns, FILE *file);
void html_table_end(FILE *file);

enum { HTML_LINK = 3 * FILE_PATH };

/* The address that a file or folder has in a page, so that it opens wherever page and
 * target are moved to together: relative to the folder of the page, with %XX for bytes that
 * addresses lack.  A page NULL or "-", standard output, has its place in the working
 * directory.  False: the target is not there, or its address is too long. */
bool html_link(char link[HTML_LINK], const char *page, const char *target);

/* The text as a link to that target; where there is none, the text alone. */
void html_anchor(const char *page, const char *target, const char *text, FILE *file);

#endif
