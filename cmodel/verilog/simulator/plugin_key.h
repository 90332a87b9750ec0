/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_key -- the hash of everything that a plug-in depends on. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_PLUGIN_KEY_H
#define LOCKHOP_VERILOG_SIMULATOR_PLUGIN_KEY_H

#include "base/hash.h"
#include "verilog/generate/parameters.h"
#include "verilog/simulator/plugin.h"

enum {
  PLUGIN_PARAMETERS =
      SWITCH_PARAMETERS + 5, /* NAME=VALUE arguments of sim/verilator/build.sh, at most */
  PLUGIN_ARGUMENT = 32       /* bytes of one, its 0 included */
};

/* Versions of the tools, and the script that calls them; `share` is install_share.  Errors:
 * ERR_ENVIRONMENT, also when a tool is missing. */
bool plugin_hash_tools(struct hash *tools, const struct plugin_request *request,
                       const char *share, const char *cache, struct err *err);

/* Print what is around the user's switch, plugin_module at least. */
void plugin_print_module(const struct plugin_request *request, FILE *file);

/* The version of clang: build.sh uses clang if it is installed and works. */
void plugin_hash_clang(struct hash *hash, const char *cache);

/* Tools, parameters, route unit and top of one switch, and the names of the user's files.
 * Errors: ERR_USAGE, ERR_ENVIRONMENT. */
bool plugin_hash_asked(struct hash *hash, const struct plugin_request *request,
                       const char *share, const struct hash *tools, struct err *err);

/* With that, the Verilog of one switch: the files on Verilator's list `files`
 * (verilog/simulator/design.h), or when that is NULL, because the user has no files, all of
 * rtl/. Errors: ERR_USAGE for a file that the user's Verilog includes, ERR_ENVIRONMENT. */
bool plugin_hash_design(struct hash *hash, const struct hash *asked,
                        const struct plugin_request *request, const char *share,
                        const char *files, const char *work, struct err *err);

/* The hash of everything: the design, the build of a plug-in from it, and the wiring of a
 * network. Errors: ERR_ENVIRONMENT. */
bool plugin_key(struct hash *key, const struct plugin_request *request, const char *share,
                const char *cache, const struct hash *design, struct err *err);

/* The top module of sim/verilator/ for one node of an array. */
const char *plugin_top(const struct plugin_request *request);

/* NAME=VALUE of every parameter of build.sh; their number. */
size_t plugin_parameters(const struct plugin_request *request,
                         char text[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT]);

/* Can it record waveforms?  1 or 0. */
int plugin_traces(const struct plugin_request *request);

/* The level of the C++ compiler, 0 to 2, by the work of the run.  A network is large code
 * that runs for a short time, so its compile time matters most. */
int plugin_optimizes(const struct plugin_request *request);

/* Is the run-time library not to be optimised either?  1 or 0.  To write a waveform is
 * work of the library. */
int plugin_is_quick(const struct plugin_request *request);

/* Bits of a packet that is padded to words: 64 or 128. */
uint32_t plugin_slot_bits(const struct packet_format *format);

/* The content of a large file, of which the hash is kept for a file of this identity: to
 * read it takes as long as a short run.  Errors: ERR_ENVIRONMENT. */
bool plugin_hash_kept(struct hash *hash, const char *path, const char *cache,
                      struct err *err);

#endif
