/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_port_table -- every entry of every size: the port leads from the column to the row.
 */
#include "switch/component/port_table.h"

#include "tests/unit/reference_sync.h"

enum { LARGEST = 61 };

TEST(test_every_entry_leads_to_its_row)
{
  for (uint32_t size = 1; size <= LARGEST; size++)
    for (uint32_t row = 0; row < 64; row++)
      for (uint32_t column = 0; column < 64; column++) {
        uint32_t port = port_table_comb(row, column, size);

        CHECK(port == reference_table(row, column, size),
              "size %u row %u column %u: port %u, not %u", size, row, column, port,
              reference_table(row, column, size));
      }
}

/* The 3 x 3 table, written out. */
TEST(test_example_by_hand)
{
  static const uint32_t table[3][3] = {{0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

  for (uint32_t row = 0; row < 3; row++)
    for (uint32_t column = 0; column < 3; column++)
      assert_int_equal(port_table_comb(row, column, 3), table[row][column]);
  assert_int_equal(port_table_comb(3, 1, 3), 0);
  assert_int_equal(port_table_comb(1, 3, 3), 0);
}
