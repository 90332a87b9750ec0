/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* supervise -- work in a child process. */
#include "tool/jobs/supervise.h"

#include "base/unfinished.h"
#include "base/watch.h"
#include "run/lockstep/outcome.h"
#include "tool/console/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  STEP_SECONDS = 60,     /* default limit of one evaluation */
  REPORT_BYTES = 1 << 22 /* largest report */
};

/* --- the child --- */

/* The head of a report; the result and the text of standard output follow. */
struct told {
  int code;
  struct err err;
  size_t result, text; /* bytes */
};

/* Memory shared by both, and the signals that the parent waits for. */
struct shared {
  struct watchdog *watchdog;
  struct report report;
  sigset_t signals, before;
};

/* A process that the design forks does not get this memory, so it ends when it returns to
 * our code. What a design writes to standard output (printf, $system, /dev/stdout) goes to
 * standard error. */
static void become_child(const struct shared *shared, pid_t parent)
{
  interrupt_clean_up(shared->watchdog);
  prctl(PR_SET_PDEATHSIG, SIGALRM); /* the parent died: clean up and end */
  setpgid(0, 0);                    /* Ctrl-C reaches only the parent, which passes it on */
  if (getppid() != parent)
    raise(SIGALRM);
  madvise(shared->watchdog, sizeof *shared->watchdog, MADV_DONTFORK);
  report_own(&shared->report);
  sigprocmask(SIG_SETMASK, &shared->before, NULL);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

static int code_of(int code, const struct err *err)
{
  if (err->kind == ERR_NONE)
    return code;
  return err->kind == ERR_ENVIRONMENT && interrupt_asked() ? EXIT_INTERRUPTED
                                                           : (int)err->kind;
}

_Noreturn static void be_child(const struct shared *shared, struct settings *settings,
                               supervise_work *work, const void *self, void *result,
                               size_t size)
{
  struct told told = {.result = size};
  char *text = NULL;
  size_t length = 0;

  settings->watchdog = shared->watchdog;
  settings->out = open_memstream(&text, &length);
  if (settings->out)
    told.code = work(self, settings, result, &told.err);
  if (!settings->out || fflush(settings->out) != 0)
    err_set(&told.err, ERR_ENVIRONMENT, "not enough memory for the report");
  told.code = code_of(told.code, &told.err);
  fflush(stdout); /* what the design has printed */
  told.text = length;
  const struct iovec parts[] = {{&told, sizeof told}, {result, size}, {text, length}};

  if (!report_give(&shared->report, parts, 3)) {
    err_set(&told.err, ERR_ENVIRONMENT,
            "the report has more than %d MiB; write it to a file", REPORT_BYTES >> 20);
    told.code = (int)told.err.kind;
    told.text = 0;
    report_give(&shared->report, parts, 2);
  }
  _exit(0);
}

/* --- the parent --- */

/* "switch 3 in cycle 12", "switch 3 during reset"; where it is one of several, "switch 3 or
 * another". */
static const char *place_of(const struct watchdog *watchdog, bool one_of, char *text,
                            size_t size)
{
  bool many;
  const uint32_t at = watchdog_at(watchdog, &many);
  int used = at == UINT32_MAX ? snprintf(text, size, "the design")
                              : snprintf(text, size, "switch %" PRIu32 "%s", at,
                                         one_of && many ? " or another" : "");

  if (watchdog->resetting)
    snprintf(text + used, size - (size_t)used, " during reset");
  else
    snprintf(text + used, size - (size_t)used, " in cycle %" PRIu64, watchdog->cycle);
  return text;
}

/* Explain the end of a child that did not report. */
static int explain_end(const struct watchdog *watchdog, int status, struct err *err)
{
  char place[96];
  const char *where =
      watchdog->armed ? place_of(watchdog, true, place, sizeof place) : NULL;

  if (watchdog->said)
    return ERR_ENVIRONMENT;
  if (watchdog->disk_full)
    err_set(err, ERR_ENVIRONMENT,
            "no room for the temporary files of the waveform: the disk is full; free some "
            "space and run again");
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
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
static int explain_hang(enum watch_end end, struct settings *settings,
                        const struct watchdog *watchdog)
{
  bool json = settings->json && strcmp(settings->json, "-") == 0;
  FILE *text = json ? stderr : settings->out;
  char place[96];

  place_of(watchdog, false, place, sizeof place);
  if (end == WATCH_INTERRUPTED)
    snprintf(settings->hung, sizeof settings->hung,
             "interrupted%s%s, and did not come back",
             watchdog->armed ? " while evaluating " : "", watchdog->armed ? place : "");
  else
    snprintf(settings->hung, sizeof settings->hung,
             "evaluating %s takes more than %" PRId64
             " s: it does not come back, or is too slow; --step-seconds sets the limit",
             place, settings->run.step_seconds);
  fprintf(text, "%s\n%s\n", settings->hung,
          end == WATCH_INTERRUPTED ? "INTERRUPTED" : "TIMEOUT");
  return end == WATCH_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_NO_PROGRESS;
}

/* Take the report of the child. False: there is no complete report. */
static bool take_report(const struct shared *shared, const struct settings *settings,
                        void *result, size_t size, int *code, struct err *err)
{
  char *bytes;
  size_t all;
  struct told told;
  const enum report_state state = report_take(&shared->report, &bytes, &all);

  if (state == REPORT_WHOLE) {
    memcpy(&told, bytes, sizeof told);
    if (size > 0)
      memcpy(result, bytes + sizeof told, size);
    fwrite(bytes + sizeof told + size, 1, told.text, settings->out);
    *code = told.code;
    *err = told.err;
  } else if (state == REPORT_DAMAGED) {
    err_set(
        err, ERR_ENVIRONMENT,
        "the report of the run was overwritten: the design writes outside its own memory");
    *code = (int)err->kind;
  }
  free(bytes);
  return state == REPORT_WHOLE;
}

/* The signals are blocked. */
static bool be_parent(const struct shared *shared, struct settings *settings, pid_t child,
                      void *result, size_t size, int *code, struct err *err)
{
  const struct watchdog *watchdog = shared->watchdog;
  int status = 0;

  if (settings->run.step_seconds == SETTINGS_UNSET)
    settings->run.step_seconds = STEP_SECONDS;
  const enum watch_end end =
      watch_child(child, watchdog, &shared->report, (double)settings->run.step_seconds,
                  &shared->signals, &status);

  unfinished_remove_all(); /* files that a killed child left */
  sigprocmask(SIG_SETMASK, &shared->before, NULL);
  if (end != WATCH_ENDED) {
    *code = explain_hang(end, settings, watchdog);
    return false;
  }
  if (take_report(shared, settings, result, size, code, err))
    return true;
  if (WIFSIGNALED(status) && is_ending_signal(WTERMSIG(status))) {
    signal(WTERMSIG(status), SIG_DFL); /* end as the child did */
    raise(WTERMSIG(status));
  }
  if (err->kind == ERR_NONE)
    *code = explain_end(watchdog, status, err);
  return false;
}

static bool open_shared(struct shared *shared)
{
  void *page = mmap(NULL, sizeof *shared->watchdog, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  *shared = (struct shared){.watchdog = page == MAP_FAILED ? NULL : page};
  return shared->watchdog && report_open(&shared->report, REPORT_BYTES) &&
         unfinished_share();
}

bool supervise(struct settings *settings, supervise_work *work, const void *self,
               void *result, size_t size, int *code, struct err *err)
{
  const pid_t parent = getpid();
  struct shared shared;
  bool told = false;

  *code = ERR_ENVIRONMENT;
  if (!open_shared(&shared)) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory");
  } else {
    fflush(settings->out);
    watch_signals(&shared.signals);
    /* Block signals until the child is watched; keep its exit status even if SIGCHLD was
     * ignored. */
    sigprocmask(SIG_BLOCK, &shared.signals, &shared.before);
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* we adopt processes that the design starts */
    const pid_t child = fork();
    if (child == 0) {
      become_child(&shared, parent);
      be_child(&shared, settings, work, self, result, size);
    }
    if (child > 0)
      told = be_parent(&shared, settings, child, result, size, code, err);
    else
      err_set(err, ERR_ENVIRONMENT, "cannot start a process: %s", strerror(errno));
  }
  report_close(&shared.report);
  if (shared.watchdog)
    munmap(shared.watchdog, sizeof *shared.watchdog);
  return told;
}
