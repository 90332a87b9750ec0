/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shortest -- shortest paths as headers of the route unit source_route.
 *
 * Breadth-first search from a source finds a tree of shortest paths, ports in ascending
 * order. Trees are kept, because traffic alternates between sources; on large networks only
 * the last tree is kept.  On symmetric networks the tree of switch 0 serves all sources:
 * the paths from any switch use the same ports.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_SHORTEST_H
#define LOCKHOP_NETWORK_TOPOLOGY_SHORTEST_H

#include "network/topology/topology.h"

struct shortest {
  uint32_t switches;
  uint32_t root;   /* root of the latest tree; UINT32_MAX: none yet */
  uint8_t *back;   /* [switches] of that tree: the port that leads to the root; at the root
                    * anything */
  uint8_t **trees; /* [switches] by root, NULL: not kept; NULL: none is */
  uint8_t *spare;  /* [switches] a tree that is not kept */
  uint32_t *queue; /* [switches] of the search */
  const uint8_t
      *closed; /* [switches] 1: paths must avoid this switch; NULL: no such switch */
};

/* False: memory is short; the caller must close it in any case. */
bool shortest_open(struct shortest *s, uint32_t switches);
void shortest_close(struct shortest *s);

/* Is there a path from `root` to `to`?  All links must be duplex. */
bool shortest_reaches(struct shortest *s, const struct topology *t, uint32_t root,
                      uint32_t to);

/* The header of the path from `root` to `to`; 0: there is none, or it does not fit 64 bits.
 */
uint64_t shortest_header(struct shortest *s, const struct topology *t, uint32_t root,
                         uint32_t to);

#endif
