/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* limits -- how long a run may take, from the work that it has. */
#ifndef LOCKHOP_RUN_LOCKSTEP_LIMITS_H
#define LOCKHOP_RUN_LOCKSTEP_LIMITS_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

struct limits {
  uint64_t hops;   /* a bound on the hops of a packet, from the ways of some */
  uint64_t round;  /* cycles in which each phase comes once; 0 without fixed lengths */
  uint64_t still;  /* cycles without a move after which nothing moves any more */
  uint64_t settle; /* cycles after the last delivery in which a packet that is still inside
                    * an otherwise empty network must have come out */
  uint64_t cycles; /* of the whole run: in each cycle that the schedule does not wait in, a
                    * packet makes a hop; four times that; more where packets wait for a
                    * phase */
  uint64_t work;   /* of collective engines: cycles that all their steps take, one after the
                    * other; else 0 */
};

struct limits limits_of(const struct schedule *schedule, const struct shape *shape,
                        uint64_t seed);

/* Cycles in which `inside` packets may move without one of them arriving. */
uint64_t limits_patience(const struct limits *limits, const struct shape *shape,
                         uint64_t inside);

#endif
