/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* d3_routing -- the routings of d3:K,M: their headers, and the table. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_D3_ROUTING_H
#define LOCKHOP_NETWORK_TOPOLOGY_D3_ROUTING_H

#include "network/topology/topology.h"

enum { D3_ROUTINGS = 7 };

/* The first is the default. */
extern const struct routing_row d3_routings[D3_ROUTINGS];

#endif
