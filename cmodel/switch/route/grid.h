/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grid -- route unit of a grid without wrap-around: dimension order, optionally in phases.
 *
 * Twin of rtl/route/grid.v; docs/switches/grid.md.  The header is the destination's
 * address, a digit for each dimension.  The packet moves along the lowest dimension in
 * which the addresses differ, during the phase of that move.  Its priority is the distance
 * left in that dimension. Parameters: DIMENSIONS, and SIZES, the switches of each row;
 * PHASED and FARTHEST.  Ports: here_i, header_i, phase_i, eject_o, wait_o, ports_o,
 * header_o, priority_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_GRID_H
#define LOCKHOP_SWITCH_ROUTE_GRID_H

#include "base/bits.h"
#include "switch/bank/unit.h"

enum {
  GRID_PHASE_BITS = 6, /* a phase for each direction of 20 dimensions */
  GRID_DIRECTIONS = 2  /* ports of a dimension: -, + */
};

/* PHASED: which moves have a phase of their own. */
enum grid_phased { GRID_PHASED_NOTHING, GRID_PHASED_DIRECTION, GRID_PHASED_DIMENSION };

/* FARTHEST: the rule for priorities. */
enum grid_priority { GRID_ALL_EQUAL, GRID_FARTHEST, GRID_LEFT_THEN_FARTHEST };

/* With their PHASED and FARTHEST. */
extern const struct route_unit grid_plain;      /* 0, 0 */
extern const struct route_unit grid_farthest;   /* 0, 1 */
extern const struct route_unit grid_left_first; /* 0, 2 */
extern const struct route_unit grid_directions; /* 1, 0 */
extern const struct route_unit grid_four_phase; /* 1, 1 */
extern const struct route_unit grid_dimensions; /* 2, 1 */

/* The priority of a packet that moves from digit `at` to digit `to` of a dimension of
 * `bits` bits. */
static inline uint16_t grid_priority(enum grid_priority rule, uint32_t at, uint32_t to,
                                     uint32_t bits)
{
  if (rule == GRID_ALL_EQUAL)
    return 0;
  if (rule == GRID_LEFT_THEN_FARTHEST && to < at)
    return (uint16_t)bits_mask(bits);
  return (uint16_t)(to > at ? to - at : at - to);
}

static inline struct route_out grid_comb(const struct route_in *in, enum grid_phased phased,
                                         enum grid_priority rule)
{
  const uint32_t dimensions = in->parameters[0], *sizes = &in->parameters[1];
  uint64_t here = in->here, header = in->header; /* from dimension i on */

  for (uint32_t i = 0; i < dimensions; i++) {
    const uint32_t bits = bits_index(sizes[i]);

    if ((here ^ header) & bits_mask(bits)) {
      const uint32_t at = (uint32_t)(here & bits_mask(bits));
      const uint32_t to = (uint32_t)(header & bits_mask(bits));
      const uint32_t port = GRID_DIRECTIONS * i + (to > at);
      const bool moves = phased == GRID_PHASED_NOTHING ||
                         in->phase == (phased == GRID_PHASED_DIRECTION ? port : i);

      return (struct route_out){
          .ports = moves ? UINT64_C(1) << port : 0,
          .header = in->header,
          .priority = grid_priority(rule, at, to, bits),
          .wait = !moves,
      };
    }
    here >>= bits;
    header >>= bits;
  }
  return (struct route_out){.eject = true, .header = in->header};
}

#endif
