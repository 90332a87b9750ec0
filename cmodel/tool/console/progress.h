/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* progress -- progress of a long run and its time left, on a terminal only.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_PROGRESS_H
#define LOCKHOP_TOOL_CONSOLE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
  bool shown;   /* standard error is a terminal, and the user wants to see it */
  double start; /* seconds, monotonic */
  double last;  /* when the line was last drawn */
  bool drawn;   /* a line is shown */
};

void progress_start(struct progress *progress, bool quiet);

/* A run_progress function (run/lockstep/run.h); self is the struct progress. */
void progress_show(void *self, uint64_t cycle, uint64_t delivered, uint64_t packets);

/* Show how much of `what` is done. */
void progress_share(struct progress *progress, const char *what, uint64_t done,
                    uint64_t all);

/* Show what is being waited for, until the next line or progress_end. */
void progress_say(struct progress *progress, const char *text);

/* Remove the line. */
void progress_end(struct progress *progress);

#endif
