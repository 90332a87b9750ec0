/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_part -- a file is written where nobody else can, and is whole or not there at all.
 */
#include "base/part.h"
#include "base/unfinished.h"

#include "tests/unit/unit.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path where no file is, in a directory that holds nothing else. */
static const char *fresh(char path[FILE_PATH])
{
  remove_data();
  return data_path(path, "out.fst");
}

static size_t entries(void)
{
  char directory[FILE_PATH];
  DIR *open = opendir(data_directory(directory));
  size_t count = 0;

  assert_non_null(open);
  for (struct dirent *entry = readdir(open); entry; entry = readdir(open))
    count += entry->d_name[0] != '.';
  closedir(open);
  return count;
}

/* What the library writes: the file, and the one beside it. */
static void write_both(const struct part *part)
{
  char beside[FILE_PATH + 8];

  snprintf(beside, sizeof beside, "%s.hier", part->path);
  write_data(part->path, "new", 3);
  write_data(beside, "names", 5);
}

static void check_content(const char *path, const char *expected)
{
  struct err err;
  size_t size;
  char *text = file_read(path, &size, &err);

  CHECK(text, "%s", err.text);
  assert_string_equal(text, expected);
  free(text);
}

/* The directory is its owner's alone, whatever the mask, and its name is another each time.
 */
TEST(test_nobody_else_can_enter)
{
  struct part part, other;
  struct stat status;
  struct err err;
  char path[FILE_PATH];
  mode_t mask = umask(0);

  fresh(path);
  CHECK(part_open(&part, path, &err), "%s", err.text);
  CHECK(part_open(&other, path, &err), "%s", err.text);
  assert_int_equal(lstat(part.directory, &status), 0);
  assert_true(S_ISDIR(status.st_mode));
  assert_int_equal(status.st_mode & 0777, 0700);
  assert_string_not_equal(part.directory, other.directory);
  assert_int_equal(strncmp(part.path, part.directory, strlen(part.directory)), 0);
  part_remove(&part);
  part_remove(&other);
  assert_int_equal(entries(), 0);
  umask(mask);
}

TEST(test_commit)
{
  struct part part;
  struct err err;
  char path[FILE_PATH];

  fresh(path);
  write_data(path, "old", 3);
  CHECK(part_open(&part, path, &err), "%s", err.text);
  write_both(&part);
  check_content(path, "old");
  CHECK(part_commit(&part, &err), "%s", err.text);
  check_content(path, "new");
  assert_int_equal(entries(), 1);
  part_remove(&part); /* again: nothing happens */
  check_content(path, "new");
}

TEST(test_remove)
{
  struct part part[2];
  struct err err;
  char path[FILE_PATH];

  fresh(path);
  for (int all = 0; all < 2; all++) {
    for (int i = 0; i < 2; i++) {
      CHECK(part_open(&part[i], path, &err), "%s", err.text);
      write_both(&part[i]);
    }
    assert_int_equal(entries(), 2);
    if (all)
      unfinished_remove_all();
    for (int i = 0; i < 2; i++) {
      CHECK(all == 0 || entries() == 0, "%zu are left", entries());
      part_remove(&part[i]);
    }
    assert_int_equal(entries(), 0);
  }
}

/* A commit without a file leaves nothing, and the target as it was. */
TEST(test_failed_commit)
{
  struct part part;
  struct err err;
  char path[FILE_PATH];

  fresh(path);
  write_data(path, "old", 3);
  CHECK(part_open(&part, path, &err), "%s", err.text);
  assert_false(part_commit(&part, &err));
  check_error(&err, ERR_ENVIRONMENT, "out.fst", path);
  check_content(path, "old");
  assert_int_equal(entries(), 1);
}

TEST(test_refused)
{
  struct part part;
  struct err err;
  char path[FILE_PATH];

  assert_false(part_open(&part, "/dev/null", &err));
  check_error(&err, ERR_USAGE, "not a regular file", "/dev/null");
  assert_false(part_open(&part, "build/no/such/place.fst", &err));
  check_error(&err, ERR_USAGE, "place.fst", "no such place");
  memset(path, 'x', sizeof path - 1);
  path[sizeof path - 1] = '\0';
  assert_false(part_open(&part, path, &err));
  check_error(&err, ERR_USAGE, "too long", "long path");
}
