/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* failing_malloc -- for LD_PRELOAD: in the program lockhop, and its children that run no
 * other program, allocation number FAIL_AT fails, counted from 1, and by a child from where
 * its parent was.  The file FAIL_MARK then exists.  The C library's own allocations count
 * too.  FAIL_COUNT, if it is set: a file of one number, the most that a process has made.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t to, size_t size);

static long fail_at = -1; /* not known yet; 0: never */
static long calls;
static long *most; /* shared with children; NULL: not wanted */

static void begin(void)
{
  const char *at = getenv("FAIL_AT"), *count = getenv("FAIL_COUNT");
  const int ours = at && strcmp(program_invocation_short_name, "lockhop") == 0;

  fail_at = ours ? atol(at) : 0;
  if (!ours || !count)
    return;
  const int file = open(count, O_RDWR | O_CREAT, 0600);

  if (ftruncate(file, sizeof *most) == 0)
    most = mmap(NULL, sizeof *most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
}

static int fails(void)
{
  if (fail_at < 0)
    begin();
  if (fail_at == 0 && !most)
    return 0;
  const long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);

  if (most && call > *most)
    *most = call;
  if (call != fail_at)
    return 0;
  const int mark = open(getenv("FAIL_MARK"), O_WRONLY | O_CREAT, 0600);

  close(mark);
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size)
{
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
  return fails() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t to, size_t size)
{
  return fails() ? NULL : __libc_memalign(to, size);
}
