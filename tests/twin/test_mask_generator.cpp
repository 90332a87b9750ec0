/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_mask_generator -- the mask generator in C beside its Verilog twin. */
// few: Vmask_generator_3 Vmask_generator_11
// model: Vmask_generator_1 rtl/component/mask_generator.v WIDTH=1
// model: Vmask_generator_2 rtl/component/mask_generator.v WIDTH=2
// model: Vmask_generator_3 rtl/component/mask_generator.v WIDTH=3
// model: Vmask_generator_8 rtl/component/mask_generator.v WIDTH=8
// model: Vmask_generator_11 rtl/component/mask_generator.v WIDTH=11
// model: Vmask_generator_20 rtl/component/mask_generator.v WIDTH=20
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/mask_generator.h"
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, const struct mask_generator_in *in)
{
  struct mask_generator_out out = mask_generator_comb(in);

  port_put(model->mask_i, 0, Twin::WIDTH, in->mask);
  model->any_i = in->any;
  port_put(model->index_i, 0, clog2(Twin::WIDTH) ? clog2(Twin::WIDTH) : 1, in->index);
  model->eval();
  uint64_t mask_o = port_get(model->mask_o, 0, Twin::WIDTH);
  CHECK(mask_o == out.mask,
        "mask_i %#" PRIx64 " any_i %d index_i %" PRIu32 ": mask_o %#" PRIx64
        ", golden %#" PRIx64,
        in->mask, in->any, in->index, mask_o, out.mask);
}

template <class Twin> static void test_every_case()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::WIDTH);

  if constexpr (Twin::WIDTH + 1 + clog2(Twin::WIDTH) <= EXHAUSTIVE_BITS) {
    for (uint64_t mask = 0; mask < UINT64_C(1) << Twin::WIDTH; mask++)
      for (uint32_t code = 0; code < 2 * Twin::WIDTH; code++) {
        struct mask_generator_in in = {mask, code % 2 == 1, code / 2};

        compare<Twin>(model, &in);
      }
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      struct mask_generator_in in = {rng_next(&rng) & bits_mask(Twin::WIDTH),
                                     random_quarters(&rng, 3),
                                     static_cast<uint32_t>(rng_below(&rng, Twin::WIDTH))};

      compare<Twin>(model, &in);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_case, Twin, title)

TWIN_LAWS(ROW)
