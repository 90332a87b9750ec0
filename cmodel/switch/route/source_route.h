/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* source_route -- route unit whose headers are lists of output ports.
 *
 * Twin of rtl/route/source_route.v; docs/switches/source_route.md.  The lowest field of the
 * header is the next output port; each hop shifts it out.  A 1 stands above the last field,
 * so a packet that has arrived has header 1.  Ports: here_i (unused), header_i, eject_o,
 * ports_o, header_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SOURCE_ROUTE_H
#define LOCKHOP_SWITCH_ROUTE_SOURCE_ROUTE_H

#include "base/bits.h"
#include "switch/bank/unit.h"

extern const struct route_unit source_route_unit;

/* Header of a packet that has arrived. */
static const uint64_t source_route_end = 1;

/* Header bits of a path of `hops` hops; more than 64: the path does not fit into a header.
 */
static inline uint32_t source_route_bits(uint32_t ports, uint32_t hops)
{
  return hops * bits_index(ports) + 1;
}

/* The header of a path that begins with this port and continues with `rest`. */
static inline uint64_t source_route_before(uint32_t ports, uint32_t port, uint64_t rest)
{
  return rest << bits_index(ports) | port;
}

static inline struct route_out source_route_comb(const struct route_in *in)
{
  const uint32_t bits = bits_index(in->ports);
  const uint64_t next = in->header & bits_mask(bits);

  if (in->header <= source_route_end || next >= in->ports)
    return (struct route_out){.eject = true, .header = in->header};
  return (struct route_out){.ports = UINT64_C(1) << next, .header = in->header >> bits};
}

#endif
