/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* interrupt -- signals: Ctrl-C ends a run in good order, and a disk that fills up under a
 * waveform ends it with one line. */
#include "tool/console/interrupt.h"

#include "base/process.h"
#include "base/unfinished.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

/* A second signal within this time belongs to the same request: `timeout` and terminals
 * signal a process and its group. */
enum { SAME_REQUEST_MS = 500 };

/* Mutable variables at file scope: a signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;
static volatile int64_t interrupted_ms;
static struct watchdog
    *watched;         /* watchdog of a watched child; NULL: nobody watches this process */
static pid_t cleaner; /* this process, as opposed to one that the design forks */

/* Async-signal-safe. Ends the process with the signal. */
static void clean_up_and_end(int number)
{
  if (getpid() == cleaner) {
    process_kill_running();
    unfinished_remove_all();
  }
  signal(number, SIG_DFL);
  raise(number);
}

static int64_t now_ms(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_interrupt(int number)
{
  if (!interrupted)
    interrupted_ms = now_ms();
  else if (now_ms() - interrupted_ms > SAME_REQUEST_MS)
    clean_up_and_end(number);
  interrupted = 1;
  if (watched && getpid() == cleaner)
    watched->heard = true;
}

/* Handle a signal, unless the parent had it ignored. */
static void handle(int number, const struct sigaction *action)
{
  struct sigaction before;

  if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(number, action, NULL);
}

const volatile sig_atomic_t *interrupt_watch(void)
{
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_NODEFER};

  if (cleaner == 0)
    cleaner = getpid();
  handle(SIGINT, &action);
  handle(SIGTERM, &action);
  handle(SIGHUP, &action);
  return &interrupted;
}

bool interrupt_asked(void)
{
  return interrupted != 0;
}

/* A full disk under a temporary file, or an error of the design. */
static void on_bus_error(int number)
{
  if (watched && !watched->armed)
    watched->disk_full = true;
  clean_up_and_end(number);
}

void interrupt_on_full_disk(void)
{
  struct sigaction action = {.sa_handler = on_bus_error};

  sigaction(SIGBUS, &action, NULL);
}

static void handle_requests(const struct sigaction *action)
{
  static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
    handle(requests[i], action);
}

void interrupt_end(void)
{
  struct sigaction action = {.sa_handler = clean_up_and_end, .sa_flags = SA_NODEFER};

  cleaner = getpid();
  handle_requests(&action);
}

void interrupt_clean_up(struct watchdog *watchdog)
{
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  /* The stack may be exhausted. */
  static char stack[1 << 16];
  struct sigaction action = {.sa_handler = clean_up_and_end,
                             .sa_flags = SA_ONSTACK | SA_NODEFER};

  interrupted = 0; /* the flag was the parent's */
  watched = watchdog;
  cleaner = getpid();
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
    sigaction(crashes[i], &action, NULL);
  handle_requests(&action);
}
