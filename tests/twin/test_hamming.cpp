/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hamming -- the route unit of a product of complete graphs in C beside its Verilog
 * twin. */
// few: Vhamming_4_4 Vhamming_2_3_5
// model: Vhamming_2 rtl/route/hamming.v DIMENSIONS=1 PORTS=1
//   HEADER_BITS=1 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vhamming_3 rtl/route/hamming.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=2
//   SIZES=16'h0003
// model: Vhamming_4_4 rtl/route/hamming.v DIMENSIONS=2 PORTS=6
//   HEADER_BITS=4 ADDRESS_BITS=4
//   SIZES=32'h00040004
// model: Vhamming_2_3_5 rtl/route/hamming.v DIMENSIONS=3 PORTS=7
//   HEADER_BITS=6 ADDRESS_BITS=6
//   SIZES=48'h000200030005
// model: Vhamming_17_17 rtl/route/hamming.v DIMENSIONS=2 PORTS=32
//   HEADER_BITS=10 ADDRESS_BITS=10
//   SIZES=32'h00110011
// model: Vhamming_64 rtl/route/hamming.v DIMENSIONS=1 PORTS=63
//   HEADER_BITS=6 ADDRESS_BITS=6
//   SIZES=16'h0040
// model: Vhamming_2_to_20 rtl/route/hamming.v DIMENSIONS=20 PORTS=20
//   HEADER_BITS=20 ADDRESS_BITS=20
//   SIZES=320'h00020002000200020002000200020002000200020002000200020002000200020002000200020002
// model: Vhamming_3_to_12 rtl/route/hamming.v DIMENSIONS=12 PORTS=24
//   HEADER_BITS=24 ADDRESS_BITS=24
//   SIZES=192'h000300030003000300030003000300030003000300030003
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit hamming_unit;
}

/* Has every dimension the digit that the address has for it? */
template <class Twin> static bool is_address(uint64_t word)
{
  for (uint32_t i = 0; i < Twin::DIMENSIONS; word >>= clog2(Twin::SIZES[i++]))
    if ((word & bits_mask(clog2(Twin::SIZES[i]))) >= Twin::SIZES[i])
      return false;
  return true;
}

/* At every address; headers with digits that no dimension has are among them. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);
  uint32_t parameters[1 + Twin::DIMENSIONS] = {Twin::DIMENSIONS};
  struct route_field fields[Twin::DIMENSIONS];

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++) {
    parameters[1 + i] = Twin::SIZES[i];
    fields[i] = {clog2(Twin::SIZES[i]), Twin::SIZES[i]};
  }
  if constexpr (2 * bits <= ROUTE_BITS)
    for (uint64_t here = 0; here < UINT64_C(1) << bits; here++)
      for (uint64_t header = 0; is_address<Twin>(here) && header < UINT64_C(1) << bits;
           header++)
        compare_plain_route<Twin>(model, hamming_unit, parameters, header, here);
  else
    fields_changed(fields, Twin::DIMENSIONS, &rng,
                   [model, &parameters](uint64_t here, uint64_t header, uint32_t) {
                     compare_plain_route<Twin>(model, hamming_unit, parameters, header,
                                               here);
                   });
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
