/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_destination_exchange -- the exchange of destinations in C beside its Verilog twin.
 */
// few: Vexchange_3 Vexchange_10
// model: Vexchange_1 rtl/component/destination_exchange.v WIDTH=1
// model: Vexchange_2 rtl/component/destination_exchange.v WIDTH=2
// model: Vexchange_3 rtl/component/destination_exchange.v WIDTH=3
// model: Vexchange_5 rtl/component/destination_exchange.v WIDTH=5
// model: Vexchange_10 rtl/component/destination_exchange.v WIDTH=10
// model: Vexchange_20 rtl/component/destination_exchange.v WIDTH=20
// model: Vexchange_32 rtl/component/destination_exchange.v WIDTH=32
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/destination_exchange.h"
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, const struct destination_exchange_in *in)
{
  struct destination_exchange_out out = destination_exchange_comb(in);

  port_put(model->immediate_i, 0, Twin::WIDTH, in->immediate);
  port_put(model->final_i, 0, Twin::WIDTH, in->final);
  port_put(model->here_i, 0, Twin::WIDTH, in->here);
  model->exchange_i = in->exchange;
  model->eval();
  uint64_t immediate_o = port_get(model->immediate_o, 0, Twin::WIDTH);
  CHECK(model->arrived_o == out.arrived && immediate_o == out.immediate,
        "immediate_i %#" PRIx64 " final_i %#" PRIx64 " here_i %#" PRIx64
        " exchange_i %d: arrived_o %d immediate_o %#" PRIx64 ", golden %d %#" PRIx64,
        in->immediate, in->final, in->here, in->exchange, model->arrived_o, immediate_o,
        out.arrived, out.immediate);
}

template <class Twin> static void test_every_case()
{
  constexpr uint32_t width = Twin::WIDTH, bits = 3 * width + 1;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, width);
  uint64_t mask = bits_mask(width);

  if constexpr (bits <= EXHAUSTIVE_BITS) {
    for (uint64_t code = 0; code < UINT64_C(1) << bits; code++) {
      struct destination_exchange_in in = {code & mask, code >> width & mask,
                                           code >> 2 * width & mask,
                                           (code >> 3 * width & 1) != 0};

      compare<Twin>(model, &in);
    }
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t here = random_word(&rng, width);
      struct destination_exchange_in in = {here ^ random_difference(&rng, width),
                                           random_word(&rng, width), here,
                                           random_quarters(&rng, 3)};

      compare<Twin>(model, &in);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_case, Twin, title)

TWIN_LAWS(ROW)
