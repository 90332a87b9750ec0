/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus -- route unit of a product of rings: dimension order, the shorter direction.
 *
 * Twin of rtl/route/torus.v; docs/switches/torus.md.  The header is the destination's
 * address, a digit for each ring.  The packet moves along the lowest dimension in which the
 * addresses differ.  The dateline of a ring is the link between its highest digit and 0:
 * the VC is 0 while the packet still has to cross it, otherwise 1.  Parameters: DIMENSIONS,
 * and SIZES, the switches of each ring.  Ports: here_i, header_i, eject_o, ports_o,
 * header_o, vc_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_TORUS_H
#define LOCKHOP_SWITCH_ROUTE_TORUS_H

#include "base/bits.h"
#include "switch/bank/unit.h"

extern const struct route_unit torus_unit;

/* Ports of a ring of n switches: + and -, or a single one for n = 2. */
static inline uint32_t torus_ring_ports(uint32_t n)
{
  return n == 2 ? 1 : 2;
}

static inline struct route_out torus_comb(const struct route_in *in)
{
  const uint32_t dimensions = in->parameters[0], *sizes = &in->parameters[1];
  uint32_t lsb = 0, port = 0; /* of dimension i */

  for (uint32_t i = 0; i < dimensions; i++) {
    const uint32_t n = sizes[i], bits = bits_index(n);
    const uint32_t at = (uint32_t)(in->here >> lsb & bits_mask(bits));
    const uint32_t to = (uint32_t)(in->header >> lsb & bits_mask(bits));

    if (to != at) {
      const uint32_t ahead = to > at ? to - at : to + n - at;
      const bool plus = n == 2 || 2 * ahead <= n;

      return (struct route_out){
          .ports = UINT64_C(1) << (port + !plus),
          .header = in->header,
          .vc = plus ? to > at : to < at,
      };
    }
    lsb += bits;
    port += torus_ring_ports(n);
  }
  return (struct route_out){.eject = true, .header = in->header};
}

#endif
