/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_levels -- the route unit of two service levels in C beside its Verilog twin. */
// few: Vlevels_2_3
// model: Vlevels_1_2 rtl/route/sync_levels.v K=1 M=2 PORTS=4
//   HEADER_BITS=9 ADDRESS_BITS=3
// model: Vlevels_2_3 rtl/route/sync_levels.v K=2 M=3 PORTS=6
//   HEADER_BITS=11 ADDRESS_BITS=5
// model: Vlevels_5_2 rtl/route/sync_levels.v K=5 M=2 PORTS=8
//   HEADER_BITS=11 ADDRESS_BITS=5
// model: Vlevels_31_31 rtl/route/sync_levels.v K=31 M=31 PORTS=63
//   HEADER_BITS=21 ADDRESS_BITS=15
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_levels;
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};
  const struct route_out out = compare_route<Twin>(model, sync_levels, size, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
}

/* A field of a header or an address: often 0, or as large as it can be. */
static uint64_t random_field(struct rng *rng, uint32_t bits)
{
  switch (rng_below(rng, 4)) {
  case 0:
    return 0;
  case 1:
    return bits_mask(bits);
  default:
    return rng_next(rng) & bits_mask(bits);
  }
}

/* In the order of the page: pi, delta, gamma, b, broadcast, skip_self, privileged.  The
 * counter and the bits above it with equal frequency; the drawer is often the router's
 * number. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  constexpr uint32_t l = clog2(Twin::M), g = Twin::K > 1 ? clog2(Twin::K) : 1;
  const uint64_t p = random_field(rng, l);
  const uint64_t d = random_quarters(rng, 2) ? p : random_field(rng, l);
  uint64_t header = rng_next(rng) & 63;

  header = header << g | random_field(rng, g);
  header = header << l | random_field(rng, l);
  header = header << l | random_field(rng, l);
  compare<Twin>(model, header, (random_field(rng, g) << l | d) << l | p);
}

template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS + Twin::ADDRESS_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      compare<Twin>(model, code & bits_mask(Twin::HEADER_BITS), code >> Twin::HEADER_BITS);
  else
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
