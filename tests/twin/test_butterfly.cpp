/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_butterfly -- the route unit of the butterfly in C beside its Verilog twin. */
// few: Vbutterfly_3 Vbutterfly_4_wrap
// model: Vbutterfly_1 rtl/route/butterfly.v DIMENSIONS=1 WRAP=0 PORTS=2
//   HEADER_BITS=1 ADDRESS_BITS=2
// model: Vbutterfly_2 rtl/route/butterfly.v DIMENSIONS=2 WRAP=0 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=4
// model: Vbutterfly_3 rtl/route/butterfly.v DIMENSIONS=3 WRAP=0 PORTS=2
//   HEADER_BITS=3 ADDRESS_BITS=5
// model: Vbutterfly_4 rtl/route/butterfly.v DIMENSIONS=4 WRAP=0 PORTS=2
//   HEADER_BITS=4 ADDRESS_BITS=7
// model: Vbutterfly_6 rtl/route/butterfly.v DIMENSIONS=6 WRAP=0 PORTS=2
//   HEADER_BITS=6 ADDRESS_BITS=9
// model: Vbutterfly_20 rtl/route/butterfly.v DIMENSIONS=20 WRAP=0 PORTS=2
//   HEADER_BITS=20 ADDRESS_BITS=25
// model: Vbutterfly_1_wrap rtl/route/butterfly.v DIMENSIONS=1 WRAP=1 PORTS=2
//   HEADER_BITS=1 ADDRESS_BITS=2
// model: Vbutterfly_2_wrap rtl/route/butterfly.v DIMENSIONS=2 WRAP=1 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=3
// model: Vbutterfly_3_wrap rtl/route/butterfly.v DIMENSIONS=3 WRAP=1 PORTS=2
//   HEADER_BITS=3 ADDRESS_BITS=5
// model: Vbutterfly_4_wrap rtl/route/butterfly.v DIMENSIONS=4 WRAP=1 PORTS=2
//   HEADER_BITS=4 ADDRESS_BITS=6
// model: Vbutterfly_6_wrap rtl/route/butterfly.v DIMENSIONS=6 WRAP=1 PORTS=2
//   HEADER_BITS=6 ADDRESS_BITS=9
// model: Vbutterfly_20_wrap rtl/route/butterfly.v DIMENSIONS=20 WRAP=1 PORTS=2
//   HEADER_BITS=20 ADDRESS_BITS=25
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit butterfly_unit;
}

enum { ROUNDS = 200000 };

/* Every address and header, words that are no address among them. */
template <class Twin> static void test_every_header()
{
  const uint32_t parameters[] = {Twin::DIMENSIONS, Twin::WRAP};
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::HEADER_BITS);

  if constexpr (Twin::ADDRESS_BITS + Twin::HEADER_BITS <= ROUTE_BITS) {
    compare_all_routes<Twin>(model, butterfly_unit, parameters);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      const uint64_t here = random_word(&rng, Twin::ADDRESS_BITS);
      const uint64_t row = here & bits_mask(Twin::DIMENSIONS);
      const uint64_t header = random_word(&rng, Twin::HEADER_BITS);

      /* Often at level 0, and with the header of the row or one that is close to it. */
      compare_plain_route<Twin>(model, butterfly_unit, parameters,
                                i % 4 == 0   ? row
                                : i % 4 == 1 ? row ^ (header & 3)
                                             : header,
                                i % 2 == 0 ? row : here);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
