/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids -- the claims of the paper on meshes, permutation networks and butterflies.
 *
 * Source: Protsenko, Online Routing on the Mesh and Offline Routing on the Benes Network.
 * One file per theme; here is what they share.  Ids of rows begin with the section of the
 * paper, those of the grid as a graph with G, and those of the butterfly with B.
 */
#ifndef LOCKHOP_PAPERS_GRIDS_H
#define LOCKHOP_PAPERS_GRIDS_H

#include "papers/survey.h"
#include "papers/tables.h"

extern const struct paper claims_grids;

/* The parts, in order. */
#define GRIDS_PARTS(PART)                                                                  \
  PART(grids_general)     /* section 1 */                                                  \
  PART(grids_grid)        /* definitions 1 and 4 */                                        \
  PART(grids_mesh)        /* section 2.1 */                                                \
  PART(grids_array)       /* section 2.2 */                                                \
  PART(grids_marriage)    /* section 3 */                                                  \
  PART(grids_matchings)   /* Theorem 4 */                                                  \
  PART(grids_networks)    /* section 4, permutation networks */                            \
  PART(grids_waksman)     /* section 4, Waksman's network */                               \
  PART(grids_butterfly)   /* section 4, the graph */                                       \
  PART(grids_congestion)  /* section 4.1 */                                                \
  PART(grids_offline)     /* section 4.2 */                                                \
  PART(grids_steps)       /* not in the paper */                                           \
  PART(grids_copies)      /* section 5 */                                                  \
  PART(grids_more_copies) /* section 5, two to four copies */                              \
  PART(grids_inverse)     /* section 5 */                                                  \
  PART(grids_problems)    /* section 5, other problems */

GRIDS_PARTS(CLAIM_PART_EXTERN)

extern const struct claim_table grids_table_copies;

/* --- small butterflies, of which all permutations can be tried --- */

enum {
  GRIDS_ALL = 3, /* BF(1) to BF(3) */
  GRIDS_ROWS = 1 << GRIDS_ALL,
  GRIDS_NODES = (GRIDS_ALL + 1) << GRIDS_ALL
};

/* The path of every pair of rows, d + 1 nodes. */
struct grids_paths {
  uint32_t d;
  struct hop hops[GRIDS_ROWS][GRIDS_ROWS][GRIDS_ALL + 2];
};

/* False: there are none. */
bool grids_paths_of(struct finding *f, struct grids_paths *paths, uint32_t d);

/* The place of a permutation in the order of next_permutation. */
uint32_t grids_place(const uint32_t *order, uint32_t count);

/* --- runs --- */

/* Run the golden machine, without a limit of depth; `sends` 0: as lockhop run. */
struct trial_result grids_run(struct finding *f, const char *spec, int64_t sends,
                              const char *traffic);

#endif
