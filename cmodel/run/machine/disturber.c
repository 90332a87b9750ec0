/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturber -- applies the disturbances of a schedule, cycle by cycle. */
#include "run/machine/disturber.h"

#include "base/memory.h"

#include <stdlib.h>

bool disturber_open(struct disturber *d, const struct disturbances *disturbances,
                    const struct topology *t, struct err *err)
{
  *d = (struct disturber){.disturbances = disturbances};
  if (disturbances->count == 0)
    return true;
  d->lasting = memory_table(disturbances->count, sizeof *d->lasting);
  d->stalled = calloc(t->switches, sizeof *d->stalled);
  d->refused = calloc(t->switches, sizeof *d->refused);
  d->held = calloc(t->terminals, sizeof *d->held);
  if (!d->lasting || !d->stalled || !d->refused || !d->held)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu disturbances",
                   disturbances->count);
  for (size_t i = 0; i < disturbances->count; i++)
    if (disturbances->list[i].kind == DISTURBANCE_RESET)
      d->resets_end = disturbances->list[i].to;
  return true;
}

static void begin(struct disturber *d, const struct disturbance *one)
{
  if (one->kind == DISTURBANCE_STALL) {
    d->stalled[one->at] |= UINT64_C(1) << one->queue;
    d->stalls++;
  } else if (one->kind == DISTURBANCE_REFUSAL) {
    d->refused[one->at] |= UINT64_C(1) << one->queue;
    d->refusals++;
  } else {
    d->held[one->at] = true;
    d->holds++;
  }
}

/* End the disturbances that are over in this cycle; others at the same place stay active.
 */
static void end_some(struct disturber *d, uint64_t cycle)
{
  const struct disturbance *list = d->disturbances->list;
  const size_t before = d->lasting_count;

  d->lasting_count = 0;
  for (size_t i = 0; i < before; i++) {
    const size_t index = d->lasting[i];

    d->stalled[list[index].kind == DISTURBANCE_STALL ? list[index].at : 0] = 0;
    d->refused[list[index].kind == DISTURBANCE_REFUSAL ? list[index].at : 0] = 0;
    d->held[list[index].kind == DISTURBANCE_HOLD ? list[index].at : 0] = false;
    if (list[index].to > cycle)
      d->lasting[d->lasting_count++] = index;
  }
  d->stalls = d->holds = d->refusals = 0;
  for (size_t i = 0; i < d->lasting_count; i++)
    begin(d, &list[d->lasting[i]]);
}

void disturber_cycle(struct disturber *d, uint64_t cycle)
{
  const struct disturbance *list = d->disturbances->list;
  bool over = false;

  for (size_t i = 0; i < d->lasting_count && !over; i++)
    over = list[d->lasting[i]].to <= cycle;
  if (over)
    end_some(d, cycle);
  for (; d->next < d->disturbances->count && list[d->next].from <= cycle; d->next++) {
    const struct disturbance *one = &list[d->next];

    if (one->kind == DISTURBANCE_RESET) {
      d->reset_to = one->to;
      continue;
    }
    d->lasting[d->lasting_count++] = d->next;
    begin(d, one);
  }
  d->reset = cycle < d->reset_to ? (uint32_t)(d->reset_to - cycle) : 0;
}

void disturber_close(struct disturber *d)
{
  free(d->lasting);
  free(d->stalled);
  free(d->refused);
  free(d->held);
  *d = (struct disturber){.lasting = NULL};
}
