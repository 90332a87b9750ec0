/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* link_load -- counts the packets of a permutation that must cross one link.
 *
 * Every terminal sends one packet.  The load of a link is the number of packets whose path
 * crosses it, at any time.  It is a lower bound on the steps, and an upper bound on the
 * packets in one output queue.
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

/* Does link_load_worst take at most about a second? */
bool link_load_worst_affordable(const struct topology *t);

/* The exact largest load of a link under any permutation.  The pairs (source, destination)
 * whose paths cross a link form a bipartite graph; the load of the link is the size of a
 * maximum matching of it.  Error: ERR_ENVIRONMENT when memory is short. */
bool link_load_worst(const struct topology *t, const struct routing *routing,
                     uint32_t *load, struct err *err);

#endif
