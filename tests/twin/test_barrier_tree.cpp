/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_barrier_tree -- the barrier in C beside its Verilog twin, cycle by cycle. */
// few: Vbarrier_2 Vbarrier_8
// model: Vbarrier_2 rtl/component/barrier_tree.v LEAVES=2
// model: Vbarrier_4 rtl/component/barrier_tree.v LEAVES=4
// model: Vbarrier_8 rtl/component/barrier_tree.v LEAVES=8
// model: Vbarrier_64 rtl/component/barrier_tree.v LEAVES=64
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/barrier_tree.h"
}

enum { CYCLES = 20000, LIFE = 60 };

/* Lives from reset to reset.  Now and then all switches are over but one, or all but
 * done_i: then nothing may be told. */
template <class Twin> static void test_tells_all_at_once()
{
  constexpr uint64_t all =
      Twin::LEAVES < 64 ? (UINT64_C(1) << Twin::LEAVES) - 1 : UINT64_MAX;
  auto model = model_open<typename Twin::Model>();
  struct barrier_tree tree = barrier_tree_reset(Twin::LEAVES);
  struct rng rng = rng_seed(SEED, Twin::LEAVES);
  uint32_t told = 0;

  for (uint32_t t = 0; t < CYCLES; t++) {
    const bool rst = t % LIFE == 0;
    const bool done = t % LIFE > 20 && !random_quarters(&rng, 1);
    uint64_t over = random_quarters(&rng, 2) ? all : rng_next(&rng) & all;

    if (random_quarters(&rng, 2))
      over &= ~(UINT64_C(1) << rng_below(&rng, Twin::LEAVES));
    model->rst = rst;
    model->done_i = done;
    port_put(model->over_i, 0, Twin::LEAVES, over);
    model_comb(model);
    if (t > 0) {
      const uint64_t is = port_get(model->phase_o, 0, Twin::LEAVES);

      CHECK(is == (barrier_tree_phase(&tree) ? all : 0),
            "cycle %" PRIu32 ": phase_o is %#" PRIx64 ", golden %d", t, is,
            barrier_tree_phase(&tree));
      told += is != 0;
    }
    if (rst)
      tree = barrier_tree_reset(Twin::LEAVES);
    else
      barrier_tree_tick(&tree, done && over == all);
    model_edge(model);
  }
  CHECK(told > CYCLES / 20 && told < CYCLES * 9 / 10, "told in %" PRIu32 " cycles", told);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_tells_all_at_once, Twin, title)

TWIN_LAWS(ROW)
