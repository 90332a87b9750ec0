/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_priority_encoder -- the priority encoder in C beside its Verilog twin. */
// few: Vpriority_encoder_7 Vpriority_encoder_63
// model: Vpriority_encoder_1 rtl/component/priority_encoder.v WIDTH=1
// model: Vpriority_encoder_2 rtl/component/priority_encoder.v WIDTH=2
// model: Vpriority_encoder_3 rtl/component/priority_encoder.v WIDTH=3
// model: Vpriority_encoder_7 rtl/component/priority_encoder.v WIDTH=7
// model: Vpriority_encoder_16 rtl/component/priority_encoder.v WIDTH=16
// model: Vpriority_encoder_63 rtl/component/priority_encoder.v WIDTH=63
// model: Vpriority_encoder_64 rtl/component/priority_encoder.v WIDTH=64
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/priority_encoder.h"
}

enum { ROUNDS = 100000 };

template <class Twin> static void compare(typename Twin::Model *model, uint64_t request)
{
  struct priority_encoder_in in = {.request = request};
  struct priority_encoder_out out = priority_encoder_comb(&in);

  port_put(model->request_i, 0, Twin::WIDTH, request);
  model->eval();
  CHECK(model->any_o == out.any && model->index_o == out.index,
        "request_i %#" PRIx64 ": any_o %d index_o %d, golden %d %" PRIu32, request,
        model->any_o, model->index_o, out.any, out.index);
}

template <class Twin> static void test_every_request()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::WIDTH);

  if constexpr (Twin::WIDTH <= EXHAUSTIVE_BITS)
    for (uint64_t request = 0; request < UINT64_C(1) << Twin::WIDTH; request++)
      compare<Twin>(model, request);
  else
    for (uint32_t i = 0; i < ROUNDS; i++)
      compare<Twin>(model, random_difference(&rng, Twin::WIDTH));
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_request, Twin, title)

TWIN_LAWS(ROW)
