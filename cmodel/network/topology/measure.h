/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* measure -- measures the quantities of a topology on its graph.
 *
 * It uses no formula: it follows links, finds distances by breadth-first search, and counts
 * cuts. Every value says how it was measured, because on a large network some can only be
 * sampled or bounded.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_MEASURE_H
#define LOCKHOP_NETWORK_TOPOLOGY_MEASURE_H

#include "base/err.h"
#include "network/topology/link_load.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stddef.h>

enum {
  MEASURE_HOW = 96, /* bytes of struct measurement.how, its 0 included */
  MEASURE_ROWS = 32 /* more rows than any topology has */
};

/* How a measured value relates to the true one. */
enum measure_bound {
  MEASURE_EXACT,
  MEASURE_AT_MOST,  /* the true value may be lower */
  MEASURE_AT_LEAST, /* the true value may be higher */
  MEASURE_SAMPLE    /* measured on a sample */
};

/* A formula beside the same quantity measured. */
struct measurement {
  const char *quantity; /* e.g. "diameter" */
  const char *formula;  /* NULL: none */
  double formula_value; /* undefined when formula is NULL */
  uint32_t times;       /* the formula is for one terminal at a site; its value is that,
                         * times this */
  bool measured;
  enum measure_bound bound;
  double value;          /* undefined when !measured */
  char how[MEASURE_HOW]; /* e.g. "all 1024 sources"; when !measured: the reason */
};

/* "equal"; "DIFFERS"; "bound" or "sample": the values differ, but the formula may be right;
 * "": there is only one value. */
const char *measure_verdict(const struct measurement *row);

/* Fill rows[capacity] and return their number: the topology's formulas in their order, then
 * what is measured without a formula.  Quantities that can be measured:
 *
 *   switches          reached from switch 0; from the terminals, where they are not simply
 *                     the switches
 *   terminals         sources and destinations, where they are not
 *   ports             neighbours of a switch, the largest number of different ones
 *   links             one-way links, each counted at the port where it arrives; hold and
 *                     unused ports are none
 *   diameter          largest distance of two terminals
 *   average distance  over all pairs of terminals, those of one with itself included
 *   bisection         links from one half to the other, fewest over the halvings tried; on
 *                     a duplex network, duplex links cut; where links go one way, in
 *                     either direction
 *   worst link load   of a permutation under `routing`; over all permutations on a small
 *                     network, else over permutations[permutation_count] and the rotation
 *                     of addresses by half their bits
 *
 * and for a topology that has them among its formulas:
 *
 *   local links, global links    pairs of ports of two switches that lead to each other
 *   self-links                   local and global ports that lead to their own switch
 *   double links                 pairs of a switch and a neighbour joined by several links
 *   hold links, unused ports     ports of these kinds
 *   pairs at distance D          ordered pairs of switches, D = 0 to 3
 *   cutset                       links between the halves in both directions, fewest over
 * the row's halvings
 *
 * 0 on error: ERR_ENVIRONMENT when memory is short.  Time: seconds for 2^20 switches. */
size_t topology_measure(const struct topology *t, const struct routing *routing,
                        const struct permutation *permutations, size_t permutation_count,
                        struct measurement *rows, size_t capacity, struct err *err);

#endif
