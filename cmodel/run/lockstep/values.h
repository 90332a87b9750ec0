/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* values -- what the terminals of a reduction compute from the packets that arrive.
 *
 * The data of a packet are its number and, above it, the sum that its vertex has when it
 * starts; that of one that starts too early lacks what has not come yet.  What arrives is
 * added, damaged or not.  A value that comes before those of earlier dimensions waits for
 * them.  Sums are cut to the bits that data have for them: payload_value_bits.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_VALUES_H
#define LOCKHOP_RUN_LOCKSTEP_VALUES_H

#include "base/err.h"
#include "network/traffic/schedule.h"

/* What a run finds. */
struct values_found {
  bool kept; /* the schedule is a reduction, and data have room for values */
  uint32_t vertices;
  uint32_t right; /* vertices with the right value at the end, and the right sum of all */
  uint32_t first; /* the first other vertex, */
  uint64_t value, expected; /* its value, and the right one */
};

struct values {
  const struct schedule *schedule; /* NULL: nothing is kept */
  struct packet_format format;
  uint32_t vertices;
  uint64_t seed;
  uint64_t *sums;    /* [vertices][dimensions + 1] after so many dimensions */
  uint64_t *below;   /* [vertices] of all vertices up to its own, so far */
  uint64_t *boxes;   /* [vertices][dimensions] what has come */
  uint32_t *came;    /* [vertices] bit t: the box of turn t is full */
  uint32_t *done;    /* [vertices] dimensions that are combined */
  uint64_t *carried; /* [count] by packets, as they left */
  bool *left;        /* [count] the packet has left */
};

/* Error: ERR_ENVIRONMENT when memory is short. */
bool values_open(struct values *values, const struct schedule *schedule,
                 const struct packet_format *format, uint64_t seed, struct err *err);
void values_close(struct values *values);

/* Begin again, with the values of a seed. */
void values_reset(struct values *values, uint64_t seed);

/* A packet starts: the data with which it leaves.  `values`: a struct values that keeps
 * some, as void * for struct data_source. */
uint64_t values_start(void *values, uint32_t number);

/* A packet arrives with these data.  False: it has not left with them. */
bool values_arrive(struct values *values, uint32_t number, uint64_t data);

/* The end: are the values right? */
struct values_found values_found(const struct values *values);

#endif
