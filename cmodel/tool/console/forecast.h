/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* forecast -- the time that a run still takes, from the time of its first cycles.
 *
 * The run is timed on this machine, with this design, while it runs.  What is left of its
 * work, which the schedule says, takes as long as what was done.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_FORECAST_H
#define LOCKHOP_TOOL_CONSOLE_FORECAST_H

#include "run/lockstep/pace.h"

/* All zero: nothing was timed. */
struct forecast {
  bool begun;
  double began;   /* seconds; in the first cycles machines do what they never do again */
  double looked;  /* likewise, of the last look */
  double cost;    /* seconds that a look takes, told by the caller */
  uint64_t from;  /* cycle in which it began, */
  uint64_t cycle; /* and of the last look */
  double first;   /* share of the work that had been done when it began */
  double moves;   /* since cycle 0, of the part that is looked at; those between two
                   * looks by the second */
  double share;   /* [0, 1] of the work, that has been done */
  double left;    /* seconds; meaningful when share > first */
  bool told;
};

/* Look at a run at this time, in seconds of any clock.  At most ten times a second, and for
 * a fiftieth of the time. */
void forecast_look(struct forecast *forecast, double now, const struct run_pace *pace);

/* Is the time left known? */
bool forecast_knows(const struct forecast *forecast);

/* Is it time to tell that the run takes more than a minute?  True once. */
bool forecast_tells(struct forecast *forecast);

enum { FORECAST_TEXT = 24 };

/* "40 s", "3 min", "2.1 h", into text; returns text. */
const char *forecast_print(char text[FORECAST_TEXT], double seconds);

#endif
