/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* room -- the memory that this process has, and what it may still take. */
#ifndef LOCKHOP_BASE_ROOM_H
#define LOCKHOP_BASE_ROOM_H

#include <stdint.h>

/* What bounds the memory of a process. */
enum room_bound {
  ROOM_NOTHING,  /* no bound was found */
  ROOM_MACHINE,  /* MemAvailable of /proc/meminfo */
  ROOM_GROUP,    /* a control group, version 1 or 2, or a group around it */
  ROOM_ADDRESSES /* RLIMIT_AS, as set by ulimit -v */
};

struct room {
  uint64_t used; /* bytes: resident pages of this process, but what its heap has free */
  uint64_t free; /* bytes that it may take besides; UINT64_MAX: no bound was found */
  enum room_bound bound; /* that of `free` */
};

/* The least of all bounds.  Files are looked for below `root`: "" for the machine's own.
 * Pages that a control group uses for files and has not touched for long count as free. */
struct room room_of(const char *root);

/* Bytes of the heap in use; a difference of two tells what was allocated between.  0 where
 * the C library does not tell. */
uint64_t room_heap(void);

#endif
