/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* file -- output files that are complete or absent. */
#define _GNU_SOURCE /* mkostemps */
#include "base/file.h"

#include "base/unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  OUTPUT_PATH = FILE_PATH - 96, /* room for the temporary file's suffix */
  YOUNG_S = 10                  /* seconds: its maker may be about to take the lock */
};

static const char suffix[] = ".part";

/* The temporary file is gone, or has its final name. */
static void forget(struct output_file *out)
{
  if (out->temporary[0] != '\0')
    unfinished_drop(out->temporary);
}

/* Is it an unfinished file of a process that is dead?  A living one holds a lock. */
static bool is_dead(const char *path)
{
  struct stat status;

  if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid() ||
      status.st_mtime >= time(NULL) - YOUNG_S)
    return false;
  const int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  const bool free = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;

  if (file >= 0)
    close(file);
  return free;
}

/* Remove temporary files of writers of this target that were killed. */
static void remove_dead(const char *target)
{
  const char *slash = strrchr(target, '/');
  const char *name = slash ? slash + 1 : target;
  const size_t length = strlen(name), whole = length + strlen(".XXXXXX") + strlen(suffix);
  char folder[FILE_PATH] = ".", path[FILE_PATH];
  const struct dirent *entry;

  if (slash)
    snprintf(folder, sizeof folder, "%.*s", (int)(slash + 1 - target), target);
  DIR *list = opendir(folder);
  while (list && (entry = readdir(list)) != NULL)
    if (strlen(entry->d_name) == whole && strncmp(entry->d_name, name, length) == 0 &&
        entry->d_name[length] == '.' &&
        strcmp(entry->d_name + whole - strlen(suffix), suffix) == 0 &&
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < FILE_PATH &&
        is_dead(path))
      unlink(path);
  if (list)
    closedir(list);
}

/* Create a file with an unpredictable name beside the target, with the mode of any new
 * file. NULL with errno. */
static FILE *create(char temporary[FILE_PATH], const char *target)
{
  mode_t mask = umask(0);

  umask(mask);
  snprintf(temporary, FILE_PATH, "%.*s.XXXXXX%s", OUTPUT_PATH, target, suffix);
  int file = mkostemps(temporary, sizeof suffix - 1, O_CLOEXEC);
  if (file < 0)
    return NULL;
  flock(file, LOCK_EX | LOCK_NB); /* where there are no locks, what is left stays */
  fchmod(file, 0666 & ~mask);
  FILE *stream = fdopen(file, "w");
  if (stream) {
    unfinished_add(temporary);
    return stream;
  }
  const int why = errno;
  unlink(temporary);
  close(file);
  errno = why;
  return NULL;
}

static FILE *create_beside(char temporary[FILE_PATH], const char *target)
{
  sigset_t before;

  remove_dead(target);
  unfinished_begin(&before);
  FILE *stream = create(temporary, target);
  unfinished_end(&before);
  return stream;
}

bool file_open(struct output_file *out, const char *path, struct err *err)
{
  return file_open_with(out, path, stdout, err);
}

bool file_open_with(struct output_file *out, const char *path, FILE *standard_output,
                    struct err *err)
{
  struct stat status;

  *out = (struct output_file){.stream = NULL};
  if (path[0] == '\0')
    return err_set(err, ERR_USAGE, "the path of the output file is empty");
  if (strlen(path) > OUTPUT_PATH)
    return err_set(err, ERR_USAGE, "the path of the output file is too long");
  snprintf(out->path, sizeof out->path, "%s", path);
  if (strcmp(path, "-") == 0) {
    out->stream = standard_output;
    out->borrowed = true;
    return true;
  }
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
    out->stream = fopen(path, "w");
  } else {
    char target[PATH_MAX]; /* of a symbolic link, which stays one */

    if (realpath(path, target) && strlen(target) <= OUTPUT_PATH)
      snprintf(out->path, sizeof out->path, "%s", target);
    out->stream = create_beside(out->temporary, out->path);
  }
  if (!out->stream)
    return err_set(err, err_kind_of(errno), "cannot create '%.500s': %s", path,
                   strerror(errno));
  return true;
}

bool file_reader_left(FILE *stream)
{
  struct pollfd watched = {.fd = fileno(stream), .events = POLLOUT};

  return poll(&watched, 1, 0) == 1 && (watched.revents & (POLLERR | POLLHUP)) != 0;
}

bool file_commit(struct output_file *out, struct err *err)
{
  errno = 0;
  bool flushed = fflush(out->stream) == 0; /* after a failed write this fails again */
  int why = errno;
  bool good = flushed && !ferror(out->stream);
  bool left = !good && out->temporary[0] == '\0' && file_reader_left(out->stream);

  if (!out->borrowed && fclose(out->stream) != 0 && good) {
    good = false;
    why = errno;
  }
  out->stream = NULL;
  if (good && out->temporary[0] != '\0' && rename(out->temporary, out->path) != 0) {
    good = false;
    why = errno;
  }
  forget(out);
  if (good || left)
    return true;
  if (out->temporary[0] != '\0')
    unlink(out->temporary);
  return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s",
                 strcmp(out->path, "-") == 0 ? "standard output" : out->path,
                 strerror(why ? why : EIO));
}

void file_abandon(struct output_file *out)
{
  if (out->stream && !out->borrowed)
    fclose(out->stream);
  out->stream = NULL;
  if (out->temporary[0] != '\0')
    unlink(out->temporary);
  forget(out);
}

/* Make a directory with this mode, and its parents. */
static bool make_directory(const char *path, mode_t mode, struct err *err)
{
  char part[FILE_PATH];
  struct stat status;

  if (path[0] == '\0')
    return err_set(err, ERR_USAGE, "the path of the directory is empty");
  if (strlen(path) >= sizeof part)
    return err_set(err, ERR_USAGE, "the path of the directory is too long");
  for (size_t i = 1; i <= strlen(path); i++) {
    if (path[i] != '/' && path[i] != '\0')
      continue;
    memcpy(part, path, i);
    part[i] = '\0';
    if (mkdir(part, path[i] == '\0' ? mode : 0777) != 0 && errno != EEXIST)
      return err_set(err, errno == ENOSPC ? ERR_ENVIRONMENT : ERR_USAGE,
                     "cannot make directory '%.500s': %s", part, strerror(errno));
  }
  if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
    return err_set(err, ERR_USAGE, "cannot make directory '%.500s': a file has that name",
                   path);
  return true;
}

bool file_close_written(FILE *file, const char *path, struct err *err)
{
  const bool good = file && !ferror(file);

  return ((!file || fclose(file) == 0) && good) ||
         err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", path, strerror(errno));
}

bool file_write(const char *path, const char *text, size_t size, struct err *err)
{
  FILE *file = fopen(path, "w");

  if (file)
    fwrite(text, 1, size, file);
  return file_close_written(file, path, err);
}

bool file_make_directory(const char *path, struct err *err)
{
  return make_directory(path, 0777, err);
}

bool file_make_private(const char *path, struct err *err)
{
  return make_directory(path, S_IRWXU, err);
}

char *file_read(const char *path, size_t *size, struct err *err)
{
  FILE *file = fopen(path, "rb");
  struct stat status;
  size_t capacity = 1 << 16, used = 0;
  char *text = NULL;

  if (!file || fstat(fileno(file), &status) != 0 || S_ISDIR(status.st_mode)) {
    err_set(err, file ? ERR_USAGE : err_kind_of(errno), "cannot read '%.500s': %s", path,
            file ? "it is a directory" : strerror(errno));
    if (file)
      fclose(file);
    return NULL;
  }
  text = malloc(capacity);
  while (text) {
    used += fread(text + used, 1, capacity - used - 1, file);
    if (used < capacity - 1)
      break;
    char *larger = realloc(text, capacity *= 2);
    if (!larger)
      free(text);
    text = larger;
  }
  if (!text || ferror(file)) {
    err_set(err, text ? ERR_USAGE : ERR_ENVIRONMENT, "cannot read '%.500s': %s", path,
            text ? strerror(errno) : "not enough memory");
    free(text);
    text = NULL;
  } else {
    text[used] = '\0';
    *size = used;
  }
  fclose(file);
  return text;
}
