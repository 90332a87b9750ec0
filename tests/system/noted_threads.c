/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* noted_threads -- for LD_PRELOAD: the file NOTED gets a byte for each thread that is made.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *),
                   void *self)
{
  create *real = (create *)dlsym(RTLD_NEXT, "pthread_create");
  const int file = open(getenv("NOTED"), O_WRONLY | O_APPEND);

  if (file < 0 || write(file, ".", 1) != 1)
    abort();
  close(file);
  return real(thread, how, work, self);
}
