/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus_two_phase -- route unit of a product of rings: by way of an intermediate
 * destination.
 *
 * Twin of rtl/route/torus_two_phase.v; docs/switches/intermediate.md.  The header is the
 * address of the immediate destination, and above it that of the final one, which replaces
 * the first once that is reached.  The route is that of torus; each phase has
 * two VCs of its own.  Parameters: DIMENSIONS, and SIZES.  Ports: here_i, header_i,
 * eject_o, ports_o, header_o, vc_o.
 *
 * Sources: Valiant, A Scheme for Fast Parallel Communication, 1982; Nesson and Johnsson,
 * ROMM Routing on Mesh and Torus Networks, 1995.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_TORUS_TWO_PHASE_H
#define LOCKHOP_SWITCH_ROUTE_TORUS_TWO_PHASE_H

#include "switch/bank/unit.h"

extern const struct route_unit torus_two_phase;

#endif
