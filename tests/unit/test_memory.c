/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_memory -- tables of any size can be written and freed; impossible ones are refused.
 */
#include "base/memory.h"

#include "tests/unit/unit.h"

TEST(test_every_byte_can_be_used)
{
  static const size_t counts[] = {0, 1, 1000, 1 << 20, (2 << 20) / 8 * 4, (2 << 20) + 1};

  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    uint64_t *table = memory_table(counts[i], sizeof *table);

    CHECK(table != NULL, "a table of %zu words", counts[i]);
    for (size_t k = 0; k < counts[i]; k++)
      table[k] = k;
    for (size_t k = 0; k < counts[i]; k++)
      CHECK(table[k] == k, "word %zu of %zu", k, counts[i]);
    free(table);
  }
}

TEST(test_sizes_that_overflow_are_refused)
{
  assert_null(memory_table(SIZE_MAX, 1));
  assert_null(memory_table(SIZE_MAX / 2, 3));
  assert_null(memory_table(SIZE_MAX / 24 + 2, 24));
}
