/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grid -- route unit of a grid without wrap-around: dimension order, in phases or without.
 */
#include "route/grid.h"

#include "switch/loop.h"

static const char *const parameters[] = {"DIMENSIONS", NULL};

/* A unit for each value of PHASED and FARTHEST that a routing has, with a loop of its own.
 */
#define VARIANT(variant, phased, farthest)                                                 \
  static inline struct route_out variant##_comb(const struct route_in *in)                 \
  {                                                                                        \
    return grid_comb(in, phased, farthest);                                                \
  }                                                                                        \
                                                                                           \
  static void variant##_loop(struct switch_bank *bank, const uint32_t *active,             \
                             size_t count)                                                 \
  {                                                                                        \
    switch_loop(bank, active, count, variant##_comb);                                      \
  }                                                                                        \
                                                                                           \
  const struct route_unit grid_##variant = {                                               \
      .name = "grid",                                                                      \
      .fixed = {{"PHASED", phased}, {"FARTHEST", farthest}},                               \
      .parameters = parameters,                                                            \
      .vector = "SIZES",                                                                   \
      .phase_bits = GRID_PHASE_BITS,                                                       \
      .waits = true,                                                                       \
      .priority_bits = ROUTE_PRIORITY_BITS,                                                \
      .comb = variant##_comb,                                                              \
      .loop = variant##_loop,                                                              \
  }

VARIANT(farthest, GRID_PHASED_NOTHING, GRID_FARTHEST);
VARIANT(left_first, GRID_PHASED_NOTHING, GRID_LEFT_THEN_FARTHEST);
VARIANT(directions, GRID_PHASED_DIRECTION, GRID_ALL_EQUAL);
VARIANT(four_phase, GRID_PHASED_DIRECTION, GRID_FARTHEST);
VARIANT(dimensions, GRID_PHASED_DIMENSION, GRID_FARTHEST);
