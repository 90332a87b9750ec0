/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* statistics -- latencies and other numbers of a run, from its deliveries.
 *
 * A step is a cycle in which packets can move: packets of cycle 0 are routed in step 1, and
 * a packet ejected in cycle c arrived in step c - 1.  The latency of a packet is the step
 * of its arrival less the cycle in which its terminal first offered it; a packet of h hops
 * that never waits has latency h.  Its delay, latency - hops, is the queueing delay in
 * cycles, including source queueing.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_STATISTICS_H
#define LOCKHOP_RUN_LOCKSTEP_STATISTICS_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { STATISTICS_HOPS = 256 }; /* distances whose least latencies are kept */

struct statistics {
  uint64_t delivered;
  uint64_t hops;      /* links crossed by the packets delivered */
  uint64_t latency;   /* sum over the packets delivered */
  uint64_t undelayed; /* packets with delay 0 */
  uint64_t steps;     /* step of the last arrival */
  /* Latencies of the measured packets: all, or those in the window of an open loop. */
  uint64_t *histogram; /* [histogram_size] packets of each latency */
  size_t histogram_size;
  uint64_t measured;               /* packets in the histogram */
  uint64_t measured_latency;       /* their sum */
  uint64_t least[STATISTICS_HOPS]; /* [hops] least latency of a packet that crossed so many
                                    * links, of all delivered; 0: there is none */
};

/* Error: ERR_ENVIRONMENT when memory is short. */
bool statistics_deliver(struct statistics *s, uint64_t latency, uint64_t hops,
                        uint64_t step, bool measured, struct err *err);

/* Add the deliveries of another.  Error: ERR_ENVIRONMENT when memory is short. */
bool statistics_join(struct statistics *s, const struct statistics *part, struct err *err);

/* Those of the deliveries of `all` that are not in `some`, without a histogram and `least`.
 */
struct statistics statistics_others(const struct statistics *all,
                                    const struct statistics *some);

/* Mean queueing delay of the delivered packets, in cycles; 0 without packets. */
double statistics_average_delay(const struct statistics *s);

/* Percentage of delivered packets with delay 0; 0 without packets. */
double statistics_undelayed_percent(const struct statistics *s);

/* Mean latency of the measured packets in cycles; 0 without packets. */
double statistics_mean_latency(const struct statistics *s);

/* The smallest latency that at least `fraction` of the measured packets do not exceed; 0.5:
 * the median.  0 without packets. */
uint64_t statistics_quantile(const struct statistics *s, double fraction);

/* Cycles that one more link takes: from the least latencies of the shortest and of the
 * longest distance, (D(b) - D(a)) / (b - a), or D(a) / a where there is one distance.  0
 * where no packet crossed a link. */
double statistics_cycles_per_hop(const struct statistics *s);

void statistics_close(struct statistics *s);

#endif
