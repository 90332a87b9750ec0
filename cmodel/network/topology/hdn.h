/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn -- dual-nets of at most 2^20 switches: hdn:BASE:S1,S2,.. with a super-node for each
 * level, rdn:BASE:k with super-nodes of one switch, and dual-cube:n, one level on a cube.
 *
 * A base is a product of rings such as 2x3x5.  A super-node is 1, or a product of factors
 * of the base: 2x3; if a size occurs twice, 2@2 means the factor of size 2 that is the
 * second factor of the base.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HDN_H
#define LOCKHOP_NETWORK_TOPOLOGY_HDN_H

#include "network/topology/dual_net.h"

extern const struct topology_row hdn, rdn, dual_cube;

/* The structure of a network of one of these rows. */
const struct dual_net *hdn_net(const struct topology *t);

#endif
