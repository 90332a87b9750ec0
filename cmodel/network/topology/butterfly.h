/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* butterfly -- butterfly:d[,wrap=1], the butterfly BF(d), d in [1, 20].
 *
 * Levels 0 to d of 2^d rows; with wrap, levels 0 to d - 1, where level d is level 0 again.
 * Switch level * 2^d + row, printed "level.row" with the row in binary.  Terminal i sends
 * at row i of level 0 and receives at row i of level d.  Ports and header:
 * docs/switches/butterfly.md.
 *
 * Source: the paper on meshes and Benes networks, section 4.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_BUTTERFLY_H
#define LOCKHOP_NETWORK_TOPOLOGY_BUTTERFLY_H

#include "network/topology/topology.h"

extern const struct topology_row butterfly;

/* d. */
uint32_t butterfly_dimensions(const struct topology *t);

bool butterfly_wraps(const struct topology *t);

/* Levels of switches. */
uint32_t butterfly_levels(const struct topology *t);

#endif
