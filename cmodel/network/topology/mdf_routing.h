/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mdf_routing -- the routings of mdf:K,M: their headers, and the table. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_MDF_ROUTING_H
#define LOCKHOP_NETWORK_TOPOLOGY_MDF_ROUTING_H

#include "network/topology/topology.h"

enum { MDF_ROUTINGS = 5 };

/* The first is the default. */
extern const struct routing_row mdf_routings[MDF_ROUTINGS];

#endif
