/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_ports -- the mask of every hop, at every size up to the largest. */
#include "switch/component/sync_ports.h"

#include "tests/unit/reference_sync.h"

enum { SUM_MAX = 62 };

static uint64_t mask_of(const uint32_t *size, uint32_t hop, uint32_t number, bool all,
                        bool skip)
{
  return sync_ports_comb(&(struct sync_ports_in){
      .hop = hop, .number = number, .all = all, .skip = skip, .k = size[0], .m = size[1]});
}

/* Numbers that no port has are among them. */
static void check_size(const uint32_t *size)
{
  const uint64_t locals = reference_values('L', size),
                 globals = reference_values('G', size);
  const uint64_t numbers = locals > globals ? locals : globals;

  for (uint32_t hop = 0; hop < 8; hop++)
    for (uint32_t number = 0; number < numbers; number++)
      for (uint32_t code = 0; code < 4; code++) {
        const bool all = code & 1, skip = code & 2;
        uint64_t is = mask_of(size, hop, number, all, skip);
        uint64_t to_be = reference_mask_of(size, hop, number, all, skip);

        CHECK(is == to_be,
              "K %u M %u hop %u number %u all %d skip %d: mask %#llx, not %#llx", size[0],
              size[1], hop, number, all, skip, (unsigned long long)is,
              (unsigned long long)to_be);
      }
}

TEST(test_every_input_of_every_size)
{
  for (uint32_t k = 1; k <= SUM_MAX - 2; k++)
    for (uint32_t m = 2; k + m <= SUM_MAX; m++)
      check_size((uint32_t[]){k, m});
}

/* D3(3,4), by hand: port 0 holds, 1..3 are local, 4..6 global, 7 holds after them. */
TEST(test_example_by_hand)
{
  static const uint32_t size[] = {3, 4};

  assert_int_equal(mask_of(size, 0, 1, true, false), 0);
  assert_int_equal(mask_of(size, 3, 2, false, false), 0x04);
  assert_int_equal(mask_of(size, 3, 0, false, false), 0x01);
  assert_int_equal(mask_of(size, 1, 0, false, false), 0x80);
  assert_int_equal(mask_of(size, 2, 0, false, false), 0x10);
  assert_int_equal(mask_of(size, 2, 3, false, false), 0);
  assert_int_equal(mask_of(size, 3, 2, true, true), 0x0f);
  assert_int_equal(mask_of(size, 2, 2, true, false), 0x70);
  assert_int_equal(mask_of(size, 2, 2, true, true), 0x60);
  assert_int_equal(mask_of(size, 1, 2, true, true), 0x8e);
}
