/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_files -- are the user's files Verilog that would be tested? */
#ifndef LOCKHOP_NETWORK_DUT_FILES_H
#define LOCKHOP_NETWORK_DUT_FILES_H

#include "network/plugin.h"

/* Every file can be read, again and again, and has a name that Verilator takes for Verilog;
 * and one of their modules replaces one that the switch is made of: files of which nothing
 * would be used must not pass for a design that was tested.  `share` is install_share.
 * Errors: ERR_USAGE. */
bool dut_files_check(const struct plugin_request *request, const char *share,
                     struct err *err);

#endif
