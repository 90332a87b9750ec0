/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_paths -- a path for every pair of sites of a network in a file, and its VCs. */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_NETWORK_PATHS_H
#define LOCKHOP_NETWORK_TOPOLOGY_NETWORK_PATHS_H

#include "network/topology/network_wires.h"

enum { NETWORK_NO_PATH = UINT16_MAX, NETWORK_WHY = 512 };

/* The graph, and where its terminals are. */
struct network_graph {
  const struct network_file *file;
  const struct network_wires *wires;
  uint32_t sites;
  const uint32_t *at;  /* [sites] switch of a site */
  uint16_t *distances; /* [switches * switches] hops from one to another, or
                        * NETWORK_NO_PATH */
};

/* The paths of one routing: that of a pair of sites, from * sites + to, has the hops
 * first[pair] to first[pair + 1] - 1. */
struct network_paths {
  uint32_t *first; /* [sites * sites + 1] */
  uint8_t *ports;  /* [hops] */
  uint8_t *vcs_of; /* [hops] */
  size_t hops, room;
  uint32_t longest;          /* in hops */
  uint32_t vcs;              /* that they need */
  bool cyclic;               /* their channels can wait in a cycle */
  char why_not[NETWORK_WHY]; /* these are not the paths of a routing; "": they are */
};

/* Fill distances.  False: memory is short. */
bool network_distances(struct network_graph *g);

static inline uint32_t network_distance(const struct network_graph *g, uint32_t from,
                                        uint32_t to)
{
  return g->distances[(size_t)from * g->wires->switches + to];
}

/* Each makes all paths of a routing, all hops on VC 0 but those of network_given.  False:
 * memory is short; or, of network_given, the file is wrong: ERR_USAGE.  *p must be freed in
 * any case. */
bool network_shortest(struct network_paths *p, const struct network_graph *g, bool balanced,
                      struct err *err);
bool network_up_down(struct network_paths *p, const struct network_graph *g,
                     struct err *err);
bool network_given(struct network_paths *p, const struct network_graph *g, struct err *err);
void network_paths_free(struct network_paths *p);

/* Append a hop to the path that is being made; false: memory is short. */
bool network_paths_hop(struct network_paths *p, uint32_t port, uint32_t vc);

/* Room for the paths of all pairs; and the end of the path of a pair. */
bool network_paths_open(struct network_paths *p, const struct network_graph *g,
                        struct err *err);
void network_paths_end(struct network_paths *p, size_t pair);

/* Choose VCs so that no channels can wait in a cycle; or say why not.  False: memory is
 * short. */
bool network_layers(struct network_paths *p, const struct network_graph *g,
                    struct err *err);

/* Do the channels of paths with VCs of their own wait in a cycle?  Sets cyclic.  False:
 * memory is short. */
bool network_judge_vcs(struct network_paths *p, const struct network_graph *g,
                       struct err *err);

#endif
