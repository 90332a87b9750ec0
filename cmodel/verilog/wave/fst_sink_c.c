/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_sink_c -- writes FST with the C library of GTKWave. */
#include "verilog/wave/fst_sink.h"

#if __has_include(<fstapi.h>)

#include <fstapi.h>

/* The library's own context. */
static void *context(struct fst_sink *sink)
{
  return sink;
}

bool fst_sink_available(void)
{
  return true;
}

struct fst_sink *fst_sink_open(const char *path, const char *comment)
{
  void *made = fstWriterCreate(path, 1);

  if (made) {
    fstWriterSetPackType(made, FST_WR_PT_LZ4);
    fstWriterSetTimescaleFromString(made, "1ps");
    fstWriterSetDate(made, ""); /* equal runs give equal files */
    fstWriterSetVersion(made, "lockhop golden model");
    fstWriterSetComment(made, comment);
  }
  return made;
}

void fst_sink_enter(struct fst_sink *sink, const char *scope)
{
  fstWriterSetScope(context(sink), FST_ST_VCD_MODULE, scope, NULL);
}

void fst_sink_leave(struct fst_sink *sink)
{
  fstWriterSetUpscope(context(sink));
}

uint32_t fst_sink_signal(struct fst_sink *sink, const char *name, uint32_t bits)
{
  return fstWriterCreateVar(context(sink), FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, name, 0);
}

void fst_sink_time(struct fst_sink *sink, uint64_t picoseconds)
{
  fstWriterEmitTimeChange(context(sink), picoseconds);
}

void fst_sink_value(struct fst_sink *sink, uint32_t signal, const char *text)
{
  fstWriterEmitValueChange(context(sink), signal, text);
}

bool fst_sink_close(struct fst_sink *sink)
{
  fstWriterClose(context(sink));
  return true; /* the library does not say */
}

#endif
