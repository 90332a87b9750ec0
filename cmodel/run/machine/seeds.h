/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* seeds -- derives the seeds of all LFSRs of all switches from the seed of a run. */
#ifndef LOCKHOP_RUN_MACHINE_SEEDS_H
#define LOCKHOP_RUN_MACHINE_SEEDS_H

#include "base/rng.h"

enum { SEEDS_STREAM = 0x10f5, SEEDS_CHANNELS = 64 };

/* With this seed of a run seeds_word(seed, 0, 0) is 0, which an LFSR replaces by 1. */
#define SEEDS_ZERO UINT64_C(0xb37fcbe3d8e5bb98)

/* The value of seed_i for LFSR `index` of switch `sw`; index in [0, 64). */
static inline uint64_t seeds_word(uint64_t seed, uint32_t sw, uint32_t index)
{
  struct rng rng = rng_seed(seed, SEEDS_STREAM);

  rng.state += ((uint64_t)sw * SEEDS_CHANNELS + index) * RNG_STEP;
  return rng_next(&rng);
}

#endif
