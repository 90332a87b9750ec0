/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pn -- pn:n,d, the (n,d)-permutation network, and benes:d, which is pn:2,d.
 *
 * 2d levels of n^d switches; switch L n^d + a is row a of level L.  Links lead from a level
 * to the next one and choose one digit of the row.  Terminal i sends at row i of the first
 * level and receives at row i of the last one.  docs/topologies/pn.md.
 *
 * Source: the mesh paper, definition 8; its levels -d..-1, 1..d are 0..2d-1 here.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_PN_H
#define LOCKHOP_NETWORK_TOPOLOGY_PN_H

#include "network/topology/topology.h"

extern const struct topology_row pn;
extern const struct topology_row benes;

/* n and d of a network of either row. */
uint32_t pn_n(const struct topology *t);
uint32_t pn_d(const struct topology *t);

/* Header of the path to a destination that is in row `middle` behind d-1 links: the digits
 * of `middle` from 1 on are the choice, digit 0 is the source's. */
uint64_t pn_header(const struct topology *t, uint32_t middle, uint32_t destination);

#endif
