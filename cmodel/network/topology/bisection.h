/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bisection -- counts the links between two halves of a network, over many halvings. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_BISECTION_H
#define LOCKHOP_NETWORK_TOPOLOGY_BISECTION_H

#include "network/topology/topology.h"

enum {
  BISECTION_HOW = 96,       /* bytes of struct bisection.how, its 0 included */
  BISECTION_EXHAUSTIVE = 27 /* with more switches not all halvings are tried */
};

struct bisection {
  uint64_t links;
  uint64_t tried; /* halvings; 0: there was none */
  bool all;       /* the minimum is exact */
  char how[BISECTION_HOW];
};

/* The fewest links from one half of the switches to the other: over all halvings of a small
 * network; otherwise over the halvings of the topology's row; otherwise over the address
 * bits that halve the switches.  Halves differ by at most one switch. */
struct bisection bisection_fewest(const struct topology *t);

/* The fewest links between the halves, both directions counted, over the paper's halvings.
 */
struct bisection bisection_cutset(const struct topology *t);

#endif
