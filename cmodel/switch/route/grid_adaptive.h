/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grid_adaptive -- route unit of a grid without wrap-around: minimal, the word says which
 * of the permitted ports.
 *
 * Twin of rtl/route/grid_adaptive.v; docs/switches/adaptive.md.  The header is the
 * destination's address, a digit for each dimension; of odd-even with the source's column
 * above it.  Parameters: DIMENSIONS, and SIZES, the switches of each row; TURNS.  Ports:
 * here_i, header_i, random_i, eject_o, ports_o, header_o, vc_o.
 *
 * Sources: Glass and Ni, The Turn Model for Adaptive Routing, 1992; Chiu, The Odd-Even Turn
 * Model for Adaptive Routing, 2000; Duato, A New Theory of Deadlock-Free Adaptive Routing
 * in Wormhole Networks, 1993.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_GRID_ADAPTIVE_H
#define LOCKHOP_SWITCH_ROUTE_GRID_ADAPTIVE_H

#include "switch/bank/unit.h"

/* TURNS: which turns are permitted. */
enum grid_turns { GRID_TURNS_ALL, GRID_TURNS_WEST_FIRST, GRID_TURNS_ODD_EVEN };

/* With their TURNS. */
extern const struct route_unit grid_minimal;    /* 0: has an escape */
extern const struct route_unit grid_west_first; /* 1 */
extern const struct route_unit grid_odd_even;   /* 2 */

#endif
