/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* supervise -- a command in a child process. */
#define _GNU_SOURCE /* dup3 */
#include "cli/supervise.h"

#include "base/unfinished.h"
#include "cli/interrupt.h"
#include "session/machines.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LOOK_MS = 100,     /* the parent looks at the beats that often */
  WALL_FACTOR = 10,  /* a design that sleeps gets this many times its processor time */
  GRACE_MS = 2000,   /* for a child that was asked to clean up */
  HEED_SECONDS = 2,  /* an evaluation that takes longer after Ctrl-C is ended */
  STEP_SECONDS = 60, /* of processor time that one evaluation may take, by default */
  EXIT_NO_PROGRESS = 4,
  EXIT_INTERRUPTED = 130
};

bool supervise_wanted(const struct command *command, const struct settings *settings)
{
  const struct description description = {.machine = settings->machine};

  if (strcmp(command->name, "cosim") == 0)
    return true;
  return strcmp(command->name, "run") == 0 &&
         (settings->wave || machines_have_verilog(&description));
}

/* --- the child --- */

/* Our standard output, and nobody else's: what the design writes to its own (printf,
 * $system, /dev/stdout) goes to standard error. */
static FILE *keep_standard_output(void)
{
  int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  FILE *stream = kept < 0 ? NULL : fdopen(kept, "w");

  return stream && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? stream : stdout;
}

void supervise_finished(struct watchdog *watchdog)
{
  if (watchdog)
    watchdog->finished = true;
}

void supervise_confine(uint64_t memory)
{
#ifndef __SANITIZE_ADDRESS__ /* the sanitizer maps terabytes */
  struct rlimit limit;

  if (memory && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur > memory) {
    limit.rlim_cur = memory;
    setrlimit(RLIMIT_AS, &limit);
  }
#else
  (void)memory;
#endif
}

/* --- the parent --- */

static double seconds_of(struct timespec time)
{
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double wall_seconds(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds_of(now);
}

/* Processor time of the child so far. */
static double child_seconds(pid_t child)
{
  struct timespec now;
  clockid_t clock;

  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &now) != 0)
    return 0;
  return seconds_of(now);
}

/* When the beats last changed. */
struct pulse {
  uint64_t beats;
  double wall, processor;
};

static struct pulse take_pulse(const struct watchdog *watchdog, pid_t child)
{
  return (struct pulse){watchdog->beats, wall_seconds(), child_seconds(child)};
}

/* Has one evaluation taken longer than it may? */
static bool hangs(const struct watchdog *watchdog, pid_t child, struct pulse *pulse,
                  double limit)
{
  struct pulse now = take_pulse(watchdog, child);

  if (!watchdog->armed || now.beats != pulse->beats) {
    *pulse = now;
    return false;
  }
  return now.processor - pulse->processor > limit ||
         now.wall - pulse->wall > limit * WALL_FACTOR;
}

static void watched_signals(sigset_t *set)
{
  static const int signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

  sigemptyset(set);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaddset(set, signals[i]);
}

/* Ask the child to remove its unfinished files; then end it. */
static void end_child(pid_t child, const sigset_t *signals)
{
  const struct timespec grace = {.tv_sec = GRACE_MS / 1000};

  kill(child, SIGALRM);
  sigtimedwait(signals, NULL, &grace);
  kill(child, SIGKILL);
}

/* Did who started the program want this signal to be ignored?  Then the child does. */
static bool is_ignored(int number)
{
  struct sigaction action;

  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Ctrl-Z stops the child too, whose group is not the terminal's. */
static void stop_both(pid_t child)
{
  kill(child, SIGSTOP);
  raise(SIGSTOP);
  kill(child, SIGCONT);
}

/* How the wait for the child has ended. */
enum waited {
  WAITED_ENDED,      /* it has ended by itself */
  WAITED_HUNG,       /* it was ended: an evaluation took too long */
  WAITED_INTERRUPTED /* it was ended: an evaluation did not come back to heed a signal */
};

static enum waited wait_for_child(pid_t child, const struct watchdog *watchdog,
                                  double limit, const sigset_t *signals, int *status)
{
  const struct timespec look = {.tv_nsec = LOOK_MS * 1000000L};
  struct pulse pulse = take_pulse(watchdog, child);
  bool asked = false;

  while (waitpid(child, status, WNOHANG) == 0) {
    int number = sigtimedwait(signals, NULL, &look);

    if (number == SIGTSTP) {
      stop_both(child);
      pulse = take_pulse(watchdog, child);
    } else if (number > 0 && number != SIGCHLD && !is_ignored(number)) {
      kill(child, number);
      asked = true;
      pulse = take_pulse(watchdog, child);
      limit = limit < HEED_SECONDS ? limit : HEED_SECONDS;
    }
    if (hangs(watchdog, child, &pulse, limit)) {
      end_child(child, signals);
      waitpid(child, status, 0);
      return asked ? WAITED_INTERRUPTED : WAITED_HUNG;
    }
  }
  return WAITED_ENDED;
}

/* "switch 3 in cycle 12", "switch 3 during reset". */
static const char *place_of(const struct watchdog *watchdog, char *text, size_t size)
{
  int used = watchdog->at == UINT32_MAX
                 ? snprintf(text, size, "the design")
                 : snprintf(text, size, "switch %" PRIu32, watchdog->at);

  if (watchdog->resetting)
    snprintf(text + used, size - (size_t)used, " during reset");
  else
    snprintf(text + used, size - (size_t)used, " in cycle %" PRIu64, watchdog->cycle);
  return text;
}

/* What a child that did not finish has ended with. */
static int explain_end(const struct watchdog *watchdog, int status, struct err *err)
{
  char place[96];
  const char *where = watchdog->armed ? place_of(watchdog, place, sizeof place) : NULL;

  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    err_set(err, ERR_ENVIRONMENT,
            "the run was killed%s%s: is memory short? --dut-memory sets a limit",
            where ? " while it evaluated " : "", where ? where : "");
  else if (WIFSIGNALED(status))
    err_set(err, ERR_ENVIRONMENT, "the run crashed%s%s: %s",
            where ? " while it evaluated " : "", where ? where : "",
            strsignal(WTERMSIG(status)));
  else
    err_set(err, ERR_ENVIRONMENT, "the design ended the program%s%s",
            where ? " while it was evaluated: " : "", where ? where : "");
  return (int)err->kind;
}

static bool is_ending_signal(int number)
{
  return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
}

/* Say why the child was ended; the exit code. */
static int explain_hang(enum waited waited, struct settings *settings,
                        const struct watchdog *watchdog)
{
  bool json = settings->json && strcmp(settings->json, "-") == 0;
  FILE *text = json ? stderr : stdout;
  char place[96];

  place_of(watchdog, place, sizeof place);
  if (waited == WAITED_INTERRUPTED)
    snprintf(settings->hung, sizeof settings->hung,
             "interrupted while evaluating %s, which does not come back", place);
  else
    snprintf(settings->hung, sizeof settings->hung,
             "evaluating %s takes more than %" PRId64
             " s: it does not come back, or is too slow; --step-seconds sets the limit",
             place, settings->step_seconds);
  fprintf(text, "%s\n%s\n", settings->hung,
          waited == WAITED_INTERRUPTED ? "INTERRUPTED" : "TIMEOUT");
  return waited == WAITED_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_NO_PROGRESS;
}

/* The signals are blocked. */
static int watch(pid_t child, struct settings *settings, const struct watchdog *watchdog,
                 const sigset_t *signals, const sigset_t *before, struct err *err)
{
  int status = 0;

  if (settings->step_seconds == SETTINGS_UNSET)
    settings->step_seconds = STEP_SECONDS;
  enum waited waited =
      wait_for_child(child, watchdog, (double)settings->step_seconds, signals, &status);

  kill(-child, SIGKILL);   /* what the design has started and left */
  unfinished_remove_all(); /* what a child leaves that did not end in good order */
  sigprocmask(SIG_SETMASK, before, NULL);
  if (waited != WAITED_ENDED)
    return explain_hang(waited, settings, watchdog);
  if (watchdog->finished && WIFEXITED(status))
    return WEXITSTATUS(status);
  if (WIFSIGNALED(status) && is_ending_signal(WTERMSIG(status))) {
    signal(WTERMSIG(status), SIG_DFL); /* end as the child did */
    raise(WTERMSIG(status));
  }
  return explain_end(watchdog, status, err);
}

bool supervise(struct settings *settings, int *code, struct err *err)
{
  struct watchdog *page =
      mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const pid_t parent = getpid();
  sigset_t signals, before;

  if (page == MAP_FAILED || !unfinished_share()) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
    *code = (int)err->kind;
    return false;
  }
  fflush(stdout);
  settings->watchdog = page;
  watched_signals(&signals);
  sigprocmask(SIG_BLOCK, &signals, &before); /* none is lost before the child is watched */
  signal(SIGCHLD, SIG_DFL); /* else the child's status is lost where it was ignored */
  pid_t child = fork();
  if (child == 0) {
    interrupt_clean_up();
    prctl(PR_SET_PDEATHSIG, SIGALRM); /* nobody watches any more: clean up and end */
    setpgid(0, 0);                    /* Ctrl-C goes to the parent, which hands it on */
    if (getppid() != parent)
      raise(SIGALRM);
    sigprocmask(SIG_SETMASK, &before, NULL);
    settings->out = keep_standard_output();
    return true;
  }
  if (child < 0)
    err_set(err, ERR_ENVIRONMENT, "cannot start a process: %s", strerror(errno));
  *code = child < 0 ? (int)err->kind : watch(child, settings, page, &signals, &before, err);
  settings->watchdog = NULL; /* the page goes */
  munmap(page, sizeof *page);
  return false;
}
