/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* interrupt -- signals: Ctrl-C ends a run in good order, and a disk that fills up under a
 * waveform ends it with one line. */
#include "cli/interrupt.h"

#include "base/err.h"
#include "base/file.h"
#include "base/part.h"

#include <unistd.h>

/* The mutable variable at file scope: a signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
  interrupted = 1;
  signal(number, SIG_DFL);
}

const volatile sig_atomic_t *interrupt_watch(void)
{
  struct sigaction action = {.sa_handler = on_interrupt};

  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return &interrupted;
}

/* Calls only what a signal handler may. */
static void on_bus_error(int number)
{
  static const char text[] =
      "lockhop: no room for the temporary files of the waveform: the disk "
      "is full; free some space and run again\n";

  (void)number;
  part_remove_all();
  file_remove_unfinished();
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit(ERR_ENVIRONMENT); /* nobody listens; the exit code says it */
  _exit(ERR_ENVIRONMENT);
}

void interrupt_on_full_disk(void)
{
  struct sigaction action = {.sa_handler = on_bus_error};

  sigaction(SIGBUS, &action, NULL);
}

/* Calls only what a signal handler may; then ends as the signal does. */
static void on_crash(int number)
{
  part_remove_all();
  file_remove_unfinished();
  signal(number, SIG_DFL);
  raise(number);
}

void interrupt_clean_up_after_crash(void)
{
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  /* The stack itself may be what is exhausted. */
  static char stack[1 << 16];
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};

  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
    sigaction(crashes[i], &action, NULL);
}
