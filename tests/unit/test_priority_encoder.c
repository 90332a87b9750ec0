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

static void test_index_is_the_lowest_request(void **state)
{
  (void)state;
  for (uint64_t request = 1; request < 1 << 16; request++) {
    struct priority_encoder_out out = encode(request);
    uint32_t lowest = 0;

    while (!(request >> lowest & 1))
      lowest++;
    CHECK(out.any && out.index == lowest, "%#llx: any %d index %u",
          (unsigned long long)request, out.any, out.index);
  }
}

static void test_no_request_gives_zero(void **state)
{
  struct priority_encoder_out out = encode(0);

  (void)state;
  assert_false(out.any);
  assert_int_equal(out.index, 0);
}

/* Whatever higher requesters do. */
static void test_every_bit_can_win(void **state)
{
  (void)state;
  for (uint32_t bit = 0; bit < 64; bit++) {
    assert_int_equal(encode(UINT64_C(1) << bit).index, bit);
    assert_int_equal(encode(~UINT64_C(0) << bit).index, bit);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_index_is_the_lowest_request),
      cmocka_unit_test(test_no_request_gives_zero),
      cmocka_unit_test(test_every_bit_can_win),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
