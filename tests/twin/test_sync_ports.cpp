/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_ports -- the mask of output ports in C beside its Verilog twin. */
// few: Vports_2_3 Vports_3_4
// model: Vports_1_2 rtl/component/sync_ports.v K=1 M=2
// model: Vports_2_2 rtl/component/sync_ports.v K=2 M=2
// model: Vports_1_3 rtl/component/sync_ports.v K=1 M=3
// model: Vports_2_3 rtl/component/sync_ports.v K=2 M=3
// model: Vports_3_4 rtl/component/sync_ports.v K=3 M=4
// model: Vports_5_2 rtl/component/sync_ports.v K=5 M=2
// model: Vports_1_7 rtl/component/sync_ports.v K=1 M=7
// model: Vports_8_16 rtl/component/sync_ports.v K=8 M=16
// model: Vports_31_31 rtl/component/sync_ports.v K=31 M=31
// model: Vports_60_2 rtl/component/sync_ports.v K=60 M=2
// model: Vports_1_61 rtl/component/sync_ports.v K=1 M=61
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/sync_ports.h"
}

/* Numbers that no port has are among them. */
template <class Twin> static void test_every_hop()
{
  constexpr uint32_t number_bits = clog2(Twin::K > Twin::M ? Twin::K : Twin::M);
  auto model = new typename Twin::Model;

  for (uint32_t code = 0; code < 1u << (5 + number_bits); code++) {
    struct sync_ports_in in = {.hop = code & 7,
                               .number = code >> 5,
                               .all = (code >> 3 & 1) != 0,
                               .skip = (code >> 4 & 1) != 0,
                               .k = Twin::K,
                               .m = Twin::M};
    uint64_t ports = sync_ports_comb(&in);

    port_put(model->hop_i, 0, 3, in.hop);
    port_put(model->number_i, 0, number_bits, in.number);
    model->all_i = in.all;
    model->skip_i = in.skip;
    model->eval();
    uint64_t ports_o = port_get(model->ports_o, 0, Twin::K + Twin::M + 1);
    CHECK(ports_o == ports,
          "hop_i %u number_i %u all_i %d skip_i %d: ports_o %#" PRIx64 ", golden %#" PRIx64,
          in.hop, in.number, in.all, in.skip, ports_o, ports);
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_hop, Twin, title)

TWIN_LAWS(ROW)
