/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids -- the claims of the paper on meshes, permutation networks and butterflies. */
#include "papers/grids.h"

#include <stdio.h>

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u random cases where all are too many", trials);
}

/* In the order of the paper. */
static const struct claim_part *const parts[] = {
    &grids_general,    &grids_grid,
    &grids_mesh,       &grids_array,
    &grids_marriage,   &grids_matchings,
    &grids_networks,   &grids_butterfly,
    &grids_congestion, &grids_offline,
    &grids_steps,      &grids_copies,
    &grids_inverse,    NULL,
};

const struct paper claims_grids = {
    .name = "grids",
    .title = "Protsenko, Online Routing on the Mesh and Offline Routing on the Benes "
             "Network",
    .parts = parts,
    .trials_text = trials_text,
    .close = claims_free_measured,
};
