/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pn_paths -- disjoint paths of a permutation in the (n,d)-permutation network.
 *
 * The first link of a packet chooses one of n networks of one dimension less, the last one
 * leaves it.  Sources with the same lower digits must choose different ones, and so must
 * destinations: the packets are edges between lower digits of sources and of destinations,
 * n at every vertex, and are to have n colours.  In each of the n networks what is left to
 * do is a permutation again.
 *
 * Source: the mesh paper, Lemma 1.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_PN_PATHS_H
#define LOCKHOP_NETWORK_TOPOLOGY_PN_PATHS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* destinations[n^d]: a permutation, or part of one (UINT32_MAX: none).  middles[n^d]: the
 * row in which the packet of each source is when d-1 links are behind it; its lowest digit
 * is the source's own, the others are what the links set.  Sources without a destination
 * get one too, so that the paths are those of a whole permutation.  *looked: edges and
 * steps of walks that were looked at; may be NULL.  Errors: ERR_USAGE when
 * two sources have one destination, or it is none of the network; ERR_ENVIRONMENT when
 * memory is short. */
bool pn_paths(uint32_t *middles, const uint32_t *destinations, uint32_t n, uint32_t d,
              uint64_t *looked, struct err *err);

#endif
