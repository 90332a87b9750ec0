/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_files -- are the user's files Verilog that is tested?
 *
 * A file of which nothing is in the design must not pass for one that was tested.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DUT_FILES_H
#define LOCKHOP_VERILOG_SIMULATOR_DUT_FILES_H

#include "verilog/simulator/design.h"
#include "verilog/simulator/plugin.h"

/* Every file is a regular one that can be read, is given once, and has a name that
 * Verilator takes for Verilog.  Errors: ERR_USAGE. */
bool dut_files_check(const struct plugin_request *request, struct err *err);

/* A folder of our own that Verilator reads from has a path that it can take.  Errors:
 * ERR_USAGE. */
bool dut_files_check_folder(const char *path, struct err *err);

/* Can the design not be made without this one of the user's files? */
struct dut_question {
  bool (*is_needed)(const void *self, size_t file);
  const void *self;
};

/* A module of every file is in the design; a file that defines none is needed by others.
 * The order of the files does not count. real[request->dut_count]: the names by which the
 * design knows the files.  `share` is install_share.  Errors: ERR_USAGE, with the reason
 * why it is not. */
bool dut_files_elaborated(const struct plugin_request *request, const char *const *real,
                          const struct design *design, const struct dut_question *question,
                          const char *share, struct err *err);

#endif
