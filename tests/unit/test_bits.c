/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bits -- words as sets of bits, against loops over the bits. */
#include "base/bits.h"

#include "tests/unit/unit.h"

enum { SMALL = 1 << 16 };

TEST(test_mask_has_so_many_bits)
{
  uint64_t mask = 0;

  for (uint32_t count = 0; count <= 64; count++) {
    CHECK(bits_mask(count) == mask, "%u: %#llx", count,
          (unsigned long long)bits_mask(count));
    CHECK(bits_count(mask) == count, "%u: %u bits", count, bits_count(mask));
    mask = 2 * mask + 1;
  }
}

static void check_word(uint64_t word)
{
  uint32_t lowest = 0, count = 0;

  for (uint32_t bit = 64; bit-- > 0;)
    if (word >> bit & 1) {
      lowest = bit;
      count++;
    }
  CHECK(bits_count(word) == count, "%#llx: %u bits", (unsigned long long)word,
        bits_count(word));
  CHECK(word == 0 || bits_lowest(word) == lowest, "%#llx: lowest %u",
        (unsigned long long)word, bits_lowest(word));
}

TEST(test_lowest_and_count)
{
  for (uint64_t word = 0; word < SMALL; word++) {
    check_word(word);
    check_word(word << 31);
    check_word(word << 48);
  }
}

/* The least width of at least 1 whose largest number is values - 1 or more. */
static uint32_t width_of(uint64_t values)
{
  uint32_t bits = 1;

  while (UINT64_C(1) << bits < values)
    bits++;
  return bits;
}

static void check_index(uint32_t values)
{
  CHECK(bits_index(values) == width_of(values), "%u values: %u bits, not %u", values,
        bits_index(values), width_of(values));
}

TEST(test_index_holds_every_number)
{
  for (uint32_t values = 1; values < SMALL; values++)
    check_index(values);
  for (uint32_t bit = 1; bit < 32; bit++) {
    check_index(UINT32_C(1) << bit);
    check_index((UINT32_C(1) << bit) - 1);
    check_index((UINT32_C(1) << bit) + 1);
  }
  check_index(UINT32_MAX);
}
