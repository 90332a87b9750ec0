/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rng -- reproducible random numbers: splitmix64, one 64-bit word of state.
 *
 * All randomness of a run comes from one printed seed; `rng_seed` with different streams
 * gives independent sequences.
 */
#ifndef LOCKHOP_BASE_RNG_H
#define LOCKHOP_BASE_RNG_H

#include <stdint.h>

/* What one number adds to the state: number i of a sequence can be drawn alone. */
#define RNG_STEP UINT64_C(0x9e3779b97f4a7c15)

struct rng {
  uint64_t state;
};

/* A well mixed function of one word; also a hash. */
static inline uint64_t rng_mix(uint64_t word)
{
  word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
  return word ^ word >> 31;
}

static inline struct rng rng_seed(uint64_t seed, uint64_t stream)
{
  return (struct rng){rng_mix(seed + rng_mix(stream + RNG_STEP))};
}

static inline uint64_t rng_next(struct rng *rng)
{
  rng->state += RNG_STEP;
  return rng_mix(rng->state);
}

/* Uniform in [0, bound); bound >= 1.  Exact: values of an incomplete last range are drawn
 * again. */
static inline uint64_t rng_below(struct rng *rng, uint64_t bound)
{
  uint64_t word = rng_next(rng);

  if ((bound & (bound - 1)) == 0) /* no range is incomplete, and nothing is divided */
    return word & (bound - 1);
  /* The incomplete range is [0, 2^64 % bound): below bound, so that the second division is
   * rarely needed. */
  while (word < bound && word < (0 - bound) % bound)
    word = rng_next(rng);
  return word % bound;
}

/* Uniform in [0, 1). */
static inline double rng_unit(struct rng *rng)
{
  return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

#endif
