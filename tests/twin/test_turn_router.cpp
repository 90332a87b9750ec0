/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_turn_router -- the router whose channels take turns, in C beside its Verilog twin,
 * cycle by cycle.
 *
 * In C the bank keeps its register; here the test does, as docs/switches/components.md
 * says.
 */
// optimize: 1
// few: Vturn_3_2_2 Vturn_5_4_4
// model: Vturn_1_1_5 rtl/component/turn_router.v CHANNELS=1 PORTS=1 DEPTH=5
// model: Vturn_2_1_1 rtl/component/turn_router.v CHANNELS=2 PORTS=1 DEPTH=1
// model: Vturn_3_2_2 rtl/component/turn_router.v CHANNELS=3 PORTS=2 DEPTH=2
// model: Vturn_4_2_3 rtl/component/turn_router.v CHANNELS=4 PORTS=2 DEPTH=3
// model: Vturn_5_4_4 rtl/component/turn_router.v CHANNELS=5 PORTS=4 DEPTH=4
// model: Vturn_11_10_16 rtl/component/turn_router.v CHANNELS=11 PORTS=10 DEPTH=16
// model: Vturn_64_3_5 rtl/component/turn_router.v CHANNELS=64 PORTS=3 DEPTH=5
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/turn_router.h"
}

enum { CYCLES = LIFE_CYCLES + 20000, CHANNELS_MAX = 64, PORTS_MAX = 63, NOWHERE = 63 };

/* The inputs of a cycle, and what the C side remembers. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  uint64_t valid;
  uint32_t port[CHANNELS_MAX]; /* that a channel asks for; NOWHERE: none */
  uint32_t count[PORTS_MAX];
  uint32_t last[PORTS_MAX];
  uint64_t contended; /* queues that had a choice */
};

template <class Twin> static void put(struct bench<Twin> *b, bool rst)
{
  constexpr uint32_t count_bits = clog2(Twin::DEPTH + 1);

  b->model->rst = rst;
  port_put(b->model->valid_i, 0, Twin::CHANNELS, b->valid);
  for (uint32_t c = 0; c < Twin::CHANNELS; c++)
    port_put(b->model->ports_i, c * Twin::PORTS, Twin::PORTS,
             b->port[c] == NOWHERE ? 0 : UINT64_C(1) << b->port[c]);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    port_put(b->model->count_i, p * count_bits, count_bits, b->count[p]);
}

template <class Twin> static void cycle(struct bench<Twin> *b, bool rst, uint32_t when)
{
  uint64_t taken = 0, push[PORTS_MAX];

  put(b, rst);
  model_comb(b->model);
  for (uint32_t p = 0; p < Twin::PORTS; p++) {
    uint64_t asks = 0;

    push[p] = 0;
    for (uint64_t left = b->valid; left; left &= left - 1)
      if (b->port[bits_lowest(left)] == p)
        asks |= left & -left;
    if (!asks || b->count[p] == Twin::DEPTH)
      continue;
    b->contended += (asks & (asks - 1)) != 0;
    const uint32_t first = turn_router_first(asks, b->last[p]);
    push[p] = UINT64_C(1) << first;
    taken |= push[p];
  }
  for (uint32_t p = 0; when > 0 && p < Twin::PORTS; p++) {
    const uint64_t push_o = port_get(b->model->push_o, p * Twin::CHANNELS, Twin::CHANNELS);

    CHECK(push_o == push[p],
          "cycle %u: port %u, last_q %u: push_o %#" PRIx64 ", golden %#" PRIx64, when, p,
          b->last[p], push_o, push[p]);
  }
  CHECK(when == 0 || b->model->taken_o == taken,
        "cycle %u: taken_o %#" PRIx64 ", golden %#" PRIx64, when,
        uint64_t{b->model->taken_o}, taken);
  for (uint32_t p = 0; p < Twin::PORTS; p++)
    if (rst)
      b->last[p] = Twin::CHANNELS - 1;
    else if (push[p])
      b->last[p] = bits_lowest(push[p]);
  model_edge(b->model);
}

/* Few queues or many, in spells that are crowded, idle, full and between. */
template <class Twin> static void test_same_in_every_cycle()
{
  static struct bench<Twin> b;
  struct rng rng = rng_seed(SEED, Twin::CHANNELS * 64 + Twin::PORTS);
  struct spell spell = {};

  b = {};
  b.model = model_open<typename Twin::Model>();
  cycle(&b, true, 0);
  for (uint32_t when = 1; when < CYCLES; when++) {
    const uint64_t spread = 1 + rng_below(&rng, Twin::PORTS);

    spell_next(&spell, &rng, when);
    b.valid = random_requests(&rng, Twin::CHANNELS, spell.offers);
    for (uint32_t c = 0; c < Twin::CHANNELS; c++)
      b.port[c] =
          rng_below(&rng, 8) ? static_cast<uint32_t>(rng_below(&rng, spread)) : NOWHERE;
    for (uint32_t p = 0; p < Twin::PORTS; p++)
      b.count[p] = random_quarters(&rng, spell.readies)
                       ? static_cast<uint32_t>(rng_below(&rng, Twin::DEPTH))
                       : Twin::DEPTH;
    cycle(&b, spell_resets(&spell, &rng), when);
  }
  CHECK(Twin::CHANNELS == 1 || b.contended > CYCLES / 8,
        "a queue had a choice only %" PRIu64 " times", b.contended);
  model_close(b.model);
}

#define ROW(Twin, title) TWIN_TEST(test_same_in_every_cycle, Twin, title)

TWIN_LAWS(ROW)
