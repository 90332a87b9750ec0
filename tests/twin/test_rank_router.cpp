/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_rank_router -- the router in C, asked channel by channel, beside its Verilog twin.
 */
// optimize: 1
// few: Vrank_4_2_3 Vrank_11_10_16
// model: Vrank_1_1_5 rtl/component/rank_router.v CHANNELS=1 PORTS=1 DEPTH=5
// model: Vrank_2_1_1 rtl/component/rank_router.v CHANNELS=2 PORTS=1 DEPTH=1
// model: Vrank_3_2_2 rtl/component/rank_router.v CHANNELS=3 PORTS=2 DEPTH=2
// model: Vrank_4_2_3 rtl/component/rank_router.v CHANNELS=4 PORTS=2 DEPTH=3
// model: Vrank_5_4_4 rtl/component/rank_router.v CHANNELS=5 PORTS=4 DEPTH=4
// model: Vrank_11_10_16 rtl/component/rank_router.v CHANNELS=11 PORTS=10 DEPTH=16
// model: Vrank_64_3_5 rtl/component/rank_router.v CHANNELS=64 PORTS=3 DEPTH=5
#define ROUTER_ONE_PORT 1
#include "tests/twin/twin_router.h"

TWIN_LAWS(ROUTER_ROW)
