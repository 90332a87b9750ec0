/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watchdog -- shared memory in which a process that may hang or crash shows its progress.
 *
 * A design under test is code that runs in our process: it can loop for ever, eat all
 * memory, or crash.  So the work runs in a child, which shares this page with the parent
 * (base/watch.h).  Its result is in base/report.h.
 */
#ifndef LOCKHOP_BASE_WATCHDOG_H
#define LOCKHOP_BASE_WATCHDOG_H

#include "base/team.h"

#include <stdbool.h>
#include <stdint.h>

/* What one thread evaluates; a line of the caches. */
struct watchdog_mark {
  volatile uint64_t beats; /* changes whenever an evaluation of the design has ended */
  volatile uint32_t at;    /* the switch; UINT32_MAX: all of them */
  volatile bool busy;      /* the thread has part of a cycle, and is not done with it */
  char line[64 - 16];
};

struct watchdog {
  struct watchdog_mark marks[TEAM_THREADS]; /* without threads the first is all */
  volatile uint64_t cycle;                  /* what is being evaluated */
  volatile bool resetting;                  /* reset, and not yet a cycle */
  volatile bool armed;     /* code of the design runs now: the beats must go on */
  volatile bool heard;     /* a signal that asks for an end has been heard */
  volatile bool disk_full; /* no room for a page of a temporary file */
  volatile bool said;      /* the child has said why it ends without a report */
};

/* Changes whenever an evaluation has ended. */
uint64_t watchdog_beats(const struct watchdog *watchdog);

/* The lowest switch that is being evaluated.  *many: several threads evaluate. */
uint32_t watchdog_at(const struct watchdog *watchdog, bool *many);

#endif
