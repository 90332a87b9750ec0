/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* open_loop -- packets that start over time, whatever the network does with them.
 *
 * A kind of traffic that can be an open loop names OPEN_LOOP_KEYS among its options, reads
 * them by open_loop_read, and says by a function where a packet goes.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_OPEN_LOOP_H
#define LOCKHOP_NETWORK_TRAFFIC_OPEN_LOOP_H

#include "base/err.h"
#include "base/rng.h"
#include "network/traffic/schedule.h"

#include <stdbool.h>
#include <stdint.h>

#define OPEN_LOOP_KEYS "load", "warmup", "measure", "burst"
#define OPEN_LOOP_USAGE "load=L[,warmup=C][,measure=C][,burst=B]"

enum {
  OPEN_LOOP_WARMUP = 1000, /* by default */
  OPEN_LOOP_MEASURE = 5000,
  OPEN_LOOP_CYCLES = 1000000000 /* of warm-up, and of measurement, at most */
};

struct open_loop {
  double load;        /* packets per terminal and cycle, (0, 1] */
  uint32_t warmup;    /* cycles before the measured ones */
  uint32_t measure;   /* measured cycles */
  bool measure_given; /* measure is not the default */
  uint32_t burst;     /* mean number of packets back to back, >= 1; 1: no bursts */
};

/* Where a packet of a source goes; may draw from rng. */
typedef uint32_t open_loop_destination(const void *self, uint32_t source, struct rng *rng);

/* The options of an open loop in `argument`, whose keys are checked already.  `kind` begins
 * the error: ERR_USAGE when there is no load, or a value is out of range. */
bool open_loop_read(struct open_loop *loop, const char *kind, const char *argument,
                    struct err *err);

/* Room for the packets expected, and some more that chance may add; *capacity is at first
 * 0. Errors: ERR_USAGE when there are too many, ERR_ENVIRONMENT when memory is short. */
bool open_loop_reserve(struct schedule *schedule, size_t *capacity,
                       const struct traffic_request *request, const struct open_loop *loop,
                       struct err *err);

/* Make the schedule of the loop.  `destination` NULL: any terminal.  Errors: ERR_USAGE when
 * there are too many packets, ERR_ENVIRONMENT when memory is short. */
bool open_loop_make(struct schedule *schedule, const struct traffic_request *request,
                    const struct open_loop *loop, open_loop_destination *destination,
                    const void *self, struct err *err);

#endif
