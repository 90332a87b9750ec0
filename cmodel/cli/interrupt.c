/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* interrupt -- signals: Ctrl-C ends a run in good order, and a disk that fills up under a
 * waveform ends it with one line. */
#include "cli/interrupt.h"

#include "base/err.h"
#include "base/file.h"

#include <stdio.h>
#include <unistd.h>

/* The mutable variables at file scope: a signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;
static char wave_parts[2][FILE_PATH]; /* unfinished files of the waveform */

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
  unlink(wave_parts[0]);
  unlink(wave_parts[1]);
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit(ERR_ENVIRONMENT); /* nobody listens; the exit code says it */
  _exit(ERR_ENVIRONMENT);
}

void interrupt_on_full_disk(const char *path)
{
  struct sigaction action = {.sa_handler = on_bus_error};

  snprintf(wave_parts[0], FILE_PATH, "%.4000s.%ld.part", path, (long)getpid());
  snprintf(wave_parts[1], FILE_PATH, "%.4000s.%ld.part.hier", path, (long)getpid());
  sigaction(SIGBUS, &action, NULL);
}
