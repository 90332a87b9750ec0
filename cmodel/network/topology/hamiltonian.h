/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hamiltonian -- cycles along links that visit every switch once.
 *
 * Products of rings, lines and complete graphs, and dual-nets on them, have cycles that are
 * made (hamiltonian_made.h).  Elsewhere one is searched for.  docs/structures.md.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_HAMILTONIAN_H
#define LOCKHOP_NETWORK_TOPOLOGY_HAMILTONIAN_H

#include "network/topology/graph.h"

/* Find a cycle: cycle[switches] in its order.  *how: how it was found.  Errors: ERR_USAGE,
 * there is none, with the reason; or none is known; ERR_ENVIRONMENT when memory is short.
 */
bool hamiltonian_find(const struct topology *t, uint32_t *cycle, const char **how,
                      struct err *err);

/* Search for a cycle in a graph whose edges have both directions: cycle[nodes],
 * places[nodes] is work space.  False: none was found, which is no proof that there is
 * none.
 */
bool hamiltonian_search(const struct graph *g, uint32_t *cycle, uint32_t *places,
                        uint64_t seed);

#endif
