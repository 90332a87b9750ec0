/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* build_log -- one clear line from what Verilator and the compiler have printed. */
#ifndef LOCKHOP_NETWORK_BUILD_LOG_H
#define LOCKHOP_NETWORK_BUILD_LOG_H

#include "base/err.h"

#include <stddef.h>
#include <stdio.h>

/* Verilator has refused the Verilog.  The first error that it gives a place: ERR_USAGE with
 * file and line when files of the user, dut_files[dut_count], take part, also for one
 * that shows where another file instantiates a module of theirs.  ERR_ENVIRONMENT
 * otherwise.  Returns false. */
bool build_log_verilog(FILE *log, const char *const *dut_files, size_t dut_count,
                       struct err *err);

/* Something else went wrong: ERR_ENVIRONMENT with the first error.  Returns false. */
bool build_log_tools(FILE *log, int status, struct err *err);

#endif
