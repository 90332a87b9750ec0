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
 * rtl/ that they use into a directory, which is made when needed.  Every file is whole or
 * not there, and files.f, which an older network may have left, is removed first and
 * written last: without it the directory is not whole.  `watch` may be NULL.  Errors: those
 * of base/file.h; ERR_ENVIRONMENT when rtl/ is not found.  False with err->kind ERR_NONE:
 * the watch has ended it. */
bool verilog_write(const struct shape *shape, const char *directory,
                   const struct network_watch *watch, struct err *err);

/* Its parts, for a directory that has more than a network: first the modules of a switch,
 * as route.v and copies of the files of rtl/, where files.f is removed; network.v; and last
 * lockhop.core and files.f, with names[count] of the directory behind the modules and
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

/* Write what network_open needs: network.v, and network_top.v, which pads its ports to
 * words as sim/dut.h says and looks at the links inside. */
bool verilog_write_top(const struct shape *shape, const char *directory, struct err *err);

/* Remove what verilog_write_top has written, and the directory. */
void verilog_remove_top(const char *directory);

#endif
