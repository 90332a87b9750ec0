/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lint -- what Verilator warns of in the user's files. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_LINT_H
#define LOCKHOP_VERILOG_SIMULATOR_LINT_H

#include "base/err.h"

#include <stddef.h>

enum {
  LINT_PLACE = 512, /* bytes of "FILE:LINE" */
  LINT_LINES = 100  /* facts that are kept as text; all are counted */
};

struct lint {
  char *text;   /* a line for each fact, "FILE:LINE: CODE: text"; NULL: there is none */
  size_t count; /* facts */
  char loop[LINT_PLACE]; /* place of the first combinational loop, or "" */
};

/* Whose file is it? */
struct lint_files {
  const char *const *real; /* [count] paths as Verilator has them */
  const char *const *name; /* [count] the same as the user has them */
  size_t count;
  const char *ours[4]; /* directories of our own files; NULL: none */
};

/* Read Verilator's log.  Verilator warns for every set of parameters that a module is used
 * with: warnings of one kind at one place are one fact, with the first text and the number
 * of times. Warnings in our own files are left out: they are about what the user's modules
 * do to them, and those that matter are errors.  But a combinational loop is told at the
 * first place of the user's that it passes.  Errors: ERR_ENVIRONMENT. */
bool lint_open(struct lint *lint, const char *log, const struct lint_files *files,
               struct err *err);

void lint_close(struct lint *lint);

#endif
