/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pn -- pn:n,d, the (n,d)-permutation network; benes:d, which is pn:2,d; and waksman:d.
 *
 * 2d levels of n^d switches; switch L n^d + a is row a of level L.  Links lead from a level
 * to the next one and choose one digit of the row.  Terminal i sends at row i of the first
 * level and receives at row i of the last one.  docs/topologies/pn.md.
 * waksman:d is benes:d with some 2x2 switches that are always straight:
 * docs/topologies/waksman.md.
 *
 * Source: the mesh paper, definition 8; its levels -d..-1, 1..d are 0..2d-1 here.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_PN_H
#define LOCKHOP_NETWORK_TOPOLOGY_PN_H

#include "network/topology/topology.h"

extern const struct topology_row pn;
extern const struct topology_row benes;
extern const struct topology_row waksman;

/* n and d of a network of any of these rows. */
uint32_t pn_n(const struct topology *t);
uint32_t pn_d(const struct topology *t);

bool pn_is_waksman(const struct topology *t);

/* Is the switch part of a fixed 2x2 switch?  Then it has one link, straight to the next
 * level, and the wire of its other port goes there too. */
bool pn_is_fixed(const struct topology *t, uint32_t sw);

/* Header of the path to a destination that is in row `middle` behind d-1 links: the digits
 * of `middle` from 1 on are the choice, digit 0 is the source's. */
uint64_t pn_header(const struct topology *t, uint32_t middle, uint32_t destination);

#endif
