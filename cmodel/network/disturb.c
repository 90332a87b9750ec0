/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb -- the disturbances that a network of a shape can have: which are possible, and
 * some of them drawn from a seed. */
#include "network/disturb.h"

#include "network/engine_programs.h"

uint32_t disturb_least_reset(const struct shape *shape)
{
  const struct engine_programs *programs = shape->programs;
  uint32_t least = 1;

  if (!programs)
    return shape->routing->random == RANDOM_OWN ? shape_channels(shape) : 1;
  for (uint32_t i = 0; i < shape->topology->switches; i++)
    if (engine_program_words(programs, i) > least)
      least = engine_program_words(programs, i);
  return least;
}
