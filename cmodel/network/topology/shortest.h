/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shortest -- shortest paths as headers of the route unit source_route.
 *
 * Breadth-first search from a source finds a tree of shortest paths, ports in ascending
 * order.  Trees are kept, because traffic takes turns among the sources; where there are
 * too many switches, that of the last source.  Where all switches look alike, the tree of
 * switch 0 serves all: the paths from any switch leave by the same ports.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_SHORTEST_H
#define LOCKHOP_NETWORK_TOPOLOGY_SHORTEST_H

#include "network/topology/topology.h"

struct shortest {
  uint32_t switches;
  uint32_t root;   /* of the tree that was found last; UINT32_MAX: none yet */
  uint8_t *back;   /* [switches] of that tree: the port that leads to the root; at the root
                    * anything */
  uint8_t **trees; /* [switches] by root, NULL: not kept; NULL: none is */
  uint8_t *spare;  /* [switches] a tree that is not kept */
  uint32_t *queue; /* [switches] of the search */
  const uint8_t *closed; /* [switches] 1: no path leads there; NULL: they lead everywhere */
};

/* False: not enough memory; the caller closes it then too. */
bool shortest_open(struct shortest *s, uint32_t switches);
void shortest_close(struct shortest *s);

/* Is there a path from `root` to `to`?  The links must lead both ways. */
bool shortest_reaches(struct shortest *s, const struct topology *t, uint32_t root,
                      uint32_t to);

/* The header of the path from `root` to `to`; 0: there is none, or it does not fit 64 bits.
 */
uint64_t shortest_header(struct shortest *s, const struct topology *t, uint32_t root,
                         uint32_t to);

#endif
