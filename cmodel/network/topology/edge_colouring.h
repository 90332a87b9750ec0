/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* edge_colouring -- splits a regular bipartite multigraph into disjoint perfect matchings.
 *
 * The graph has as many left as right vertices, and n edges at every vertex.  It has a
 * colouring with n colours in which no two edges of one colour share a vertex.  While the
 * degree is even, the graph is split into two of half the degree: the edges of every vertex
 * form pairs, the pairs form circles, and along a circle the edges go to the two halves in
 * turn.  At degree 2 this is the looping algorithm.  An odd degree first loses a perfect
 * matching, found by random walks.  Time: E log n for n = 2^k, and E log V in general.
 *
 * Source: the mesh paper, section 3; the random walks are those of A. Goel, M. Kapralov and
 * S. Khanna, Perfect Matchings in O(n log n) Time in Regular Bipartite Graphs, 2010.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_EDGE_COLOURING_H
#define LOCKHOP_NETWORK_TOPOLOGY_EDGE_COLOURING_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct colouring_edge {
  uint32_t left, right; /* vertices, [0, vertices) */
  uint32_t number;      /* chosen by the caller */
};

/* Reusable work space for graphs up to a size. */
struct edge_colouring {
  struct colouring_edge *edges; /* [edges] filled by the caller; edge_colouring_make
                                 * destroys them */
  struct colouring_edge *spare; /* [edges] */
  uint32_t *mates[2];           /* [edges] the other edge of the pair, left and right */
  uint32_t *slots;              /* [edges] edges by left vertex; as bytes: sides */
  uint32_t *vertex[3];          /* [vertices] */
  struct rng rng;
  uint64_t looked; /* edges examined in splits and random walks, over all graphs */
};

/* False: memory is short. */
bool edge_colouring_open(struct edge_colouring *c, uint32_t edges, uint32_t vertices,
                         uint64_t seed);

/* Colour c->edges[vertices * degree], `degree` of them at every vertex: colours[number] in
 * [0, degree) of every edge.  In a graph of degree 2, the first edge of every circle in the
 * order of c->edges has colour 0. */
void edge_colouring_make(struct edge_colouring *c, uint32_t *colours, uint32_t vertices,
                         uint32_t degree);

/* All zero is allowed. */
void edge_colouring_close(struct edge_colouring *c);

#endif
