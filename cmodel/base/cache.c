/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cache -- files that take long to make, kept under a name that says all they depend on. */
#define _GNU_SOURCE /* nftw */
#include "base/cache.h"

#include "base/hash.h"
#include "base/process.h"

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

#define WORK_PREFIX "work-"

/* First and last line of a manifest: one without its last line was cut. */
static const char first_line[] = "lockhop cache 1\n";
static const char last_line[] = "end\n";

enum {
  NAME_ROOM = 64,    /* longest suffix that is put behind a path */
  WORK_OPEN = 16,    /* directories held open while one is removed */
  WORK_OLD_S = 3600, /* age of a work directory that nobody uses any more */
};

static bool hash_of(const char *path, char text[HASH_TEXT])
{
  struct hash hash = hash_start();
  struct err ignored;

  if (!hash_file(&hash, path, &ignored))
    return false;
  hash_print(&hash, text);
  return true;
}

/* Does the line "HASH PATH" tell the truth? */
static bool line_holds(char *line)
{
  char now[HASH_TEXT];
  size_t length = strlen(line);

  if (length <= HASH_TEXT || line[HASH_TEXT - 1] != ' ' || line[length - 1] != '\n')
    return false;
  line[length - 1] = '\0';
  return hash_of(line + HASH_TEXT, now) && strncmp(line, now, HASH_TEXT - 1) == 0;
}

/* The file agrees with its manifest.  The manifest's lines: first_line, "HASH" of the file,
 * "HASH PATH" for each input, last_line. */
static bool is_good(const char *path)
{
  char manifest[FILE_PATH + NAME_ROOM], line[FILE_PATH + NAME_ROOM], now[HASH_TEXT];
  bool good;

  snprintf(manifest, sizeof manifest, "%s.manifest", path);
  FILE *file = fopen(manifest, "r");
  if (!file)
    return false;
  good = fgets(line, sizeof line, file) && strcmp(line, first_line) == 0 &&
         fgets(line, sizeof line, file) && strlen(line) == HASH_TEXT &&
         hash_of(path, now) && strncmp(line, now, HASH_TEXT - 1) == 0;
  while (good && (good = fgets(line, sizeof line, file) != NULL))
    if (strcmp(line, last_line) == 0)
      break;
    else
      good = line_holds(line);
  fclose(file);
  return good;
}

/* An input that changed after `since` may not be what the file was made from. */
static bool write_input(const char *path, FILE *manifest, struct timespec since,
                        struct err *err)
{
  char text[HASH_TEXT];
  struct stat status;

  if (stat(path, &status) != 0 || !hash_of(path, text))
    return err_set(err, ERR_USAGE, "cannot read '%.500s': %s", path, strerror(errno));
  if (status.st_mtim.tv_sec > since.tv_sec ||
      (status.st_mtim.tv_sec == since.tv_sec && status.st_mtim.tv_nsec > since.tv_nsec))
    return err_set(err, ERR_USAGE, "'%.500s' was changed while it was read; try again",
                   path);
  fprintf(manifest, "%s %s\n", text, path);
  return true;
}

static bool write_manifest(const char *path, const char *output, FILE *inputs,
                           struct timespec since, struct err *err)
{
  char manifest[FILE_PATH + NAME_ROOM], line[FILE_PATH], text[HASH_TEXT];
  struct output_file out;

  snprintf(manifest, sizeof manifest, "%s.manifest", path);
  if (!hash_of(output, text))
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s'", output);
  if (!file_open(&out, manifest, err))
    return false;
  fprintf(out.stream, "%s%s\n", first_line, text);
  rewind(inputs);
  while (fgets(line, sizeof line, inputs)) {
    line[strcspn(line, "\n")] = '\0';
    if (!write_input(line, out.stream, since, err)) {
      file_abandon(&out);
      return false;
    }
  }
  fprintf(out.stream, "%s", last_line);
  return file_commit(&out, err);
}

/* --- work directories --- */

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
  nftw(path, remove_one, WORK_OPEN, FTW_DEPTH | FTW_PHYS);
}

/* Remove what makers have left that were killed. */
static void remove_old_work(const char *directory)
{
  char path[2 * FILE_PATH];
  struct stat status;
  struct dirent *entry;
  DIR *list = opendir(directory);

  while (list && (entry = readdir(list)) != NULL) {
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    if (strncmp(entry->d_name, WORK_PREFIX, sizeof WORK_PREFIX - 1) == 0 &&
        stat(path, &status) == 0 && status.st_mtime < time(NULL) - WORK_OLD_S)
      remove_tree(path);
  }
  if (list)
    closedir(list);
}

/* --- making --- */

/* Between the two renames the file does not agree with its manifest, so nobody uses it. */
static bool install(const char *path, const char *output, FILE *inputs,
                    struct timespec since, struct err *err)
{
  if (!write_manifest(path, output, inputs, since, err))
    return false;
  if (rename(output, path) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", path,
                   strerror(errno));
  return true;
}

static bool make_file(const char *directory, const char *name, cache_maker *make,
                      const void *request, const char *path, struct err *err)
{
  char work[FILE_PATH], output[FILE_PATH];
  FILE *inputs = tmpfile();
  struct stat status;
  sigset_t held;
  bool good = false;

  remove_old_work(directory);
  process_hold(&held);
  snprintf(work, sizeof work, "%.4000s/" WORK_PREFIX "XXXXXX", directory);
  if (!inputs || !mkdtemp(work) || stat(work, &status) != 0) {
    err_set(err, ERR_ENVIRONMENT, "cannot write to the cache '%.500s': %s", directory,
            strerror(errno));
  } else {
    snprintf(output, sizeof output, "%.4000s/%.64s", work, name);
    good = make(request, work, output, inputs, err) &&
           install(path, output, inputs, status.st_mtim, err);
    remove_tree(work);
  }
  if (inputs)
    fclose(inputs);
  process_release(&held);
  return good;
}

/* One maker at a time per name; the others find its file when they get the lock.  Where a
 * file system has no locks, several make the same file, and the last rename wins. */
static bool lock(const char *path, int *file, struct err *err)
{
  char name[FILE_PATH + NAME_ROOM];

  snprintf(name, sizeof name, "%s.lock", path);
  *file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (*file < 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot write to the cache '%.500s': %s", name,
                   strerror(errno));
  if (flock(*file, LOCK_EX) != 0 && errno == EINTR) {
    close(*file);
    return err_set(err, ERR_ENVIRONMENT, "interrupted");
  }
  return true;
}

bool cache_obtain(const char *directory, const char *name, cache_maker *make,
                  const void *request, char path[FILE_PATH], struct err *err)
{
  int file;
  bool good;

  if (strlen(directory) + strlen(name) + NAME_ROOM > FILE_PATH)
    return err_set(err, ERR_ENVIRONMENT, "the path of the cache is too long");
  snprintf(path, FILE_PATH, "%s/%s", directory, name);
  if (is_good(path))
    return true;
  if (!file_make_directory(directory, err)) {
    err->kind = ERR_ENVIRONMENT;
    return false;
  }
  if (!lock(path, &file, err))
    return false;
  good = is_good(path) || make_file(directory, name, make, request, path, err);
  close(file);
  return good;
}
