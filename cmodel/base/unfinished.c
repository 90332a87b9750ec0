/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* unfinished -- the temporary files and directories that this program has made. */
#include "base/unfinished.h"

#include "base/file.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 24 }; /* 8 files and 4 waveforms of three names */

/* A signal handler can reach nothing but what is at file scope. */
static char own[MOST][FILE_PATH];
static char (*paths)[FILE_PATH] = own; /* "": none */

/* Put `now` in the place of `old`. */
static void replace(const char *old, const char *now)
{
  for (size_t i = 0; i < MOST; i++)
    if (strcmp(paths[i], old) == 0) {
      snprintf(paths[i], FILE_PATH, "%s", now);
      return;
    }
}

void unfinished_add(const char *path)
{
  replace("", path);
}

void unfinished_begin(sigset_t *before)
{
  static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  sigset_t set;

  sigemptyset(&set);
  for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
    sigaddset(&set, requests[i]);
  pthread_sigmask(SIG_BLOCK, &set, before);
}

void unfinished_end(const sigset_t *before)
{
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

void unfinished_drop(const char *path)
{
  replace(path, "");
}

void unfinished_remove_all(void)
{
  for (size_t i = 0; i < MOST; i++)
    if (paths[i][0] != '\0')
      unlink(paths[i]);
  for (size_t i = 0; i < MOST; i++)
    if (paths[i][0] != '\0')
      rmdir(paths[i]);
}

void unfinished_forget(void)
{
  memset(paths, 0, sizeof own);
}

bool unfinished_share(void)
{
  void *shared =
      mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  if (shared == MAP_FAILED)
    return false;
  memcpy(shared, own, sizeof own);
  paths = shared;
  return true;
}
