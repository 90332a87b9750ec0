/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* interrupt -- Ctrl-C ends a run in good order: files are completed, the numbers so far
 * printed. */
#include "cli/interrupt.h"

#include <stddef.h>

/* The one mutable variable at file scope: a signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
  interrupted = 1;
  signal(number, SIG_DFL);
}

const volatile sig_atomic_t *interrupt_watch(void)
{
  struct sigaction action = {.sa_handler = on_signal};

  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return &interrupted;
}
