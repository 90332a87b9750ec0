/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mdf -- mdf:K,M, the maximal dragonfly MDF(K,M), K >= 1, M >= 2, K + M <= 62.
 *
 * K M + 1 groups of M routers, K global links at each router, one link between any two
 * groups. Router p of group g is switch g M + p; its address is printed "g.p".  Ports:
 * docs/switches/sync.md, with t->parameters: {K, M}.
 *
 * The global links of group g are its columns j in [0, K M).  "wiring=absolute" joins
 * column j to group j if j < g, else j + 1; "wiring=relative" to group g + j + 1 mod
 * K M + 1.  Column j is global port j / M of router j mod M ("columns=port-major"), or port
 * j mod K of router j / K ("columns=router-major").
 *
 * Source: The Swapped Dragonfly, section 11, a comparison with D3(K,M).
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_MDF_H
#define LOCKHOP_NETWORK_TOPOLOGY_MDF_H

#include "network/topology/topology.h"

extern const struct topology_row mdf;

struct mdf_router {
  uint32_t group, p;
};

static inline struct mdf_router mdf_router(const struct topology *t, uint32_t sw)
{
  return (struct mdf_router){.group = sw / t->parameters[1], .p = sw % t->parameters[1]};
}

static inline uint32_t mdf_switch(const struct topology *t, struct mdf_router r)
{
  return r.group * t->parameters[1] + r.p;
}

#endif
