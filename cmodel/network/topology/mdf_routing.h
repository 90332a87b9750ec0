/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mdf_routing -- the routings of mdf:K,M: their headers, and the table. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_MDF_ROUTING_H
#define LOCKHOP_NETWORK_TOPOLOGY_MDF_ROUTING_H

#include "network/topology/topology.h"
#include "switch/component/group_table.h"

enum { MDF_ROUTINGS = 6 };

/* The first is the default. */
extern const struct routing_row mdf_routings[MDF_ROUTINGS];

/* The router and the port of group `from` that lead to group `to`. */
struct group_exit mdf_way_out(const struct topology *t, uint32_t from, uint32_t to);

/* Header of the unit sync_group: b, and for a deflection global port and router. */
uint64_t mdf_group_header(const struct topology *t, uint32_t b, uint32_t destination,
                          uint32_t via_c, uint32_t via_p);

#endif
