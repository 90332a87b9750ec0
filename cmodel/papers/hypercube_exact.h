/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_exact -- the first phase of one packet in the mask switch, exactly.
 *
 * Every random word of every visit is tried, so the probabilities are exact: sums of powers
 * of two that a double holds, divided by n once at the end (the alternate port of a forced
 * hop is taken as one of n that are equally likely).
 *
 * Source: hypercube switch paper, section 3.2.
 */
#ifndef LOCKHOP_PAPERS_HYPERCUBE_EXACT_H
#define LOCKHOP_PAPERS_HYPERCUBE_EXACT_H

#include "switch/bank/unit.h"

enum { EXACT_DIMENSIONS = 8 };

/* A route unit with the header of bitfix_mask: destination, mask above it. */
typedef struct route_out exact_unit(const struct route_in *in);

struct exact_law {
  double forced;       /* probability that the first phase ends with a forced hop */
  double forced_first; /* that the very first hop is forced */
  double hops;         /* mean number of the first phase */
  double variation;    /* total variation of the intermediate destination from uniform */
  double least;        /* probability of the rarest intermediate destination, times 2^n */
  double crossed[EXACT_DIMENSIONS]; /* that dimension i lies between the source and it */
};

/* `forced`: a packet for which no dimension is chosen makes one more hop in its first phase
 * (VC 1), else it begins the second where it is.  n in [1, EXACT_DIMENSIONS].  False:
 * memory is short. */
bool exact_law_of(struct exact_law *law, exact_unit *unit, bool forced, uint32_t n);

/* As bitfix_mask with FORCED = 1, but the mask loses the chosen dimension alone. */
struct route_out exact_only_chosen(const struct route_in *in);

/* The listing of section 3.2: one dimension in a step, the packet kept when it is not sent.
 */
struct exact_listing {
  double decisions; /* mean of a packet */
  double kept;      /* mean number of steps in which it is kept */
  double variation; /* as above */
};

struct exact_listing exact_listing_of(uint32_t n);

#endif
