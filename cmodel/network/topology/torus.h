/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus -- torus:AxBx..., a product of rings of 2 to 65535 switches, 2^24 in all.
 *
 * Dimensions are numbered from the right of the spec: dimension 0 is its last number.  The
 * number of a switch has a digit for each dimension; that of dimension 0 is the least
 * significant.  Its address is printed with the highest dimension first and dots between,
 * e.g. "1.0.4". Ports, header and VCs: docs/switches/torus.md.
 *
 * Source: the hierarchical dual-net paper, table 2, a comparison.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_TORUS_H
#define LOCKHOP_NETWORK_TOPOLOGY_TORUS_H

#include "network/topology/topology.h"

extern const struct topology_row torus;

#endif
