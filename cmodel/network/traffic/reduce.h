/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reduce -- a schedule that fails, made as small as it can be and still fail.
 *
 * Delta debugging: packets and disturbances are left out, first many at a time and then
 * one by one; then gaps are closed, disturbances are made shorter and everything earlier.
 * It is over when no single step of these makes the schedule smaller, so the result is a
 * smallest one of its neighbours, not of all schedules.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_REDUCE_H
#define LOCKHOP_NETWORK_TRAFFIC_REDUCE_H

#include "network/traffic/schedule.h"

/* Does a run of this schedule fail in the way that is looked for: *fails.  False with *err
 * when nobody can tell. */
typedef bool reduce_trial(void *self, const struct schedule *schedule, bool *fails,
                          struct err *err);

struct reduce {
  reduce_trial *trial;
  void *self;
  uint32_t least_reset; /* cycles that a reset has at the least */
  uint64_t trials;      /* so far */
};

/* Replace *schedule, which fails, by a smaller one that fails too.  Errors: those of a
 * trial, ERR_ENVIRONMENT; then *schedule is the smallest so far. */
bool reduce_schedule(struct reduce *reduce, struct schedule *schedule, struct err *err);

/* A copy of its own.  Error: ERR_ENVIRONMENT. */
bool reduce_copy(struct schedule *copy, const struct schedule *schedule,
                 const struct topology *t, struct err *err);

#endif
