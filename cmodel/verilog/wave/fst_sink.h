/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_sink -- the writer of the format FST.
 *
 * One of two, chosen at build time: the C library of GTKWave, if Verilator provides its
 * sources (fst_sink_c.c); otherwise GTKWave's program vcd2fst (fst_sink_vcd.c).  Callers
 * use verilog/wave/fst.h.
 */
#ifndef LOCKHOP_VERILOG_WAVE_FST_SINK_H
#define LOCKHOP_VERILOG_WAVE_FST_SINK_H

#include <stdbool.h>
#include <stdint.h>

struct fst_sink;

bool fst_sink_available(void);

/* Replace the file, with `comment` in it.  NULL: not possible, errno says why. */
struct fst_sink *fst_sink_open(const char *path, const char *comment);

void fst_sink_enter(struct fst_sink *sink, const char *scope);
void fst_sink_leave(struct fst_sink *sink);

/* `name` has the range of a vector behind a space: "here [3:0]". */
uint32_t fst_sink_signal(struct fst_sink *sink, const char *name, uint32_t bits);

void fst_sink_time(struct fst_sink *sink, uint64_t picoseconds);

/* One of 0 1 x z for each bit, the highest first. */
void fst_sink_value(struct fst_sink *sink, uint32_t signal, const char *text);

/* Complete the file and free the sink.  False: it is known not to be whole. */
bool fst_sink_close(struct fst_sink *sink);

#endif
