/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* memory -- large tables, and what threads write at the same time. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20, LARGE = 4 * HUGE_PAGE };

void *memory_table(size_t count, size_t size)
{
  if (count > (SIZE_MAX - HUGE_PAGE) / size)
    return NULL;
  size_t bytes = count ? count * size : size;
  if (bytes < LARGE)
    return malloc(bytes);
  bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  void *table = aligned_alloc(HUGE_PAGE, bytes);
  if (table)
    madvise(table, bytes, MADV_HUGEPAGE); /* a hint: without huge pages it is only slower */
  return table;
}

void *memory_zeros(size_t count, size_t size)
{
  char *table = calloc(count ? count : 1, size);
  const size_t before = -(uintptr_t)table % HUGE_PAGE;

  if (table && count * size >= LARGE)
    madvise(table + before, (count * size - before) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
  return table;
}

void *memory_apart(size_t count, size_t size)
{
  void *table = aligned_alloc(MEMORY_APART, count * size);

  return table ? memset(table, 0, count * size) : NULL;
}
