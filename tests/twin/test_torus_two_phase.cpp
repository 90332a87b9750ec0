/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus_two_phase -- the route unit torus_two_phase in C beside its Verilog twin. */
// few: Vtorus_two_phase_5_4
// model: Vtorus_two_phase_2 rtl/route/torus_two_phase.v DIMENSIONS=1 PORTS=1
//   HEADER_BITS=2 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vtorus_two_phase_3 rtl/route/torus_two_phase.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=4 ADDRESS_BITS=2
//   SIZES=16'h0003
// model: Vtorus_two_phase_5_4 rtl/route/torus_two_phase.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=10 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vtorus_two_phase_2_3_5 rtl/route/torus_two_phase.v DIMENSIONS=3 PORTS=5
//   HEADER_BITS=12 ADDRESS_BITS=6
//   SIZES=48'h000200030005
// model: Vtorus_two_phase_16_16 rtl/route/torus_two_phase.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=16 ADDRESS_BITS=8
//   SIZES=32'h00100010
// model: Vtorus_two_phase_6_9 rtl/route/torus_two_phase.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=14 ADDRESS_BITS=7
//   SIZES=32'h00060009
// model: Vtorus_two_phase_3_to_12 rtl/route/torus_two_phase.v DIMENSIONS=12 PORTS=24
//   HEADER_BITS=48 ADDRESS_BITS=24
//   SIZES=192'h000300030003000300030003000300030003000300030003
#include "tests/twin/twin_two_phase.h"

extern "C" {
extern const struct route_unit torus_two_phase;
}

template <class Twin> static void test_every_header()
{
  compare_two_phase_all<Twin>(torus_two_phase);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
