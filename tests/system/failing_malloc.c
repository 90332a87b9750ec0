/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* failing_malloc -- for LD_PRELOAD: in the program lockhop, and its children that run no
 * other program, allocation number FAIL_AT fails, counted from 1, and by a child from where
 * its parent was.  The file FAIL_MARK then exists.  The C library's own allocations count
 * too.  FAIL_SITES, if it is set: a file of `long`s, the first allocation of each site or
 * 0. A site is a call of the allocator with the calls that it is in, five of them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t to, size_t size);

enum { DEPTH = 5, OURS = 2, PLACES = 1 << 15 };

static long fail_at = -1; /* not known yet; 0: never */
static long calls;
static struct {
  long first[PLACES]; /* by hash of the site */
  uint64_t site[PLACES];
} * seen; /* shared with children; NULL: not wanted */

static void begin(void)
{
  const char *at = getenv("FAIL_AT"), *sites = getenv("FAIL_SITES");
  const int ours = at && strcmp(program_invocation_short_name, "lockhop") == 0;
  void *frame;

  fail_at = 0;
  if (ours && sites) {
    const int file = open(sites, O_RDWR | O_CREAT, 0600);
    void *map = MAP_FAILED;

    (void)backtrace(&frame, 1); /* allocates when it is called first */
    if (ftruncate(file, sizeof *seen) == 0)
      map = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
      abort();
    close(file);
    seen = map;
  }
  fail_at = ours ? atol(at) : 0;
}

/* Of the calls that lead here; the same wherever the program and its libraries are loaded.
 */
static uint64_t site(void)
{
  void *frames[OURS + DEPTH];
  const int count = backtrace(frames, OURS + DEPTH);
  uint64_t hash = 1;

  for (int i = OURS; i < count; i++) {
    Dl_info info = {0};

    (void)dladdr(frames[i], &info);
    hash = (hash ^ (uint64_t)((char *)frames[i] - (char *)info.dli_fbase)) *
           0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash ? hash : 1;
}

static void see(long call)
{
  const uint64_t here = site();

  for (uint64_t i = 0; i < PLACES; i++) {
    const uint64_t at = (here + i) % PLACES;
    uint64_t none = 0;

    if (__atomic_compare_exchange_n(&seen->site[at], &none, here, 0, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      seen->first[at] = call;
    if (seen->site[at] == here)
      return;
  }
  abort();
}

static int fails(void)
{
  if (fail_at < 0)
    begin();
  if (fail_at == 0 && !seen)
    return 0;
  const long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);

  if (seen)
    see(call);
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
