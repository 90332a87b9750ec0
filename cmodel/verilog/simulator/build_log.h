/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* build_log -- reduces the output of Verilator and the compiler to one clear error line. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_BUILD_LOG_H
#define LOCKHOP_VERILOG_SIMULATOR_BUILD_LOG_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The parts of a line of Verilator, "%Error-CODE: FILE:LINE:COLUMN: TEXT". */
struct complaint {
  const char *file; /* NULL: no place */
  uint32_t line;
  const char *text;
};

/* Split a line; the strings point into it.  It may also begin with blanks and the place. */
struct complaint build_log_place(char *line);

/* Verilator refused the Verilog.  Reports the first error that has a place.  ERR_USAGE with
 * file and line if files of the user, dut_files[dut_count], are involved, also if the error
 * is where another file instantiates one of their modules; otherwise ERR_ENVIRONMENT.
 * Returns false. */
bool build_log_verilog(FILE *log, const char *const *dut_files, size_t dut_count,
                       struct err *err);

/* Does a file of the user, dut_files[dut_count], refuse its parameters, by $error or
 * $fatal?
 */
bool build_log_declined(FILE *log, const char *const *dut_files, size_t dut_count);

/* A limit that the user can change. */
struct build_limits {
  uint32_t seconds, memory_gib, file_gib;
  bool network; /* the array of switches needs less */
};

/* Did the build reach a limit?  If so, true, and ERR_ENVIRONMENT names the limit and its
 * option.
 */
bool build_log_limit(FILE *log, int status, const struct build_limits *limits,
                     struct err *err);

/* Any other failure: ERR_ENVIRONMENT with the first error.  Returns false. */
bool build_log_tools(FILE *log, int status, struct err *err);

#endif
