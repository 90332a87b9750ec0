/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst -- writes FST waveform files.
 *
 * The writer of the format is chosen at build time: verilog/wave/fst_sink.h.
 *
 * A file is written under a temporary name beside the target and renamed once it is
 * complete.  Times are in picoseconds.
 */
#ifndef LOCKHOP_VERILOG_WAVE_FST_H
#define LOCKHOP_VERILOG_WAVE_FST_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { FST_PATH = 4096, FST_NAME = 128 };

/* Can FST files be written here? */
bool fst_available(void);

struct fst_writer;

/* `comment` is kept in the file.  `signals`: about how many will be made; used to see that
 * the disk has room.  Errors: ERR_USAGE when no file can be made there; ERR_ENVIRONMENT
 * when nothing writes the format or memory or the disk is short. */
bool fst_open(struct fst_writer **writer, const char *path, const char *comment,
              size_t signals, struct err *err);

/* Scopes nest; signals are made in the scope entered last.  All before the first time and
 * the first value. */
void fst_enter(struct fst_writer *writer, const char *scope);
void fst_leave(struct fst_writer *writer);

/* A signal name[bits-1:0], or a single bit for bits == 1. */
uint32_t fst_signal(struct fst_writer *writer, const char *name, uint32_t bits);

/* What follows happens at this time; times never decrease. */
void fst_time(struct fst_writer *writer, uint64_t picoseconds);

/* `text` has one of 0 1 x z for every bit of the signal, the highest first. */
void fst_value(struct fst_writer *writer, uint32_t signal, const char *text);

/* Complete the file.  Error: ERR_ENVIRONMENT when it is not whole; nothing is left of it
 * then.  The writer is freed in any case. */
bool fst_close(struct fst_writer *writer, struct err *err);

/* Drop the file and free the writer; NULL is allowed. */
void fst_abandon(struct fst_writer *writer);

#endif
