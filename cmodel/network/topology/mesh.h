/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mesh -- mesh:AxBx..., a product of lines of 2 to 65535 switches, 2^24 in all; mesh:N is
 * the linear array; and cmesh:AxBx...,c, the same with c terminals at every switch.
 *
 * Digits and addresses: network/topology/product.h.  Ports, header and phases:
 * docs/switches/grid.md.
 *
 * Source: mesh and Benes paper, sections 1 and 2.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_MESH_H
#define LOCKHOP_NETWORK_TOPOLOGY_MESH_H

#include "network/topology/topology.h"

extern const struct topology_row mesh;
extern const struct topology_row cmesh;

#endif
