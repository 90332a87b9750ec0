/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* limits -- computes how long a run may take from its work. */
#ifndef LOCKHOP_RUN_LOCKSTEP_LIMITS_H
#define LOCKHOP_RUN_LOCKSTEP_LIMITS_H

#include "network/traffic/schedule.h"
#include "run/machine/machine.h"

/* Of a sample of the packets, and of a path from the first terminal to the last. */
struct limits_paths {
  size_t longest; /* hops + 1 */
  double hops;    /* mean, of packets with one destination, ejection included; 0: none */
};

struct limits_paths limits_paths(const struct schedule *schedule, const struct topology *t,
                                 const struct routing *routing, uint64_t seed);

struct limits {
  uint64_t hops;    /* a bound on the hops of a packet, estimated from some paths */
  uint64_t round;   /* cycles in which each phase occurs once; 0 without fixed lengths */
  uint64_t still;   /* cycles without a move after which the run is stuck */
  uint64_t service; /* cycles that an answer waits for its service */
  uint64_t settle;  /* cycles after the last delivery within which any packet left in the
                     * otherwise empty network must come out */
  uint64_t cycles;  /* of the whole run: four times the cycles needed if one packet makes
                     * one hop per cycle; plus the cycles in which the schedule waits; more
                     * where packets wait for a phase */
  double mean;      /* of limits_paths.hops; 0: not known */
  uint64_t work;    /* of collective engines: the sum of the cycles of all their steps;
                     * otherwise 0 */
};

struct limits limits_of(const struct schedule *schedule, const struct shape *shape,
                        uint64_t seed);

/* Cycles for which `inside` packets may move without a delivery: 1000, 4 for each of them,
 * and 16 for each hop and each cycle of a round, as often as a terminal has packets inside
 * on the average, and twice more.  Where a switch sends on few ports in a cycle, a hop
 * takes the turns in which all of them have sent; where a queue takes one packet in a
 * cycle, those of all channels.  Of engines: 1000, and all their steps.
 */
uint64_t limits_patience(const struct limits *limits, const struct shape *shape,
                         uint64_t inside);

#endif
