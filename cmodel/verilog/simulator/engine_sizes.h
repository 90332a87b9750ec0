/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine_sizes -- an array of collective engines of several sizes.
 *
 * Where one node sends to all, its engine needs a program and a memory of many thousand
 * words, and most others need a few.  Engines of one size would take gigabytes.  Here each
 * engine is in the smallest of at most ENGINE_SIZES classes that has room for it; there is
 * a plug-in for each class.  Together they are one plug-in to those who use it: struct
 * dut_ops.  It has neither waveforms nor coverage.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_ENGINE_SIZES_H
#define LOCKHOP_VERILOG_SIMULATOR_ENGINE_SIZES_H

#include "verilog/simulator/plugin.h"

enum { ENGINE_SIZES = 4 };

/* Engines take so many bytes, at most, if all have one size; above it they have several. */
#define ENGINE_SIZES_BYTES (UINT64_C(1) << 28)

struct engine_sizes;

/* Does a request want engines of several sizes? */
bool engine_sizes_wanted(const struct plugin_request *request);

/* Find, or build, and load the plug-ins; NULL: error.  Errors: those of plugin_open. */
struct engine_sizes *engine_sizes_open(const struct plugin_request *request,
                                       struct err *err);
void engine_sizes_close(struct engine_sizes *sizes);

/* The plug-in that they are together; its `open` is engine_sizes_make, its words of program
 * and memory are those of the smallest class. */
const struct dut_ops *engine_sizes_ops(const struct engine_sizes *sizes);

/* Bytes that all engines take. */
uint64_t engine_sizes_bytes(const struct engine_sizes *sizes, const struct dut_host *host);

/* Make the engines; until they are closed by the `close` of the ops, once.  NULL: memory is
 * short. */
void *engine_sizes_make(struct engine_sizes *sizes, uint32_t instances,
                        const char *const *names, const struct dut_host *host);

#endif
