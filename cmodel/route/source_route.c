/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* source_route -- route unit whose headers are lists of output ports. */
#include "route/source_route.h"

#include "switch/loop.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, source_route_comb);
}

const struct route_unit source_route_unit = {
    .name = "source_route",
    .comb = source_route_comb,
    .loop = loop,
};
