/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_group_choice -- the route unit of the maximal dragonfly that chooses by its
 * word in C beside its Verilog twin.
 */
// few: Vgroup_choice_2_3_1
// model: Vgroup_choice_1_2_0 rtl/route/sync_group_choice.v K=1 M=2 WIRING=0
//   COLUMNS=0 HOLDS=0 PORTS=4 HEADER_BITS=8 ADDRESS_BITS=3
// model: Vgroup_choice_2_3_1 rtl/route/sync_group_choice.v K=2 M=3 WIRING=1
//   COLUMNS=1 HOLDS=1 PORTS=6 HEADER_BITS=11 ADDRESS_BITS=5
// model: Vgroup_choice_3_4_0 rtl/route/sync_group_choice.v K=3 M=4 WIRING=0
//   COLUMNS=0 HOLDS=0 PORTS=8 HEADER_BITS=13 ADDRESS_BITS=6
// model: Vgroup_choice_31_31_1 rtl/route/sync_group_choice.v K=31 M=31 WIRING=0
//   COLUMNS=0 HOLDS=1 PORTS=63 HEADER_BITS=28 ADDRESS_BITS=15
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_group_choice, sync_group_choice_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint64_t here,
                    uint32_t word)
{
  static constexpr uint32_t size[] = {Twin::K, Twin::M, Twin::WIRING, Twin::COLUMNS};

  compare_choice<Twin>(model, Twin::HOLDS ? sync_group_choice : sync_group_choice_free,
                       size, header, here, word);
}

/* Half of the time b is 5, and the destination in the group of the router. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  constexpr uint32_t p_bits = clog2(Twin::M), b_at = Twin::HEADER_BITS - 3;
  const uint64_t here = rng_below(rng, UINT64_C(1) << Twin::ADDRESS_BITS);
  uint64_t header = rng_below(rng, UINT64_C(1) << Twin::HEADER_BITS);

  if (rng_below(rng, 2))
    header = (header & bits_mask(b_at)) | UINT64_C(5) << b_at;
  if (rng_below(rng, 2))
    header = (header & ~(bits_mask(Twin::ADDRESS_BITS - p_bits) << p_bits)) |
             here >> p_bits << p_bits;
  compare<Twin>(model, header, here, static_cast<uint32_t>(rng_next(rng)));
}

/* All headers at all places where there are few, with either word. */
template <class Twin> static void test_every_header_and_word()
{
  constexpr uint32_t bits = Twin::HEADER_BITS + Twin::ADDRESS_BITS + 1;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++)
      compare<Twin>(model, code >> (Twin::ADDRESS_BITS + 1),
                    code >> 1 & bits_mask(Twin::ADDRESS_BITS),
                    (static_cast<uint32_t>(rng_next(&rng)) & ~1u) | (code & 1));
  else
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header_and_word, Twin, title)

TWIN_LAWS(ROW)
