/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix_two_phase -- routes to an intermediate destination, then to the final one.
 *
 * Twin of rtl/route/bitfix_two_phase.v; docs/switches/two_phase.md.  Header: the immediate
 * destination in the low half, the final one above it.  A destination_exchange replaces the
 * immediate destination, once reached, by the final one. The route to the immediate
 * destination is that of bitfix.  Ports: here_i, header_i, phase_i, eject_o, wait_o,
 * ports_o, header_o, vc_o, priority_o.  Parameters: PORTS, HEADER_BITS, ADDRESS_BITS, SYNC.
 *
 * Source: hypercube switch paper, section 3.1, remarks 6 to 9, figure 2.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_BITFIX_TWO_PHASE_H
#define LOCKHOP_SWITCH_ROUTE_BITFIX_TWO_PHASE_H

#include "switch/component/destination_exchange.h"
#include "switch/route/bitfix.h"

extern const struct route_unit bitfix_two_phase;      /* SYNC = 0 */
extern const struct route_unit bitfix_two_phase_sync; /* SYNC = 1 */

static inline struct route_out bitfix_two_phase_comb(const struct route_in *in, bool sync)
{
  uint64_t final = in->header >> in->ports;
  struct destination_exchange_out exchanged =
      destination_exchange_comb(&(struct destination_exchange_in){
          .immediate = in->header & bits_mask(in->ports),
          .final = final,
          .here = in->here,
          .exchange = !sync || in->phase,
      });
  bool first_phase = exchanged.immediate != final;
  bool wait = sync && exchanged.arrived && final != in->here;
  struct route_out way =
      bitfix_comb(&(struct route_in){.here = in->here, .header = exchanged.immediate});

  return (struct route_out){
      .eject = way.eject && !wait,
      .wait = wait,
      .ports = wait && !in->phase ? 0 : way.ports,
      .header = final << in->ports | exchanged.immediate,
      .priority = first_phase,
      .vc = !sync && !first_phase,
  };
}

#endif
