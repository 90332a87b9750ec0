/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lines -- reads a text file line by line, with errors that name file and line.
 *
 * Text is ASCII with Unix line ends.  Only lines that start with '#' may contain other
 * bytes; no line may contain control characters except tabs.  The file is never held in
 * memory.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_LINES_H
#define LOCKHOP_NETWORK_TRAFFIC_LINES_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { LINES_TEXT = 256 }; /* bytes of a line, its 0 included */

struct lines {
  FILE *file;
  const char *path;
  uint64_t number; /* of the line in `text`, from 1; at the end, one more than the last */
  char text[LINES_TEXT]; /* without its line end */
  bool ended;            /* the line had a line end; only the last may lack it */
};

enum lines_result { LINES_GOT, LINES_END, LINES_ERROR };

/* Error: ERR_USAGE when the file cannot be read. */
bool lines_open(struct lines *lines, const char *path, struct err *err);

/* Read the next line into lines->text.  Error: ERR_USAGE with the place. */
enum lines_result lines_next(struct lines *lines, struct err *err);

/* Set "PATH:LINE: " and the text, ERR_USAGE; returns false. */
bool lines_error(const struct lines *lines, struct err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void lines_close(struct lines *lines);

#endif
