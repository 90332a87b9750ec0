/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus_adaptive -- route unit of a product of rings: minimal, the word says which of the
 * ports that lead nearer.
 *
 * Twin of rtl/route/torus_adaptive.v; docs/switches/adaptive.md.  The header is the
 * destination's address, a digit for each ring.  The escape is the way of torus, in VCs of
 * its own.  Parameters: DIMENSIONS, and SIZES, the switches of each ring.  Ports: here_i,
 * header_i, random_i, eject_o, ports_o, header_o, vc_o.
 *
 * Source: Duato, A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks, 1993.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_TORUS_ADAPTIVE_H
#define LOCKHOP_SWITCH_ROUTE_TORUS_ADAPTIVE_H

#include "switch/bank/unit.h"

extern const struct route_unit torus_adaptive;

#endif
