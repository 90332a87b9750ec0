/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_port_table -- the table of ports in C beside its Verilog twin. */
// few: Vtable_5 Vtable_17
// model: Vtable_1 rtl/component/port_table.v SIZE=1
// model: Vtable_2 rtl/component/port_table.v SIZE=2
// model: Vtable_3 rtl/component/port_table.v SIZE=3
// model: Vtable_4 rtl/component/port_table.v SIZE=4
// model: Vtable_5 rtl/component/port_table.v SIZE=5
// model: Vtable_8 rtl/component/port_table.v SIZE=8
// model: Vtable_17 rtl/component/port_table.v SIZE=17
// model: Vtable_60 rtl/component/port_table.v SIZE=60
// model: Vtable_61 rtl/component/port_table.v SIZE=61
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/port_table.h"
}

/* Rows and columns that the table does not have are among them. */
template <class Twin> static void test_every_entry()
{
  constexpr uint32_t values = 1u << (Twin::SIZE > 1 ? clog2(Twin::SIZE) : 1);
  auto model = new typename Twin::Model;

  for (uint32_t row = 0; row < values; row++)
    for (uint32_t column = 0; column < values; column++) {
      uint32_t port = port_table_comb(row, column, Twin::SIZE);

      port_put(model->row_i, 0, 6, row);
      port_put(model->column_i, 0, 6, column);
      model->eval();
      CHECK(model->port_o == port, "row_i %u column_i %u: port_o %d, golden %u", row,
            column, model->port_o, port);
    }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_entry, Twin, title)

TWIN_LAWS(ROW)
