/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilog -- the Verilog of a whole network: one instance of `switch` per switch, wired
 * link by link.
 *
 * Only wiring, parameters and tables are generated; the modules are those of rtl/.  The
 * same shape gives the same bytes.  Lanes and depth are at least 1.
 */
#ifndef LOCKHOP_VERILOG_GENERATE_VERILOG_H
#define LOCKHOP_VERILOG_GENERATE_VERILOG_H

#include "base/err.h"
#include "run/machine/machine.h"
#include "verilog/generate/network_text.h"

/* Write network.v, route.v, files.f, lockhop.core, README.md and copies of the files of
 * rtl/ that they use into a directory, created if needed.  The switch has the form of the
 * shape. Every file is complete or absent.  files.f, perhaps left by an older network, is
 * removed first and written last: a directory without it is incomplete.  `watch` may be
 * NULL.  Errors: those of base/file.h; ERR_ENVIRONMENT when rtl/ is not found.  False with
 * err->kind ERR_NONE: the watch stopped it. */
bool verilog_write(const struct shape *shape, const char *directory,
                   const struct network_watch *watch, struct err *err);

/* Its parts, for a directory with more than a network.  In this order: remove files.f and
 * write the modules of a switch, route.v and copies of the files of rtl/; network.v;
 * lockhop.core and files.f, which list names[count] of the directory after the modules and
 * route.v. */
bool verilog_write_switch(const struct shape *shape, const char *directory,
                          struct err *err);
bool verilog_write_network(const struct shape *shape, const char *directory,
                           const struct network_watch *watch, struct err *err);
bool verilog_write_list(const struct shape *shape, const char *directory,
                        const char *const *names, size_t count, struct err *err);

/* Copy one file of the program's own, `from` below install_share, to the directory, as
 * `to`; folders of `to` are made. */
bool verilog_copy(const char *from, const char *directory, const char *to, struct err *err);

/* Write the files for network_open: network.v, and network_top.v, which pads its ports to
 * words as sim/dut.h defines and makes the links visible; `module`: of its switches. */
bool verilog_write_top(const struct shape *shape, const char *module, const char *directory,
                       struct err *err);

/* Remove what verilog_write_top has written, and the directory. */
void verilog_remove_top(const char *directory);

#endif
