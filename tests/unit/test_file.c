/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_file -- output files are whole or not there at all. */
#include "base/file.h"

#include "tests/unit/unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A path where no file is, in a directory that holds nothing else. */
static const char *fresh(char path[FILE_PATH])
{
  remove_data();
  return data_path(path, "out");
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

static void check_content(const char *path, const char *expected)
{
  struct err err;
  size_t size;
  char *text = file_read(path, &size, &err);

  CHECK(text, "%s", err.text);
  assert_string_equal(text, expected);
  assert_int_equal(size, strlen(expected));
  free(text);
}

/* Who is killed while writing leaves a file; who writes the same target next removes it,
 * but not one that somebody is still writing. */
TEST(test_killed_writer)
{
  struct output_file out, next;
  struct err err;
  char path[FILE_PATH], left[FILE_PATH];
  int ends[2];

  fresh(path);
  assert_int_equal(pipe(ends), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    if (!file_open(&out, path, &err) ||
        write(ends[1], out.temporary, FILE_PATH) != FILE_PATH)
      _exit(1);
    for (;;)
      pause();
  }
  assert_int_equal(read(ends[0], left, FILE_PATH), FILE_PATH);
  for (int alive = 1; alive >= 0; alive--) {
    const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};

    assert_int_equal(utimensat(AT_FDCWD, left, old, 0), 0);
    assert_true(file_open(&next, path, &err));
    assert_int_equal(access(left, F_OK), alive ? 0 : -1);
    file_abandon(&next);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
  }
  close(ends[0]);
  close(ends[1]);
}

TEST(test_commit_makes_the_file)
{
  struct output_file out;
  struct err err;
  char path[FILE_PATH];

  assert_true(file_open(&out, fresh(path), &err));
  fputs("whole\n", out.stream);
  assert_int_equal(access(path, F_OK), -1); /* not there before the commit */
  assert_true(file_commit(&out, &err));
  check_content(path, "whole\n");
  assert_int_equal(entries(), 1);
}

TEST(test_commit_replaces_the_file)
{
  struct output_file out;
  struct err err;
  char path[FILE_PATH];

  write_data(fresh(path), "old", 3);
  assert_true(file_open(&out, path, &err));
  fputs("new", out.stream);
  fflush(out.stream);
  check_content(path, "old");
  assert_true(file_commit(&out, &err));
  check_content(path, "new");
  assert_int_equal(entries(), 1);
}

TEST(test_abandon_leaves_the_old_file)
{
  struct output_file out;
  struct err err;
  char path[FILE_PATH];

  write_data(fresh(path), "old", 3);
  assert_true(file_open(&out, path, &err));
  fputs("half", out.stream);
  int descriptor = fileno(out.stream);
  file_abandon(&out);
  assert_int_equal(fcntl(descriptor, F_GETFD), -1); /* closed */
  check_content(path, "old");
  assert_int_equal(entries(), 1);
}

TEST(test_open_names_what_is_wrong)
{
  struct output_file out;
  struct err err;
  char path[2 * FILE_PATH];

  assert_false(file_open(&out, "", &err));
  check_error(&err, ERR_USAGE, "empty", "");
  file_abandon(&out); /* after a failure too */
  assert_false(file_open(&out, "build/test-data/no/such/out", &err));
  check_error(&err, ERR_USAGE, "'build/test-data/no/such/out': No such file", "no such");
  file_abandon(&out);
  assert_false(file_open(&out, "build", &err));
  check_error(&err, ERR_USAGE, "'build': Is a directory", "build");
  file_abandon(&out);
  memset(path, 'x', sizeof path - 1);
  path[sizeof path - 1] = '\0';
  assert_false(file_open(&out, path, &err));
  check_error(&err, ERR_USAGE, "too long", "long path");
  file_abandon(&out);
}

TEST(test_dash_is_standard_output)
{
  struct output_file out;
  struct err err;

  assert_true(file_open(&out, "-", &err));
  assert_ptr_equal(out.stream, stdout);
  assert_true(file_commit(&out, &err));
  assert_true(file_open(&out, "-", &err));
  file_abandon(&out);
  assert_int_equal(access("-", F_OK), -1);
  assert_int_not_equal(fcntl(STDOUT_FILENO, F_GETFD), -1); /* still open */
}

/* A pipe whose reader is gone: not an error, and not mistaken for a full device. */
TEST(test_a_reader_may_go_away)
{
  struct output_file out;
  struct err err = {.kind = ERR_NONE};
  char path[FILE_PATH];
  FILE *full = fopen("/dev/full", "w");

  assert_int_equal(mkfifo(fresh(path), 0600), 0);
  int reader = open(path, O_RDONLY | O_NONBLOCK);
  assert_true(reader >= 0);
  assert_true(file_open(&out, path, &err));
  assert_false(file_reader_left(out.stream));
  fputs("read\n", out.stream);
  assert_int_equal(fflush(out.stream), 0);
  close(reader);
  assert_true(file_reader_left(out.stream));
  signal(SIGPIPE, SIG_IGN);
  fputs("not read\n", out.stream);
  CHECK(file_commit(&out, &err), "%s", err.text);
  signal(SIGPIPE, SIG_DFL);
  assert_int_equal(access(path, F_OK), 0); /* the pipe stays */
  assert_non_null(full);
  assert_false(file_reader_left(full));
  fclose(full);
}

TEST(test_full_disk_is_reported)
{
  struct output_file out;
  struct err err;

  assert_true(file_open(&out, "/dev/full", &err));
  fputs("no room", out.stream);
  assert_false(file_commit(&out, &err));
  check_error(&err, ERR_ENVIRONMENT, "'/dev/full': No space left", "/dev/full");
}

/* The directory vanishes before the commit: an error, nothing left behind. */
TEST(test_lost_directory_is_reported)
{
  struct output_file out;
  struct err err;
  char path[FILE_PATH];

  assert_true(file_open(&out, fresh(path), &err));
  remove_data();
  assert_false(file_commit(&out, &err));
  check_error(&err, ERR_ENVIRONMENT, "/out': No such file", path);
}

/* A directory takes the target's name before the commit: no half file is left beside it. */
TEST(test_failed_commit_leaves_nothing)
{
  struct output_file out;
  struct err err;
  char path[FILE_PATH];

  assert_true(file_open(&out, fresh(path), &err));
  fputs("whole", out.stream);
  assert_int_equal(mkdir(path, 0777), 0);
  assert_false(file_commit(&out, &err));
  check_error(&err, ERR_ENVIRONMENT, "/out': Is a directory", path);
  assert_int_equal(entries(), 1);
}

TEST(test_plain_files_are_written_and_checked)
{
  char path[FILE_PATH];
  struct err err = {0};
  size_t size;

  data_path(path, "plain");
  assert_true(file_write(path, "two\0 words", 10, &err));
  char *text = file_read(path, &size, &err);
  assert_non_null(text);
  assert_int_equal(size, 10);
  assert_memory_equal(text, "two\0 words", 10);
  free(text);
  assert_false(file_write("/dev/full", "word", 4, &err));
  check_error(&err, ERR_ENVIRONMENT, "cannot write '/dev/full': No space left", "full");
  data_path(path, "no folder/plain");
  assert_false(file_write(path, "word", 4, &err));
  check_error(&err, ERR_ENVIRONMENT, "plain': No such file or directory", "no folder");
}

TEST(test_directories_are_made_with_their_parents)
{
  struct err err;
  struct stat status;
  char path[FILE_PATH];

  remove_data();
  data_path(path, "a//b/c/");
  for (int again = 0; again < 2; again++) {
    errno = ENOENT; /* of something earlier */
    CHECK(file_make_directory(path, &err), "%s", err.text);
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISDIR(status.st_mode));
    assert_int_equal(entries(), 1);
  }
}

TEST(test_directory_names_what_is_wrong)
{
  struct err err;
  char path[FILE_PATH], inner[FILE_PATH + 8], far[2 * FILE_PATH];

  write_data(fresh(path), "x", 1);
  assert_false(file_make_directory(path, &err));
  check_error(&err, ERR_USAGE, "a file has that name", path);
  snprintf(inner, sizeof inner, "%s/inner", path);
  assert_false(file_make_directory(inner, &err));
  check_error(&err, ERR_USAGE, "Not a directory", inner);
  assert_false(file_make_directory("", &err));
  check_error(&err, ERR_USAGE, "empty", "");
  memset(far, 'x', sizeof far - 1);
  far[sizeof far - 1] = '\0';
  assert_false(file_make_directory(far, &err));
  check_error(&err, ERR_USAGE, "too long", "long path");
}

/* Sizes around the buffer's, and bytes that are no text. */
TEST(test_read_returns_every_byte)
{
  static const size_t sizes[] = {0, 1, 65534, 65535, 65536, 65537, 131071, 3000000};
  char path[FILE_PATH];

  fresh(path);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    char *bytes = malloc(sizes[i] + 1);
    struct err err;
    size_t size = 99;
    char *read;

    assert_non_null(bytes);
    for (size_t j = 0; j < sizes[i]; j++)
      bytes[j] = (char)(j * 7 >> 3);
    write_data(path, bytes, sizes[i]);
    read = file_read(path, &size, &err);
    CHECK(read, "%s", err.text);
    CHECK(size == sizes[i], "size %zu, not %zu", size, sizes[i]);
    CHECK(memcmp(read, bytes, size) == 0, "%zu bytes differ", size);
    CHECK(read[size] == '\0', "%zu bytes do not end in 0", size);
    free(read);
    free(bytes);
  }
}

TEST(test_read_names_what_is_wrong)
{
  struct err err;
  size_t size;

  assert_null(file_read("build/test-data/none", &size, &err));
  check_error(&err, ERR_USAGE, "'build/test-data/none': No such file", "none");
  assert_null(file_read("build", &size, &err));
  check_error(&err, ERR_USAGE, "'build': it is a directory", "build");
  assert_null(file_read("", &size, &err));
  check_error(&err, ERR_USAGE, "No such file", "");
  /* Opening the memory of this process works, reading its first byte does not. */
  assert_null(file_read("/proc/self/mem", &size, &err));
  check_error(&err, ERR_USAGE, "'/proc/self/mem': Input/output error", "mem");
}

#ifdef MEMORY_LIMITS
TEST(test_read_reports_short_memory)
{
  char path[FILE_PATH], *text;
  FILE *file = fopen(fresh(path), "wb");
  struct err err;
  size_t size;
  rlim_t old;

  assert_non_null(file);
  for (int i = 0; i < 16 << 20; i++)
    putc_unlocked('x', file);
  assert_int_equal(fclose(file), 0);
  old = limit_memory(4 << 20);
  text = file_read(path, &size, &err);
  set_memory(old);
  assert_null(text);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory", path);
}
#endif

/* A link of a name that can be guessed is not followed, and the mode is that of any new
 * file.
 */
TEST(test_planted_link)
{
  static const mode_t masks[] = {022, 077, 0};
  struct output_file out;
  struct stat status;
  struct err err;
  char path[FILE_PATH], victim[FILE_PATH], link[2 * FILE_PATH];

  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
    mode_t mask = umask(masks[i]);

    fresh(path);
    write_data(data_path(victim, "victim"), "mine", 4);
    snprintf(link, sizeof link, "%s.%ld.part", path, (long)getpid());
    assert_int_equal(symlink("victim", link), 0);
    CHECK(file_open(&out, path, &err), "%s", err.text);
    assert_string_not_equal(out.temporary, link);
    fputs("new", out.stream);
    CHECK(file_commit(&out, &err), "%s", err.text);
    check_content(path, "new");
    check_content(victim, "mine");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0666 & ~masks[i]);
    umask(mask);
    remove_data();
  }
}
