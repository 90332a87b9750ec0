/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_destination_exchange -- docs/switches/two_phase.md, exhaustive on 4 bits. */
#include "switch/component/destination_exchange.h"

#include "tests/unit/unit.h"

enum { WIDTH = 4 };

static struct destination_exchange_out exchange(uint64_t immediate, uint64_t final,
                                                uint64_t here, bool may)
{
  return destination_exchange_comb(&(struct destination_exchange_in){
      .immediate = immediate, .final = final, .here = here, .exchange = may});
}

TEST(test_every_case)
{
  for (uint64_t code = 0; code < UINT64_C(1) << (3 * WIDTH + 1); code++) {
    uint64_t mask = (1 << WIDTH) - 1;
    uint64_t immediate = code & mask, final = code >> WIDTH & mask;
    uint64_t here = code >> 2 * WIDTH & mask;
    bool may = code >> 3 * WIDTH & 1;
    struct destination_exchange_out out = exchange(immediate, final, here, may);
    uint64_t expected = immediate;

    if (here == immediate && may)
      expected = final;
    CHECK(out.arrived == (here == immediate) && out.immediate == expected,
          "immediate %d final %d here %d exchange %d: arrived %d immediate %d",
          (int)immediate, (int) final, (int)here, may, out.arrived, (int)out.immediate);
  }
}

/* Every bit of an address counts. */
TEST(test_every_bit_is_compared)
{
  for (uint32_t bit = 0; bit < 64; bit++) {
    uint64_t here = UINT64_C(0x5a5a5a5a5a5a5a5a), other = here ^ UINT64_C(1) << bit;

    assert_true(exchange(here, other, here, true).immediate == other);
    assert_true(exchange(other, 0, here, true).immediate == other);
    assert_false(exchange(other, 0, here, true).arrived);
  }
}
