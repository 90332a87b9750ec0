/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin -- finds or builds the shared object that holds Verilated RTL (sim/dut.h).
 *
 * Plug-ins are kept in a cache directory: $LOCKHOP_CACHE, else build/cache of the source
 * tree that the program was built in, else lockhop in $XDG_CACHE_HOME or ~/.cache.  The
 * name of a plug-in is a hash of all that it is made from: every Verilog file, the route
 * unit with its parameters, the shim, the parameters of the switch, the versions of
 * Verilator and of the C++ compiler.  Beside it lies a manifest with the hash of the
 * plug-in itself and of the files that the user's Verilog includes.  What does not agree
 * with its manifest is built again, so a stale, cut or half-written plug-in is never used,
 * and any number of programs may use one cache at a time.
 */
#ifndef LOCKHOP_NETWORK_PLUGIN_H
#define LOCKHOP_NETWORK_PLUGIN_H

#include "base/err.h"
#include "base/file.h"
#include "network/machine.h"
#include "sim/dut.h"

#include <stdio.h>

/* What a plug-in is made from. */
struct plugin_request {
  const struct shape *shape; /* lanes and depth at least 1 */
  /* A directory with network.v and network_top.v (generate/verilog.h): the whole network is
   * one object.  NULL: one object per switch. */
  const char *network;
  /* Verilog files of the user [dut_count]: their modules replace those of rtl/ by name. */
  const char *const *dut_files;
  size_t dut_count;
};

struct plugin {
  void *handle;
  const struct dut_ops *ops;
};

/* Find, or build, and load.  Errors: ERR_USAGE when a file of the user cannot be read,
 * replaces nothing, does not compile, or lacks a port (file, line and what is wrong);
 * ERR_ENVIRONMENT when a tool is missing, our own Verilog does not compile, or the cache
 * cannot be written. */
bool plugin_open(struct plugin *plugin, const struct plugin_request *request,
                 struct err *err);

void plugin_close(struct plugin *plugin);

/* Print the module route_unit of docs/switch.md, which instantiates the routing's unit of
 * rtl/route/ with its parameters.  Outputs that the unit does not have are 0. */
void plugin_print_route_unit(const struct shape *shape, FILE *file);

#endif
