/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_choice -- the route unit that chooses by its word in C beside its Verilog twin.
 */
// few: Vchoice_2_2_0
// model: Vchoice_1_2_1 rtl/route/sync_choice.v K=1 M=2 HOLDS=1 PORTS=4
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vchoice_2_2_0 rtl/route/sync_choice.v K=2 M=2 HOLDS=0 PORTS=5
//   HEADER_BITS=11 ADDRESS_BITS=3
// model: Vchoice_2_3_1 rtl/route/sync_choice.v K=2 M=3 HOLDS=1 PORTS=6
//   HEADER_BITS=16 ADDRESS_BITS=5
// model: Vchoice_3_4_0 rtl/route/sync_choice.v K=3 M=4 HOLDS=0 PORTS=8
//   HEADER_BITS=19 ADDRESS_BITS=6
// model: Vchoice_31_31_1 rtl/route/sync_choice.v K=31 M=31 HOLDS=1 PORTS=63
//   HEADER_BITS=43 ADDRESS_BITS=15
#include "tests/twin/twin_sync.h"

extern "C" {
/* Its own header is C alone: it takes the address of a compound literal. */
extern const struct route_unit sync_choice, sync_choice_free;
}

enum { ROUNDS = 200000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t header, uint32_t word)
{
  static constexpr uint32_t size[2] = {Twin::K, Twin::M};

  compare_choice<Twin>(model, Twin::HOLDS ? sync_choice : sync_choice_free, size, header, 0,
                       word);
}

/* All headers where there are few; else b is 5 half of the time. */
template <class Twin> static void test_every_header_and_word()
{
  constexpr uint32_t bits = Twin::HEADER_BITS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, bits);

  if constexpr (bits <= ROUTE_BITS)
    for (uint64_t word = 0; word < UINT64_C(2) << bits; word++)
      compare<Twin>(model, word >> 1,
                    (static_cast<uint32_t>(rng_next(&rng)) & ~1u) | (word & 1));
  else
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t header = rng_next(&rng) & bits_mask(bits);

      if (rng_below(&rng, 2))
        header = (header & bits_mask(bits - 3)) | UINT64_C(5) << (bits - 3);
      compare<Twin>(model, header, static_cast<uint32_t>(rng_next(&rng)));
    }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header_and_word, Twin, title)

TWIN_LAWS(ROW)
