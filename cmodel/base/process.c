/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* process -- running another program and waiting for it. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
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

/* Start the child, in a group of its own, with no signal held back.  0 or an errno. */
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

/* Wait for the child, and kill its group when this program is asked to end.  False: killed.
 */
static bool wait_for(pid_t child, int *status)
{
  struct timespec pause = {.tv_nsec = 500000};
  bool killed = false;
  int raw = 0;

  for (;;) {
    pid_t ended = waitpid(child, &raw, WNOHANG);

    if (ended == child || (ended < 0 && errno != EINTR))
      break;
    if (!killed && asked_to_end()) {
      killed = true;
      kill(-child, SIGKILL);
    }
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 20000000)
      pause.tv_nsec *= 2;
  }
  *status = WIFSIGNALED(raw) ? KILLED_BY_SIGNAL + WTERMSIG(raw) : WEXITSTATUS(raw);
  return !killed;
}

bool process_run(const char *const *arguments, FILE *output, int *status, struct err *err)
{
  pid_t child;
  int why = start(arguments, fileno(output), &child);

  if (why == ENOENT)
    return err_set(err, ERR_ENVIRONMENT, "cannot start '%.500s': is it installed?",
                   arguments[0]);
  if (why != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot start '%.500s': %s", arguments[0],
                   strerror(why));
  return wait_for(child, status) || err_set(err, ERR_ENVIRONMENT, "interrupted");
}
