/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_fattree -- headers for the twin tests of route units of k-ary n-trees. */
#ifndef LOCKHOP_TESTS_TWIN_FATTREE_H
#define LOCKHOP_TESTS_TWIN_FATTREE_H

#include "tests/twin/twin_route.h"

enum { FATTREE_ROUNDS = 100000 };

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

/* compare(header, here), of a destination whose highest digits are those of the switch,
 * often just above or below its level; digits that are none among the others. */
template <class Twin, class Compare>
static void fattree_random(struct rng *rng, Compare compare)
{
  const uint32_t bits = clog2(Twin::K), digits = Twin::LEVELS - 1;
  const uint64_t level = rng_below(rng, Twin::LEVELS);
  const uint64_t at = digits_below(rng, digits, bits, Twin::K);
  const uint64_t size = rng_below(rng, 4) ? Twin::K : UINT64_C(1) << bits;
  const uint64_t below =
      rng_below(rng, 2) ? level + rng_below(rng, 3) : rng_below(rng, digits + 1);
  const uint32_t low = below < digits ? (uint32_t)below : digits;
  const uint64_t mask = bits_mask(low * bits);
  const uint64_t to = (at & ~mask) | (digits_below(rng, digits, bits, size) & mask);
  const uint64_t ways = digits_below(rng, digits, bits, size);

  compare(ways << digits * bits | to, level << digits * bits | at);
}

/* compare(header, here) of every header at every address; or of many at random. */
template <class Twin, class Compare> static void fattree_headers(Compare compare)
{
  struct rng rng = rng_seed(SEED, Twin::HEADER_BITS);

  if constexpr (Twin::ADDRESS_BITS + Twin::HEADER_BITS <= ROUTE_BITS) {
    for (uint64_t here = 0; here < UINT64_C(1) << Twin::ADDRESS_BITS; here++)
      for (uint64_t header = 0;
           is_address<Twin>(here) && header < UINT64_C(1) << Twin::HEADER_BITS; header++)
        compare(header, here);
  } else {
    for (uint32_t i = 0; i < FATTREE_ROUNDS; i++)
      fattree_random<Twin>(&rng, compare);
  }
}

#endif
