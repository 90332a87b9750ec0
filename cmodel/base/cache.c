/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cache -- files that take long to make, kept under a name that says all they depend on. */
#include "base/cache.h"

#include "base/hash.h"
#include "base/process.h"
#include "base/workdir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORK_PREFIX "work-"

/* First and last line of a manifest: one without its last line was cut. */
static const char first_line[] = "lockhop cache 2\n";
static const char last_line[] = "end\n";

enum { NAME_ROOM = 64 }; /* longest suffix that is put behind a path */

static bool hash_of(const char *path, char text[HASH_TEXT])
{
  struct hash hash = hash_start();
  struct err ignored;

  if (!hash_file(&hash, path, &ignored))
    return false;
  hash_print(&hash, text);
  return true;
}

/* May the file or directory be trusted?  It is ours, and nobody else can write to it. */
static bool is_ours(const struct stat *status)
{
  return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Is it a regular file that nobody else can write? */
static bool is_trusted(const char *path)
{
  struct stat status;

  return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && is_ours(&status);
}

/* The file agrees with its manifest.  The manifest's lines: first_line, "HASH" of the file,
 * last_line. */
static bool is_good(const char *path)
{
  char manifest[FILE_PATH + NAME_ROOM], line[FILE_PATH], now[HASH_TEXT];
  bool good;

  snprintf(manifest, sizeof manifest, "%s.manifest", path);
  if (!is_trusted(path) || !is_trusted(manifest))
    return false;
  FILE *file = fopen(manifest, "r");
  if (!file)
    return false;
  good = fgets(line, sizeof line, file) && strcmp(line, first_line) == 0 &&
         fgets(line, sizeof line, file) && strlen(line) == HASH_TEXT &&
         hash_of(path, now) && strncmp(line, now, HASH_TEXT - 1) == 0 &&
         fgets(line, sizeof line, file) && strcmp(line, last_line) == 0;
  fclose(file);
  return good;
}

static bool write_manifest(const char *path, const char *output, struct err *err)
{
  char manifest[FILE_PATH + NAME_ROOM], text[HASH_TEXT];
  struct output_file out;

  snprintf(manifest, sizeof manifest, "%s.manifest", path);
  if (!hash_of(output, text))
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s'", output);
  unlink(manifest); /* whatever it is */
  if (!file_open(&out, manifest, err))
    return false;
  fchmod(fileno(out.stream), S_IRUSR | S_IWUSR);
  fprintf(out.stream, "%s%s\n%s", first_line, text, last_line);
  return file_commit(&out, err);
}

/* Make the directory, for its owner alone, and look at who can write to it. */
static bool own_directory(const char *directory, struct err *err)
{
  struct stat status;

  if (lstat(directory, &status) != 0 && !file_make_private(directory, err)) {
    err->kind = ERR_ENVIRONMENT;
    return false;
  }
  if (lstat(directory, &status) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot read the cache '%.500s': %s", directory,
                   strerror(errno));
  if (S_ISDIR(status.st_mode) && is_ours(&status))
    return true;
  return err_set(
      err, ERR_ENVIRONMENT,
      "will not run what is in the cache '%.500s': it %s; remove it, or set LOCKHOP_CACHE "
      "to another directory",
      directory,
      !S_ISDIR(status.st_mode)     ? "is a symbolic link or a file"
      : status.st_uid != geteuid() ? "belongs to another user"
                                   : "can be written by other users");
}

/* --- making --- */

/* Between the two renames the file does not agree with its manifest, so nobody uses it. */
static bool install(const char *path, const char *output, struct err *err)
{
  if (!write_manifest(path, output, err))
    return false;
  if (chmod(output, S_IRUSR | S_IWUSR) != 0 || rename(output, path) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", path,
                   strerror(errno));
  return true;
}

/* Make a file and keep it as `path`; NULL: do not keep it. */
static bool make_file(const char *directory, cache_maker *make, const void *request,
                      const char *path, struct err *err)
{
  struct workdir work;
  char output[FILE_PATH];
  sigset_t held;
  bool good = false;

  process_hold(&held);
  if (!workdir_open(&work, directory, WORK_PREFIX)) {
    err_set(err, ERR_ENVIRONMENT, "cannot write to the cache '%.500s': %s", directory,
            strerror(errno));
  } else {
    snprintf(output, sizeof output, "%.4000s/output", work.path);
    good = make(request, work.path, output, err) && (!path || install(path, output, err));
    workdir_close(&work);
  }
  process_release(&held);
  return good;
}

/* One maker at a time per name; the others find its file when they get the lock.  Where a
 * file system has no locks, several make the same file, and the last rename wins. */
static bool lock(const char *path, int *file, struct err *err)
{
  char name[FILE_PATH + NAME_ROOM];

  snprintf(name, sizeof name, "%s.lock", path);
  *file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (*file < 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot write to the cache '%.500s': %s", name,
                   strerror(errno));
  if (flock(*file, LOCK_EX) != 0 && errno == EINTR) {
    close(*file);
    return err_set(err, ERR_ENVIRONMENT, "interrupted");
  }
  return true;
}

static bool path_fits(const char *directory, const char *name, struct err *err)
{
  return strlen(directory) + strlen(name) + NAME_ROOM <= FILE_PATH ||
         err_set(err, ERR_ENVIRONMENT, "the path of the cache is too long");
}

bool cache_obtain(const char *directory, const char *name, cache_maker *make,
                  const void *request, char path[FILE_PATH], struct err *err)
{
  int file;
  bool good;

  if (!path_fits(directory, name, err) || !own_directory(directory, err))
    return false;
  snprintf(path, FILE_PATH, "%s/%s", directory, name);
  if (is_good(path))
    return true;
  if (!lock(path, &file, err))
    return false;
  good = is_good(path) || make_file(directory, make, request, path, err);
  close(file);
  return good;
}

bool cache_try(const char *directory, cache_maker *make, const void *request,
               struct err *err)
{
  return path_fits(directory, "", err) && own_directory(directory, err) &&
         make_file(directory, make, request, NULL, err);
}
