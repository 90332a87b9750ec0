/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* team -- threads that work on one thing at a time, each on its part.
 *
 * A team of N has N - 1 threads of its own; the caller is the first of the N.  What a part
 * does must not depend on what others do at the same time, so that a result does not depend
 * on N.  Threads that have nothing to do look for work for some microseconds and then
 * sleep.
 */
#ifndef LOCKHOP_BASE_TEAM_H
#define LOCKHOP_BASE_TEAM_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEAM_THREADS = 256 /* of a team, at most */ };

struct team;

typedef void team_work(void *self, uint32_t part);

/* `threads`: [1, TEAM_THREADS].  With 1, *team is NULL.  Call it in the process that uses
 * the team: threads do not outlive a fork.  Error: ERR_ENVIRONMENT. */
bool team_open(struct team **team, uint32_t threads, struct err *err);

/* Parts of the work of a team: its threads; 1 for NULL. */
uint32_t team_size(const struct team *team);

/* Call work(self, part) for every part, at the same time; returns when all are done. */
void team_run(struct team *team, team_work *work, void *self);

/* Of `count` things that come in blocks of `block`: where a part begins.  The part after
 * the last begins at count. */
static inline size_t team_share(uint32_t parts, uint32_t part, size_t count, size_t block)
{
  const size_t blocks = count / block + (count % block != 0);
  const size_t first = (blocks * part + parts - 1) / parts * block;

  return first < count ? first : count;
}

void team_close(struct team *team);

#endif
