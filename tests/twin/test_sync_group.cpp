/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_group -- the route unit of the maximal dragonfly in C beside its Verilog twin.
 */
// few: Vgroup_2_3_1
// model: Vgroup_1_2_0 rtl/route/sync_group.v K=1 M=2 WIRING=0 COLUMNS=0 HOLDS=0
//   PORTS=4 HEADER_BITS=8 ADDRESS_BITS=3
// model: Vgroup_1_2_1 rtl/route/sync_group.v K=1 M=2 WIRING=1 COLUMNS=0 HOLDS=1
//   PORTS=4 HEADER_BITS=8 ADDRESS_BITS=3
// model: Vgroup_2_3_0 rtl/route/sync_group.v K=2 M=3 WIRING=0 COLUMNS=1 HOLDS=0
//   PORTS=6 HEADER_BITS=11 ADDRESS_BITS=5
// model: Vgroup_2_3_1 rtl/route/sync_group.v K=2 M=3 WIRING=1 COLUMNS=1 HOLDS=1
//   PORTS=6 HEADER_BITS=11 ADDRESS_BITS=5
// model: Vgroup_3_4_1 rtl/route/sync_group.v K=3 M=4 WIRING=0 COLUMNS=0 HOLDS=1
//   PORTS=8 HEADER_BITS=13 ADDRESS_BITS=6
// model: Vgroup_8_16_0 rtl/route/sync_group.v K=8 M=16 WIRING=1 COLUMNS=0 HOLDS=0
//   PORTS=25 HEADER_BITS=22 ADDRESS_BITS=12
// model: Vgroup_31_31_1 rtl/route/sync_group.v K=31 M=31 WIRING=0 COLUMNS=0 HOLDS=1
//   PORTS=63 HEADER_BITS=28 ADDRESS_BITS=15
// model: Vgroup_60_2_0 rtl/route/sync_group.v K=60 M=2 WIRING=0 COLUMNS=1 HOLDS=0
//   PORTS=63 HEADER_BITS=18 ADDRESS_BITS=8
// model: Vgroup_1_61_1 rtl/route/sync_group.v K=1 M=61 WIRING=1 COLUMNS=0 HOLDS=1
//   PORTS=63 HEADER_BITS=22 ADDRESS_BITS=12
#include "tests/twin/twin_route.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_group, sync_group_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here)
{
  static constexpr uint32_t size[] = {Twin::K, Twin::M, Twin::WIRING, Twin::COLUMNS};
  const struct route_out out = compare_route<Twin>(
      model, Twin::HOLDS ? sync_group : sync_group_free, size, header, here);

  CHECK_PORT("vc_o", model->vc_o, out.vc, header, here);
  CHECK_PORT("priority_o", model->priority_o, out.priority, header, here);
}

/* Half of the time b is 0 to 5, and the destination in the group of the router. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  constexpr uint32_t p_bits = clog2(Twin::M), b_at = Twin::HEADER_BITS - 3;
  const uint64_t here = rng_below(rng, UINT64_C(1) << Twin::ADDRESS_BITS);
  uint64_t header = rng_below(rng, UINT64_C(1) << Twin::HEADER_BITS);

  if (rng_below(rng, 2))
    header = (header & bits_mask(b_at)) | rng_below(rng, 6) << b_at;
  if (rng_below(rng, 2))
    header = (header & ~(bits_mask(Twin::ADDRESS_BITS - p_bits) << p_bits)) |
             here >> p_bits << p_bits;
  compare<Twin>(model, header, here);
}

template <class Twin> static void test_every_header()
{
  constexpr uint32_t bits = Twin::HEADER_BITS + Twin::ADDRESS_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t word = 0; word < UINT64_C(1) << bits; word++)
      compare<Twin>(model, word >> Twin::ADDRESS_BITS,
                    word & bits_mask(Twin::ADDRESS_BITS));
  else
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
