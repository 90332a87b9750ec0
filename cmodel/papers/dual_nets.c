/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_nets -- the claims of two papers on dual-nets. */
#include "papers/dual_nets.h"

#include <stdio.h>

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u switches, or sets of them, where all are too many", trials);
}

/* In the order of the papers. */
static const struct claim_part *const parts[] = {
    &dual_sizes,
    &dual_diameters,
    &dual_compared,
    &dual_cuts,
    &dual_indexes,
    &dual_ids,
    &dual_routes,
    &dual_broadcasts,
    &dual_recursive,
    &dual_recursive_cuts,
    &dual_recursive_routes,
    &dual_theorems,
    &dual_times,
    &dual_memoryless,
    &dual_engines,
    &dual_paths,
    NULL,
};

const struct paper claims_dual_nets = {
    .name = "dual-nets",
    .title = "Li, Peng, Chu, Hierarchical Dual-Net (H); Collective Communication in "
             "Recursive Dual-Net (R)",
    .parts = parts,
    .trials_text = trials_text,
    .close = claims_free_measured,
};
