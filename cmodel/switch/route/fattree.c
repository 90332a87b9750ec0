/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree -- route unit of k-ary n-trees: up by the digits of the header, then down. */
#include "switch/route/fattree.h"

#include "switch/bank/loop.h"
#include "switch/route/fattree_marks.h"

ROUTE_UNIT(unit, fattree_comb(in))

const struct route_unit fattree_unit = {
    .name = "fattree",
    .one_port = true,
    .parameters = fattree_parameters,
    .comb = unit_comb,
    .loops = &unit_loops,
    .marks = &fattree_marks,
};
