/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disjoint -- do packets share a switch on their way?
 *
 * The route unit leads every packet, and the links of the network; nothing is taken over
 * from whoever made the headers.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DISJOINT_H
#define LOCKHOP_NETWORK_TOPOLOGY_DISJOINT_H

#include "network/topology/topology.h"

/* Packets from every terminal i to destinations[i] (UINT32_MAX: none) with headers[i], both
 * [terminals]: each arrives, and no switch is on the paths of two.  Errors: ERR_USAGE with
 * the first packet and switch of which that is not so, ERR_ENVIRONMENT when memory is
 * short. */
bool disjoint_paths(const struct topology *t, const struct routing *routing,
                    const uint32_t *destinations, const uint64_t *headers, struct err *err);

#endif
