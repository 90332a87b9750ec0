/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sync_counter -- the hop counter in C beside its Verilog twin. */
// few: Vcounter_4_1 Vcounter_5_0
// model: Vcounter_4_0 rtl/component/sync_counter.v LAST=4 HOLDS=0
// model: Vcounter_4_1 rtl/component/sync_counter.v LAST=4 HOLDS=1
// model: Vcounter_5_0 rtl/component/sync_counter.v LAST=5 HOLDS=0
// model: Vcounter_5_1 rtl/component/sync_counter.v LAST=5 HOLDS=1
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/sync_counter.h"
}

template <class Twin> static void test_every_count()
{
  auto model = new typename Twin::Model;

  for (uint32_t code = 0; code < 16; code++) {
    const uint32_t count = code / 2;
    const bool still = code % 2;
    struct sync_counter_out out = sync_counter_comb(count, still, Twin::LAST, Twin::HOLDS);

    port_put(model->count_i, 0, 3, count);
    model->still_i = still;
    model->eval();
    CHECK(model->arrived_o == out.arrived && model->hop_o == out.hop &&
              model->next_o == out.next,
          "count_i %u still_i %d: arrived_o %d hop_o %d next_o %d, golden %d %d %d", count,
          still, model->arrived_o, model->hop_o, model->next_o, out.arrived, out.hop,
          out.next);
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_count, Twin, title)

TWIN_LAWS(ROW)
