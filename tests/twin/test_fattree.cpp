/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_fattree -- the route unit of k-ary n-trees in C beside its Verilog twin. */
// few: Vfattree_2_3 Vfattree_3_3
// model: Vfattree_2_2 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=2 ADDRESS_BITS=2 K=2 LEVELS=2
// model: Vfattree_3_2 rtl/route/fattree.v PORTS=6
//   HEADER_BITS=4 ADDRESS_BITS=3 K=3 LEVELS=2
// model: Vfattree_2_3 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=4 ADDRESS_BITS=4 K=2 LEVELS=3
// model: Vfattree_3_3 rtl/route/fattree.v PORTS=6
//   HEADER_BITS=8 ADDRESS_BITS=6 K=3 LEVELS=3
// model: Vfattree_4_3 rtl/route/fattree.v PORTS=8
//   HEADER_BITS=8 ADDRESS_BITS=6 K=4 LEVELS=3
// model: Vfattree_21_2 rtl/route/fattree.v PORTS=42
//   HEADER_BITS=10 ADDRESS_BITS=6 K=21 LEVELS=2
// model: Vfattree_5_4 rtl/route/fattree.v PORTS=10
//   HEADER_BITS=18 ADDRESS_BITS=11 K=5 LEVELS=4
// model: Vfattree_2_8 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=14 ADDRESS_BITS=10 K=2 LEVELS=8
// model: Vfattree_2_21 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=40 ADDRESS_BITS=25 K=2 LEVELS=21
#include "tests/twin/twin_fattree.h"

extern "C" {
extern const struct route_unit fattree_unit;
}

template <class Twin> static void test_every_header()
{
  const uint32_t parameters[] = {Twin::K, Twin::LEVELS};
  auto model = new typename Twin::Model;

  fattree_headers<Twin>([model, &parameters](uint64_t header, uint64_t here) {
    compare_plain_route<Twin>(model, fattree_unit, parameters, header, here);
  });
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
