/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* part -- an output file that a library writes by its name, until it is known to be whole.
 */
#include "base/part.h"

#include "base/unfinished.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIX_BYTES = 64 }; /* what is put behind a target */

static const char name[] = "/wave";
static const char hierarchy[] = ".hier"; /* what the FST library puts behind the name */

typedef void act(const char *path);

/* Apply one action to the files of the library, then another to their directory. */
static void for_each(const struct part *part, act *to_file, act *to_directory)
{
  char beside[FILE_PATH + sizeof hierarchy];

  snprintf(beside, sizeof beside, "%s%s", part->path, hierarchy);
  to_file(part->path);
  to_file(beside);
  to_directory(part->directory);
}

bool part_open(struct part *part, const char *target, struct err *err)
{
  struct stat status;
  sigset_t before;

  *part = (struct part){.directory = ""};
  if (strlen(target) + SUFFIX_BYTES > FILE_PATH)
    return err_set(err, ERR_USAGE, "the path of the waveform is too long");
  if (stat(target, &status) == 0 && !S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "cannot write the waveform '%.500s': not a regular file",
                   target);
  snprintf(part->target, sizeof part->target, "%s", target);
  snprintf(part->directory, sizeof part->directory, "%.*s.part-XXXXXX",
           FILE_PATH - SUFFIX_BYTES, target);
  unfinished_begin(&before);
  const bool made = mkdtemp(part->directory) != NULL;
  if (!made) {
    unfinished_end(&before);
    part->directory[0] = '\0';
    return err_set(err, errno == ENOSPC ? ERR_ENVIRONMENT : ERR_USAGE,
                   "cannot create '%.500s': %s", target, strerror(errno));
  }
  snprintf(part->path, sizeof part->path, "%.*s%s", FILE_PATH - SUFFIX_BYTES,
           part->directory, name);
  for_each(part, unfinished_add, unfinished_add);
  unfinished_end(&before);
  return true;
}

static void remove_file(const char *path)
{
  unlink(path);
}

static void remove_directory(const char *path)
{
  rmdir(path);
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
  for_each(part, unfinished_drop, unfinished_drop);
  for_each(part, remove_file, remove_directory);
  part->directory[0] = '\0';
}
