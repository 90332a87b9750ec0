/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_index -- the index of a switch at each level of a dual-net: re-indexing.
 *
 * At level i a switch is (C, U, SN, N) in its cluster of level i + 1, which is a dual-net
 * of level i; at level 0 it is the digits of the base.  An index is written with the
 * clusters that it is in, highest level first: "0.0/1.4.2.3" is (1,4,2,3) at level 1 in
 * cluster 0 of class 0, and "0.0/1.4/1.1.0" the same switch at level 0.
 *
 * Source: the hierarchical dual-net paper, section 4.  docs/structures.md.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_DUAL_INDEX_H
#define LOCKHOP_NETWORK_TOPOLOGY_DUAL_INDEX_H

#include "network/topology/dual_net.h"

enum { DUAL_INDEX_TEXT = 160 }; /* bytes of a printed index, its 0 included */

/* ((C n + U) n + SN) s + N: the number of a switch in its network of a level in [1, k]; and
 * back. */
uint32_t dual_index_serial(const struct dual_net *net, uint32_t level, struct dual_id id);
struct dual_id dual_index_of_serial(const struct dual_net *net, uint32_t level,
                                    uint32_t serial);

/* The digit of a dimension of the base of a switch. */
uint32_t dual_index_digit(const struct dual_net *net, uint32_t sw, uint32_t dimension);

/* Print the index of a switch at a level in [0, k]. */
void dual_index_print(const struct dual_net *net, uint32_t level, uint32_t sw,
                      char text[DUAL_INDEX_TEXT]);

/* The switch with a printed index at a level in [0, k].  False: there is none. */
bool dual_index_parse(const struct dual_net *net, uint32_t level, const char *text,
                      uint32_t *sw);

#endif
