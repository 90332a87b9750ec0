/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_group_table -- the table of groups in C beside its Verilog twin. */
// few: Vgroups_2_3
// model: Vgroups_1_2 rtl/component/group_table.v K=1 M=2 WIRING=0 COLUMNS=0
// model: Vgroups_2_3 rtl/component/group_table.v K=2 M=3 WIRING=1 COLUMNS=0
// model: Vgroups_3_2 rtl/component/group_table.v K=3 M=2 WIRING=0 COLUMNS=1
// model: Vgroups_7_3 rtl/component/group_table.v K=7 M=3 WIRING=1 COLUMNS=1
// model: Vgroups_4_4 rtl/component/group_table.v K=4 M=4 WIRING=0 COLUMNS=0
// model: Vgroups_60_2 rtl/component/group_table.v K=60 M=2 WIRING=0 COLUMNS=0
// model: Vgroups_1_61 rtl/component/group_table.v K=1 M=61 WIRING=1 COLUMNS=1
// model: Vgroups_31_31 rtl/component/group_table.v K=31 M=31 WIRING=0 COLUMNS=0
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/group_table.h"
}

/* Groups that there are not are among them. */
template <class Twin> static void test_every_entry()
{
  constexpr uint32_t bits = clog2(Twin::K * Twin::M + 1);
  const struct group_table table = {Twin::K, Twin::M, Twin::WIRING, Twin::COLUMNS};
  auto model = new typename Twin::Model;

  for (uint32_t here = 0; here < 1u << bits; here++)
    for (uint32_t to = 0; to < 1u << bits; to++) {
      const struct group_exit out = group_table_comb(&table, here, to);

      port_put(model->here_i, 0, bits, here);
      port_put(model->to_i, 0, bits, to);
      model->eval();
      CHECK(model->p_o == out.p && model->port_o == out.port,
            "here_i %u to_i %u: p_o %d port_o %d, golden %u %u", here, to, model->p_o,
            model->port_o, out.p, out.port);
    }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_entry, Twin, title)

TWIN_LAWS(ROW)
