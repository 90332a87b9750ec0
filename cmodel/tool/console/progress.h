/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* progress -- progress of a long run and its time left, on a terminal only.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_PROGRESS_H
#define LOCKHOP_TOOL_CONSOLE_PROGRESS_H

#include "tool/console/forecast.h"

struct progress {
  bool shown;               /* standard error is a terminal, and the user wants to see it */
  bool tells;               /* the user wants to be told that a run is long */
  double start;             /* seconds, monotonic */
  double last;              /* when the line was last drawn */
  bool drawn;               /* a line is shown */
  struct forecast forecast; /* of a run */
};

void progress_start(struct progress *progress, bool quiet);

/* Show the progress of a run.  True once, and only where the user wants to be told: the run
 * takes more than a minute from now on, by progress->forecast. */
bool progress_show(struct progress *progress, const struct run_pace *pace);

/* Show how much of `what` is done. */
void progress_share(struct progress *progress, const char *what, uint64_t done,
                    uint64_t all);

/* Show what is being waited for, until the next line or progress_end. */
void progress_say(struct progress *progress, const char *text);

/* Remove the line. */
void progress_end(struct progress *progress);

#endif
