/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* deliveries -- packets that arrived and that the caller has not fetched. */
#ifndef LOCKHOP_TOOL_API_DELIVERIES_H
#define LOCKHOP_TOOL_API_DELIVERIES_H

#include "base/err.h"
#include "include/lockhop.h"
#include "run/machine/machine.h"

/* All zeros: empty. */
struct deliveries {
  struct lockhop_delivery *places; /* [capacity] a ring */
  size_t capacity;
  size_t first; /* the oldest */
  size_t count;
};

/* Add all that a machine ejects in this cycle.  Error: ERR_ENVIRONMENT. */
bool deliveries_add(struct deliveries *deliveries, const struct shape *shape,
                    const struct machine *machine, const struct links *links,
                    uint64_t cycle, struct err *err);

/* The i-th oldest, i < count. */
static inline const struct lockhop_delivery *deliveries_at(const struct deliveries *d,
                                                           size_t i)
{
  return &d->places[(d->first + i) % d->capacity];
}

/* The oldest; false: there is none. */
bool deliveries_take(struct deliveries *deliveries, struct lockhop_delivery *delivery);

#endif
