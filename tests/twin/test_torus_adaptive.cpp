/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus_adaptive -- the adaptive route unit of products of rings in C beside its
 * Verilog twin. */
// few: Vtorus_adaptive_5_4
// model: Vtorus_adaptive_2 rtl/route/torus_adaptive.v DIMENSIONS=1 PORTS=1
//   HEADER_BITS=1 ADDRESS_BITS=1
//   SIZES=16'h0002
// model: Vtorus_adaptive_4 rtl/route/torus_adaptive.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=2 ADDRESS_BITS=2
//   SIZES=16'h0004
// model: Vtorus_adaptive_5_4 rtl/route/torus_adaptive.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=5 ADDRESS_BITS=5
//   SIZES=32'h00050004
// model: Vtorus_adaptive_2_3_5 rtl/route/torus_adaptive.v DIMENSIONS=3 PORTS=5
//   HEADER_BITS=6 ADDRESS_BITS=6
//   SIZES=48'h000200030005
// model: Vtorus_adaptive_2_2_2 rtl/route/torus_adaptive.v DIMENSIONS=3 PORTS=3
//   HEADER_BITS=3 ADDRESS_BITS=3
//   SIZES=48'h000200020002
// model: Vtorus_adaptive_16_16 rtl/route/torus_adaptive.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=8
//   SIZES=32'h00100010
// model: Vtorus_adaptive_6_9 rtl/route/torus_adaptive.v DIMENSIONS=2 PORTS=4
//   HEADER_BITS=7 ADDRESS_BITS=7
//   SIZES=32'h00060009
// model: Vtorus_adaptive_65535 rtl/route/torus_adaptive.v DIMENSIONS=1 PORTS=2
//   HEADER_BITS=16 ADDRESS_BITS=16
//   SIZES=16'hffff
// model: Vtorus_adaptive_2_to_20 rtl/route/torus_adaptive.v DIMENSIONS=20 PORTS=20
//   HEADER_BITS=20 ADDRESS_BITS=20
//   SIZES=320'h00020002000200020002000200020002000200020002000200020002000200020002000200020002
#include "tests/twin/twin_route.h"

extern "C" {
extern const struct route_unit torus_adaptive;
}

enum { ROUNDS = 100000, WORDS = 3 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here,
                    uint32_t word)
{
  uint32_t parameters[1 + Twin::DIMENSIONS] = {Twin::DIMENSIONS};

  for (uint32_t i = 0; i < Twin::DIMENSIONS; i++)
    parameters[1 + i] = Twin::SIZES[i];
  model->random_i = word;
  const struct route_out out =
      compare_route<Twin>(model, torus_adaptive, parameters, header, here, 0, word);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK(!out.wait && out.priority == 0, "!out.wait && out.priority == 0");
}

/* Headers about half a ring away or near, some with digits that no ring has. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  uint64_t here = 0, header = 0;

  for (uint32_t i = Twin::DIMENSIONS; i-- > 0;) {
    const uint32_t n = Twin::SIZES[i], bits = clog2(n);
    const uint64_t at = rng_below(rng, n);
    uint64_t to = at;

    if (rng_below(rng, 3) == 0)
      to = (at + n / 2 + rng_below(rng, 3) + n - 1) % n;
    else if (rng_below(rng, 3) == 0)
      to = rng_next(rng) & bits_mask(bits);
    here = here << bits | at;
    header = header << bits | to;
  }
  const uint32_t word = rng_below(rng, 8)
                            ? static_cast<uint32_t>(rng_below(rng, Twin::PORTS + 2))
                            : static_cast<uint32_t>(rng_next(rng));
  compare<Twin>(model, header, here, word);
}

template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (2 * bits <= ROUTE_BITS - WORDS)
    for (uint64_t code = 0; code < UINT64_C(1) << 2 * bits; code++)
      for (uint32_t word = 0; word < Twin::PORTS + 2; word++)
        compare<Twin>(model, code & bits_mask(bits), code >> bits, word);
  for (uint32_t i = 0; i < ROUNDS; i++)
    random_round<Twin>(model, &rng);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
