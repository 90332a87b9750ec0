/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_comparator -- the comparator in C beside its Verilog twin. */
// few: Vcomparator_5 Vcomparator_64
// model: Vcomparator_1 rtl/component/comparator.v WIDTH=1
// model: Vcomparator_2 rtl/component/comparator.v WIDTH=2
// model: Vcomparator_3 rtl/component/comparator.v WIDTH=3
// model: Vcomparator_4 rtl/component/comparator.v WIDTH=4
// model: Vcomparator_5 rtl/component/comparator.v WIDTH=5
// model: Vcomparator_6 rtl/component/comparator.v WIDTH=6
// model: Vcomparator_7 rtl/component/comparator.v WIDTH=7
// model: Vcomparator_8 rtl/component/comparator.v WIDTH=8
// model: Vcomparator_64 rtl/component/comparator.v WIDTH=64
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/comparator.h"
}

enum { ROUNDS = 100000 };

template <class Twin>
static void compare(typename Twin::Model *model, uint64_t destination, uint64_t here)
{
  struct comparator_in in = {.destination = destination, .here = here};
  struct comparator_out out = comparator_comb(&in);

  port_put(model->destination_i, 0, Twin::WIDTH, destination);
  port_put(model->here_i, 0, Twin::WIDTH, here);
  model->eval();
  uint64_t differ = port_get(model->differ_o, 0, Twin::WIDTH);
  CHECK(differ == out.differ && model->equal_o == out.equal,
        "destination_i %#" PRIx64 " here_i %#" PRIx64 ": differ_o %#" PRIx64
        " equal_o %d, golden %#" PRIx64 " %d",
        destination, here, differ, model->equal_o, out.differ, out.equal);
}

template <class Twin> static void test_every_pair()
{
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, Twin::WIDTH);

  if constexpr (2 * Twin::WIDTH <= EXHAUSTIVE_BITS) {
    for (uint64_t pair = 0; pair < UINT64_C(1) << 2 * Twin::WIDTH; pair++)
      compare<Twin>(model, pair >> Twin::WIDTH, pair & bits_mask(Twin::WIDTH));
  } else {
    for (uint32_t i = 0; i < ROUNDS; i++) {
      uint64_t here = random_word(&rng, Twin::WIDTH);

      compare<Twin>(model, here ^ random_difference(&rng, Twin::WIDTH), here);
    }
  }
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_every_pair, Twin, title)

TWIN_LAWS(ROW)
