/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly -- the claims of the swapped dragonfly paper. */
#include "cli/claims/dragonfly.h"

#include <stdio.h>

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u permutations tried where not all are", trials);
}

static const struct claim_part *const parts[] = {&dragonfly_network,
                                                 &dragonfly_paths,
                                                 &dragonfly_wiring,
                                                 &dragonfly_parts,
                                                 &dragonfly_tables,
                                                 &dragonfly_cuts,
                                                 &dragonfly_conflicts,
                                                 &dragonfly_scaling,
                                                 &dragonfly_vectors,
                                                 &dragonfly_parallel,
                                                 &dragonfly_destinations,
                                                 &dragonfly_broadcast,
                                                 &dragonfly_one_to_all,
                                                 &dragonfly_all_to_one,
                                                 &dragonfly_protocols,
                                                 &dragonfly_all_to_all,
                                                 NULL};

const struct paper claims_dragonfly = {
    .name = "dragonfly",
    .title = "Draper, The Swapped Dragonfly",
    .parts = parts,
    .trials_text = trials_text,
    .close = lab_close,
};
