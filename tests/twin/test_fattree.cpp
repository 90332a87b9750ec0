/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_fattree -- the route unit of k-ary n-trees in C beside its Verilog twin. */
// few: Vfattree_2_3 Vfattree_3_3
// model: Vfattree_2_2 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=2 ADDRESS_BITS=2 K=2 LEVELS=2
// model: Vfattree_3_2 rtl/route/fattree.v PORTS=6
//   HEADER_BITS=4 ADDRESS_BITS=3 K=3 LEVELS=2
// model: Vfattree_2_3 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=4 ADDRESS_BITS=4 K=2 LEVELS=3
// model: Vfattree_3_3 rtl/route/fattree.v PORTS=6
//   HEADER_BITS=8 ADDRESS_BITS=6 K=3 LEVELS=3
// model: Vfattree_4_3 rtl/route/fattree.v PORTS=8
//   HEADER_BITS=8 ADDRESS_BITS=6 K=4 LEVELS=3
// model: Vfattree_21_2 rtl/route/fattree.v PORTS=42
//   HEADER_BITS=10 ADDRESS_BITS=6 K=21 LEVELS=2
// model: Vfattree_5_4 rtl/route/fattree.v PORTS=10
//   HEADER_BITS=18 ADDRESS_BITS=11 K=5 LEVELS=4
// model: Vfattree_2_8 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=14 ADDRESS_BITS=10 K=2 LEVELS=8
// model: Vfattree_2_21 rtl/route/fattree.v PORTS=4
//   HEADER_BITS=40 ADDRESS_BITS=25 K=2 LEVELS=21
#include "tests/twin/twin_route.h"

extern "C" {
extern const struct route_unit fattree_unit;
}

enum { ROUNDS = 100000 };

/* A word of digits, each below `size`. */
static uint64_t digits_below(struct rng *rng, uint32_t count, uint32_t bits, uint64_t size)
{
  uint64_t word = 0;

  for (uint32_t i = 0; i < count; i++)
    word = word << bits | rng_below(rng, size);
  return word;
}

/* Is it the address of a switch? */
template <class Twin> static bool is_address(uint64_t word)
{
  for (uint32_t i = 1; i < Twin::LEVELS; i++, word >>= clog2(Twin::K))
    if ((word & bits_mask(clog2(Twin::K))) >= Twin::K)
      return false;
  return word < Twin::LEVELS;
}

/* A destination whose highest digits are those of the switch, often just above or below its
 * level; digits that are none among the others. */
template <class Twin> static void random_round(typename Twin::Model *model, struct rng *rng)
{
  const uint32_t bits = clog2(Twin::K), digits = Twin::LEVELS - 1;
  const uint32_t parameters[] = {Twin::K, Twin::LEVELS};
  const uint64_t level = rng_below(rng, Twin::LEVELS);
  const uint64_t at = digits_below(rng, digits, bits, Twin::K);
  const uint64_t size = rng_below(rng, 4) ? Twin::K : UINT64_C(1) << bits;
  const uint64_t below =
      rng_below(rng, 2) ? level + rng_below(rng, 3) : rng_below(rng, digits + 1);
  const uint32_t low = below < digits ? (uint32_t)below : digits;
  const uint64_t mask = bits_mask(low * bits);
  const uint64_t to = (at & ~mask) | (digits_below(rng, digits, bits, size) & mask);
  const uint64_t ways = digits_below(rng, digits, bits, size);

  compare_plain_route<Twin>(model, fattree_unit, parameters, ways << digits * bits | to,
                            level << digits * bits | at);
}

/* Every header at every address; or many at random. */
template <class Twin> static void test_every_header()
{
  const uint32_t parameters[] = {Twin::K, Twin::LEVELS};
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::HEADER_BITS);

  if constexpr (Twin::ADDRESS_BITS + Twin::HEADER_BITS <= ROUTE_BITS) {
    for (uint64_t here = 0; here < UINT64_C(1) << Twin::ADDRESS_BITS; here++)
      for (uint64_t header = 0;
           is_address<Twin>(here) && header < UINT64_C(1) << Twin::HEADER_BITS; header++)
        compare_plain_route<Twin>(model, fattree_unit, parameters, header, here);
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++)
      random_round<Twin>(model, &rng);
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_header, Twin, title)

TWIN_LAWS(ROW)
