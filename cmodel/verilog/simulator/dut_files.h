/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_files -- checks that the user's files are Verilog, and part of the tested design.
 *
 * A file that contributes nothing to the design must not count as tested.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DUT_FILES_H
#define LOCKHOP_VERILOG_SIMULATOR_DUT_FILES_H

#include "verilog/simulator/design.h"
#include "verilog/simulator/plugin.h"

/* Check that every file is regular and readable, is given once, and has a name that
 * Verilator takes for Verilog.  Errors: ERR_USAGE. */
bool dut_files_check(const struct plugin_request *request, struct err *err);

/* Check that Verilator can handle the path of this folder of ours.  Errors: ERR_USAGE. */
bool dut_files_check_folder(const char *path, struct err *err);

/* A callback: is this file of the user needed to build the design? */
struct dut_question {
  bool (*is_needed)(const void *self, size_t file);
  const void *self;
};

/* Check that a module of every file is in the design, and that a file without modules is
 * needed by others. The order of the files does not count. real[request->dut_count]: the
 * names by which the design knows the files.  `share` is install_share.  Errors: ERR_USAGE,
 * with the reason why it is not. */
bool dut_files_elaborated(const struct plugin_request *request, const char *const *real,
                          const struct design *design, const struct dut_question *question,
                          const char *share, struct err *err);

#endif
