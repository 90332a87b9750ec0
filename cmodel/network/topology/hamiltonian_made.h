/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamiltonian_made -- cycles that are made from those of parts.
 *
 * A product takes one factor after another.  A dual-net takes the cycle of a cluster for
 * all clusters, and joins them: where super-nodes are single switches, it goes through each
 * cluster once; elsewhere pairs of links of two clusters are exchanged for two cross-edges.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HAMILTONIAN_MADE_H
#define LOCKHOP_NETWORK_TOPOLOGY_HAMILTONIAN_MADE_H

#include "network/topology/topology.h"

/* Make a cycle: cycle[switches], *how in words; *made false: none is made for this network.
 * The caller must check that it is a cycle.  Error: ERR_ENVIRONMENT when memory is short.
 */
bool hamiltonian_make(const struct topology *t, uint32_t *cycle, bool *made,
                      const char **how, struct err *err);

#endif
