/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* install -- locates the program's own files and its cache. */
#include "base/install.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* path = directory + rest.  False: too long. */
static bool join(char path[FILE_PATH], const char *directory, const char *rest)
{
  return snprintf(path, FILE_PATH, "%s%s", directory, rest) < FILE_PATH;
}

static bool has_rtl(const char *directory)
{
  char path[FILE_PATH];
  struct stat status;

  return join(path, directory, "/rtl") && stat(path, &status) == 0 &&
         S_ISDIR(status.st_mode) && join(path, directory, "/sim/dut.h") &&
         stat(path, &status) == 0;
}

/* Cut the last component off. */
static bool parent(char *path)
{
  char *slash = strrchr(path, '/');

  if (!slash)
    return false;
  *slash = '\0';
  return true;
}

/* The directory of the executable. */
static bool program_directory(char path[FILE_PATH])
{
  ssize_t length = readlink("/proc/self/exe", path, FILE_PATH - 1);

  if (length <= 0)
    return false;
  path[length] = '\0';
  return parent(path);
}

/* The source tree: the nearest directory above that has rtl/ and of whose build/ we are. */
static bool source_tree(char path[FILE_PATH])
{
  char tree[FILE_PATH];

  if (!program_directory(path))
    return false;
  while (path[0] != '\0') {
    const char *slash = strrchr(path, '/');
    bool build = slash && strcmp(slash, "/build") == 0;

    if (!parent(path))
      return false;
    snprintf(tree, sizeof tree, "%s", path);
    if (build && has_rtl(tree))
      return true;
  }
  return false;
}

bool install_share(char path[FILE_PATH], struct err *err)
{
  char prefix[FILE_PATH];

  if (source_tree(path))
    return true;
  if (program_directory(prefix) && parent(prefix) && join(path, prefix, "/share/lockhop") &&
      has_rtl(path))
    return true;
  return err_set(
      err, ERR_ENVIRONMENT,
      "cannot find rtl/ and sim/: the program is neither in build/ of its source "
      "tree nor beside share/lockhop");
}

bool install_library(char path[FILE_PATH], const char *name, struct err *err)
{
  char prefix[FILE_PATH], folder[FILE_PATH];

  if (((source_tree(prefix) && join(folder, prefix, "/build/lib/")) ||
       (program_directory(prefix) && parent(prefix) &&
        join(folder, prefix, "/lib/lockhop/"))) &&
      join(path, folder, name))
    return true;
  return err_set(err, ERR_ENVIRONMENT, "cannot find the folder of '%s'", name);
}

/* The path below the directory in which the program runs: compilers run elsewhere. */
static bool make_absolute(char path[FILE_PATH], const char *given)
{
  char here[FILE_PATH];

  if (given[0] == '/')
    return join(path, given, "");
  if (!getcwd(here, sizeof here - 1))
    return false;
  strcat(here, "/");
  return join(path, here, given);
}

bool install_cache(char path[FILE_PATH], struct err *err)
{
  char tree[FILE_PATH];
  const char *set = getenv("LOCKHOP_CACHE");
  bool fits;

  if (set && set[0] != '\0')
    fits = make_absolute(path, set);
  else if (source_tree(tree))
    fits = join(path, tree, "/build/cache");
  else if ((set = getenv("XDG_CACHE_HOME")) != NULL && set[0] == '/')
    fits = join(path, set, "/lockhop");
  else if ((set = getenv("HOME")) != NULL && set[0] != '\0')
    fits = join(path, set, "/.cache/lockhop");
  else
    return err_set(err, ERR_ENVIRONMENT,
                   "no place for a cache: set LOCKHOP_CACHE to a directory");
  return fits || err_set(err, ERR_ENVIRONMENT, "the path of the cache is too long");
}
