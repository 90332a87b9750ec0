/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watch -- waits for a child whose design may hang or misuse its process. */
#ifndef LOCKHOP_BASE_WATCH_H
#define LOCKHOP_BASE_WATCH_H

#include "base/report.h"
#include "base/watchdog.h"

#include <signal.h>
#include <sys/types.h>

/* Outcome of the wait.  No process of the child is left. */
enum watch_end {
  WATCH_ENDED,      /* it ended by itself, or has given its report */
  WATCH_HUNG,       /* killed: an evaluation took too long */
  WATCH_INTERRUPTED /* killed: it did not react to a signal */
};

/* The signals that the wait needs; block them before the fork. */
void watch_signals(sigset_t *set);

/* Wait for the child, which leads a group of its own, and hand on signals that ask for an
 * end.  An evaluation may take so many seconds, of processor time and of sleep.  *status:
 * as of waitpid. */
enum watch_end watch_child(pid_t child, const struct watchdog *watchdog,
                           const struct report *report, double limit,
                           const sigset_t *signals, int *status);

/* Time spent since the beats last changed: processor time; for processes that sleep or are
 * stopped, wall-clock time, because a busy machine cannot be the cause. */
struct watch_pulse {
  uint64_t beats;
  double wall, processor; /* seconds, at the last look */
  double spent, waited;   /* since the beats changed: as above; and by the clock */
};

/* A look at the child, `now` of which beats, wall and processor hold: has an evaluation
 * taken longer than it may? */
bool watch_hangs(struct watch_pulse *pulse, const struct watch_pulse *now, bool armed,
                 bool asleep, double limit);

#endif
