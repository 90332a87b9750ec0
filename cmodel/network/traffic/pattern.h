/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pattern -- permutations of terminals with a name.
 *
 * Most are defined on networks of 2^n terminals; the table of traffic lists the networks of
 * each.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_PATTERN_H
#define LOCKHOP_NETWORK_TRAFFIC_PATTERN_H

#include "base/err.h"
#include "network/topology/link_load.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stddef.h>

enum { PATTERN_ROWS = 9 };

struct pattern {
  struct permutation permutation;
  bool measured; /* topology_measure counts its link loads */
};

/* The table: [PATTERN_ROWS]. */
extern const struct pattern patterns[PATTERN_ROWS];

/* Is the pattern defined on this network?  Error: ERR_USAGE with the reason. */
bool pattern_defined(const struct pattern *pattern, const struct topology *t,
                     struct err *err);

/* The router with the same p in the next drawer of a swapped dragonfly: (c,d,p) sends to
 * (c+1,d+1,p); or in the next group of a maximal dragonfly; each of its terminals to the
 * one with the same number.  All packets of a drawer want its single global link to that
 * drawer. */
uint32_t pattern_next_drawer(const struct topology *t, uint32_t source);

/* Fill permutations[PATTERN_ROWS] with the measured patterns of a network, for
 * topology_measure.  Returns their number. */
size_t pattern_permutations(const struct topology *t,
                            struct permutation permutations[PATTERN_ROWS]);

#endif
