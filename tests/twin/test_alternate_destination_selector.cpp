/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_alternate_destination_selector -- the selector in C beside its Verilog twin. */
// few: Valternate_5_0 Valternate_5_1
// model: Valternate_1_0 rtl/component/alternate_destination_selector.v WIDTH=1 SHARED=0
// model: Valternate_2_0 rtl/component/alternate_destination_selector.v WIDTH=2 SHARED=0
// model: Valternate_3_0 rtl/component/alternate_destination_selector.v WIDTH=3 SHARED=0
// model: Valternate_4_0 rtl/component/alternate_destination_selector.v WIDTH=4 SHARED=0
// model: Valternate_5_0 rtl/component/alternate_destination_selector.v WIDTH=5 SHARED=0
// model: Valternate_10_0 rtl/component/alternate_destination_selector.v WIDTH=10 SHARED=0
// model: Valternate_16_0 rtl/component/alternate_destination_selector.v WIDTH=16 SHARED=0
// model: Valternate_20_0 rtl/component/alternate_destination_selector.v WIDTH=20 SHARED=0
// model: Valternate_1_1 rtl/component/alternate_destination_selector.v WIDTH=1 SHARED=1
// model: Valternate_2_1 rtl/component/alternate_destination_selector.v WIDTH=2 SHARED=1
// model: Valternate_3_1 rtl/component/alternate_destination_selector.v WIDTH=3 SHARED=1
// model: Valternate_4_1 rtl/component/alternate_destination_selector.v WIDTH=4 SHARED=1
// model: Valternate_5_1 rtl/component/alternate_destination_selector.v WIDTH=5 SHARED=1
// model: Valternate_10_1 rtl/component/alternate_destination_selector.v WIDTH=10 SHARED=1
// model: Valternate_16_1 rtl/component/alternate_destination_selector.v WIDTH=16 SHARED=1
// model: Valternate_20_1 rtl/component/alternate_destination_selector.v WIDTH=20 SHARED=1
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/alternate_destination_selector.h"
}

template <class Twin> static void compare(typename Twin::Model *model, uint32_t random)
{
  struct alternate_destination_selector_in in = {random, Twin::WIDTH, Twin::SHARED != 0};
  struct alternate_destination_selector_out out = alternate_destination_selector_comb(&in);

  model->random_i = random;
  model->eval();
  CHECK(model->index_o == out.index, "random_i %#" PRIx32 ": index_o %d, golden %" PRIu32,
        random, model->index_o, out.index);
}

/* All values of 16 bits at either end of the word, the others at random. */
template <class Twin> static void test_every_end_of_a_word()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::WIDTH);

  for (uint32_t code = 0; code < UINT32_C(1) << EXHAUSTIVE_BITS; code++) {
    uint32_t other = static_cast<uint32_t>(rng_next(&rng)) & 0xffff;

    compare<Twin>(model, code << 16 | other);
    compare<Twin>(model, other << 16 | code);
    compare<Twin>(model, static_cast<uint32_t>(rng_next(&rng)));
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_end_of_a_word, Twin, title)

TWIN_LAWS(ROW)
