/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilog -- the Verilog of a whole network: one instance of `switch` per switch, wired
 * link by link.
 *
 * Only wiring, parameters and tables are generated; the modules are those of rtl/.  The
 * same shape gives the same bytes.  Lanes and depth are at least 1.
 */
#ifndef LOCKHOP_GENERATE_VERILOG_H
#define LOCKHOP_GENERATE_VERILOG_H

#include "base/err.h"
#include "generate/network_text.h"
#include "network/machine.h"

/* Write network.v, route.v, files.f, README.md and copies of the files of rtl/ that they
 * use into a directory, which is made when needed.  Every file is whole or not there, and
 * files.f, which an older network may have left, is removed first and written last: without
 * it the directory is not whole.  `watch` may be NULL.  Errors: those of base/file.h;
 * ERR_ENVIRONMENT when rtl/ is not found.  False with err->kind ERR_NONE: the watch has
 * ended it. */
bool verilog_write(const struct shape *shape, const char *directory,
                   const struct network_watch *watch, struct err *err);

/* Write what network_open needs: network.v, and network_top.v, which pads its ports to
 * words as sim/dut.h says and looks at the links inside. */
bool verilog_write_top(const struct shape *shape, const char *directory, struct err *err);

/* Remove what verilog_write_top has written, and the directory. */
void verilog_remove_top(const char *directory);

#endif
