/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reduce -- reduces a failing schedule to a minimal one that fails the same way.
 *
 * Delta debugging.  It removes packets and disturbances, first many at a time, then one by
 * one; then it closes gaps, shortens disturbances, and moves everything earlier.  It ends
 * when no single such step succeeds: the result is a local minimum.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_REDUCE_H
#define LOCKHOP_NETWORK_TRAFFIC_REDUCE_H

#include "network/traffic/schedule.h"

/* Run this schedule; *fails: it fails the same way.  False: unknown, *err is set. */
typedef bool reduce_trial(void *self, const struct schedule *schedule, bool *fails,
                          struct err *err);

struct reduce {
  reduce_trial *trial;
  void *self;
  uint32_t least_reset; /* least cycles of a reset */
  uint64_t trials;      /* so far */
};

/* Replace *schedule, which fails, by a minimal one that fails too.  Errors: those of a
 * trial; ERR_ENVIRONMENT.  After an error *schedule is the smallest so far. */
bool reduce_schedule(struct reduce *reduce, struct schedule *schedule, struct err *err);

#endif
