/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grid -- route unit of a grid without wrap-around: dimension order, optionally in phases.
 */
#include "switch/route/grid.h"

#include "switch/bank/loop.h"
#include "switch/bank/mark.h"

static const char *const parameters[] = {"DIMENSIONS", NULL};

/* --- marks --- */

/* Does the packet move or wait?  Sets its dimension and the distance left there. */
static bool is_under_way(const struct route_in *in, const struct route_out *out,
                         uint32_t *dimension, bool *plus, uint32_t *distance)
{
  const uint32_t *sizes = &in->parameters[1];
  uint32_t lsb = 0;

  for (uint32_t i = 0; i < in->parameters[0] && !out->eject; i++) {
    const uint32_t bits = bits_index(sizes[i]);
    const uint32_t at = (uint32_t)(in->here >> lsb & bits_mask(bits));
    const uint32_t to = (uint32_t)(in->header >> lsb & bits_mask(bits));

    lsb += bits;
    if (to == at)
      continue;
    *dimension = i;
    *plus = to > at;
    *distance = to > at ? to - at : at - to;
    return true;
  }
  return false;
}

static bool moves_by(const struct route_in *in, const struct route_out *out, bool plus,
                     uint32_t *dimension)
{
  uint32_t distance;
  bool is_plus;

  return is_under_way(in, out, dimension, &is_plus, &distance) && out->ports &&
         is_plus == plus;
}

ROUTE_HAS(moves_minus)
{
  return moves_by(in, out, false, &at[0]);
}

ROUTE_HAS(moves_plus)
{
  return moves_by(in, out, true, &at[0]);
}

ROUTE_HAS(moves_far)
{
  uint32_t distance;
  bool plus;

  return is_under_way(in, out, &at[0], &plus, &distance) && out->ports && distance > 1;
}

ROUTE_HAS(waits_minus)
{
  uint32_t distance;
  bool plus;

  return is_under_way(in, out, &at[0], &plus, &distance) && out->wait && !plus;
}

ROUTE_HAS(waits_plus)
{
  uint32_t distance;
  bool plus;

  return is_under_way(in, out, &at[0], &plus, &distance) && out->wait && plus;
}

#define MARK(name, function, reason)                                                       \
  {                                                                                        \
    .text = (name), .place = {"dimension"}, .count = {route_dimensions},                   \
    .has = (function), .lacks = (reason)                                                   \
  }
#define ROWS                                                                               \
  MARK("goes by -", moves_minus, NULL), MARK("goes by +", moves_plus, NULL),               \
      MARK("goes, two steps or more are left", moves_far, "its side has 2 switches")

static const struct route_mark rows[] = {ROWS, ROUTE_ARRIVES, {.text = NULL}};

static const struct route_mark phased_rows[] = {
    ROWS,
    ROUTE_ARRIVES,
    MARK("waits for its phase by -", waits_minus, NULL),
    MARK("waits for its phase by +", waits_plus, NULL),
    {.text = NULL}};

static const struct route_marks marks = {
    .rows = rows, .destination = route_header, .destination_bits = route_header_bits};
static const struct route_marks phased_marks = {.rows = phased_rows,
                                                .destination = route_header,
                                                .destination_bits = route_header_bits};

/* A unit with its own loop for each pair of PHASED and FARTHEST that a routing uses. */
#define VARIANT(variant, phased, farthest)                                                 \
  ROUTE_UNIT(variant, grid_comb(in, phased, farthest))                                     \
                                                                                           \
  const struct route_unit grid_##variant = {                                               \
      .name = "grid",                                                                      \
      .one_port = true,                                                                    \
      .fixed = {{"PHASED", phased}, {"FARTHEST", farthest}},                               \
      .parameters = parameters,                                                            \
      .vector = "SIZES",                                                                   \
      .phase_bits = GRID_PHASE_BITS,                                                       \
      .waits = true,                                                                       \
      .priority_bits = ROUTE_PRIORITY_BITS,                                                \
      .comb = variant##_comb,                                                              \
      .loops = &variant##_loops,                                                           \
      .marks = (phased) == GRID_PHASED_NOTHING ? &marks : &phased_marks,                   \
  }

VARIANT(plain, GRID_PHASED_NOTHING, GRID_ALL_EQUAL);
VARIANT(farthest, GRID_PHASED_NOTHING, GRID_FARTHEST);
VARIANT(left_first, GRID_PHASED_NOTHING, GRID_LEFT_THEN_FARTHEST);
VARIANT(directions, GRID_PHASED_DIRECTION, GRID_ALL_EQUAL);
VARIANT(four_phase, GRID_PHASED_DIRECTION, GRID_FARTHEST);
VARIANT(dimensions, GRID_PHASED_DIMENSION, GRID_FARTHEST);
