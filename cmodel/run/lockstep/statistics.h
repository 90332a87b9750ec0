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
 *
 * The measured window of an open loop is cut into batches of equal length.  Their means
 * tell how far the mean latency may be from that of a run without end, and whether the
 * network had not settled when the window began (docs/sweep.md#within-one-run).
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_STATISTICS_H
#define LOCKHOP_RUN_LOCKSTEP_STATISTICS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  STATISTICS_HOPS = 256,   /* distances whose least latencies are kept */
  STATISTICS_BATCHES = 16, /* of the window of an open loop */
  STATISTICS_SCALE = 59    /* bits of a fraction of a batch */
};

/* The cycles in which the packets start that are measured. */
struct statistics_window {
  uint64_t from, length;
  uint64_t scale; /* batches per cycle, in units of 2^-STATISTICS_SCALE, rounded up; 0: all
                   * is in batch 0 */
};

struct statistics {
  uint64_t delivered;
  uint64_t hops;      /* links crossed by the packets delivered */
  uint64_t latency;   /* sum over the packets delivered */
  uint64_t undelayed; /* packets with delay 0 */
  uint64_t steps;     /* step of the last arrival */
  /* Latencies of the measured packets: all, or those in the window of an open loop. */
  uint64_t *histogram; /* [histogram_size] packets of each latency */
  size_t histogram_size;
  struct statistics_batch {
    uint64_t packets; /* measured, that start in it */
    uint64_t latency; /* their sum */
  } batches[STATISTICS_BATCHES];
  uint64_t least[STATISTICS_HOPS]; /* [hops] least latency of a packet that crossed so many
                                    * links, of all delivered; 0: there is none */
};

/* Cycles [from, to) of an open loop; to = 0: packets of every cycle are measured, in one
 * batch.  A window of 2^29 cycles or more has one batch, too. */
struct statistics_window statistics_window(uint32_t from, uint32_t to);

/* The batch of a packet that starts in a cycle, floor(STATISTICS_BATCHES * i / length) for
 * cycle i of the window; STATISTICS_BATCHES: it is not measured. */
static inline uint32_t statistics_batch(const struct statistics_window *window,
                                        uint64_t start)
{
  const uint64_t at = start - window->from;

  return at < window->length ? (uint32_t)(at * window->scale >> STATISTICS_SCALE)
                             : STATISTICS_BATCHES;
}

/* Make the histogram longer than `latency`.  Error: ERR_ENVIRONMENT when memory is short.
 */
bool statistics_grow(struct statistics *s, uint64_t latency, struct err *err);

/* Measure a latency of a batch.  Error: ERR_ENVIRONMENT when memory is short. */
static inline bool statistics_measure(struct statistics *s, uint64_t latency,
                                      uint32_t batch, struct err *err)
{
  if (batch == STATISTICS_BATCHES)
    return true;
  if (latency >= s->histogram_size && !statistics_grow(s, latency, err))
    return false;
  s->histogram[latency]++;
  s->batches[batch].packets++;
  s->batches[batch].latency += latency;
  return true;
}

/* batch: that of its start.  Error: ERR_ENVIRONMENT when memory is short. */
static inline bool statistics_deliver(struct statistics *s, uint64_t latency, uint64_t hops,
                                      uint64_t step, uint32_t batch, struct err *err)
{
  s->delivered++;
  s->hops += hops;
  s->latency += latency;
  s->undelayed += latency == hops;
  if (step > s->steps)
    s->steps = step;
  if (hops < STATISTICS_HOPS && (s->least[hops] == 0 || latency < s->least[hops]))
    s->least[hops] = latency;
  return statistics_measure(s, latency, batch, err);
}

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

/* How many packets are measured. */
uint64_t statistics_measured(const struct statistics *s);

/* Mean latency of the measured packets in cycles; 0 without packets. */
double statistics_mean_latency(const struct statistics *s);

/* The smallest latency that at least `fraction` of the measured packets do not exceed; 0.5:
 * the median.  0 without packets. */
uint64_t statistics_quantile(const struct statistics *s, double fraction);

/* What the means of the batches tell, in cycles. */
struct statistics_steady {
  double interval; /* half of the 95 % interval of the mean latency, by Student's t */
  double drift;    /* mean of the later half of the batches less that of the earlier half */
  bool drifting;   /* the drift is further from 0 than chance explains at 99 % */
};

/* False: a batch has no packet, so nothing can be told. */
bool statistics_steady(const struct statistics *s, struct statistics_steady *steady);

/* Cycles that one more link takes: from the least latencies of the shortest and of the
 * longest distance, (D(b) - D(a)) / (b - a), or D(a) / a where there is one distance.  0
 * where no packet crossed a link. */
double statistics_cycles_per_hop(const struct statistics *s);

void statistics_close(struct statistics *s);

#endif
