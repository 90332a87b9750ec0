/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* junit -- results as JUnit XML, one test case for each run (docs/check.md).
 *
 * What a design prints, and names of files, may hold any bytes: what XML does not have is
 * written as '?'.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_JUNIT_H
#define LOCKHOP_TOOL_CONSOLE_JUNIT_H

#include "base/err.h"
#include "base/file.h"

#include <stdbool.h>
#include <stdint.h>

enum junit_kind { JUNIT_PASSED, JUNIT_FAILURE, JUNIT_ERROR, JUNIT_SKIPPED, JUNIT_KINDS };

struct junit_case {
  const char *group; /* the class of the test, e.g. the shape */
  const char *name;
  uint64_t seed;
  double seconds; /* negative: not known */
  enum junit_kind kind;
  const char *word; /* of what did not pass: its kind, e.g. "DIFFER" */
  const char *line; /* one line on the failure */
  const char *text; /* the rest; NULL: nothing */
};

struct junit {
  struct output_file out;
  bool fixed; /* SOURCE_DATE_EPOCH is set, so the same runs give the same bytes */
  FILE *body; /* the cases so far; the counts come before them in the file */
  char *text;
  size_t size;
  uint64_t counts[JUNIT_KINDS];
  double seconds;
};

/* Errors: ERR_USAGE when the file cannot be made, ERR_ENVIRONMENT when memory is short. */
bool junit_open(struct junit *junit, const char *path, FILE *standard_output,
                struct err *err);

void junit_add(struct junit *junit, const struct junit_case *one);

/* Write the file, and close.  `name`: of the suite.  Error: ERR_ENVIRONMENT. */
bool junit_close(struct junit *junit, const char *name, struct err *err);

/* Close without a file. */
void junit_abandon(struct junit *junit);

/* Write text so that it can be in an element, or in an attribute within "". */
void junit_escape(const char *text, bool attribute, FILE *file);

#endif
