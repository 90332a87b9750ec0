/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_group -- route unit of the maximal dragonfly: the header carries the destination.
 *
 * Twin of rtl/route/sync_group.v; docs/switches/sync.md.  The sizes of the network are K
 * (global ports), M (local ports, 0 included), WIRING and COLUMNS.  Header, from bit 0:
 * to_p, to_g, via_p, via_c, b.  Ports: here_i, header_i, eject_o, ports_o, header_o, vc_o,
 * priority_o.  Source: swapped dragonfly paper, sections 10 and 11.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_SYNC_GROUP_H
#define LOCKHOP_SWITCH_ROUTE_SYNC_GROUP_H

#include "switch/bank/mark.h"
#include "switch/bank/unit.h"
#include "switch/component/group_table.h"

enum { SYNC_GROUP_LAST = 5 };

/* The fields of a header, taken apart. */
struct sync_group_header {
  uint32_t to_p, to_g;   /* destination: router, group */
  uint32_t via_p, via_c; /* deflection: router D of the group, global port C */
  uint32_t count;        /* b */
};

/* Values of the network: K, M, WIRING, COLUMNS. */
struct sync_group_header sync_group_unpack(uint64_t header, const uint32_t *size);
uint64_t sync_group_pack(const struct sync_group_header *header, const uint32_t *size);
struct group_table sync_group_wiring(const uint32_t *size);

/* HEADER_BITS. */
uint32_t sync_group_bits(const uint32_t *size);

/* Is the router in the group to which the header leads? */
bool sync_group_is_home(const struct route_in *in);

/* Of its marks, which are those of sync_group_choice, too. */
uint32_t sync_group_odd_hops(const struct route_sizes *sizes);
uint32_t sync_group_destination_bits(const struct route_sizes *sizes);
uint64_t sync_group_destination(const struct route_in *in, const struct route_out *out);

extern const struct route_unit sync_group;      /* HOLDS = 1 */
extern const struct route_unit sync_group_free; /* HOLDS = 0 */

#endif
