/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst -- writes FST waveform files. */
#include "verilog/wave/fst.h"

#include "base/fst_check.h"
#include "base/part.h"
#include "verilog/wave/fst_sink.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

enum {
  /* Bytes on disk before the first value: per signal, its name and its places in the
   * library's tables; and the library's own minimum. */
  BYTES_PER_SIGNAL = 128,
  BYTES_AT_LEAST = 1 << 20
};

struct fst_writer {
  struct fst_sink *sink;
  struct part part; /* where it is written */
};

bool fst_available(void)
{
  return fst_sink_available();
}

/* The library maps its tables into memory and is killed by a signal when the disk cannot
 * hold them, so look before. */
static bool has_room(const char *directory, size_t signals, struct err *err)
{
  struct statvfs status;
  uint64_t need = BYTES_AT_LEAST + (uint64_t)signals * BYTES_PER_SIGNAL;

  if (statvfs(directory, &status) != 0)
    return true; /* creating the file will say why */
  if ((uint64_t)status.f_bavail * status.f_frsize >= need)
    return true;
  return err_set(err, ERR_ENVIRONMENT,
                 "no room for a waveform in '%.500s': %llu kB are needed; free some space",
                 directory, (unsigned long long)(need >> 10));
}

static bool target_allowed(const char *path, size_t signals, struct err *err)
{
  char directory[FST_PATH];
  const char *slash = strrchr(path, '/');

  if (strlen(path) + 32 > FST_PATH)
    return err_set(err, ERR_USAGE, "the path of the waveform is too long");
  snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - path) + 1 : 1,
           slash ? path : ".");
  return has_room(directory, signals, err) && has_room(P_tmpdir, signals, err);
}

bool fst_open(struct fst_writer **writer, const char *path, const char *comment,
              size_t signals, struct err *err)
{
  struct fst_writer *w;

  *writer = NULL;
  if (!fst_available())
    return err_set(err, ERR_ENVIRONMENT,
                   "nothing here writes waveforms; install gtkwave, or install verilator, "
                   "then make");
  if (!target_allowed(path, signals, err))
    return false;
  w = calloc(1, sizeof *w);
  if (!w)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a waveform");
  if (!part_open(&w->part, path, err)) {
    free(w);
    return false;
  }
  errno = 0;
  w->sink = fst_sink_open(w->part.path, comment);
  if (!w->sink) {
    err_set(err, errno == ENOSPC || errno == ENOMEM ? ERR_ENVIRONMENT : ERR_USAGE,
            "cannot create the waveform '%.500s': %s", path, strerror(errno));
    part_remove(&w->part);
    free(w);
    return false;
  }
  *writer = w;
  return true;
}

void fst_enter(struct fst_writer *writer, const char *scope)
{
  fst_sink_enter(writer->sink, scope);
}

void fst_leave(struct fst_writer *writer)
{
  fst_sink_leave(writer->sink);
}

uint32_t fst_signal(struct fst_writer *writer, const char *name, uint32_t bits)
{
  char ranged[FST_NAME];

  if (bits > 1)
    snprintf(ranged, sizeof ranged, "%.100s [%u:0]", name, bits - 1);
  else
    snprintf(ranged, sizeof ranged, "%.100s", name);
  return fst_sink_signal(writer->sink, ranged, bits);
}

void fst_time(struct fst_writer *writer, uint64_t picoseconds)
{
  fst_sink_time(writer->sink, picoseconds);
}

void fst_value(struct fst_writer *writer, uint32_t signal, const char *text)
{
  fst_sink_value(writer->sink, signal, text);
}

bool fst_close(struct fst_writer *writer, struct err *err)
{
  bool good =
      fst_sink_close(writer->sink) ||
      err_set(err, ERR_ENVIRONMENT, "cannot write the waveform '%.500s': is the disk full?",
              writer->part.target);
  writer->sink = NULL;
  good = good && fst_check(writer->part.path, err) && part_commit(&writer->part, err);
  fst_abandon(writer);
  return good;
}

void fst_abandon(struct fst_writer *writer)
{
  if (!writer)
    return;
  if (writer->sink)
    fst_sink_close(writer->sink);
  part_remove(&writer->part);
  free(writer);
}
