/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bitfix -- deterministic routing on the hypercube: the lowest address bit that differs. */
#include "route/bitfix.h"

const struct route_unit bitfix = {.name = "bitfix", .comb = bitfix_comb};
