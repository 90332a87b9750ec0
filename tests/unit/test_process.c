/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_process -- a child's status and output arrive; an ending signal ends all of it. */
#include "base/process.h"

#include "tests/unit/unit.h"

#include <errno.h>
#include <sys/wait.h>

/* Run `sh -c script`; its output into text[size]. */
static bool shell(const char *script, int *status, char *text, size_t size, struct err *err)
{
  const char *const arguments[] = {"sh", "-c", script, NULL};
  FILE *output = tmpfile();
  sigset_t held;

  assert_non_null(output);
  process_hold(&held);
  bool good = process_run(arguments, output, 0, status, err);
  process_release(&held);
  rewind(output);
  text[fread(text, 1, size - 1, output)] = '\0';
  fclose(output);
  return good;
}

TEST(test_status_and_output)
{
  static const struct {
    const char *script;
    int status;
    const char *output;
  } rows[] = {
      {"exit 0", 0, ""},
      {"echo one; echo two >&2; exit 7", 7, "one\ntwo\n"},
      {"exit 255", 255, ""},
      {"cat; echo end", 0, "end\n"}, /* there is nothing to read */
      {"kill -9 $$", 128 + 9, ""},
  };
  char text[64];
  struct err err;
  int status;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CHECK(shell(rows[i].script, &status, text, sizeof text, &err), "%s: %s", rows[i].script,
          err.text);
    CHECK(status == rows[i].status && strcmp(text, rows[i].output) == 0,
          "%s: status %d, output '%s'", rows[i].script, status, text);
  }
}

/* The output is appended: two programs can write to one log. */
TEST(test_output_is_appended)
{
  const char *const arguments[] = {"echo", "x", NULL};
  FILE *output = tmpfile();
  sigset_t held;
  char text[16];
  int status;
  struct err err;

  assert_non_null(output);
  process_hold(&held);
  assert_true(process_run(arguments, output, 0, &status, &err));
  assert_true(process_run(arguments, output, 0, &status, &err));
  process_release(&held);
  rewind(output);
  text[fread(text, 1, sizeof text - 1, output)] = '\0';
  assert_string_equal(text, "x\nx\n");
  fclose(output);
}

TEST(test_missing_program)
{
  const char *const arguments[] = {"lockhop-no-such-program", NULL};
  sigset_t held;
  struct err err;
  int status;

  process_hold(&held);
  assert_false(process_run(arguments, stdout, 0, &status, &err));
  process_release(&held);
  check_error(&err, ERR_ENVIRONMENT, "lockhop-no-such-program", arguments[0]);
}

/* The child starts with no signal held back, whatever this program holds. */
TEST(test_child_can_be_signalled)
{
  char text[64];
  struct err err;
  int status;

  assert_true(shell("kill -TERM $$; echo survived", &status, text, sizeof text, &err));
  CHECK(status == 128 + SIGTERM, "status %d, output '%s'", status, text);
}

/* A process that has ended, reaped or not. */
static bool has_ended(pid_t pid)
{
  char path[64], line[256] = "";

  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file)
    return true;
  const char *state = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
  bool zombie = state && state[2] == 'Z';
  fclose(file);
  return zombie;
}

/* What runs in a process of its own: a build whose inner process writes its number into a
 * file, and signals the one that waits for the build.  0 when all is as it must be. */
static int interrupted_build(int signal_number, const char *path)
{
  char script[FILE_PATH];
  sigset_t held;
  struct err err;
  int status, inner = 0;

  snprintf(script, sizeof script, "(echo $$ >%.4000s; kill -%d %d; sleep 60) & wait", path,
           signal_number, (int)getpid());
  const char *const arguments[] = {"sh", "-c", script, NULL};
  process_hold(&held);
  if (process_run(arguments, stdout, 0, &status, &err) || err.kind != ERR_ENVIRONMENT)
    return 1;
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%d", &inner) != 1)
    return 2;
  fclose(file);
  while (!has_ended(inner)) /* it was killed, but may not have noticed yet */
    ;
  unlink(path); /* the clean-up that must come before the end */
  process_release(&held);
  return 3; /* the signal should have ended us */
}

/* The group is killed, the caller cleans up, and only then does the signal take effect. */
TEST(test_ending_signals)
{
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  char path[FILE_PATH];

  data_path(path, "inner");
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
      const struct rlimit no_core = {0, 0};

      setrlimit(RLIMIT_CORE, &no_core);
      signal(signals[i], SIG_DFL);
      _exit(interrupted_build(signals[i], path));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == signals[i], "signal %d: status %#x",
          signals[i], (unsigned)status);
    CHECK(access(path, F_OK) != 0, "signal %d: not cleaned up", signals[i]);
  }
}

/* The script starts a process that outlives it, or outlives its time; both are killed. */
TEST(test_nothing_is_left)
{
  static const struct {
    const char *wait;
    uint32_t seconds;
    int status;
  } rows[] = {{"wait", 1, PROCESS_OUT_OF_TIME}, {"exit 5", 60, 5}, {"exit 6", 0, 6}};
  char path[FILE_PATH], script[3 * FILE_PATH];

  data_path(path, "left");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    FILE *output = tmpfile();
    sigset_t held;
    struct err err;
    int status, inner = 0;

    assert_non_null(output);
    snprintf(script, sizeof script,
             "sh -c 'echo $$ >%s; sleep 60' & while [ ! -s %s ]; do :; done; %s", path,
             path, rows[i].wait);
    const char *const arguments[] = {"sh", "-c", script, NULL};
    unlink(path);
    process_hold(&held);
    CHECK(process_run(arguments, output, rows[i].seconds, &status, &err), "%s", err.text);
    process_release(&held);
    fclose(output);
    CHECK(status == rows[i].status, "row %zu: status %d", i, status);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &inner), 1);
    fclose(file);
    for (int tries = 0; !has_ended(inner) && tries < 10000000; tries++)
      ;
    CHECK(has_ended(inner), "row %zu: process %d is left", i, inner);
  }
}

/* A signal that the program ignores does not stop a build. */
TEST(test_ignored_signal)
{
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
  char script[64], text[64];
  struct err err;
  int status;

  sigaction(SIGINT, &ignore, &old);
  snprintf(script, sizeof script, "kill -INT %d; echo done", (int)getpid());
  CHECK(shell(script, &status, text, sizeof text, &err), "%s", err.text);
  assert_string_equal(text, "done\n");
  sigaction(SIGINT, &old, NULL);
}
