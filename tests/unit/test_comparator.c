/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_comparator -- exhaustive on 8 bits, and at every bit of 64. */
#include "switch/component/comparator.h"

#include "tests/unit/unit.h"

static void check(uint64_t destination, uint64_t here)
{
  struct comparator_out out =
      comparator_comb(&(struct comparator_in){.destination = destination, .here = here});

  for (uint32_t bit = 0; bit < 64; bit++) {
    bool differs = (destination >> bit & 1) != (here >> bit & 1);
    CHECK((out.differ >> bit & 1) == differs, "%#llx against %#llx, bit %u",
          (unsigned long long)destination, (unsigned long long)here, bit);
  }
  CHECK(out.equal == (destination == here), "%#llx against %#llx",
        (unsigned long long)destination, (unsigned long long)here);
}

TEST(test_differ_marks_the_bits_that_differ)
{
  for (uint64_t destination = 0; destination < 256; destination++) {
    for (uint64_t here = 0; here < 256; here++)
      check(destination, here);
  }
}

TEST(test_every_bit_counts)
{
  for (uint32_t bit = 0; bit < 64; bit++) {
    check(UINT64_C(1) << bit, 0);
    check(~UINT64_C(0), ~UINT64_C(0) ^ UINT64_C(1) << bit);
  }
}
