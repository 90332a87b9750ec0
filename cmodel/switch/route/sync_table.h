/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_table -- route unit of the swapped dragonfly: the header carries the destination.
 *
 * Twin of rtl/route/sync_table.v; docs/switches/sync.md.  The sizes of the network are K
 * (global ports) and M (local ports, 0 included).  Header, from bit 0: to_p, to_d, to_c,
 * at_p, at_d, at_c, via_p, via_c, b.  Ports: here_i, header_i, eject_o, ports_o, header_o,
 * vc_o, priority_o.  Source: swapped dragonfly paper, section 10.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_TABLE_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_TABLE_H

#include "switch/bank/mark.h"
#include "switch/bank/unit.h"

enum { SYNC_TABLE_LAST = 5 };

/* The fields of a header, taken apart. */
struct sync_table_header {
  uint32_t to_p, to_d, to_c; /* destination: router, drawer, cabinet */
  uint32_t at_p, at_d, at_c; /* the router that the packet is at */
  uint32_t via_p, via_c;     /* deflection: D, C of the paper */
  uint32_t count;            /* b */
};

struct sync_table_header sync_table_unpack(uint64_t header, const uint32_t *size);
uint64_t sync_table_pack(const struct sync_table_header *header, const uint32_t *size);

/* HEADER_BITS. */
uint32_t sync_table_bits(const uint32_t *size);

/* Of its marks, which are those of sync_choice, too. */
uint32_t sync_table_odd_hops(const struct route_sizes *sizes);
uint32_t sync_table_destination_bits(const struct route_sizes *sizes);
uint64_t sync_table_destination(const struct route_in *in, const struct route_out *out);

extern const struct route_unit sync_table;      /* HOLDS = 1 */
extern const struct route_unit sync_table_free; /* HOLDS = 0 */

#endif
