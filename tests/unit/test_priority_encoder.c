/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_priority_encoder -- exhaustive on 16 bits, and at every bit of 64. */
#include "switch/component/priority_encoder.h"

#include "tests/unit/unit.h"

static struct priority_encoder_out encode(uint64_t request)
{
  return priority_encoder_comb(&(struct priority_encoder_in){.request = request});
}

TEST(test_index_is_the_lowest_request)
{
  for (uint64_t request = 1; request < 1 << 16; request++) {
    struct priority_encoder_out out = encode(request);
    uint32_t lowest = 0;

    while (!(request >> lowest & 1))
      lowest++;
    CHECK(out.any && out.index == lowest, "%#llx: any %d index %u",
          (unsigned long long)request, out.any, out.index);
  }
}

TEST(test_no_request_gives_zero)
{
  struct priority_encoder_out out = encode(0);

  assert_false(out.any);
  assert_int_equal(out.index, 0);
}

/* Whatever higher requesters do. */
TEST(test_every_bit_can_win)
{
  for (uint32_t bit = 0; bit < 64; bit++) {
    assert_int_equal(encode(UINT64_C(1) << bit).index, bit);
    assert_int_equal(encode(~UINT64_C(0) << bit).index, bit);
  }
}
