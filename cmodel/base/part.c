/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* part -- an output file that a library writes by its name, until it is known to be whole.
 */
#include "base/part.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  SUFFIX_BYTES = 64, /* what is put behind a target */
  OPEN_MOST = 4      /* waveforms that are written at a time */
};

static const char name[] = "/wave";
static const char hierarchy[] = ".hier"; /* what the FST library puts behind the name */

/* A signal handler can reach nothing but what is at file scope. */
static char own[OPEN_MOST][FILE_PATH];
static char (*open_parts)[FILE_PATH] = own; /* directories; "": none */

bool part_share_unfinished(void)
{
  void *shared =
      mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  if (shared == MAP_FAILED)
    return false;
  memcpy(shared, own, sizeof own);
  open_parts = shared;
  return true;
}

/* Put `now` in the place of `old`. */
static void enlist(const char *old, const char *now)
{
  for (size_t i = 0; i < OPEN_MOST; i++)
    if (strcmp(open_parts[i], old) == 0) {
      snprintf(open_parts[i], FILE_PATH, "%s", now);
      return;
    }
}

bool part_open(struct part *part, const char *target, struct err *err)
{
  struct stat status;

  *part = (struct part){.directory = ""};
  if (strlen(target) + SUFFIX_BYTES > FILE_PATH)
    return err_set(err, ERR_USAGE, "the path of the waveform is too long");
  if (stat(target, &status) == 0 && !S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "cannot write the waveform '%.500s': not a regular file",
                   target);
  snprintf(part->target, sizeof part->target, "%s", target);
  snprintf(part->directory, sizeof part->directory, "%.*s.part-XXXXXX",
           FILE_PATH - SUFFIX_BYTES, target);
  if (!mkdtemp(part->directory)) {
    part->directory[0] = '\0';
    return err_set(err, errno == ENOSPC ? ERR_ENVIRONMENT : ERR_USAGE,
                   "cannot create '%.500s': %s", target, strerror(errno));
  }
  snprintf(part->path, sizeof part->path, "%.*s%s", FILE_PATH - SUFFIX_BYTES,
           part->directory, name);
  enlist("", part->directory);
  return true;
}

/* Calls only what a signal handler may. */
static void remove_files(const char *directory)
{
  char path[FILE_PATH];
  size_t length = strlen(directory);

  memcpy(path, directory, length);
  memcpy(path + length, name, sizeof name);
  unlink(path);
  memcpy(path + length + sizeof name - 1, hierarchy, sizeof hierarchy);
  unlink(path);
  rmdir(directory);
}

bool part_commit(struct part *part, struct err *err)
{
  bool good = rename(part->path, part->target) == 0 ||
              err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", part->target,
                      strerror(errno));

  part_remove(part);
  return good;
}

void part_remove(struct part *part)
{
  if (part->directory[0] == '\0')
    return;
  enlist(part->directory, "");
  remove_files(part->directory);
  part->directory[0] = '\0';
}

void part_remove_all(void)
{
  for (size_t i = 0; i < OPEN_MOST; i++)
    if (open_parts[i][0] != '\0')
      remove_files(open_parts[i]);
}
