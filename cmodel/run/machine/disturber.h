/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturber -- the disturbances of a schedule, cycle by cycle. */
#ifndef LOCKHOP_RUN_MACHINE_DISTURBER_H
#define LOCKHOP_RUN_MACHINE_DISTURBER_H

#include "network/traffic/disturbance.h"
#include "run/machine/machine.h"

struct disturber {
  const struct disturbances *disturbances;
  size_t next;          /* first of the list that has not begun */
  size_t *lasting;      /* [lasting_count] stalls and holds that last, by index */
  size_t lasting_count; /* of this cycle */
  uint64_t *stalled;    /* [switches] as in struct stimulus */
  bool *held;           /* [terminals] they offer nothing */
  size_t stalls, holds; /* of those that last */
  uint64_t reset_to;    /* where the last reset that has begun ends */
  uint64_t resets_end;  /* where the last of all ends; 0: there is none */
  uint32_t reset;       /* as in struct stimulus, of this cycle */
};

/* The disturbances must stay as long.  Error: ERR_ENVIRONMENT when memory is short. */
bool disturber_open(struct disturber *d, const struct disturbances *disturbances,
                    const struct topology *t, struct err *err);

/* What is so in this cycle.  Cycles of the run must come one by one, from 0. */
void disturber_cycle(struct disturber *d, uint64_t cycle);

/* As in struct stimulus and struct terminals, of this cycle; NULL: none. */
static inline const uint64_t *disturber_stalled(const struct disturber *d)
{
  return d->stalls ? d->stalled : NULL;
}

static inline const bool *disturber_held(const struct disturber *d)
{
  return d->holds ? d->held : NULL;
}

void disturber_close(struct disturber *d);

#endif
