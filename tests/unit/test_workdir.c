/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_workdir -- what a dead maker has left is removed, what a living one uses never. */
#include "base/workdir.h"

#include "tests/unit/unit.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static char folder[] = "/tmp/lockhop-workdir-XXXXXX";

/* Make it look as if nothing happened for a minute, or two hours. */
static void age(const char *path, int seconds)
{
  const time_t then = time(NULL) - seconds;

  assert_int_equal(utime(path, &(struct utimbuf){then, then}), 0);
}

static bool is_there(const char *path)
{
  return access(path, F_OK) == 0;
}

/* One, by a process that then waits: its number. */
static pid_t make(struct workdir *work)
{
  int ends[2];
  char file[FILE_PATH + 16];

  assert_int_equal(pipe(ends), 0);
  const pid_t maker = fork();
  if (maker == 0) {
    if (!workdir_open(work, folder, "work-") ||
        write(ends[1], work, sizeof *work) != (ssize_t)sizeof *work)
      _exit(1);
    for (;;)
      pause();
  }
  close(ends[1]);
  assert_int_equal(read(ends[0], work, sizeof *work), sizeof *work);
  close(ends[0]);
  snprintf(file, sizeof file, "%s/half-written", work->path);
  fclose(fopen(file, "w"));
  snprintf(file, sizeof file, "%s/.lock", work->path);
  age(file, 60);
  age(work->path, 7200);
  return maker;
}

static void next_comes(void)
{
  struct workdir next;

  assert_true(workdir_open(&next, folder, "work-"));
  assert_true(is_there(next.path));
  workdir_close(&next);
  assert_int_equal(next.path[0], '\0');
}

static int set_up(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : 1;
}

static int tear_down(void **state)
{
  (void)state;
  return rmdir(folder);
}

TEST_GROUP(set_up, tear_down)

TEST(test_makers)
{
  struct workdir work;
  char other[FILE_PATH + 16];

  const pid_t maker = make(&work);
  next_comes();
  assert_true(is_there(work.path));
  kill(maker, SIGKILL);
  waitpid(maker, NULL, 0);
  snprintf(other, sizeof other, "%s/.lock", work.path);
  age(other, 0);
  next_comes();
  assert_true(is_there(work.path)); /* its maker could be about to lock it */
  age(other, 60);
  next_comes();
  assert_false(is_there(work.path));
}

/* Of versions that had no lock. */
TEST(test_without_a_lock)
{
  char path[FILE_PATH], link[FILE_PATH];

  snprintf(path, sizeof path, "%s/work-old", folder);
  snprintf(link, sizeof link, "%s/work-link", folder);
  assert_int_equal(mkdir(path, 0700), 0);
  assert_int_equal(symlink("/", link), 0);
  next_comes();
  assert_true(is_there(path));
  age(path, 7200);
  next_comes();
  assert_false(is_there(path));
  assert_true(is_there(link)); /* what a link leads to is nobody's work */
  unlink(link);
}

TEST(test_nowhere)
{
  struct workdir work;

  assert_false(workdir_open(&work, "/nowhere", "work-"));
  workdir_close(&work);
}
