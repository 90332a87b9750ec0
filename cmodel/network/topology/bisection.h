/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bisection -- how few links join two halves of a network. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_BISECTION_H
#define LOCKHOP_NETWORK_TOPOLOGY_BISECTION_H

#include "network/topology/topology.h"

enum {
  BISECTION_HOW = 96,       /* bytes of struct bisection.how, its 0 included */
  BISECTION_EXHAUSTIVE = 27 /* on more switches not all halves are tried */
};

struct bisection {
  uint64_t links;
  uint64_t tried; /* halvings; 0: there was none to try */
  bool all;       /* no halves are joined by fewer */
  char how[BISECTION_HOW];
};

/* Links from one half of the switches to the other, fewest over all halves of a small
 * network, else over the row's halvings, else over the address bits that halve the
 * switches.  Halves differ by at most one switch. */
struct bisection bisection_fewest(const struct topology *t);

/* Links between the halves in both directions, fewest over the paper's halvings. */
struct bisection bisection_cutset(const struct topology *t);

#endif
