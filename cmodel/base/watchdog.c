/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watchdog -- what a process that may hang or crash shows, put together. */
#include "base/watchdog.h"

uint64_t watchdog_beats(const struct watchdog *watchdog)
{
  uint64_t beats = 0;

  for (uint32_t part = 0; part < TEAM_THREADS; part++)
    beats += watchdog->marks[part].beats;
  return beats;
}

uint32_t watchdog_at(const struct watchdog *watchdog, bool *many)
{
  uint32_t at = watchdog->marks[0].at, busy = 0;

  for (uint32_t part = 0; part < TEAM_THREADS; part++) {
    const struct watchdog_mark *mark = &watchdog->marks[part];

    if (mark->busy && (busy++ == 0 || mark->at < at))
      at = mark->at;
  }
  *many = busy > 1;
  return at;
}
