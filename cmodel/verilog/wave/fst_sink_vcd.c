/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_sink_vcd -- writes FST as VCD that GTKWave's program vcd2fst packs when it is
 * complete.
 *
 * Verilator of today brings a C++ library instead of that of GTKWave, and this cannot
 * record that a vector becomes z, as a packet is that nobody sends
 * (docs/decisions/0038-verilator-of-any-version.md).
 */
#include "verilog/wave/fst_sink.h"

#if !__has_include(<fstapi.h>)

#include "base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_DIGIT = '!', DIGITS = '~' - '!' + 1, NAME_BYTES = 8, PATH_BYTES = 4096 };

struct fst_sink {
  FILE *vcd; /* has no name */
  char path[PATH_BYTES];
  uint32_t signals;
  bool defined; /* all names are */
};

bool fst_sink_available(void)
{
  char path[PATH_BYTES];

  return process_find("vcd2fst", path, sizeof path);
}

struct fst_sink *fst_sink_open(const char *path, const char *comment)
{
  struct fst_sink *sink = calloc(1, sizeof *sink);

  if (!sink)
    return NULL;
  snprintf(sink->path, sizeof sink->path, "%s", path);
  sink->vcd = tmpfile();
  if (!sink->vcd) {
    free(sink);
    return NULL;
  }
  fprintf(sink->vcd,
          "$date $end\n$version lockhop golden model $end\n$comment %s $end\n"
          "$timescale 1ps $end\n",
          comment);
  return sink;
}

void fst_sink_enter(struct fst_sink *sink, const char *scope)
{
  fprintf(sink->vcd, "$scope module %s $end\n", scope);
}

void fst_sink_leave(struct fst_sink *sink)
{
  fputs("$upscope $end\n", sink->vcd);
}

/* The name by which values call a signal. */
static const char *short_name(uint32_t signal, char text[NAME_BYTES])
{
  size_t used = 0;

  do {
    text[used++] = (char)(FIRST_DIGIT + signal % DIGITS);
    signal /= DIGITS;
  } while (signal > 0);
  text[used] = '\0';
  return text;
}

uint32_t fst_sink_signal(struct fst_sink *sink, const char *name, uint32_t bits)
{
  char text[NAME_BYTES];

  fprintf(sink->vcd, "$var wire %u %s %s $end\n", bits, short_name(sink->signals, text),
          name);
  return sink->signals++;
}

void fst_sink_time(struct fst_sink *sink, uint64_t picoseconds)
{
  if (!sink->defined)
    fputs("$enddefinitions $end\n", sink->vcd);
  sink->defined = true;
  fprintf(sink->vcd, "#%llu\n", (unsigned long long)picoseconds);
}

void fst_sink_value(struct fst_sink *sink, uint32_t signal, const char *text)
{
  char name[NAME_BYTES];
  const bool vector = text[1] != '\0';

  fprintf(sink->vcd, "%s%s%s%s\n", vector ? "b" : "", text, vector ? " " : "",
          short_name(signal, name));
}

/* What was written is in the file, and a program that is started finds it from its
 * beginning. */
static bool is_written(FILE *file)
{
  return fflush(file) == 0 && !ferror(file) && fseeko(file, 0, SEEK_SET) == 0;
}

bool fst_sink_close(struct fst_sink *sink)
{
  char source[64];
  const char *const arguments[] = {"vcd2fst",   "--vcdname", source,
                                   "--fstname", sink->path,  NULL};
  FILE *log = tmpfile();
  sigset_t held;
  struct err ignored;
  int status = 0;

  snprintf(source, sizeof source, "/dev/fd/%d", fileno(sink->vcd));
  process_hold(&held);
  const bool good = log && is_written(sink->vcd) &&
                    process_run(arguments, log, 0, &status, &ignored) && status == 0;
  process_release(&held);
  if (log)
    fclose(log);
  fclose(sink->vcd);
  free(sink);
  return good;
}

#endif
