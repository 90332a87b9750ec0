/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* err -- how a function tells its caller what went wrong. */
#include "base/err.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool err_set(struct err *err, enum err_kind kind, const char *format, ...)
{
  char text[ERR_TEXT]; /* apart, because an argument may be err->text itself */
  va_list args;

  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  for (char *c = text; *c != '\0'; c++)
    if (iscntrl((unsigned char)*c))
      *c = '?';
  memcpy(err->text, text, strlen(text) + 1);
  err->kind = kind;
  return false;
}

enum err_kind err_kind_of(int number)
{
  return number == ENOMEM || number == ENOSPC || number == EMFILE || number == ENFILE
             ? ERR_ENVIRONMENT
             : ERR_USAGE;
}
