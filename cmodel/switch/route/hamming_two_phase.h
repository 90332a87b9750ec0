/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamming_two_phase -- route unit of a product of complete graphs: by way of an
 * intermediate destination.
 *
 * Twin of rtl/route/hamming_two_phase.v; docs/switches/intermediate.md.  The header is the
 * address of the immediate destination, and above it that of the final one, which replaces
 * the first once that is reached.  The route is that of hamming; each phase has a VC of its
 * own.  Parameters: DIMENSIONS, and SIZES.  Ports: here_i, header_i, eject_o, ports_o,
 * header_o, vc_o.
 *
 * Sources: Valiant, A Scheme for Fast Parallel Communication, 1982; Kim, Dally and Abts,
 * Flattened Butterfly, 2007.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_HAMMING_TWO_PHASE_H
#define LOCKHOP_SWITCH_ROUTE_HAMMING_TWO_PHASE_H

#include "switch/bank/unit.h"

extern const struct route_unit hamming_two_phase;

#endif
