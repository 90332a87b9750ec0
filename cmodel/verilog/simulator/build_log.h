/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* build_log -- one clear line from what Verilator and the compiler have printed. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_BUILD_LOG_H
#define LOCKHOP_VERILOG_SIMULATOR_BUILD_LOG_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A line of Verilator's, "%Error-CODE: FILE:LINE:COLUMN: TEXT", taken apart. */
struct complaint {
  const char *file; /* NULL: no place is given */
  uint32_t line;
  const char *text;
};

/* Take a line apart; the strings point into it.  It may also begin with blanks and the
 * place. */
struct complaint build_log_place(char *line);

/* Verilator has refused the Verilog.  The first error that it gives a place: ERR_USAGE with
 * file and line when files of the user, dut_files[dut_count], take part, also for one
 * that shows where another file instantiates a module of theirs.  ERR_ENVIRONMENT
 * otherwise.  Returns false. */
bool build_log_verilog(FILE *log, const char *const *dut_files, size_t dut_count,
                       struct err *err);

/* A limit that the user can change. */
struct build_limits {
  uint32_t seconds, memory_gib, file_gib;
  bool network; /* the array of switches needs less */
};

/* Did it fail because a limit was met?  Then true and ERR_ENVIRONMENT that names limit and
 * option. */
bool build_log_limit(FILE *log, int status, const struct build_limits *limits,
                     struct err *err);

/* Something else went wrong: ERR_ENVIRONMENT with the first error.  Returns false. */
bool build_log_tools(FILE *log, int status, struct err *err);

#endif
