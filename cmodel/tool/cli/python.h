/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* python -- commands that are programs in Python, of scripts/. */
#ifndef LOCKHOP_TOOL_CLI_PYTHON_H
#define LOCKHOP_TOOL_CLI_PYTHON_H

#include "base/err.h"

#include <stddef.h>

/* Become scripts/<name> with these words; NULL is "".  Returns, with an exit code, where it
 * cannot be run. */
int become_python(const char *name, const char *const words[], size_t count,
                  struct err *err);

#endif
