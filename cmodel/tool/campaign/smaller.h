/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* smaller -- networks of the same kind with fewer switches, where a failure may be easier
 * to see. */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SMALLER_H
#define LOCKHOP_TOOL_CAMPAIGN_SMALLER_H

#include "network/topology/topology.h"

enum { SMALLER_NETWORKS = 12 };

struct smaller {
  struct {
    char spec[TOPOLOGY_SPEC];
    uint32_t switches, ports;
  } networks[SMALLER_NETWORKS]; /* [count] the smallest first */
  size_t count;
};

/* Networks whose spec has smaller numbers in the same places, which have fewer switches and
 * can use this routing; NULL: any.  Options of the spec (wrap=1) stay. */
void smaller_networks(struct smaller *smaller, const struct topology *t,
                      const char *routing);

#endif
