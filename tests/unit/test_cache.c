/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_cache -- a file of the cache is whole, of these inputs, and made once. */
#include "base/cache.h"

#include "tests/unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { READERS = 8 };

/* What the maker makes, and what happens to it. */
struct recipe {
  const char *content;
  const char *log; /* one byte is appended for every make */
  bool fail;
  bool die; /* in the middle of writing */
};

static bool make(const void *request, const char *work, const char *output, struct err *err)
{
  const struct recipe *r = request;
  int log = open(r->log, O_WRONLY | O_CREAT | O_APPEND, 0666);
  char path[FILE_PATH];

  assert_int_equal(write(log, "x", 1), 1);
  close(log);
  snprintf(path, sizeof path, "%.4000s/scrap", work);
  write_data(path, "scrap", 5);
  if (r->die) {
    write_data(output, r->content, strlen(r->content) / 2);
    raise(SIGKILL);
  }
  if (r->fail)
    return err_set(err, ERR_USAGE, "refused");
  write_data(output, r->content, strlen(r->content));
  return true;
}

struct fixture {
  char directory[FILE_PATH], log[FILE_PATH], input[FILE_PATH], path[FILE_PATH];
  struct recipe recipe;
};

static struct fixture fresh(void)
{
  struct fixture f = {.path = ""};

  remove_data();
  data_path(f.directory, "cache");
  data_path(f.log, "log");
  data_path(f.input, "input");
  write_data(f.input, "one", 3);
  return f;
}

static size_t makes(const struct fixture *f)
{
  struct stat status;

  return stat(f->log, &status) == 0 ? (size_t)status.st_size : 0;
}

/* Get the file and check its content; how often it has been made by now. */
static size_t obtain(struct fixture *f, const char *content)
{
  struct err err;
  size_t size;

  f->recipe.content = content;
  f->recipe.log = f->log;
  CHECK(cache_obtain(f->directory, "thing", make, &f->recipe, f->path, &err), "%s",
        err.text);
  char *text = file_read(f->path, &size, &err);
  CHECK(text && strcmp(text, content) == 0, "'%s' instead of '%s'", text, content);
  free(text);
  return makes(f);
}

static size_t count_entries(const char *directory, const char *prefix)
{
  DIR *list = opendir(directory);
  size_t count = 0;

  assert_non_null(list);
  for (struct dirent *entry; (entry = readdir(list)) != NULL;)
    count += entry->d_name[0] != '.' && strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
  closedir(list);
  return count;
}

TEST(test_made_once)
{
  struct fixture f = fresh();

  assert_int_equal(obtain(&f, "content"), 1);
  assert_int_equal(obtain(&f, "content"), 1);
  assert_int_equal(count_entries(f.directory, "work-"), 0);
}

/* Whatever is done to the file or to its manifest: it is made again. */
TEST(test_damage_is_repaired)
{
  static const char *const files[] = {"thing", "thing.manifest"};
  struct fixture f = fresh();
  char path[2 * FILE_PATH];
  struct err err;
  size_t made = obtain(&f, "some content");

  for (size_t i = 0; i < 2; i++) {
    size_t size;

    snprintf(path, sizeof path, "%s/%s", f.directory, files[i]);
    char *text = file_read(path, &size, &err);
    assert_non_null(text);
    for (size_t keep = 0; keep < size; keep++) { /* cut at every length */
      write_data(path, text, keep);
      CHECK(obtain(&f, "some content") == ++made, "%s cut to %zu", files[i], keep);
    }
    for (size_t at = 0; at < size; at++) { /* every byte changed */
      text[at] ^= 1;
      write_data(path, text, size);
      CHECK(obtain(&f, "some content") == ++made, "%s changed at %zu", files[i], at);
      text[at] ^= 1;
    }
    assert_int_equal(unlink(path), 0);
    CHECK(obtain(&f, "some content") == ++made, "%s removed", files[i]);
    free(text);
  }
  assert_int_equal(obtain(&f, "some content"), made);
}

/* What may be trusted: a directory and files that are ours and that nobody else can write.
 */
TEST(test_others_cannot_write)
{
  static const mode_t modes[] = {0770, 0702, 0777, 01777};
  struct fixture f = fresh();
  struct stat status;
  struct err err;
  char link[FILE_PATH], manifest[FILE_PATH + 16];
  mode_t mask = umask(0);

  assert_int_equal(obtain(&f, "content"), 1);
  assert_int_equal(stat(f.directory, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0700);
  assert_int_equal(stat(f.path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0600);
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
    assert_int_equal(chmod(f.directory, modes[i]), 0);
    assert_false(cache_obtain(f.directory, "thing", make, &f.recipe, f.path, &err));
    check_error(&err, ERR_ENVIRONMENT, "can be written by other users", f.directory);
    assert_false(cache_try(f.directory, make, &f.recipe, &err));
    check_error(&err, ERR_ENVIRONMENT, "LOCKHOP_CACHE", f.directory);
  }
  assert_int_equal(chmod(f.directory, 0755), 0);
  assert_int_equal(obtain(&f, "content"), 1);
  data_path(link, "link");
  assert_int_equal(symlink(f.directory, link), 0);
  assert_false(cache_obtain(link, "thing", make, &f.recipe, f.path, &err));
  check_error(&err, ERR_ENVIRONMENT, "is a symbolic link", link);

  /* A file that others can write is made again. */
  obtain(&f, "content");
  snprintf(manifest, sizeof manifest, "%s.manifest", f.path);
  assert_int_equal(chmod(f.path, 0666), 0);
  assert_int_equal(obtain(&f, "content"), 2);
  assert_int_equal(chmod(manifest, 0620), 0);
  assert_int_equal(obtain(&f, "content"), 3);
  umask(mask);
}

/* A cache of another user is refused; only root can try. */
TEST(test_of_another_user)
{
  struct fixture f = fresh();
  struct err err;

  if (geteuid() != 0)
    skip();
  assert_int_equal(obtain(&f, "content"), 1);
  assert_int_equal(chown(f.path, 12345, 12345), 0);
  assert_int_equal(obtain(&f, "content"), 2);
  assert_int_equal(chown(f.directory, 12345, 12345), 0);
  assert_false(cache_obtain(f.directory, "thing", make, &f.recipe, f.path, &err));
  check_error(&err, ERR_ENVIRONMENT, "belongs to another user", f.directory);
}

/* Nothing is kept of what is tried. */
TEST(test_try)
{
  struct fixture f = fresh();
  struct err err;

  f.recipe = (struct recipe){.content = "x", .log = f.log};
  assert_true(cache_try(f.directory, make, &f.recipe, &err));
  assert_int_equal(makes(&f), 1);
  assert_int_equal(count_entries(f.directory, ""), 0);
  f.recipe.fail = true;
  assert_false(cache_try(f.directory, make, &f.recipe, &err));
  check_error(&err, ERR_USAGE, "refused", "x");
  assert_int_equal(count_entries(f.directory, ""), 0);
}

TEST(test_failed_maker)
{
  struct fixture f = fresh();
  struct err err;

  f.recipe = (struct recipe){.content = "x", .log = f.log, .fail = true};
  assert_false(cache_obtain(f.directory, "thing", make, &f.recipe, f.path, &err));
  check_error(&err, ERR_USAGE, "refused", "thing");
  assert_int_equal(count_entries(f.directory, ""), 1); /* the lock */
  f.recipe.fail = false;
  assert_int_equal(obtain(&f, "x"), 2);
}

/* A maker that is killed leaves a directory that nobody uses; the next maker removes it. */
TEST(test_killed_maker)
{
  struct fixture f = fresh();
  pid_t child = fork();
  char path[2 * FILE_PATH];
  int status;

  assert_true(child >= 0);
  if (child == 0) {
    f.recipe.die = true;
    obtain(&f, "content");
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  assert_int_equal(count_entries(f.directory, "work-"), 1);
  assert_int_equal(obtain(&f, "content"), 2);
  assert_int_equal(count_entries(f.directory, "work-"), 1);

  DIR *list = opendir(f.directory);
  for (struct dirent *entry; (entry = readdir(list)) != NULL;)
    if (strncmp(entry->d_name, "work-", 5) == 0) {
      const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
      snprintf(path, sizeof path, "%s/%s/.lock", f.directory, entry->d_name);
      assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    }
  closedir(list);
  unlink(f.path);
  assert_int_equal(obtain(&f, "content"), 3);
  assert_int_equal(count_entries(f.directory, "work-"), 0);
}

/* Any number of programs at a time: one makes it, all get it. */
TEST(test_concurrent)
{
  struct fixture f = fresh();
  int start[2];

  assert_int_equal(pipe(start), 0);
  for (int i = 0; i < READERS; i++) {
    pid_t child = fork();
    char byte;

    assert_true(child >= 0);
    if (child > 0)
      continue;
    close(start[1]);
    if (read(start[0], &byte, 1) != 0) /* returns when the parent closes its end */
      _exit(1);
    _exit(obtain(&f, "content") == 1 ? 0 : 2);
  }
  close(start[0]);
  close(start[1]);
  for (int i = 0; i < READERS; i++) {
    int status;

    assert_true(wait(&status) > 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %#x", (unsigned)status);
  }
  assert_int_equal(makes(&f), 1);
}

TEST(test_unusable_directory)
{
  struct fixture f = fresh();
  char under_a_file[2 * FILE_PATH];
  struct err err;

  f.recipe = (struct recipe){.content = "x", .log = f.log};
  snprintf(under_a_file, sizeof under_a_file, "%s/cache", f.input);
  assert_false(cache_obtain(under_a_file, "thing", make, &f.recipe, f.path, &err));
  check_error(&err, ERR_ENVIRONMENT, "input", under_a_file);
  assert_int_equal(makes(&f), 0);
}
