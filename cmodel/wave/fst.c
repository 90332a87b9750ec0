/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst -- writes FST waveform files and reads the names in them. */
#include "wave/fst.h"

#include "base/fst_check.h"
#include "base/part.h"

#if __has_include(<fstapi.h>)

#include <fstapi.h>

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
  void *context;
  struct part part; /* where it is written */
};

bool fst_available(void)
{
  return true;
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
  w->context = fstWriterCreate(w->part.path, 1);
  if (!w->context) {
    err_set(err, errno == ENOSPC || errno == ENOMEM ? ERR_ENVIRONMENT : ERR_USAGE,
            "cannot create the waveform '%.500s': %s", path, strerror(errno));
    part_remove(&w->part);
    free(w);
    return false;
  }
  fstWriterSetPackType(w->context, FST_WR_PT_LZ4);
  fstWriterSetTimescaleFromString(w->context, "1ps");
  fstWriterSetDate(w->context, ""); /* equal runs give equal files */
  fstWriterSetVersion(w->context, "lockhop golden model");
  fstWriterSetComment(w->context, comment);
  *writer = w;
  return true;
}

void fst_enter(struct fst_writer *writer, const char *scope)
{
  fstWriterSetScope(writer->context, FST_ST_VCD_MODULE, scope, NULL);
}

void fst_leave(struct fst_writer *writer)
{
  fstWriterSetUpscope(writer->context);
}

uint32_t fst_signal(struct fst_writer *writer, const char *name, uint32_t bits)
{
  char ranged[FST_NAME];

  if (bits > 1)
    snprintf(ranged, sizeof ranged, "%.100s [%u:0]", name, bits - 1);
  else
    snprintf(ranged, sizeof ranged, "%.100s", name);
  return fstWriterCreateVar(writer->context, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, ranged,
                            0);
}

void fst_time(struct fst_writer *writer, uint64_t picoseconds)
{
  fstWriterEmitTimeChange(writer->context, picoseconds);
}

void fst_value(struct fst_writer *writer, uint32_t signal, const char *text)
{
  fstWriterEmitValueChange(writer->context, signal, text);
}

bool fst_close(struct fst_writer *writer, struct err *err)
{
  fstWriterClose(writer->context);
  writer->context = NULL;
  bool good = fst_check(writer->part.path, err) && part_commit(&writer->part, err);
  fst_abandon(writer);
  return good;
}

void fst_abandon(struct fst_writer *writer)
{
  if (!writer)
    return;
  if (writer->context)
    fstWriterClose(writer->context);
  part_remove(&writer->part);
  free(writer);
}

/* Append "scope.name[msb:lsb]", or "scope.name[bit]" for a vector of one bit, as GTKWave
 * does; in the file, a space is between name and range. */
static bool add_name(struct fst_names *names, const char *scope,
                     const struct fstHierVar *var)
{
  size_t size = strlen(scope) + var->name_length + 32, used;
  char **larger, *text = malloc(size);
  char *space;

  if (!text)
    return false;
  used = (size_t)snprintf(text, size, "%s.%s", scope, var->name);
  space = strrchr(text, ' ');
  if (space && space[1] == '[') {
    memmove(space, space + 1, strlen(space));
    if (var->length == 1 && strchr(space, ':'))
      strcpy(strchr(space, ':'), "]");
  } else if (var->length > 1)
    snprintf(text + used, size - used, "[%u:0]", var->length - 1);
  if ((names->count & (names->count + 1)) == 0) { /* room for 1, 3, 7, ... */
    larger = realloc(names->name, (2 * names->count + 1) * sizeof *larger);
    if (!larger) {
      free(text);
      return false;
    }
    names->name = larger;
  }
  names->name[names->count++] = text;
  return true;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_once(struct fst_names *names)
{
  size_t kept = 0;

  if (names->count > 0)
    qsort(names->name, names->count, sizeof *names->name, by_name);
  for (size_t i = 0; i < names->count; i++) {
    if (kept > 0 && strcmp(names->name[kept - 1], names->name[i]) == 0)
      free(names->name[i]);
    else
      names->name[kept++] = names->name[i];
  }
  names->count = kept;
}

bool fst_names_read(struct fst_names *names, const char *path, struct err *err)
{
  void *reader;
  struct fstHier *item;
  bool good = true;

  *names = (struct fst_names){0};
  if (!fst_check(path, err))
    return false;
  reader = fstReaderOpen(path);
  if (!reader)
    return err_set(err, ERR_ENVIRONMENT, "cannot read the waveform '%.500s'", path);
  while (good && (item = fstReaderIterateHier(reader)) != NULL) {
    if (item->htyp == FST_HT_SCOPE)
      fstReaderPushScope(reader, item->u.scope.name, NULL);
    else if (item->htyp == FST_HT_UPSCOPE)
      fstReaderPopScope(reader);
    else if (item->htyp == FST_HT_VAR)
      good = add_name(names, fstReaderGetCurrentFlatScope(reader), &item->u.var);
  }
  fstReaderClose(reader);
  if (!good) {
    fst_names_free(names);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the names in '%.500s'",
                   path);
  }
  sort_once(names);
  return true;
}

bool fst_names_has(const struct fst_names *names, const char *name)
{
  return names->count > 0 &&
         bsearch(&name, names->name, names->count, sizeof *names->name, by_name);
}

void fst_names_free(struct fst_names *names)
{
  for (size_t i = 0; i < names->count; i++)
    free(names->name[i]);
  free(names->name);
  *names = (struct fst_names){0};
}

#else

static const char missing[] =
    "this build cannot write or read waveforms; install verilator, then make";

bool fst_available(void)
{
  return false;
}

bool fst_open(struct fst_writer **writer, const char *path, const char *comment,
              size_t signals, struct err *err)
{
  (void)path, (void)comment, (void)signals;
  *writer = NULL;
  return err_set(err, ERR_ENVIRONMENT, "%s", missing);
}

/* There is no writer to hand to any of these. */
void fst_enter(struct fst_writer *writer, const char *scope)
{
  (void)writer, (void)scope;
}

void fst_leave(struct fst_writer *writer)
{
  (void)writer;
}

uint32_t fst_signal(struct fst_writer *writer, const char *name, uint32_t bits)
{
  (void)writer, (void)name, (void)bits;
  return 0;
}

void fst_time(struct fst_writer *writer, uint64_t picoseconds)
{
  (void)writer, (void)picoseconds;
}

void fst_value(struct fst_writer *writer, uint32_t signal, const char *text)
{
  (void)writer, (void)signal, (void)text;
}

bool fst_close(struct fst_writer *writer, struct err *err)
{
  (void)writer;
  return err_set(err, ERR_ENVIRONMENT, "%s", missing);
}

void fst_abandon(struct fst_writer *writer)
{
  (void)writer;
}

bool fst_names_read(struct fst_names *names, const char *path, struct err *err)
{
  (void)path;
  *names = (struct fst_names){0};
  return err_set(err, ERR_ENVIRONMENT, "%s", missing);
}

bool fst_names_has(const struct fst_names *names, const char *name)
{
  (void)names, (void)name;
  return false;
}

void fst_names_free(struct fst_names *names)
{
  (void)names;
}

#endif
