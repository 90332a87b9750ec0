/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reduction -- a program of a hypercube that combines values, dimension by dimension.
 *
 * Every vertex begins with a value.  In each dimension it sends the sum that it has to its
 * neighbour, and adds what comes from there: an ascend algorithm, or a descend algorithm.
 * At the end it has the sum of all, or of all vertices up to its own.  The packets are
 * those of a schedule; the terminals keep the values.  docs/schedules/hypercube.md.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_REDUCTION_H
#define LOCKHOP_NETWORK_TRAFFIC_REDUCTION_H

#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

enum reduction_kind {
  REDUCTION_SUM,   /* all-reduce: every vertex gets the sum of all */
  REDUCTION_PREFIX /* prefix sum: of vertices 0 to its own; dimensions ascend */
};

/* No vertex is there. */
#define REDUCTION_NONE UINT32_MAX

struct reduction {
  enum reduction_kind kind;
  bool descends; /* from the highest dimension to dimension 0 */
  uint32_t dimensions;
  uint32_t *vertices; /* [terminals] the vertex that is there, or REDUCTION_NONE */
};

/* The dimensions are crossed in this order. */
static inline uint32_t reduction_turn(const struct reduction *r, uint32_t dimension)
{
  return r->descends ? r->dimensions - 1 - dimension : dimension;
}

/* The value with which a vertex begins. */
static inline uint64_t reduction_value(uint64_t seed, uint32_t vertex)
{
  return rng_mix(seed + (uint64_t)(vertex + 1) * RNG_STEP);
}

#endif
