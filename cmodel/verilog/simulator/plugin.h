/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin -- finds or builds the shared object that holds Verilated RTL (sim/dut.h).
 *
 * A cache directory keeps plug-ins: $LOCKHOP_CACHE, otherwise build/cache of the source
 * tree that the program was built in, otherwise lockhop in $XDG_CACHE_HOME or ~/.cache. The
 * name of a plug-in is a hash of everything it depends on: every Verilog file that
 * Verilator has read, the route unit with its parameters, the shim, the parameters of the
 * switch, the versions of Verilator, of SystemC and of the C++ compiler.  To cover the
 * user's files and their includes, Verilator reads them again every time, in the working
 * directory, and lists the files it read and the modules it elaborated
 * (verilog/simulator/design.h).
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_PLUGIN_H
#define LOCKHOP_VERILOG_SIMULATOR_PLUGIN_H

#include "base/err.h"
#include "base/file.h"
#include "base/hash.h"
#include "run/machine/machine.h"
#include "sim/dut.h"
#include "verilog/generate/slices.h"
#include "verilog/simulator/fit.h"
#include "verilog/simulator/lint.h"

#include <stdio.h>

/* The result of reading the user's files.  No pointers: it can be copied. */
struct plugin_reading {
  bool known;         /* the other members are valid */
  struct hash asked;  /* of everything that decides which files are read, and how */
  struct hash design; /* of that and of the files */
  /* "FILE:LINE" of a combinational loop that Verilator found in them; "": none. */
  char loop[LINT_PLACE];
};

/* The inputs of a plug-in. */
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
  /* Where these are from, with options of Verilator; NULL: they are all, each named. */
  const struct dut_list *list;
  const struct fit *fit;   /* a wrapper is around the user's switch; NULL: none is */
  struct link_style style; /* what is around that */
  /* It cannot record waveforms, and compiles faster.  Ignored for a design of the user:
   * without tracing, code that no output depends on is not compiled, and the bug may be
   * there. */
  bool untraced;
  bool records;  /* the run records a waveform throughout: with a library that is fast */
  bool coverage; /* it counts code coverage */
  uint64_t work; /* approximate switch-cycles of the run; decides the optimization:
                    plugin_key.h */
  bool lint;     /* a warning of Verilator is an error */
  /* Engines in an array have one size up to so many bytes; 0: ENGINE_SIZES_BYTES. */
  uint64_t engine_bytes;
  uint32_t seconds;    /* limit of a build; 0: PLUGIN_SECONDS */
  uint32_t memory_gib; /* limit of each process of a build; 0: PLUGIN_MEMORY_GIB, or less */
  /* Called once it is built, before any of its code runs; may be NULL. */
  void (*before_load)(void *self);
  void *before_load_self;
  void (*compiling)(void *self); /* called before it is built; may be NULL */
  void *compiling_self;
  /* Set to true when a file of the user has only modules for switches of another kind or
   * size; may be NULL. */
  bool *elsewhere;
  bool *declined;       /* set to true when a file of the user ends the elaboration by
                           $error or $fatal; may be NULL */
  struct lint *lint_to; /* receives the warnings, whatever the outcome; may be NULL */
  struct hash *key;     /* receives the hash of all that the plug-in depends on; or NULL */
  /* Receives the result of reading the files; may be NULL.  If it already holds that of an
   * earlier plug-in of the same switch, the files are not read again, even if they changed,
   * unless something must be built from them. */
  struct plugin_reading *reading;
  /* File for the list of what is read (verilog/simulator/sources.h); NULL: none.  It is not
   * written where an earlier reading is used. */
  const char *sources;
};

/* Default limits; normal designs stay far below them.  Without options of the user a build
 * also takes at most three quarters of the machine's memory. */
enum { PLUGIN_SECONDS = 600, PLUGIN_MEMORY_GIB = 8, PLUGIN_FILE_GIB = 4 };

/* Switches of a network as one object, at most: compiling more takes hours. */
enum { PLUGIN_NETWORK_SWITCHES = 1024 };

struct plugin {
  void *handle;
  const struct dut_ops *ops;
  char loop[LINT_PLACE]; /* from the reading; perhaps the cause of logic that does not
                            settle */
};

/* The module that is the switch: the user's, or ours, or what is around it. */
const char *plugin_module(const struct plugin_request *request);

/* Find, or build, and load.  Errors: ERR_USAGE when a file of the user cannot be read, is
 * not in the elaborated design, does not compile, or lacks a port (file, line and what is
 * wrong), and with `lint` when there is a warning; ERR_ENVIRONMENT when a tool is missing,
 * our own Verilog does not compile, the cache cannot be written or trusted, or a limit is
 * met. */
bool plugin_open(struct plugin *plugin, const struct plugin_request *request,
                 struct err *err);

/* The two halves of plugin_open, but for before_load: find, or build; and load what was
 * found. */
bool plugin_find(struct plugin *plugin, const struct plugin_request *request,
                 char path[FILE_PATH], struct err *err);
bool plugin_load(struct plugin *plugin, const struct plugin_request *request,
                 const char *path, struct err *err);

void plugin_close(struct plugin *plugin);

/* Bytes of the heap that `count` objects of the design take when they are made, from a few
 * that are made and closed again.  0: the C library does not tell, or memory is short. */
uint64_t plugin_objects_bytes(const struct dut_ops *ops, uint32_t count,
                              const struct dut_host *host);

/* Find out whether the user's switch needs a wrapper, and which: fit->needed.  Verilator
 * reads its ports where the text of the files does not show that they are all there.
 * Errors: those of plugin_open, of fit_make.  fit_close it in any case. */
bool plugin_fit(struct fit *fit, const struct plugin_request *request, struct err *err);

/* The wrapper in any case, with what a map says (NULL: nothing); request->list is given. */
bool plugin_wrap(struct fit *fit, const struct plugin_request *request,
                 const struct fit_map *map, struct err *err);

/* The run-time library of plug-ins. */
struct plugin_library {
  char path[FILE_PATH];
  char headers[FILE_PATH]; /* where a compiler may keep headers: the beginning of a path */
  struct hash tools;       /* of all tools that take part */
};

/* Its tools alone.  Errors: ERR_ENVIRONMENT. */
bool plugin_runtime_tools(struct plugin_library *library, struct err *err);

/* Find, or build, it alone: for runs that are long, or for short ones, as they are built
 * sooner.  Errors: ERR_ENVIRONMENT. */
bool plugin_runtime(struct plugin_library *library, bool is_long, struct err *err);

#endif
