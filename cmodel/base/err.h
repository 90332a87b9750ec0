/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* err -- reports an error from a function to its caller.
 *
 * A function that can fail returns false (or NULL) and fills a struct err; only the command
 * prints it and turns the kind into the exit code.  The text is one line that names the
 * input, the place and the remedy, without a trailing full stop or newline.
 */
#ifndef LOCKHOP_BASE_ERR_H
#define LOCKHOP_BASE_ERR_H

#include <stdbool.h>

enum err_kind {
  ERR_NONE = 0,
  ERR_USAGE = 2,      /* a wrong command line or input file */
  ERR_ENVIRONMENT = 3 /* a tool is missing, a build failed, the disk is full */
};

enum { ERR_TEXT = 1024 };

struct err {
  enum err_kind kind;
  char text[ERR_TEXT];
};

/* Fill *err and return false, so that a caller can write `return err_set(...)`.  Control
 * characters in what a person typed become '?', so that the text stays one line; a text too
 * long for err->text is cut.  err->text may be an argument: it can be given a prefix. */
bool err_set(struct err *err, enum err_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whose fault is an errno of a file that cannot be opened: that of the machine, which has
 * no memory, room or descriptors left, or that of who named the file? */
enum err_kind err_kind_of(int number);

#endif
