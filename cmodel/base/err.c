/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* err -- how a function tells its caller what went wrong. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

bool err_set(struct err *err, enum err_kind kind, const char *format, ...)
{
  va_list args;

  err->kind = kind;
  va_start(args, format);
  vsnprintf(err->text, sizeof err->text, format, args);
  va_end(args);
  return false;
}
