/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* progress -- progress of a long run and its time left, on a terminal only.
 */
#include "tool/console/progress.h"

#include "tool/console/fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PERIOD 0.5 /* seconds between two lines */

static double now(void)
{
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_start(struct progress *progress, bool quiet)
{
  *progress = (struct progress){.shown = !quiet && isatty(STDERR_FILENO), .tells = !quiet};
  progress->start = progress->last = now();
}

static void draw(struct progress *progress, const struct run_pace *pace)
{
  const struct forecast *forecast = &progress->forecast;
  char left[FORECAST_TEXT];

  progress->drawn = true;
  fprintf(stderr, "\r\033[Kcycle %" PRIu64 ", %.0f %% delivered", pace->cycle,
          100 * (double)pace->delivered / (double)pace->packets);
  if (forecast_knows(forecast))
    fprintf(stderr, ", %s left", forecast_print(left, forecast->left));
}

bool progress_show(struct progress *progress, const struct run_pace *pace)
{
  const bool tells = progress->tells && !progress->forecast.told;

  if ((!progress->shown && !tells) || pace->packets == 0)
    return false;
  const double time = now();

  forecast_look(&progress->forecast, time, pace);
  if (progress->forecast.looked == time)
    progress->forecast.cost = now() - time;
  if (progress->shown && time - progress->last >= PERIOD) {
    progress->last = time;
    draw(progress, pace);
  }
  return tells && forecast_tells(&progress->forecast);
}

void progress_share(struct progress *progress, const char *what, uint64_t done,
                    uint64_t all)
{
  if (!progress->shown)
    return;
  double time = now(), taken = time - progress->start;
  char left[FORECAST_TEXT];

  if (time - progress->last < PERIOD || done == 0)
    return;
  progress->last = time;
  progress->drawn = true;
  fprintf(stderr, "\r\033[K%s, %.0f %%, %s left", what, 100 * (double)done / (double)all,
          forecast_print(left, taken * (double)(all - done) / (double)done));
}

void progress_say(struct progress *progress, const char *text)
{
  const size_t room = fold_margin(stderr);

  if (!progress->shown)
    return;
  progress->drawn = true;
  fprintf(stderr, "\r\033[K%.*s", room > 0 ? (int)room - 1 : (int)strlen(text), text);
}

void progress_end(struct progress *progress)
{
  if (progress->drawn)
    fprintf(stderr, "\r\033[K");
  progress->drawn = false;
}
