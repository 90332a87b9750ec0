/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* coverage -- the code coverage of runs, from files of verilator_coverage
 * (docs/coverage.md).
 *
 * A point is a place in a file: a line, a branch, a bit that toggles, or a cover property.
 * Points with the same file, line, column, kind and name are one, whatever the instance,
 * the parameters and the coverage file.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_COVERAGE_H
#define LOCKHOP_VERILOG_SIMULATOR_COVERAGE_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum coverage_kind {
  COVERAGE_LINE, /* lines and branches */
  COVERAGE_USER, /* cover properties */
  COVERAGE_TOGGLE,
  COVERAGE_KINDS
};

struct coverage_point {
  enum coverage_kind kind;
  uint32_t line, column;
  uint64_t count;    /* 0: never reached */
  char *text;        /* the point in its file, without the count; owns the next three */
  const char *file;  /* path as Verilator was given it */
  const char *name;  /* e.g. "if", "else", "block", "data[3]" */
  const char *lines; /* of a line: those that are run with it, e.g. "7-9,12" */
  char *strings;
};

/* {0}: nothing.  Points by file, line, column, kind and name. */
struct coverage {
  struct coverage_point *points; /* [count] */
  size_t count;
};

/* Add a coverage file.  Error: ERR_ENVIRONMENT when it cannot be read or is no coverage
 * file; the coverage is then unchanged. */
bool coverage_add(struct coverage *coverage, const char *path, struct err *err);

void coverage_write(const struct coverage *coverage, FILE *file);

void coverage_close(struct coverage *coverage);

/* Numbers of points. */
struct coverage_share {
  size_t reached, points;
};

/* For points of a kind in a file; NULL: in all files. */
struct coverage_share coverage_share(const struct coverage *coverage,
                                     enum coverage_kind kind, const char *file);

/* Points reported together: the bits of a signal that never toggle, or a single point. */
struct coverage_group {
  const struct coverage_point *first;
  size_t points; /* that were never reached, of those in points[.., next) */
};

/* The next group that was never reached; *next starts at 0.  False: no more. */
bool coverage_never(const struct coverage *coverage, size_t *next,
                    struct coverage_group *group);

/* Describe a group that was never reached, e.g. "'else' is never taken", "data: 3 bits do
 * not toggle".
 */
void coverage_print_group(const struct coverage_group *group, FILE *file);

#endif
