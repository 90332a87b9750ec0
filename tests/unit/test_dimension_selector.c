/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dimension_selector -- exhaustive on 9 dimensions, and at every bit of 64. */
#include "switch/component/dimension_selector.h"

#include "tests/unit/unit.h"

enum { WIDTH = 9 };

static struct dimension_selector_out select_of(uint64_t mask, uint64_t random)
{
  return dimension_selector_comb(
      &(struct dimension_selector_in){.mask = mask, .random = random});
}

TEST(test_lowest_dimension_with_both_bits)
{
  for (uint64_t mask = 0; mask < 1 << WIDTH; mask++)
    for (uint64_t random = 0; random < 1 << WIDTH; random++) {
      struct dimension_selector_out out = select_of(mask, random);
      uint32_t lowest = 0;

      while (lowest < WIDTH && !((mask >> lowest & 1) && (random >> lowest & 1)))
        lowest++;
      CHECK(out.any == (lowest < WIDTH), "mask %#x random %#x: any %d", (unsigned)mask,
            (unsigned)random, out.any);
      CHECK(out.index == (out.any ? lowest : 0), "mask %#x random %#x: index %u",
            (unsigned)mask, (unsigned)random, out.index);
    }
}

TEST(test_every_bit_can_win)
{
  for (uint32_t bit = 0; bit < 64; bit++) {
    uint64_t only = UINT64_C(1) << bit;

    assert_int_equal(select_of(only, ~UINT64_C(0)).index, bit);
    assert_int_equal(select_of(~UINT64_C(0), only).index, bit);
    assert_false(select_of(~only, only).any);
  }
}
