/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pn_paths -- finds disjoint paths for a permutation in the (n,d)-permutation network.
 *
 * The first link of a packet chooses one of n networks of one dimension less, the last one
 * leaves it.  Sources with the same lower digits must choose different networks, and so
 * must destinations. This is an edge colouring with n colours: packets are edges between
 * the lower digits of their sources and of their destinations.  Each of the n networks then
 * has a permutation to route again.
 *
 * Source: the mesh paper, Lemma 1.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_PN_PATHS_H
#define LOCKHOP_NETWORK_TOPOLOGY_PN_PATHS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* destinations[n^d]: a (partial) permutation; UINT32_MAX: none.  middles[n^d]: the row of
 * the packet of each source after d-1 links; its lowest digit is that of the source, the
 * links set the others.  Sources without a destination get a path too, so the paths are
 * those of a full permutation.  *looked: edges and steps of random walks examined; may be
 * NULL.  Errors: ERR_USAGE when two sources have one destination, or it is none of the
 * network; ERR_ENVIRONMENT when memory is short. */
bool pn_paths(uint32_t *middles, const uint32_t *destinations, uint32_t n, uint32_t d,
              uint64_t *looked, struct err *err);

/* The same for Waksman's network of n = 2: in every network of 4 rows or more the packet
 * for row 0 takes the inner network 0, and so that for the row half way the inner
 * network 1. */
bool pn_paths_waksman(uint32_t *middles, const uint32_t *destinations, uint32_t d,
                      struct err *err);

#endif
