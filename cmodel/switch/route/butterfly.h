/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* butterfly -- route unit of the butterfly: the port is a bit of the destination's row.
 *
 * Twin of rtl/route/butterfly.v; docs/switches/butterfly.md.  An address is a row of
 * DIMENSIONS bits with the level above it; the header is the destination's row.  WRAP: the
 * last level is level 0 again, and a packet is ejected when it is back at level 0.  Ports:
 * here_i, header_i, eject_o, ports_o, header_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_BUTTERFLY_H
#define LOCKHOP_SWITCH_ROUTE_BUTTERFLY_H

#include "base/bits.h"
#include "switch/bank/unit.h"

extern const struct route_unit butterfly_unit;

static inline struct route_out butterfly_comb(const struct route_in *in)
{
  const uint32_t dimensions = in->parameters[0];
  const bool wrap = in->parameters[1];
  const uint64_t level = in->here >> dimensions;
  const uint64_t row = in->here & bits_mask(dimensions);
  struct route_out out = {.header = in->header};

  if (wrap ? level == 0 && in->header == row : level >= dimensions)
    out.eject = true;
  else
    out.ports = level < dimensions && in->header >> level & 1 ? 2 : 1;
  return out;
}

#endif
