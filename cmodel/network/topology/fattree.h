/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree -- fattree:k,n, the k-ary n-tree: n levels of k^(n-1) switches, k terminals at
 * every leaf.
 *
 * Switch l k^(n-1) + w is number w of level l; level 0 are the leaves.  A link from level l
 * to the next one sets digit l of w.  docs/topologies/fattree.md.
 *
 * Source: F. Petrini, M. Vanneschi, k-ary n-trees, IPPS 1997.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_FATTREE_H
#define LOCKHOP_NETWORK_TOPOLOGY_FATTREE_H

#include "network/topology/topology.h"

extern const struct topology_row fattree;

#endif
