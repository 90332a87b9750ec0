/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* signal_at -- for LD_PRELOAD: the program lockhop gets the signal SIGNAL_NUMBER at stage
 * SIGNAL_AT, counted from 1.  The file SIGNAL_MARK then exists.  A stage begins before, and
 * ends after, each call by which files, directories or processes come and go. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pid_t program; /* 0: another one */
static long signal_at, calls;

__attribute__((constructor)) static void begin(void)
{
  const char *at = getenv("SIGNAL_AT");

  if (at && strcmp(program_invocation_short_name, "lockhop") == 0)
    program = getpid();
  signal_at = program ? atol(at) : 0;
}

static void stage(void)
{
  if (!program || getpid() != program ||
      __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != signal_at)
    return;
  int (*creates)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");

  close(creates(getenv("SIGNAL_MARK"), O_WRONLY | O_CREAT, 0600));
  raise(atoi(getenv("SIGNAL_NUMBER")));
}

#define STAGE(type, name, parameters, arguments)                                           \
  type name parameters                                                                     \
  {                                                                                        \
    static type(*real) parameters;                                                         \
                                                                                           \
    if (!real)                                                                             \
      real = dlsym(RTLD_NEXT, #name);                                                      \
    stage();                                                                               \
    type result = real arguments;                                                          \
    stage();                                                                               \
    return result;                                                                         \
  }

STAGE(FILE *, fopen, (const char *path, const char *mode), (path, mode))
STAGE(FILE *, fopen64, (const char *path, const char *mode), (path, mode))
STAGE(FILE *, fdopen, (int file, const char *mode), (file, mode))
STAGE(int, fclose, (FILE * file), (file))
STAGE(int, fflush, (FILE * file), (file))
STAGE(int, rename, (const char *from, const char *to), (from, to))
STAGE(int, link, (const char *from, const char *to), (from, to))
STAGE(int, unlink, (const char *path), (path))
STAGE(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
STAGE(int, mkdir, (const char *path, mode_t mode), (path, mode))
STAGE(char *, mkdtemp, (char *path), (path))
STAGE(int, mkostemps, (char *path, int suffix, int flags), (path, suffix, flags))
STAGE(int, rmdir, (const char *path), (path))
STAGE(pid_t, fork, (void), ())
STAGE(pid_t, waitpid, (pid_t child, int *status, int options), (child, status, options))
STAGE(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))

#define OPEN(name)                                                                         \
  int name(const char *path, int flags, ...)                                               \
  {                                                                                        \
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);                         \
    va_list more;                                                                          \
                                                                                           \
    va_start(more, flags);                                                                 \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;          \
    va_end(more);                                                                          \
    stage();                                                                               \
    const int file = real(path, flags, mode);                                              \
    stage();                                                                               \
    return file;                                                                           \
  }

OPEN(open)
OPEN(open64)
