/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* workdir -- a directory for work in progress, removed by a later run if its maker is
 * killed. */
#define _GNU_SOURCE /* nftw */
#include "base/workdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  OPEN_DIRECTORIES = 16, /* while one is removed */
  YOUNG_S = 10,          /* its maker may be about to take the lock */
  OLD_S = 3600,          /* of one without a lock */
  LOCK_ROOM = 16
};

static const char lock_name[] = "/.lock";

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *place)
{
  (void)status;
  (void)type;
  (void)place;
  remove(path);
  return 0;
}

static void remove_tree(const char *path)
{
  nftw(path, remove_one, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
}

/* Is it unused? */
static bool is_dead(const char *path)
{
  char name[FILE_PATH + LOCK_ROOM];
  struct stat status;

  if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid())
    return false;
  snprintf(name, sizeof name, "%.*s%s", FILE_PATH, path, lock_name);
  if (lstat(name, &status) != 0)
    return status.st_mtime < time(NULL) - OLD_S;
  if (status.st_mtime >= time(NULL) - YOUNG_S)
    return false;
  const int lock = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  const bool free = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0;

  if (lock >= 0)
    close(lock);
  return free;
}

static void remove_dead(const char *parent, const char *prefix)
{
  char path[FILE_PATH];
  const struct dirent *entry;
  DIR *list = opendir(parent);

  while (list && (entry = readdir(list)) != NULL)
    if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 &&
        snprintf(path, sizeof path, "%s/%s", parent, entry->d_name) < FILE_PATH &&
        is_dead(path))
      remove_tree(path);
  if (list)
    closedir(list);
}

bool workdir_open(struct workdir *work, const char *parent, const char *prefix)
{
  char path[FILE_PATH], name[FILE_PATH + LOCK_ROOM];

  *work = (struct workdir){.lock = -1};
  if (snprintf(path, sizeof path, "%s/%sXXXXXX", parent, prefix) >= FILE_PATH) {
    errno = ENAMETOOLONG;
    return false;
  }
  remove_dead(parent, prefix);
  if (!mkdtemp(path))
    return false;
  snprintf(name, sizeof name, "%s%s", path, lock_name);
  work->lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (work->lock < 0) {
    const int why = errno;

    rmdir(path);
    errno = why;
    return false;
  }
  flock(work->lock, LOCK_EX | LOCK_NB); /* where there are no locks, age decides */
  memcpy(work->path, path, sizeof path);
  return true;
}

bool workdir_open_temporary(struct workdir *work, const char *prefix, struct err *err)
{
  const char *given = getenv("TMPDIR");
  const char *parent = given && given[0] ? given : "/tmp";

  return workdir_open(work, parent, prefix) ||
         err_set(err, ERR_ENVIRONMENT,
                 "cannot make a temporary directory in '%.500s': %s; TMPDIR: another",
                 parent, strerror(errno));
}

void workdir_close(struct workdir *work)
{
  if (work->path[0] == '\0')
    return;
  remove_tree(work->path);
  close(work->lock);
  *work = (struct workdir){.lock = -1};
}
