/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* torus -- route unit of a product of rings: dimension order, the shorter way round. */
#include "route/torus.h"

#include "switch/loop.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, torus_comb);
}

static const char *const parameters[] = {"DIMENSIONS", NULL};

const struct route_unit torus_unit = {
    .name = "torus",
    .parameters = parameters,
    .vector = "SIZES",
    .has_vc = true,
    .comb = torus_comb,
    .loop = loop,
};
