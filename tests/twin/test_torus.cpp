/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus -- the route unit of a product of rings in C beside its Verilog twin. */
// few: Vtorus_5_4 Vtorus_2_3_5
// model: Vtorus_2 rtl/route/torus.v DIMENSIONS=1 PORTS=1
//   HEADER_BITS=1 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vtorus_3 rtl/route/torus.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=2
//   SIZES=16'h0003
// model: Vtorus_4 rtl/route/torus.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=2
//   SIZES=16'h0004
// model: Vtorus_5_4 rtl/route/torus.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vtorus_2_3_5 rtl/route/torus.v DIMENSIONS=3 PORTS=5
//   HEADER_BITS=6 ADDRESS_BITS=6
//   SIZES=48'h000200030005
// model: Vtorus_2_2_2 rtl/route/torus.v DIMENSIONS=3 PORTS=3
//   HEADER_BITS=3 ADDRESS_BITS=3
//   SIZES=48'h000200020002
// model: Vtorus_3_2_2_3 rtl/route/torus.v DIMENSIONS=4 PORTS=6
//   HEADER_BITS=6 ADDRESS_BITS=6
//   SIZES=64'h0003000200020003
// model: Vtorus_16_16 rtl/route/torus.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=8
//   SIZES=32'h00100010
// model: Vtorus_3_3_3_3 rtl/route/torus.v DIMENSIONS=4 PORTS=8
//   HEADER_BITS=8 ADDRESS_BITS=8
//   SIZES=64'h0003000300030003
// model: Vtorus_10_10_10 rtl/route/torus.v DIMENSIONS=3 PORTS=6
//   HEADER_BITS=12 ADDRESS_BITS=12
//   SIZES=48'h000a000a000a
// model: Vtorus_6_9 rtl/route/torus.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=7 ADDRESS_BITS=7
//   SIZES=32'h00060009
// model: Vtorus_17_17 rtl/route/torus.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=10 ADDRESS_BITS=10
//   SIZES=32'h00110011
// model: Vtorus_33_2_7 rtl/route/torus.v DIMENSIONS=3 PORTS=5
//   HEADER_BITS=10 ADDRESS_BITS=10
//   SIZES=48'h002100020007
// model: Vtorus_65535 rtl/route/torus.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=16 ADDRESS_BITS=16
//   SIZES=16'hffff
// model: Vtorus_2_to_20 rtl/route/torus.v DIMENSIONS=20 PORTS=20
//   HEADER_BITS=20 ADDRESS_BITS=20
//   SIZES=320'h00020002000200020002000200020002000200020002000200020002000200020002000200020002
// model: Vtorus_3_to_12 rtl/route/torus.v DIMENSIONS=12 PORTS=24
//   HEADER_BITS=24 ADDRESS_BITS=24
//   SIZES=192'h000300030003000300030003000300030003000300030003
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit torus_unit;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  uint32_t parameters[1 + Twin::DIMENSIONS] = {Twin::DIMENSIONS};

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
    parameters[1 + i] = Twin::SIZES[i];
  const struct route_out out =
      compare_route<Twin>(model, torus_unit, parameters, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK(!out.wait && out.priority == 0, "!out.wait && out.priority == 0");
}

/* Has every ring of the network the digit that the address has for it? */
template <class Twin> static bool is_address(uint64_t word)
{
  for (uint32_t i = 0; i < Twin::DIMENSIONS; word >>= clog2(Twin::SIZES[i++]))
    if ((word & bits_mask(clog2(Twin::SIZES[i]))) >= Twin::SIZES[i])
      return false;
  return true;
}

/* Headers close to the address: a few digits differ, often by about half a ring; some have
 * digits that no ring has. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  uint64_t here = 0, header = 0;

  for (uint32_t i = Twin::DIMENSIONS; i-- > 0;) {
    const uint32_t n = Twin::SIZES[i], bits = clog2(n);
    const uint64_t at = rng_below(rng, n);
    uint64_t to = at;

    switch (rng_below(rng, 6)) {
    case 0:
      to = (at + n / 2 + rng_below(rng, 3) + n - 1) % n;
      break;
    case 1:
      to = rng_below(rng, n);
      break;
    case 2:
      to = rng_next(rng) & bits_mask(bits);
      break;
    default:
      break;
    }
    here = here << bits | at;
    header = header << bits | to;
  }
  compare<Twin>(model, header, here);
}

/* At every address; headers with digits that no ring has are among them. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (2 * bits <= ROUTE_BITS) {
    for (uint64_t here = 0; here < UINT64_C(1) << bits; here++)
      for (uint64_t header = 0; is_address<Twin>(here) && header < UINT64_C(1) << bits;
           header++)
        compare<Twin>(model, header, here);
  } else {
    struct route_field fields[Twin::DIMENSIONS];

    for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
      fields[i] = {clog2(Twin::SIZES[i]), Twin::SIZES[i]};
    fields_changed(fields, Twin::DIMENSIONS, &rng,
                   [model](uint64_t here, uint64_t header, uint32_t) {
                     compare<Twin>(model, header, here);
                   });
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
