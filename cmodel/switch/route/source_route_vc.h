/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* source_route_vc -- route unit whose headers are lists of output ports and VCs.
 *
 * Twin of rtl/route/source_route_vc.v; docs/switches/source_route_vc.md.  The lowest field
 * of the header is the next hop: its output port, and above that its VC, in VC_BITS bits.
 * Each hop shifts its field out.  A 1 stands above the last field, so a packet that has
 * arrived has header 1.  The parameter of the network is VC_BITS, in [1, 3].
 * Ports: here_i (unused), header_i, eject_o, ports_o, header_o, vc_o.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SOURCE_ROUTE_VC_H
#define LOCKHOP_SWITCH_ROUTE_SOURCE_ROUTE_VC_H

#include "base/bits.h"
#include "switch/bank/unit.h"

extern const struct route_unit source_route_vc_unit;

/* Header bits of a path of `hops` hops; more than 64: the path does not fit into a header.
 */
static inline uint32_t source_route_vc_bits(uint32_t ports, uint32_t vc_bits, uint32_t hops)
{
  return hops * (bits_index(ports) + vc_bits) + 1;
}

/* The header of a path that begins with this port and VC and continues with `rest`. */
static inline uint64_t source_route_vc_before(uint32_t ports, uint32_t vc_bits,
                                              uint32_t port, uint32_t vc, uint64_t rest)
{
  const uint32_t bits = bits_index(ports);

  return rest << (bits + vc_bits) | (uint64_t)vc << bits | port;
}

#endif
