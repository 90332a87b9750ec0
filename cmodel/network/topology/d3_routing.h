/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* d3_routing -- the routings of d3:K,M: their headers, and the table. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_D3_ROUTING_H
#define LOCKHOP_NETWORK_TOPOLOGY_D3_ROUTING_H

#include "network/topology/topology.h"

enum { D3_ROUTINGS = 8 };

/* The first is the default. */
extern const struct routing_row d3_routings[D3_ROUTINGS];

/* Header of the unit sync_table: b, and for a deflection cabinet and router in the whole
 * network. */
uint64_t d3_table_header(const struct topology *t, uint32_t b, uint32_t source,
                         uint32_t destination, uint32_t via_c, uint32_t via_p);

#endif
