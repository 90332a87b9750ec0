/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flatfly -- flatfly:k,n, the k-ary n-flat (flattened butterfly): k^(n-1) switches in n - 1
 * dimensions, each a complete graph of k, and k terminals at every switch.
 *
 * Digits and addresses: network/topology/product.h.  Ports and header:
 * docs/switches/hamming.md.
 *
 * Source: J. Kim, W. J. Dally, D. Abts, Flattened Butterfly, ISCA 2007.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_FLATFLY_H
#define LOCKHOP_NETWORK_TOPOLOGY_FLATFLY_H

#include "network/topology/topology.h"

extern const struct topology_row flatfly;

#endif
