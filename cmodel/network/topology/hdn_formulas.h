/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_formulas -- closed formulas of dual-nets, printed and corrected; their halvings. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HDN_FORMULAS_H
#define LOCKHOP_NETWORK_TOPOLOGY_HDN_FORMULAS_H

#include "network/topology/dual_net.h"

enum { HDN_HALVINGS = 2 };

extern const struct halving hdn_halvings[HDN_HALVINGS];

/* The diameter of any dual-net. */
uint32_t hdn_diameter(const struct dual_net *net);

size_t hdn_formulas(const struct topology *t, struct formula *formulas, size_t capacity);

#endif
