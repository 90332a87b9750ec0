/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* progress -- progress of a long run and its time left, on a terminal only.
 */
#include "tool/console/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_start(struct progress *progress, bool quiet)
{
  *progress = (struct progress){.shown = !quiet && isatty(STDERR_FILENO)};
  progress->start = progress->last = now();
}

void progress_show(void *self, uint64_t cycle, uint64_t delivered, uint64_t packets)
{
  struct progress *progress = self;
  double time = now(), taken = time - progress->start;

  if (!progress->shown || time - progress->last < 0.5 || packets == 0)
    return;
  progress->last = time;
  progress->drawn = true;
  fprintf(stderr, "\r\033[Kcycle %" PRIu64 ", %.0f %% delivered", cycle,
          100 * (double)delivered / (double)packets);
  if (delivered >= packets / 100 + 1)
    fprintf(stderr, ", %.0f s left",
            taken * (double)(packets - delivered) / (double)delivered);
}

void progress_share(struct progress *progress, const char *what, uint64_t done,
                    uint64_t all)
{
  if (!progress->shown)
    return;
  double time = now(), taken = time - progress->start;

  if (time - progress->last < 0.5 || done == 0)
    return;
  progress->last = time;
  progress->drawn = true;
  fprintf(stderr, "\r\033[K%s, %.0f %%, %.0f s left", what,
          100 * (double)done / (double)all, taken * (double)(all - done) / (double)done);
}

void progress_say(struct progress *progress, const char *text)
{
  if (!progress->shown)
    return;
  progress->drawn = true;
  fprintf(stderr, "\r\033[K%s", text);
}

void progress_end(struct progress *progress)
{
  if (progress->drawn)
    fprintf(stderr, "\r\033[K");
  progress->drawn = false;
}
