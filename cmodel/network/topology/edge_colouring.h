/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* edge_colouring -- a regular bipartite multigraph as disjoint perfect matchings.
 *
 * As many vertices left as right, and n edges at every vertex: n colours are enough for the
 * edges, so that no two of one colour meet.  While the degree is even the graph is split in
 * two of half the degree: at every vertex the edges are taken in pairs, and along the
 * circles that the pairs form the edges go to one half and to the other in turn.  With two
 * edges at a vertex this is the looping algorithm.  An odd degree first loses a perfect
 * matching, found by random walks.  Time: E log n for n = 2^k, and E log V in general.
 *
 * Source: the mesh paper, section 3; the walks are those of A. Goel, M. Kapralov and S.
 * Khanna, Perfect Matchings in O(n log n) Time in Regular Bipartite Graphs, 2010.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_EDGE_COLOURING_H
#define LOCKHOP_NETWORK_TOPOLOGY_EDGE_COLOURING_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct colouring_edge {
  uint32_t left, right; /* vertices, [0, vertices) */
  uint32_t number;      /* of the caller */
};

/* Room for graphs of up to so many edges; used again and again. */
struct edge_colouring {
  struct colouring_edge *edges; /* [edges] to be filled by the caller, destroyed by
                                 * edge_colouring_make */
  struct colouring_edge *spare; /* [edges] */
  uint32_t *mates[2];           /* [edges] the other edge of the pair, left and right */
  uint32_t *slots;              /* [edges] edges by left vertex; as bytes: sides */
  uint32_t *vertex[3];          /* [vertices] */
  struct rng rng;
  uint64_t looked; /* edges looked at in splits and walks, all graphs together */
};

/* False: memory is short. */
bool edge_colouring_open(struct edge_colouring *c, uint32_t edges, uint32_t vertices,
                         uint64_t seed);

/* Colour c->edges[vertices * degree], `degree` of them at every vertex: colours[number] in
 * [0, degree) of every edge.  In a graph of degree 2, the first edge of every circle in the
 * order of c->edges has colour 0. */
void edge_colouring_make(struct edge_colouring *c, uint32_t *colours, uint32_t vertices,
                         uint32_t degree);

/* What was not opened may be closed too, if it is all zero. */
void edge_colouring_close(struct edge_colouring *c);

#endif
