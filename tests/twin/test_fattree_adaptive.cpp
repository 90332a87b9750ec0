/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_fattree_adaptive -- the adaptive route unit of k-ary n-trees in C beside its Verilog
 * twin. */
// few: Vfattree_adaptive_2_3 Vfattree_adaptive_3_3
// model: Vfattree_adaptive_2_2 rtl/route/fattree_adaptive.v PORTS=4
//   HEADER_BITS=2 ADDRESS_BITS=2 K=2 LEVELS=2
// model: Vfattree_adaptive_3_2 rtl/route/fattree_adaptive.v PORTS=6
//   HEADER_BITS=4 ADDRESS_BITS=3 K=3 LEVELS=2
// model: Vfattree_adaptive_2_3 rtl/route/fattree_adaptive.v PORTS=4
//   HEADER_BITS=4 ADDRESS_BITS=4 K=2 LEVELS=3
// model: Vfattree_adaptive_3_3 rtl/route/fattree_adaptive.v PORTS=6
//   HEADER_BITS=8 ADDRESS_BITS=6 K=3 LEVELS=3
// model: Vfattree_adaptive_4_3 rtl/route/fattree_adaptive.v PORTS=8
//   HEADER_BITS=8 ADDRESS_BITS=6 K=4 LEVELS=3
// model: Vfattree_adaptive_21_2 rtl/route/fattree_adaptive.v PORTS=42
//   HEADER_BITS=10 ADDRESS_BITS=6 K=21 LEVELS=2
// model: Vfattree_adaptive_5_4 rtl/route/fattree_adaptive.v PORTS=10
//   HEADER_BITS=18 ADDRESS_BITS=11 K=5 LEVELS=4
// model: Vfattree_adaptive_2_8 rtl/route/fattree_adaptive.v PORTS=4
//   HEADER_BITS=14 ADDRESS_BITS=10 K=2 LEVELS=8
// model: Vfattree_adaptive_2_21 rtl/route/fattree_adaptive.v PORTS=4
//   HEADER_BITS=40 ADDRESS_BITS=25 K=2 LEVELS=21
#include "tests/twin/twin_fattree.h"

extern "C" {
extern const struct route_unit fattree_adaptive;
}

template <class Twin>
static void compare(typename Twin::Model *model, const uint32_t *parameters,
                    uint64_t header, uint64_t here, uint32_t word)
{
  model->random_i = word;
  const struct route_out out =
      compare_route<Twin>(model, fattree_adaptive, parameters, header, here, 0, word);

  CHECK(!out.wait && out.vc == 0 && out.priority == 0, "no VC, no priority");
}

template <class Twin> static void test_every_header()
{
  const uint32_t parameters[] = {Twin::K, Twin::LEVELS};
  auto model = new typename Twin::Model;

  fattree_headers<Twin>([model, &parameters](uint64_t header, uint64_t here) {
    for (uint32_t word = 0; word <= Twin::K + 1; word++)
      compare<Twin>(model, parameters, header, here, word);
    compare<Twin>(model, parameters, header, here, UINT32_MAX - Twin::K);
  });
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
