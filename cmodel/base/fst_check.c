/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fst_check -- checks whether an FST waveform file is complete.
 *
 * An FST file is a chain of blocks.  Each begins with one byte, its type, and eight bytes,
 * big end first, its length without the type byte.  A block that is still being written has
 * type 255; the library puts the real type there last.
 */
#include "base/fst_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
  BLOCK_HEADER = 0,
  BLOCK_VALUES = 1,
  BLOCK_BLACKOUT = 2,
  BLOCK_GEOMETRY = 3, /* widths of the signals */
  BLOCK_NAMES = 4,
  BLOCK_VALUES_ALIAS = 5,
  BLOCK_NAMES_LZ4 = 6,
  BLOCK_NAMES_LZ4_TWICE = 7,
  BLOCK_VALUES_ALIAS_2 = 8,
  HEADER_LENGTH = 329,
  /* Offsets in the file, of 8-byte numbers in the header block. */
  HEADER_SIGNALS = 57,
  HEADER_SECTIONS = 65
};

/* Counts of the blocks seen so far. */
struct contents {
  uint64_t values;   /* sections of value changes */
  uint64_t geometry; /* blocks */
  uint64_t names;    /* blocks */
};

static bool read_number(FILE *file, uint64_t *number)
{
  unsigned char bytes[8];

  if (fread(bytes, 1, sizeof bytes, file) != sizeof bytes)
    return false;
  *number = 0;
  for (size_t i = 0; i < sizeof bytes; i++)
    *number = *number << 8 | bytes[i];
  return true;
}

static bool broken(const char *path, uint64_t at, const char *why, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT,
                 "the waveform '%.500s' is not complete (byte %" PRIu64
                 ": %s); is the disk full?",
                 path, at, why);
}

/* Count a block of this type; false when whole files have no such block. */
static bool count_block(struct contents *seen, int type)
{
  switch (type) {
  case BLOCK_VALUES:
  case BLOCK_VALUES_ALIAS:
  case BLOCK_VALUES_ALIAS_2:
    seen->values++;
    return true;
  case BLOCK_GEOMETRY:
    seen->geometry++;
    return true;
  case BLOCK_NAMES:
  case BLOCK_NAMES_LZ4:
  case BLOCK_NAMES_LZ4_TWICE:
    seen->names++;
    return true;
  case BLOCK_BLACKOUT:
    return true;
  default:
    return false;
  }
}

/* Walk from block to block up to the end of the file, at byte `size`. */
static bool read_blocks(FILE *file, uint64_t size, const char *path, struct contents *seen,
                        struct err *err)
{
  uint64_t at = 0, length;

  while (at < size) {
    int type;

    if (fseeko(file, (off_t)at, SEEK_SET) != 0)
      return broken(path, at, strerror(errno), err);
    type = getc(file);
    if (!read_number(file, &length) || length < 8 || length > size - at - 1)
      return broken(path, at, "a block runs past the end of the file", err);
    if (at == 0 ? type != BLOCK_HEADER || length != HEADER_LENGTH
                : !count_block(seen, type))
      return broken(path, at, at == 0 ? "no FST header" : "an unfinished block", err);
    at += 1 + length;
  }
  return true;
}

static bool check(FILE *file, const char *path, struct err *err)
{
  struct contents seen = {0};
  uint64_t signals, sections;
  off_t size;

  if (fseeko(file, 0, SEEK_END) != 0 || (size = ftello(file)) < 0)
    return broken(path, 0, strerror(errno), err);
  if (size == 0)
    return broken(path, 0, "it is empty", err);
  if (!read_blocks(file, (uint64_t)size, path, &seen, err))
    return false;
  if (fseeko(file, HEADER_SIGNALS, SEEK_SET) != 0 || !read_number(file, &signals) ||
      !read_number(file, &sections))
    return broken(path, HEADER_SIGNALS, "the header cannot be read", err);
  if (signals == 0 || seen.geometry != 1 || seen.names != 1)
    return broken(path, HEADER_SIGNALS, "it names no signals", err);
  if (seen.values == 0 || seen.values != sections)
    return broken(path, HEADER_SECTIONS, "values are missing", err);
  return true;
}

bool fst_check(const char *path, struct err *err)
{
  FILE *file = fopen(path, "rb");
  bool whole;

  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read the waveform '%.500s': %s", path,
                   strerror(errno));
  whole = check(file, path, err);
  fclose(file);
  return whole;
}
