/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* butterfly -- route unit of the butterfly: the port is a bit of the destination's row. */
#include "route/butterfly.h"

#include "switch/loop.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, butterfly_comb);
}

static const char *const parameters[] = {"DIMENSIONS", "WRAP", NULL};

const struct route_unit butterfly_unit = {
    .name = "butterfly",
    .parameters = parameters,
    .comb = butterfly_comb,
    .loop = loop,
};
