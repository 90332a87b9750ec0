/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_least_queue -- the choice of the emptiest queue in C beside its Verilog twin. */
// few: Vleast_2_2_2
// model: Vleast_1_1_1 rtl/component/least_queue.v PORTS=1 VCS=1 COUNT_BITS=1
// model: Vleast_2_2_2 rtl/component/least_queue.v PORTS=2 VCS=2 COUNT_BITS=2
// model: Vleast_4_1_3 rtl/component/least_queue.v PORTS=4 VCS=1 COUNT_BITS=3
// model: Vleast_5_3_5 rtl/component/least_queue.v PORTS=5 VCS=3 COUNT_BITS=5
// model: Vleast_7_8_3 rtl/component/least_queue.v PORTS=7 VCS=8 COUNT_BITS=3
// model: Vleast_24_2_20 rtl/component/least_queue.v PORTS=24 VCS=2 COUNT_BITS=20
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/least_queue.h"
}

enum { ROUNDS = 50000 };

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

/* Counts of all sizes, and rounds in which hardly a way has ports. */
template <class Twin> static void test_random_counts()
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS, count = Twin::PORTS + 1;
  auto model = new typename Twin::Model;
  struct rng rng = rng_seed(SEED, queues);
  uint32_t counts[queues], words = 0;

  for (uint32_t round = 0; round < ROUNDS; round++) {
    const uint64_t most = UINT64_C(1) << rng_below(&rng, Twin::COUNT_BITS + 1);
    const bool few = rng_below(&rng, 4) == 0;
    struct least_queue_way ways[count];
    struct least_queue_in in = {};

    in.counts = counts;
    in.vcs = Twin::VCS;
    in.ways = ways;
    in.count = count;
    for (uint32_t q = 0; q < queues; q++) {
      counts[q] = static_cast<uint32_t>(rng_below(&rng, most));
      port_put(model->counts_i, q * Twin::COUNT_BITS, Twin::COUNT_BITS, counts[q]);
    }
    for (uint32_t w = 0; w < count; w++) {
      ways[w].ports = few && rng_below(&rng, 4) ? 0 : random_way(&rng, Twin::PORTS);
      ways[w].vc = static_cast<uint32_t>(rng_below(&rng, 8));
      port_put(model->ways_i, w * Twin::PORTS, Twin::PORTS, ways[w].ports);
      port_put(model->vcs_i, w * 3, 3, ways[w].vc);
    }
    model->eval();
    const uint32_t must = least_queue_comb(&in);
    CHECK(model->word_o == must, "round %u: word_o %u, golden %u", round,
          static_cast<uint32_t>(model->word_o), must);
    words |= 1u << must;
  }
  CHECK(words == bits_mask(count), "words of word_o were %#x", words);
  model_close(model);
}

#define ROW(Twin, title) TWIN_TEST(test_random_counts, Twin, title)

TWIN_LAWS(ROW)
