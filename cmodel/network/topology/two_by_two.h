/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* two_by_two -- counts the 2x2 switches of the literature in a network with levels.
 *
 * Two switches of a level whose four links lead to the same two switches of the next level
 * can exchange their packets, as one crossbar of two inputs and two outputs can.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_TWO_BY_TWO_H
#define LOCKHOP_NETWORK_TOPOLOGY_TWO_BY_TWO_H

#include "network/topology/topology.h"

/* Has the network levels of switches with two ports? */
bool two_by_two_has(const struct topology *t);

/* *count: the 2x2 switches of such a network, by its links alone.  False: memory is short.
 */
bool two_by_two_count(const struct topology *t, uint64_t *count);

#endif
