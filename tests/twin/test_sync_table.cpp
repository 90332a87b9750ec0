/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_table -- the destination's route unit in C beside its Verilog twin. */
// few: Vtable_2_3_1 Vtable_3_4_0
// model: Vtable_1_2_0 rtl/route/sync_table.v K=1 M=2 HOLDS=0 PORTS=4
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vtable_1_2_1 rtl/route/sync_table.v K=1 M=2 HOLDS=1 PORTS=4
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vtable_2_2_0 rtl/route/sync_table.v K=2 M=2 HOLDS=0 PORTS=5
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vtable_2_2_1 rtl/route/sync_table.v K=2 M=2 HOLDS=1 PORTS=5
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vtable_2_3_0 rtl/route/sync_table.v K=2 M=3 HOLDS=0 PORTS=6
//   HEADER_BITS=16 ADDRESS_BITS=5
// model: Vtable_2_3_1 rtl/route/sync_table.v K=2 M=3 HOLDS=1 PORTS=6
//   HEADER_BITS=16 ADDRESS_BITS=5
// model: Vtable_5_2_1 rtl/route/sync_table.v K=5 M=2 HOLDS=1 PORTS=8
//   HEADER_BITS=17 ADDRESS_BITS=5
// model: Vtable_3_4_0 rtl/route/sync_table.v K=3 M=4 HOLDS=0 PORTS=8
//   HEADER_BITS=19 ADDRESS_BITS=6
// model: Vtable_3_4_1 rtl/route/sync_table.v K=3 M=4 HOLDS=1 PORTS=8
//   HEADER_BITS=19 ADDRESS_BITS=6
// model: Vtable_4_4_1 rtl/route/sync_table.v K=4 M=4 HOLDS=1 PORTS=9
//   HEADER_BITS=19 ADDRESS_BITS=6
// model: Vtable_1_7_0 rtl/route/sync_table.v K=1 M=7 HOLDS=0 PORTS=9
//   HEADER_BITS=21 ADDRESS_BITS=7
// model: Vtable_5_5_0 rtl/route/sync_table.v K=5 M=5 HOLDS=0 PORTS=11
//   HEADER_BITS=27 ADDRESS_BITS=9
// model: Vtable_8_16_0 rtl/route/sync_table.v K=8 M=16 HOLDS=0 PORTS=25
//   HEADER_BITS=32 ADDRESS_BITS=11
// model: Vtable_8_16_1 rtl/route/sync_table.v K=8 M=16 HOLDS=1 PORTS=25
//   HEADER_BITS=32 ADDRESS_BITS=11
// model: Vtable_31_31_0 rtl/route/sync_table.v K=31 M=31 HOLDS=0 PORTS=63
//   HEADER_BITS=43 ADDRESS_BITS=15
// model: Vtable_60_2_1 rtl/route/sync_table.v K=60 M=2 HOLDS=1 PORTS=63
//   HEADER_BITS=26 ADDRESS_BITS=8
// model: Vtable_1_61_1 rtl/route/sync_table.v K=1 M=61 HOLDS=1 PORTS=63
//   HEADER_BITS=36 ADDRESS_BITS=13
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_table, sync_table_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  compare_sync<Twin>(model, Twin::HOLDS ? sync_table : sync_table_free, header, here);
}

/* A coordinate: of the network, or one that it does not have, or one already used. */
static uint64_t random_coordinate(struct rng *rng, uint32_t bits, uint32_t size,
                                  uint64_t used)
{
  switch (rng_below(rng, 8)) {
  case 0:
    return rng_next(rng) & bits_mask(bits);
  case 1:
    return size - 1;
  case 2:
  case 3:
    return used;
  default:
    return rng_below(rng, size);
  }
}

/* In the order of the page: to_p, to_d, to_c, at_p, at_d, at_c, via_p, via_c, b. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  constexpr uint32_t l = clog2(Twin::M), g = Twin::K > 1 ? clog2(Twin::K) : 1;
  const uint64_t at_p = random_coordinate(rng, l, Twin::M, 0);
  const uint64_t at_c = random_coordinate(rng, g, Twin::K, 0);
  uint64_t header = rng_next(rng) & 7;

  header = header << g | random_coordinate(rng, g, Twin::K, at_c);
  header = header << l | random_coordinate(rng, l, Twin::M, at_p);
  header = header << g | at_c;
  header = header << l | random_coordinate(rng, l, Twin::M, at_p);
  header = header << l | at_p;
  header = header << g | random_coordinate(rng, g, Twin::K, at_c);
  header = header << l | random_coordinate(rng, l, Twin::M, at_p);
  header = header << l | random_coordinate(rng, l, Twin::M, at_p);
  compare<Twin>(model, header, rng_next(rng) & bits_mask(Twin::ADDRESS_BITS));
}

/* At any place: it is not used. */
template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t header = 0; header < UINT64_C(1) << bits; header++)
      compare<Twin>(model, header, rng_next(&rng) & bits_mask(Twin::ADDRESS_BITS));
  else
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
