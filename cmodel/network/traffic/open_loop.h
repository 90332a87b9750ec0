/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* open_loop -- open-loop traffic: packets start at a given load, whatever the network does.
 *
 * A kind of traffic with an open loop has OPEN_LOOP_KEYS among its options, reads them with
 * open_loop_read, and supplies a function that chooses destinations.
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
  OPEN_LOOP_WARMUP = 1000, /* default cycles */
  OPEN_LOOP_MEASURE = 5000,
  OPEN_LOOP_CYCLES = 1000000000 /* of warm-up, or of measurement, at most */
};

struct open_loop {
  double load;        /* packets per terminal and cycle, (0, 1] */
  uint32_t warmup;    /* cycles before the measured ones */
  uint32_t measure;   /* measured cycles */
  bool measure_given; /* measure is not the default */
  uint32_t burst;     /* mean number of packets back to back, >= 1; 1: no bursts */
};

/* No destination: the terminal starts no packet. */
#define OPEN_LOOP_NONE UINT32_MAX

/* Where packets go. */
struct open_loop_to {
  /* The destination of a packet of a source, or OPEN_LOOP_NONE; may draw from rng.  NULL:
   * any terminal. */
  uint32_t (*of)(const void *self, uint32_t source, struct rng *rng);
  const void *self;
  size_t bytes; /* of self, to be copied; 0: self outlives the schedule, */
  void (*close)(const void *self); /* or a schedule with a rule closes it with this */
  double peak; /* probability of a trial for a packet, where `of` may say that there is
                * none; 0: the load */
};

/* Read the options of an open loop from `argument`, whose keys were checked before.  Error:
 * ERR_USAGE, begun by `kind`, when the load is missing or a value is out of range. */
bool open_loop_read(struct open_loop *loop, const char *kind, const char *argument,
                    struct err *err);

/* Expected packets and a margin for chance; 0 and ERR_USAGE: too many. */
size_t open_loop_packets(const struct traffic_request *request,
                         const struct open_loop *loop, struct err *err);

/* Make room for them; *capacity must be 0 at first.  Errors: ERR_USAGE when there are too
 * many; ERR_ENVIRONMENT when memory is short. */
bool open_loop_reserve(struct schedule *schedule, size_t *capacity,
                       const struct traffic_request *request, const struct open_loop *loop,
                       struct err *err);

/* A loop that does not say for how long it is measured is measured as the request says. */
void open_loop_ask(struct open_loop *loop, const struct traffic_request *request);

/* Make the schedule of the loop.  Errors: ERR_USAGE when there are too many packets,
 * ERR_ENVIRONMENT when memory is short. */
bool open_loop_make(struct schedule *schedule, const struct traffic_request *request,
                    const struct open_loop *loop, const struct open_loop_to *to,
                    struct err *err);

#endif
