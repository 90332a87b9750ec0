/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pattern -- the permutations of terminals that have a name.
 *
 * Most are defined on networks of 2^n terminals, whose numbers are all the words of n bits;
 * the table of traffic says on which networks each is.
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

/* Does this network have the pattern?  Error: ERR_USAGE with the reason. */
bool pattern_defined(const struct pattern *pattern, const struct topology *t,
                     struct err *err);

/* The router of the same p in the next drawer of a swapped dragonfly: from (c,d,p) to
 * (c+1,d+1,p).  All packets of a drawer want its one global link to the next. */
uint32_t pattern_next_drawer(const struct topology *t, uint32_t source);

/* The measured patterns that a network has, for topology_measure:
 * permutations[PATTERN_ROWS] filled, their number returned. */
size_t pattern_permutations(const struct topology *t,
                            struct permutation permutations[PATTERN_ROWS]);

#endif
