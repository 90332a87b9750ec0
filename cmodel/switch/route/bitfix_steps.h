/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_steps -- as bitfix_mask, one dimension in a step, and the packet retained.
 *
 * Twin of rtl/route/bitfix_steps.v; docs/switches/steps.md.  Header: the destination in the
 * low half, above it the mask: the set T of the listing when the packet came.  The random
 * word has the number of steps before this one that the packet has been here (RANDOM = 3).
 * Ports: here_i, header_i, random_i, eject_o, ports_o, header_o, vc_o, priority_o.
 * Parameters: PORTS, HEADER_BITS, ADDRESS_BITS.
 *
 * Source: hypercube switch paper, section 3.2, lines 01 to 10.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_BITFIX_STEPS_H
#define LOCKHOP_SWITCH_ROUTE_BITFIX_STEPS_H

#include "switch/component/random_bits.h"
#include "switch/route/bitfix.h"

extern const struct route_unit bitfix_steps;

static inline struct route_out bitfix_steps_comb(const struct route_in *in)
{
  const uint64_t destination = in->header & bits_mask(in->ports);
  uint64_t left = in->header >> in->ports; /* T */

  for (uint32_t steps = (in->random >> RANDOM_COUNT_LSB) + 1; left && steps > 0; steps--) {
    const uint32_t dimension = bits_lowest(left);

    left &= left - 1;
    if (in->random >> dimension & 1)
      return (struct route_out){.ports = UINT64_C(1) << dimension,
                                .header = left << in->ports | destination,
                                .priority = left != 0};
    if (steps == 1)
      return (struct route_out){.header = in->header, .priority = 1};
  }
  const struct route_out way =
      bitfix_comb(&(struct route_in){.here = in->here, .header = destination});

  return (struct route_out){
      .eject = way.eject, .ports = way.ports, .header = destination, .vc = 1};
}

#endif
