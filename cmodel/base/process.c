/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* process -- runs another program and waits for it. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof ending_signals[0] };
enum { KILLED_BY_SIGNAL = 128 };

extern char **environ;

void process_hold(sigset_t *held)
{
  sigset_t set;

  sigemptyset(&set);
  for (size_t i = 0; i < ENDING_SIGNALS; i++)
    sigaddset(&set, ending_signals[i]);
  sigprocmask(SIG_BLOCK, &set, held);
}

bool process_find(const char *name, char *path, size_t size)
{
  const char *folder = getenv("PATH");

  while (folder) {
    size_t length = strcspn(folder, ":");

    snprintf(path, size, "%.*s/%s", (int)length, folder, name);
    if (length > 0 && access(path, X_OK) == 0)
      return true;
    folder = folder[length] ? folder + length + 1 : NULL;
  }
  return false;
}

void process_release(const sigset_t *held)
{
  sigprocmask(SIG_SETMASK, held, NULL);
}

/* An ending signal waits.  One that the program ignores does not count: the kernel keeps
 * even those back while they are blocked. */
static bool asked_to_end(void)
{
  sigset_t pending;
  struct sigaction action;

  sigpending(&pending);
  for (size_t i = 0; i < ENDING_SIGNALS; i++)
    if (sigismember(&pending, ending_signals[i]) == 1 &&
        sigaction(ending_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
      return true;
  return false;
}

/* Start the child in its own process group, with no signal blocked. Returns 0 or an errno.
 */
static int start(const char *const *arguments, int output, pid_t *child)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none;

  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  /* The strings are not changed; the type is older than const. */
  int why = posix_spawnp(child, arguments[0], &files, &attributes,
                         (char *const *)(uintptr_t)arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return why;
}

/* A signal handler can reach nothing but what is at file scope. */
static volatile pid_t running; /* 0: nothing runs */

void process_kill_running(void)
{
  if (running > 0)
    kill(-running, SIGKILL);
}

static uint64_t now_ms(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Wait until the child ends, this program is asked to end, or the deadline (ms of now_ms;
 * 0: none) passes: *late. False: asked to end. */
static bool wait_for(pid_t child, uint64_t deadline, bool *late)
{
  struct timespec pause = {.tv_nsec = 500000};
  siginfo_t ended;

  *late = false;
  for (;;) {
    ended.si_pid = 0;
    if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) == 0
            ? ended.si_pid == child
            : errno != EINTR)
      return true;
    if (asked_to_end())
      return false;
    *late = deadline > 0 && now_ms() >= deadline;
    if (*late)
      return true;
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 20000000)
      pause.tv_nsec *= 2;
  }
}

/* Kill the rest of the child's process group and take its status. The unreaped child keeps
 * the group's number from being reused. */
static int reap(pid_t child)
{
  int raw = 0;

  kill(-child, SIGKILL);
  while (waitpid(child, &raw, 0) < 0 && errno == EINTR)
    ;
  return WIFSIGNALED(raw) ? KILLED_BY_SIGNAL + WTERMSIG(raw) : WEXITSTATUS(raw);
}

bool process_run(const char *const *arguments, FILE *output, uint32_t seconds, int *status,
                 struct err *err)
{
  uint64_t deadline = seconds ? now_ms() + (uint64_t)seconds * 1000 : 0;
  bool late;
  pid_t child;
  int why = start(arguments, fileno(output), &child);

  if (why == ENOENT)
    return err_set(err, ERR_ENVIRONMENT, "cannot start '%.500s': is it installed?",
                   arguments[0]);
  if (why != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot start '%.500s': %s", arguments[0],
                   strerror(why));
  running = child;
  bool waited = wait_for(child, deadline, &late);
  running = 0;
  *status = reap(child);
  if (late)
    *status = PROCESS_OUT_OF_TIME;
  return waited || err_set(err, ERR_ENVIRONMENT, "interrupted");
}
