/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_base -- reads the base of a dual-net: a product of rings n, complete graphs Kn, cubes
 * Qn and Petersen graphs, as 2xK4xpetersen. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HDN_BASE_H
#define LOCKHOP_NETWORK_TOPOLOGY_HDN_BASE_H

#include "network/topology/dual_net.h"
#include "network/topology/spec.h"

enum { HDN_SWITCHES_BITS = 20 };

/* Read the separator and the base; a cube Qn is n rings of 2, and is printed so.  Errors:
 * ERR_USAGE. */
bool hdn_read_base(struct dual_net *net, struct spec *spec, struct err *err);

/* The base is this product: factors[count], the last one is dimension 0. */
bool hdn_set_base(struct dual_net *net, const struct factor *factors, size_t count,
                  const struct spec *spec, struct err *err);

/* Ports of the base. */
uint32_t hdn_base_ports(const struct dual_net *net);

#endif
