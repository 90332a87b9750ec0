/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_queue_choice -- the choice of a way by its queues in C beside its Verilog twin. */
// few: Vchoice_3_2_2
// model: Vchoice_1_1_1 rtl/component/queue_choice.v PORTS=1 VCS=1 COUNT_BITS=1
// model: Vchoice_3_2_2 rtl/component/queue_choice.v PORTS=3 VCS=2 COUNT_BITS=2
// model: Vchoice_8_3_5 rtl/component/queue_choice.v PORTS=8 VCS=3 COUNT_BITS=5
// model: Vchoice_7_8_3 rtl/component/queue_choice.v PORTS=7 VCS=8 COUNT_BITS=3
// model: Vchoice_63_1_20 rtl/component/queue_choice.v PORTS=63 VCS=1 COUNT_BITS=20
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/queue_choice.h"
}

enum { ROUNDS = 100000 };

/* Ways of one port or none, as route units name them, and a few of several. */
static uint64_t random_way(struct rng *rng, uint32_t ports)
{
  switch (rng_below(rng, 8)) {
  case 0:
    return 0;
  case 1:
    return rng_next(rng) & bits_mask(ports);
  default:
    return UINT64_C(1) << rng_below(rng, ports);
  }
}

/* Counts of all sizes, and some that make both ways nearly equal. */
template <class Twin> static void test_random_counts()
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, queues);
  uint32_t counts[queues], both = 0;

  for (uint32_t round = 0; round < ROUNDS; round++) {
    const uint64_t most = UINT64_C(1) << rng_below(&rng, Twin::COUNT_BITS + 1);
    struct queue_choice_in in = {};

    in.counts = counts;
    in.vcs = Twin::VCS;
    in.short_ports = random_way(&rng, Twin::PORTS);
    in.long_ports = random_way(&rng, Twin::PORTS);
    for (uint32_t q = 0; q < queues; q++) {
      counts[q] = static_cast<uint32_t>(rng_below(&rng, most));
      port_put(model->counts_i, q * Twin::COUNT_BITS, Twin::COUNT_BITS, counts[q]);
    }
    port_put(model->short_i, 0, Twin::PORTS, in.short_ports);
    port_put(model->long_i, 0, Twin::PORTS, in.long_ports);
    model->eval();
    const bool must = queue_choice_comb(&in);
    CHECK(model->long_o == must,
          "round %u: short_i %#" PRIx64 " long_i %#" PRIx64 ": long_o %d", round,
          in.short_ports, in.long_ports, model->long_o);
    both |= 1u << must;
  }
  CHECK(both == 3, "long_o was always %u", both / 2);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_random_counts, Twin, title)

TWIN_LAWS(ROW)
