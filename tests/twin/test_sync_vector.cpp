/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_vector -- the source vector's route unit in C beside its Verilog twin. */
// few: Vvector_2_3_1 Vvector_3_4_0
// model: Vvector_1_2_0 rtl/route/sync_vector.v K=1 M=2 HOLDS=0 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_1_2_1 rtl/route/sync_vector.v K=1 M=2 HOLDS=1 PORTS=4
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_2_2_0 rtl/route/sync_vector.v K=2 M=2 HOLDS=0 PORTS=5
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_2_2_1 rtl/route/sync_vector.v K=2 M=2 HOLDS=1 PORTS=5
//   HEADER_BITS=8 ADDRESS_BITS=3
// model: Vvector_2_3_0 rtl/route/sync_vector.v K=2 M=3 HOLDS=0 PORTS=6
//   HEADER_BITS=10 ADDRESS_BITS=5
// model: Vvector_2_3_1 rtl/route/sync_vector.v K=2 M=3 HOLDS=1 PORTS=6
//   HEADER_BITS=10 ADDRESS_BITS=5
// model: Vvector_5_2_1 rtl/route/sync_vector.v K=5 M=2 HOLDS=1 PORTS=8
//   HEADER_BITS=10 ADDRESS_BITS=5
// model: Vvector_3_4_0 rtl/route/sync_vector.v K=3 M=4 HOLDS=0 PORTS=8
//   HEADER_BITS=11 ADDRESS_BITS=6
// model: Vvector_3_4_1 rtl/route/sync_vector.v K=3 M=4 HOLDS=1 PORTS=8
//   HEADER_BITS=11 ADDRESS_BITS=6
// model: Vvector_4_4_1 rtl/route/sync_vector.v K=4 M=4 HOLDS=1 PORTS=9
//   HEADER_BITS=11 ADDRESS_BITS=6
// model: Vvector_1_7_0 rtl/route/sync_vector.v K=1 M=7 HOLDS=0 PORTS=9
//   HEADER_BITS=12 ADDRESS_BITS=7
// model: Vvector_5_5_0 rtl/route/sync_vector.v K=5 M=5 HOLDS=0 PORTS=11
//   HEADER_BITS=14 ADDRESS_BITS=9
// model: Vvector_8_16_0 rtl/route/sync_vector.v K=8 M=16 HOLDS=0 PORTS=25
//   HEADER_BITS=16 ADDRESS_BITS=11
// model: Vvector_8_16_1 rtl/route/sync_vector.v K=8 M=16 HOLDS=1 PORTS=25
//   HEADER_BITS=16 ADDRESS_BITS=11
// model: Vvector_31_31_0 rtl/route/sync_vector.v K=31 M=31 HOLDS=0 PORTS=63
//   HEADER_BITS=20 ADDRESS_BITS=15
// model: Vvector_60_2_1 rtl/route/sync_vector.v K=60 M=2 HOLDS=1 PORTS=63
//   HEADER_BITS=13 ADDRESS_BITS=8
// model: Vvector_1_61_1 rtl/route/sync_vector.v K=1 M=61 HOLDS=1 PORTS=63
//   HEADER_BITS=18 ADDRESS_BITS=13
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_vector, sync_vector_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  compare_sync<Twin>(model, Twin::HOLDS ? sync_vector : sync_vector_free, header, here);
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

/* In the order of the page: pi, delta, gamma, b, broadcast, skip_self.  The counter and the
 * bits above it with equal frequency; the drawer is often the router's number. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  constexpr uint32_t l = clog2(Twin::M), g = Twin::K > 1 ? clog2(Twin::K) : 1;
  const uint64_t p = random_field(rng, l);
  const uint64_t d = random_quarters(rng, 2) ? p : random_field(rng, l);
  uint64_t header = rng_next(rng) & 31;

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
