/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* link_load -- how many packets of a permutation must cross one link.
 *
 * Every terminal sends one packet.  The load of a link is the number of packets whose path
 * crosses it, whenever they do: a lower bound on the steps, and an upper bound on what one
 * output queue ever holds.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_LINK_LOAD_H
#define LOCKHOP_NETWORK_TOPOLOGY_LINK_LOAD_H

#include "base/err.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stdint.h>

/* A permutation of the terminals; network/traffic/pattern.h has them by name. */
struct permutation {
  const char *name; /* e.g. "transpose" */
  uint32_t (*destination)(const struct topology *t, uint32_t source);
};

/* Load of the most loaded link under one permutation.  Error: ERR_ENVIRONMENT when memory
 * is short. */
bool link_load_of(const struct topology *t, const struct routing *routing,
                  const struct permutation *permutation, uint32_t *load, struct err *err);

/* True when link_load_worst takes about a second at most. */
bool link_load_worst_affordable(const struct topology *t);

/* Largest load of a link under any permutation, exactly: the pairs (source, destination)
 * whose paths cross a link are the edges of a bipartite graph, and the permutation that
 * loads this link most contains a maximum matching of it.  Error: ERR_ENVIRONMENT when
 * memory is short. */
bool link_load_worst(const struct topology *t, const struct routing *routing,
                     uint32_t *load, struct err *err);

#endif
