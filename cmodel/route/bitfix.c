/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix -- deterministic routing on the hypercube: the lowest address bit that differs. */
#include "route/bitfix.h"

#include "switch/loop.h"

static void loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, bitfix_comb);
}

const struct route_unit bitfix = {.name = "bitfix", .comb = bitfix_comb, .loop = loop};
