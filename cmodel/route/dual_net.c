/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_net -- route unit of hierarchical and recursive dual-nets: the next hop by levels.
 */
#include "route/dual_net.h"

#include "switch/loop.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, dual_net_comb);
}

static const char *const parameters[] = {"RINGS", "LEVELS", "DATELINES", NULL};

const struct route_unit dual_net_unit = {
    .name = "dual_net",
    .parameters = parameters,
    .vector = "SHAPE",
    .has_vc = true,
    .comb = dual_net_comb,
    .loop = loop,
};
