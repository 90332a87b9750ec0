/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hamming_two_phase -- the route unit hamming_two_phase in C beside its Verilog twin.
 */
// few: Vhamming_two_phase_5_4
// model: Vhamming_two_phase_2 rtl/route/hamming_two_phase.v DIMENSIONS=1 PORTS=1
//   HEADER_BITS=2 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vhamming_two_phase_3 rtl/route/hamming_two_phase.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=4 ADDRESS_BITS=2
//   SIZES=16'h0003
// model: Vhamming_two_phase_5_4 rtl/route/hamming_two_phase.v DIMENSIONS=2 PORTS=7
//   HEADER_BITS=10 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vhamming_two_phase_4_3_2 rtl/route/hamming_two_phase.v DIMENSIONS=3 PORTS=6
//   HEADER_BITS=10 ADDRESS_BITS=5
//   SIZES=48'h000400030002
// model: Vhamming_two_phase_17_17 rtl/route/hamming_two_phase.v DIMENSIONS=2 PORTS=32
//   HEADER_BITS=20 ADDRESS_BITS=10
//   SIZES=32'h00110011
// model: Vhamming_two_phase_2_to_20 rtl/route/hamming_two_phase.v DIMENSIONS=20 PORTS=20
//   HEADER_BITS=40 ADDRESS_BITS=20
//   SIZES=320'h00020002000200020002000200020002000200020002000200020002000200020002000200020002
#include "tests/twin/twin_two_phase.h"

extern "C" {
extern const struct route_unit hamming_two_phase;
}

template <class Twin> static void test_every_header()
{
  compare_two_phase_all<Twin>(hamming_two_phase);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
