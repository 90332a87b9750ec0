/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_source_route_vc -- the route unit of source routes with VCs in C beside its Verilog
 * twin. */
// few: Vsource_route_vc_3 Vsource_route_vc_5
// model: Vsource_route_vc_1 rtl/route/source_route_vc.v PORTS=1
//   HEADER_BITS=7 ADDRESS_BITS=3 VC_BITS=1
// model: Vsource_route_vc_2 rtl/route/source_route_vc.v PORTS=2
//   HEADER_BITS=8 ADDRESS_BITS=6 VC_BITS=2
// model: Vsource_route_vc_short rtl/route/source_route_vc.v PORTS=2
//   HEADER_BITS=3 ADDRESS_BITS=2 VC_BITS=1
// model: Vsource_route_vc_long rtl/route/source_route_vc.v PORTS=2
//   HEADER_BITS=41 ADDRESS_BITS=26 VC_BITS=3
// model: Vsource_route_vc_3 rtl/route/source_route_vc.v PORTS=3
//   HEADER_BITS=13 ADDRESS_BITS=5 VC_BITS=2
// model: Vsource_route_vc_5 rtl/route/source_route_vc.v PORTS=5
//   HEADER_BITS=13 ADDRESS_BITS=3 VC_BITS=3
// model: Vsource_route_vc_33 rtl/route/source_route_vc.v PORTS=33
//   HEADER_BITS=64 ADDRESS_BITS=32 VC_BITS=1
// model: Vsource_route_vc_63 rtl/route/source_route_vc.v PORTS=63
//   HEADER_BITS=61 ADDRESS_BITS=20 VC_BITS=3
#include "tests/twin/twin_route.h"

extern "C" {
extern const struct route_unit source_route_vc_unit;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  const uint32_t parameters[] = {Twin::VC_BITS};
  const struct route_out out =
      compare_route<Twin>(model, source_route_vc_unit, parameters, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK(!out.wait && out.priority == 0, "!out.wait && out.priority == 0");
}

/* Every address and header; or many of every length. */
template <class Twin> static void test_every_header()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::HEADER_BITS);

  if constexpr (Twin::ADDRESS_BITS + Twin::HEADER_BITS <= ROUTE_BITS) {
    for (uint64_t here = 0; here < UINT64_C(1) << Twin::ADDRESS_BITS; here++)
      for (uint64_t header = 0; header < UINT64_C(1) << Twin::HEADER_BITS; header++)
        compare<Twin>(model, header, here);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      const uint64_t here = random_word(&rng, Twin::ADDRESS_BITS);
      const uint64_t header = random_word(&rng, Twin::HEADER_BITS);

      compare<Twin>(model, header >> i % Twin::HEADER_BITS, here);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
