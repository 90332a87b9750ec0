/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ccc -- ccc:n, the cube-connected cycles: a binary n-cube whose nodes are rings of n
 * switches.
 *
 * Switch w n + i, i in [0, n), is the i-th in the ring of node w of the cube.  Port 0 leads
 * to the next switch of the ring, port 1 to the one before, port 2 over bit i of w to the
 * i-th switch of another ring.
 *
 * Source: the hierarchical dual-net paper, table 2, a comparison.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_CCC_H
#define LOCKHOP_NETWORK_TOPOLOGY_CCC_H

#include "network/topology/topology.h"

extern const struct topology_row ccc;

#endif
