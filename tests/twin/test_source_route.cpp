/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_source_route -- the route unit of source routes in C beside its Verilog twin. */
// few: Vsource_route_3 Vsource_route_5
// model: Vsource_route_1 rtl/route/source_route.v PORTS=1
//   HEADER_BITS=7 ADDRESS_BITS=3
// model: Vsource_route_2 rtl/route/source_route.v PORTS=2
//   HEADER_BITS=8 ADDRESS_BITS=6
// model: Vsource_route_2_short rtl/route/source_route.v PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=2
// model: Vsource_route_2_long rtl/route/source_route.v PORTS=2
//   HEADER_BITS=40 ADDRESS_BITS=26
// model: Vsource_route_3 rtl/route/source_route.v PORTS=3
//   HEADER_BITS=11 ADDRESS_BITS=5
// model: Vsource_route_4 rtl/route/source_route.v PORTS=4
//   HEADER_BITS=7 ADDRESS_BITS=7
// model: Vsource_route_5 rtl/route/source_route.v PORTS=5
//   HEADER_BITS=13 ADDRESS_BITS=3
// model: Vsource_route_33 rtl/route/source_route.v PORTS=33
//   HEADER_BITS=64 ADDRESS_BITS=32
// model: Vsource_route_63 rtl/route/source_route.v PORTS=63
//   HEADER_BITS=61 ADDRESS_BITS=20
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit source_route_unit;
}

enum { ROUNDS = 200000 };

/* Every address and header; or many of every length. */
template <class Twin> static void test_every_header()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::HEADER_BITS);

  if constexpr (Twin::ADDRESS_BITS + Twin::HEADER_BITS <= ROUTE_BITS) {
    compare_all_routes<Twin>(model, source_route_unit, nullptr);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      const uint64_t here = random_word(&rng, Twin::ADDRESS_BITS);
      const uint64_t header = random_word(&rng, Twin::HEADER_BITS);

      compare_plain_route<Twin>(model, source_route_unit, nullptr,
                                header >> i % Twin::HEADER_BITS, here);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
