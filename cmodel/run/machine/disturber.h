/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturber -- applies the disturbances of a schedule, cycle by cycle. */
#ifndef LOCKHOP_RUN_MACHINE_DISTURBER_H
#define LOCKHOP_RUN_MACHINE_DISTURBER_H

#include "network/traffic/disturbance.h"
#include "run/machine/machine.h"

struct disturber {
  const struct disturbances *disturbances;
  size_t next; /* first disturbance of the list that has not begun */
  size_t
      *lasting; /* [lasting_count] indices of the disturbances now active, resets apart */
  size_t lasting_count;           /* of this cycle */
  uint64_t *stalled;              /* [switches] as in struct stimulus */
  uint64_t *refused;              /* the same */
  bool *held;                     /* [terminals] terminals that offer nothing */
  size_t stalls, holds, refusals; /* active now */
  uint64_t reset_to;              /* end of the latest reset that has begun */
  uint64_t resets_end;            /* end of the last reset of the list; 0: none */
  uint32_t reset;                 /* of this cycle, as in struct stimulus */
};

/* The disturbances must outlive it.  Error: ERR_ENVIRONMENT when memory is short. */
bool disturber_open(struct disturber *d, const struct disturbances *disturbances,
                    const struct topology *t, struct err *err);

/* Set the state for this cycle.  Call it for every cycle of the run, from 0. */
void disturber_cycle(struct disturber *d, uint64_t cycle);

/* Stalls, holds and refusals of this cycle, as in struct stimulus and struct terminals;
 * NULL: none. */
static inline const uint64_t *disturber_stalled(const struct disturber *d)
{
  return d->stalls ? d->stalled : NULL;
}

static inline const bool *disturber_held(const struct disturber *d)
{
  return d->holds ? d->held : NULL;
}

static inline const uint64_t *disturber_refused(const struct disturber *d)
{
  return d->refusals ? d->refused : NULL;
}

void disturber_close(struct disturber *d);

#endif
