/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* forecast -- the time that a run still takes, from the time of its first cycles. */
#include "tool/console/forecast.h"

#include <stdio.h>

#define PERIOD 0.1      /* seconds between two looks, */
#define COSTS 50        /* and so many times what a look takes */
#define TOLD_AFTER 2    /* seconds, when so much has been done: */
#define TOLD_SHARE 0.01 /* before it, packets may still be filling the network; */
#define TOLD_LATER 5    /* otherwise */
#define LONG 60

static double share_of(const struct forecast *f, const struct run_pace *pace)
{
  const double to_come = (double)(pace->packets - pace->delivered);
  double done = (double)pace->delivered, all = (double)pace->packets;

  if (pace->moves > 0) {
    done = f->moves / (pace->part > 0 ? pace->part : 1);
    all = pace->moves < done + to_come ? done + to_come : pace->moves;
  }
  return all <= 0 ? 0 : done < all ? done / all : 1;
}

void forecast_look(struct forecast *f, double now, const struct run_pace *pace)
{
  if (f->begun && now - f->looked < (f->cost > PERIOD / COSTS ? COSTS * f->cost : PERIOD))
    return;
  f->moves += (double)pace_moves(pace) * (double)(pace->cycle - f->cycle);
  f->looked = now;
  f->cycle = pace->cycle;
  f->share = share_of(f, pace);
  if (!f->begun && (pace->cycle > 0 || !pace->links)) {
    f->begun = true;
    f->began = now;
    f->first = f->share;
  }
  if (forecast_knows(f))
    f->left = (now - f->began) * (1 - f->share) / (f->share - f->first);
}

bool forecast_knows(const struct forecast *f)
{
  return f->begun && f->share > f->first;
}

bool forecast_tells(struct forecast *f)
{
  const double taken = f->looked - f->began;

  if (f->told || !forecast_knows(f) || f->left < LONG ||
      taken < (f->share >= TOLD_SHARE ? TOLD_AFTER : TOLD_LATER))
    return false;
  f->told = true;
  return true;
}

const char *forecast_print(char text[FORECAST_TEXT], double seconds)
{
  if (seconds < 100)
    snprintf(text, FORECAST_TEXT, "%.0f s", seconds);
  else if (seconds < 100 * 60)
    snprintf(text, FORECAST_TEXT, "%.0f min", seconds / 60);
  else
    snprintf(text, FORECAST_TEXT, "%.1f h", seconds / 3600);
  return text;
}
