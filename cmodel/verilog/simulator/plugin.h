/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin -- finds or builds the shared object that holds Verilated RTL (sim/dut.h).
 *
 * Plug-ins are kept in a cache directory: $LOCKHOP_CACHE, else build/cache of the source
 * tree that the program was built in, else lockhop in $XDG_CACHE_HOME or ~/.cache.  The
 * name of a plug-in is a hash of all that it is made from: every Verilog file that
 * Verilator has read, the route unit with its parameters, the shim, the parameters of the
 * switch, the versions of Verilator, of SystemC and of the C++ compiler.  So that this
 * holds for the user's files and for what they include, Verilator reads them anew every
 * time, in the directory in which the program runs, and says what it has read and
 * elaborated (verilog/simulator/design.h).
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_PLUGIN_H
#define LOCKHOP_VERILOG_SIMULATOR_PLUGIN_H

#include "base/err.h"
#include "base/file.h"
#include "base/hash.h"
#include "run/machine/machine.h"
#include "sim/dut.h"
#include "verilog/simulator/lint.h"

#include <stdio.h>

/* What the user's files said when they were read.  Values alone. */
struct plugin_reading {
  bool known;         /* the rest holds */
  struct hash asked;  /* of all that decides which files are read, and as what */
  struct hash design; /* and of the files */
  /* "FILE:LINE" of a combinational loop in them; "": Verilator has seen none. */
  char loop[LINT_PLACE];
};

/* What a plug-in is made from. */
struct plugin_request {
  const struct shape *shape; /* lanes and depth at least 1 */
  /* A directory with network.v and network_top.v (verilog/generate/verilog.h): the whole
   * network is one object.  NULL: one object per switch. */
  const char *network;
  /* The switches are in SystemC, which wires them; `network` is NULL. */
  bool systemc;
  /* Verilog files of the user [dut_count]: their modules replace those of rtl/ by name. */
  const char *const *dut_files;
  size_t dut_count;
  /* It cannot record waveforms, and compiles in less time.  A design of the user always
   * can: what nobody could see is not compiled, and that may be what is wrong. */
  bool untraced;
  bool coverage;    /* it counts what of the design is reached */
  uint64_t work;    /* switch-cycles, about: more of them, better code; see plugin_key.h */
  bool lint;        /* what Verilator warns of is an error */
  uint32_t seconds; /* that a build may take; 0: PLUGIN_SECONDS */
  uint32_t memory_gib; /* of each of its processes; 0: PLUGIN_MEMORY_GIB, or less */
  /* Called once it is built, before any of it is run; NULL: nothing is to be done then. */
  void (*before_load)(void *self);
  void *before_load_self;
  /* Becomes true when a file of the user has modules of switches of another kind or size
   * alone; NULL: nobody asks. */
  bool *elsewhere;
  struct lint *lint_to; /* takes the warnings, whatever the outcome; NULL: nobody asks */
  /* Takes what the files said.  What is known from an earlier plug-in of the same switch is
   * used instead: files are not read again, and what they are now does not count, unless
   * something must be built from them.  NULL: nobody asks. */
  struct plugin_reading *reading;
};

/* What no honest design needs.  Without a word from the user a build takes three quarters
 * of the machine's memory at most. */
enum { PLUGIN_SECONDS = 600, PLUGIN_MEMORY_GIB = 8, PLUGIN_FILE_GIB = 4 };

/* Most switches of a network that can be one object; it compiles for hours. */
enum { PLUGIN_NETWORK_SWITCHES = 1024 };

struct plugin {
  void *handle;
  const struct dut_ops *ops;
  char loop[LINT_PLACE]; /* of the reading; it may be what does not settle */
};

/* Find, or build, and load.  Errors: ERR_USAGE when a file of the user cannot be read, is
 * not in the elaborated design, does not compile, or lacks a port (file, line and what is
 * wrong), and with `lint` when there is a warning; ERR_ENVIRONMENT when a tool is missing,
 * our own Verilog does not compile, the cache cannot be written or trusted, or a limit is
 * met. */
bool plugin_open(struct plugin *plugin, const struct plugin_request *request,
                 struct err *err);

void plugin_close(struct plugin *plugin);

/* Find, or build, the run-time library of plug-ins alone: its path, and a hash of all tools
 * that take part.  Errors: ERR_ENVIRONMENT. */
bool plugin_runtime(char path[FILE_PATH], struct hash *tools, struct err *err);

#endif
