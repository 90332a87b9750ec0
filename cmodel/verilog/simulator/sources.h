/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sources -- the Verilog files that a design was read from, as a list.
 *
 * A line is a hash of the contents, a blank and the name: below our own directory, or below
 * the working directory, relative to it.  So the lists of two machines can be compared.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_SOURCES_H
#define LOCKHOP_VERILOG_SIMULATOR_SOURCES_H

#include "verilog/simulator/design.h"

/* Write the list to `path`.  `files`: Verilator's list of what it has read; NULL: all of
 * rtl/ below `share`.  What is below scope->work was generated, and is left out.  Errors:
 * ERR_USAGE, ERR_ENVIRONMENT. */
bool sources_write(const char *path, const char *share, const char *files,
                   const struct design_scope *scope, struct err *err);

#endif
