/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamming -- route unit of a product of complete graphs: dimension order.
 *
 * Twin of rtl/route/hamming.v; docs/switches/hamming.md.  The header is the destination's
 * address, a digit for each dimension.  A hop sets the lowest digit that differs.
 * Parameters: DIMENSIONS, and SIZES, the switches along each.  Ports: here_i, header_i,
 * eject_o, ports_o, header_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_HAMMING_H
#define LOCKHOP_SWITCH_ROUTE_HAMMING_H

#include "base/bits.h"
#include "switch/bank/unit.h"

extern const struct route_unit hamming_unit;

/* Among the ports of a dimension, the one that leads from digit `at` to digit `to`: ports
 * are in the order of the digits, without one for `at`. */
static inline uint32_t hamming_port(uint32_t at, uint32_t to)
{
  return to < at ? to : to - 1;
}

static inline struct route_out hamming_comb(const struct route_in *in)
{
  const uint32_t dimensions = in->parameters[0], *sizes = &in->parameters[1];
  uint32_t lsb = 0, first = 0; /* of dimension i */

  for (uint32_t i = 0; i < dimensions; i++) {
    const uint32_t n = sizes[i], bits = bits_index(n);
    const uint32_t at = (uint32_t)(in->here >> lsb & bits_mask(bits));
    const uint32_t to = (uint32_t)(in->header >> lsb & bits_mask(bits));

    if (to != at) {
      const uint32_t port = hamming_port(at, to);
      const uint32_t last = n - 2; /* also for a digit that is none */

      return (struct route_out){
          .ports = UINT64_C(1) << (first + (port < last ? port : last)),
          .header = in->header,
      };
    }
    lsb += bits;
    first += n - 1;
  }
  return (struct route_out){.eject = true, .header = in->header};
}

#endif
