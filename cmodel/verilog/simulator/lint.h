/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lint -- collects Verilator's warnings about the user's files. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_LINT_H
#define LOCKHOP_VERILOG_SIMULATOR_LINT_H

#include "base/err.h"

#include <stddef.h>

enum {
  LINT_PLACE = 512, /* bytes of "FILE:LINE" */
  LINT_LINES = 100  /* facts kept as text; all are counted */
};

struct lint {
  char *text;            /* a line for each fact, "FILE:LINE: CODE: text"; NULL: none */
  size_t count;          /* facts */
  char loop[LINT_PLACE]; /* place of the first combinational loop, or "" */
};

/* The files of the user, and ours. */
struct lint_files {
  const char *const *real; /* [count] paths as Verilator has them */
  const char *const *name; /* [count] the same as the user has them */
  size_t count;
  const char *ours[4]; /* directories of our own files; NULL: none */
};

/* Read Verilator's log.  Verilator warns once for every set of parameters of a module;
 * warnings of one kind at one place are one fact, with the first text and their number.
 * Warnings in our own files are ignored: the user's modules cause them, and those that
 * matter are errors. A combinational loop is reported at the first place in the user's
 * files that it passes.  Errors: ERR_ENVIRONMENT. */
bool lint_open(struct lint *lint, const char *log, const struct lint_files *files,
               struct err *err);

void lint_close(struct lint *lint);

#endif
