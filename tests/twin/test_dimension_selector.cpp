/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dimension_selector -- the dimension selector in C beside its Verilog twin. */
// few: Vdimension_selector_3 Vdimension_selector_10
// model: Vdimension_selector_1 rtl/component/dimension_selector.v WIDTH=1
// model: Vdimension_selector_2 rtl/component/dimension_selector.v WIDTH=2
// model: Vdimension_selector_3 rtl/component/dimension_selector.v WIDTH=3
// model: Vdimension_selector_8 rtl/component/dimension_selector.v WIDTH=8
// model: Vdimension_selector_10 rtl/component/dimension_selector.v WIDTH=10
// model: Vdimension_selector_20 rtl/component/dimension_selector.v WIDTH=20
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/priority_encoder.h"
}

/* The header takes the address of a compound literal, which is C alone, but for this. */
static inline const struct priority_encoder_in *
operator&(const struct priority_encoder_in &in)
{
  return __builtin_addressof(in);
}

extern "C" {
#include "switch/component/dimension_selector.h"
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t mask, uint64_t random)
{
  struct dimension_selector_in in = {mask, random};
  struct dimension_selector_out out = dimension_selector_comb(&in);

  port_put(model->mask_i, 0, Twin::WIDTH, mask);
  port_put(model->random_i, 0, Twin::WIDTH, random);
  model->eval();
  CHECK(model->any_o == out.any && model->index_o == out.index,
        "mask_i %#" PRIx64 " random_i %#" PRIx64
        ": any_o %d index_o %d, golden %d %" PRIu32,
        mask, random, model->any_o, model->index_o, out.any, out.index);
}

template <class Twin> static void test_every_pair()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::WIDTH);

  if constexpr (2 * Twin::WIDTH <= EXHAUSTIVE_BITS) {
    for (uint64_t pair = 0; pair < UINT64_C(1) << 2 * Twin::WIDTH; pair++)
      compare<Twin>(model, pair >> Twin::WIDTH, pair & bits_mask(Twin::WIDTH));
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++)
      compare<Twin>(model, random_difference(&rng, Twin::WIDTH),
                    random_difference(&rng, Twin::WIDTH));
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_pair, Twin, title)

TWIN_LAWS(ROW)
