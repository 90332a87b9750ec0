/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_router -- the router in C, asked channel by channel, beside its Verilog twin. */
// optimize: 1
// few: Vrouter_4_2_3 Vrouter_11_10_16
// model: Vrouter_1_1_5 rtl/component/router.v CHANNELS=1 PORTS=1 DEPTH=5
// model: Vrouter_2_1_1 rtl/component/router.v CHANNELS=2 PORTS=1 DEPTH=1
// model: Vrouter_5_1_3 rtl/component/router.v CHANNELS=5 PORTS=1 DEPTH=3
// model: Vrouter_3_2_2 rtl/component/router.v CHANNELS=3 PORTS=2 DEPTH=2
// model: Vrouter_4_2_3 rtl/component/router.v CHANNELS=4 PORTS=2 DEPTH=3
// model: Vrouter_3_3_1 rtl/component/router.v CHANNELS=3 PORTS=3 DEPTH=1
// model: Vrouter_2_4_1 rtl/component/router.v CHANNELS=2 PORTS=4 DEPTH=1
// model: Vrouter_8_4_1 rtl/component/router.v CHANNELS=8 PORTS=4 DEPTH=1
// model: Vrouter_7_5_8 rtl/component/router.v CHANNELS=7 PORTS=5 DEPTH=8
// model: Vrouter_5_4_4 rtl/component/router.v CHANNELS=5 PORTS=4 DEPTH=4
// model: Vrouter_9_9_7 rtl/component/router.v CHANNELS=9 PORTS=9 DEPTH=7
// model: Vrouter_11_10_16 rtl/component/router.v CHANNELS=11 PORTS=10 DEPTH=16
// model: Vrouter_64_3_5 rtl/component/router.v CHANNELS=64 PORTS=3 DEPTH=5
#define ROUTER_ONE_PORT 0
#include "tests/twin/twin_router.h"

TWIN_LAWS(ROUTER_ROW)
