/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disjoint -- checks that the paths of packets share no switch.
 *
 * It follows every packet by the route unit and the links of the network, independently of
 * the code that made the headers.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DISJOINT_H
#define LOCKHOP_NETWORK_TOPOLOGY_DISJOINT_H

#include "network/topology/topology.h"

/* Check the packets from every terminal i to destinations[i] (UINT32_MAX: none) with
 * headers[i], both [terminals]: each arrives, and no switch is on two paths.  Errors:
 * ERR_USAGE with the first packet and switch that violate this; ERR_ENVIRONMENT when memory
 * is short. */
bool disjoint_paths(const struct topology *t, const struct routing *routing,
                    const uint32_t *destinations, const uint64_t *headers, struct err *err);

#endif
