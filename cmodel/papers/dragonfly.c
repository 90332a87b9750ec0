/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly -- the claims of the swapped dragonfly paper. */
#include "papers/dragonfly.h"

#include <stdio.h>

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u random permutations, and climbs, where all are too many",
           trials);
}

static const struct claim_part *const parts[] = {&dragonfly_network,
                                                 &dragonfly_paths,
                                                 &dragonfly_wiring,
                                                 &dragonfly_parts,
                                                 &dragonfly_tables,
                                                 &dragonfly_cuts,
                                                 &dragonfly_conflicts,
                                                 &dragonfly_scaling,
                                                 &dragonfly_router,
                                                 &dragonfly_vectors,
                                                 &dragonfly_parallel,
                                                 &dragonfly_demands,
                                                 &dragonfly_destinations,
                                                 &dragonfly_embedding,
                                                 &dragonfly_maximal,
                                                 &dragonfly_compared,
                                                 &dragonfly_related,
                                                 &dragonfly_hypercube,
                                                 &dragonfly_protocols,
                                                 &dragonfly_broadcast,
                                                 &dragonfly_one_to_all,
                                                 &dragonfly_all_to_one,
                                                 &dragonfly_all_to_all,
                                                 &dragonfly_permutations,
                                                 NULL};

const struct paper claims_dragonfly = {
    .name = "dragonfly",
    .title = "Draper, The Swapped Dragonfly",
    .parts = parts,
    .trials_text = trials_text,
    .close = claims_free_measured,
};
