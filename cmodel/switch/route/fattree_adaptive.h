/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree_adaptive -- route unit of k-ary n-trees: up by the way that the word says,
 * counted from that of the header, then down.
 *
 * Twin of rtl/route/fattree_adaptive.v; docs/switches/adaptive.md.  The header is that of
 * fattree.  Parameters: K, LEVELS.  Ports: here_i, header_i, random_i, eject_o, ports_o,
 * header_o.
 *
 * Source: Petrini and Vanneschi, k-ary n-trees: High Performance Networks for Massively
 * Parallel Architectures, 1997.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_FATTREE_ADAPTIVE_H
#define LOCKHOP_SWITCH_ROUTE_FATTREE_ADAPTIVE_H

#include "switch/bank/unit.h"

extern const struct route_unit fattree_adaptive;

#endif
