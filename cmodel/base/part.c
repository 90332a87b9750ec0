/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* part -- an output file that a library writes by its name, until it is known to be whole.
 */
#include "base/part.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  SUFFIX_BYTES = 64, /* what is put behind a target */
  OPEN_MOST = 4      /* waveforms that are written at a time */
};

static const char name[] = "/wave";
static const char hierarchy[] = ".hier"; /* what the FST library puts behind the name */

/* A signal handler can reach nothing but what is at file scope. */
static struct part *volatile open_parts[OPEN_MOST];

/* Put `now` in the place of `old`. */
static void enlist(struct part *old, struct part *now)
{
  for (size_t i = 0; i < OPEN_MOST; i++)
    if (open_parts[i] == old) {
      open_parts[i] = now;
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
  enlist(NULL, part);
  return true;
}

/* Calls only what a signal handler may. */
static void remove_files(const struct part *part)
{
  char beside[FILE_PATH];
  size_t length = strlen(part->path);

  memcpy(beside, part->path, length);
  memcpy(beside + length, hierarchy, sizeof hierarchy);
  unlink(part->path);
  unlink(beside);
  rmdir(part->directory);
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
  enlist(part, NULL);
  remove_files(part);
  part->directory[0] = '\0';
}

void part_remove_all(void)
{
  for (size_t i = 0; i < OPEN_MOST; i++)
    if (open_parts[i])
      remove_files(open_parts[i]);
}
