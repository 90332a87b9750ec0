/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_mask_generator -- exhaustive on 10 dimensions, and at every bit of 64. */
#include "switch/component/mask_generator.h"

#include "tests/unit/unit.h"

enum { WIDTH = 10 };

static uint64_t generate(uint64_t mask, bool any, uint32_t index)
{
  return mask_generator_comb(
             &(struct mask_generator_in){.mask = mask, .any = any, .index = index})
      .mask;
}

/* Bits 0 to index are cleared, the others stay. */
TEST(test_every_mask_and_index)
{
  for (uint64_t mask = 0; mask < 1 << WIDTH; mask++)
    for (uint32_t index = 0; index < WIDTH; index++) {
      uint64_t expected = 0;

      for (uint32_t bit = index + 1; bit < WIDTH; bit++)
        expected |= mask & UINT64_C(1) << bit;
      CHECK(generate(mask, true, index) == expected, "mask %#x index %u: %#x",
            (unsigned)mask, index, (unsigned)generate(mask, true, index));
      CHECK(generate(mask, false, index) == 0, "mask %#x, nothing chosen: %#x",
            (unsigned)mask, (unsigned)generate(mask, false, index));
    }
}

TEST(test_the_highest_bits)
{
  for (uint32_t index = 0; index < 64; index++)
    CHECK(generate(~UINT64_C(0), true, index) == (~UINT64_C(0) << index) << 1,
          "index %u: %#llx", index,
          (unsigned long long)generate(~UINT64_C(0), true, index));
}
