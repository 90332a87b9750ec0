/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_send_arbiter -- the arbiter of a switch's ports in C beside its Verilog twin, cycle
 * by cycle.
 *
 * In C the network keeps its registers; here the test does, as docs/switch.md says.
 */
// optimize: 1
// few: Vsend_3_2_1_0 Vsend_8_3_16_0
// model: Vsend_1_1_0_0 rtl/component/send_arbiter.v QUEUES=1 SENDS=1
//   PRIORITY_BITS=0 ARBITER=0
// model: Vsend_2_1_0_0 rtl/component/send_arbiter.v QUEUES=2 SENDS=1
//   PRIORITY_BITS=0 ARBITER=0
// model: Vsend_3_1_0_0 rtl/component/send_arbiter.v QUEUES=3 SENDS=1
//   PRIORITY_BITS=0 ARBITER=0
// model: Vsend_3_2_0_0 rtl/component/send_arbiter.v QUEUES=3 SENDS=2
//   PRIORITY_BITS=0 ARBITER=0
// model: Vsend_3_2_1_0 rtl/component/send_arbiter.v QUEUES=3 SENDS=2
//   PRIORITY_BITS=1 ARBITER=0
// model: Vsend_3_3_0_0 rtl/component/send_arbiter.v QUEUES=3 SENDS=3
//   PRIORITY_BITS=0 ARBITER=0
// model: Vsend_5_2_3_0 rtl/component/send_arbiter.v QUEUES=5 SENDS=2
//   PRIORITY_BITS=3 ARBITER=0
// model: Vsend_8_3_16_0 rtl/component/send_arbiter.v QUEUES=8 SENDS=3
//   PRIORITY_BITS=16 ARBITER=0
// model: Vsend_32_5_1_0 rtl/component/send_arbiter.v QUEUES=32 SENDS=5
//   PRIORITY_BITS=1 ARBITER=0
// model: Vsend_63_2_0_0 rtl/component/send_arbiter.v QUEUES=63 SENDS=2
//   PRIORITY_BITS=0 ARBITER=0
// model: Vsend_1_1_1_1 rtl/component/send_arbiter.v QUEUES=1 SENDS=1
//   PRIORITY_BITS=1 ARBITER=1
// model: Vsend_3_1_0_1 rtl/component/send_arbiter.v QUEUES=3 SENDS=1
//   PRIORITY_BITS=0 ARBITER=1
// model: Vsend_3_2_1_1 rtl/component/send_arbiter.v QUEUES=3 SENDS=2
//   PRIORITY_BITS=1 ARBITER=1
// model: Vsend_8_3_16_1 rtl/component/send_arbiter.v QUEUES=8 SENDS=3
//   PRIORITY_BITS=16 ARBITER=1
// model: Vsend_63_4_3_1 rtl/component/send_arbiter.v QUEUES=63 SENDS=4
//   PRIORITY_BITS=3 ARBITER=1
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/send_arbiter.h"
}

/* The model's work in a cycle grows with the square of the queues. */
enum {
  RANDOM_CYCLES = LIFE_CYCLES + 20000,
  RANDOM_CYCLES_WIDE = 15000,
  WIDE = 32,
  QUEUES_MAX = 63
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  uint64_t blocked;
  uint32_t last;
  uint16_t priorities[QUEUES_MAX];
};

template <class Twin>
static void cycle(struct bench<Twin> *b, bool rst, uint64_t valid, uint64_t ready,
                  bool known, const char *when)
{
  constexpr uint32_t kept = Twin::PRIORITY_BITS ? Twin::PRIORITY_BITS : 1;
  struct send_arbiter_in in = {.valid = valid,
                               .blocked = b->blocked,
                               .priorities = Twin::PRIORITY_BITS ? b->priorities : nullptr,
                               .last = b->last,
                               .queues = Twin::QUEUES,
                               .sends = Twin::SENDS,
                               .fixed = Twin::ARBITER != 0};
  uint64_t grant = send_arbiter_comb(&in), sent = grant & ready;

  b->model->rst = rst;
  port_put(b->model->valid_i, 0, Twin::QUEUES, valid);
  port_put(b->model->ready_i, 0, Twin::QUEUES, ready);
  for (uint32_t q = 0; q < Twin::QUEUES; q++)
    port_put(b->model->priorities_i, q * kept, kept, b->priorities[q]);
  model_comb(b->model);
  uint64_t grant_o = port_get(b->model->grant_o, 0, Twin::QUEUES);
  CHECK(!known || grant_o == grant,
        "%s: valid_i %#" PRIx64 " blocked_q %#" PRIx64 " last_q %" PRIu32
        ": grant_o %#" PRIx64 ", golden %#" PRIx64,
        when, valid, b->blocked, b->last, grant_o, grant);
  if (rst)
    b->last = Twin::QUEUES - 1;
  else if (sent)
    b->last = send_arbiter_last(&in, sent);
  b->blocked = rst ? 0 : ~ready & bits_mask(Twin::QUEUES);
  model_edge(b->model);
}

/* Priorities up to what the packets can have; few differ, as in a network. */
template <class Twin> static void random_priorities(struct bench<Twin> *b, struct rng *rng)
{
  const bool alike = random_quarters(rng, 2);

  for (uint32_t q = 0; q < Twin::QUEUES; q++)
    b->priorities[q] = static_cast<uint16_t>(rng_below(
        rng, UINT64_C(1) << (alike && Twin::PRIORITY_BITS ? 1 : Twin::PRIORITY_BITS)));
}

/* All values of rst, valid_i, ready_i, and of priorities_i when it has a bit for each
 * queue, else these at random; in as many cycles as give 16 bits, if one does. */
template <class Twin> static void test_every_short_sequence()
{
  constexpr uint32_t own = 1 + 2 * Twin::QUEUES;
  constexpr bool all = own + Twin::QUEUES <= EXHAUSTIVE_BITS && Twin::PRIORITY_BITS == 1;
  constexpr uint32_t bits = all ? own + Twin::QUEUES : own;
  constexpr uint64_t mask = (UINT64_C(1) << Twin::QUEUES) - 1;
  struct rng rng = rng_seed(SEED, bits);
  struct bench<Twin> b = {
  };
  char when[64];

  if constexpr (bits > EXHAUSTIVE_BITS)
    return;
  b.model = model_open<typename Twin::Model>();
  for (uint32_t code = 0; code < 1u << EXHAUSTIVE_BITS / bits * bits; code++) {
    cycle(&b, true, 0, 0, false, "reset");
    for (uint32_t t = 0; t < EXHAUSTIVE_BITS / bits; t++) {
      uint64_t now = code >> bits * t;

      random_priorities(&b, &rng);
      for (uint32_t q = 0; all && q < Twin::QUEUES; q++)
        b.priorities[q] = now >> (own + q) & 1;
      snprintf(when, sizeof when, "sequence %#x cycle %u", code, t);
      cycle(&b, (now & 1) != 0, now >> 1 & mask, now >> 1 >> Twin::QUEUES & mask, true,
            when);
    }
  }
  model_close(b.model);
}

template <class Twin> static void test_long_random_sequence()
{
  constexpr uint32_t cycles = Twin::QUEUES < WIDE ? RANDOM_CYCLES : RANDOM_CYCLES_WIDE;
  struct rng rng = rng_seed(SEED, Twin::QUEUES);
  struct bench<Twin> b = {
  };
  struct spell spell = {};
  char when[64];

  b.model = model_open<typename Twin::Model>();
  cycle(&b, true, 0, 0, false, "reset");
  for (uint32_t t = RANDOM_CYCLES - cycles; t < RANDOM_CYCLES; t++) {
    spell_next(&spell, &rng, t);
    const uint64_t valid = random_requests(&rng, Twin::QUEUES, spell.offers);
    const uint64_t ready = random_requests(&rng, Twin::QUEUES, spell.readies);

    random_priorities(&b, &rng);
    snprintf(when, sizeof when, "cycle %u", t);
    cycle(&b, spell_resets(&spell, &rng), valid, ready, true, when);
  }
  model_close(b.model);
}

#define ROW(Twin, title)                                                                   \
  TWIN_TEST(test_every_short_sequence, Twin, title)                                        \
  TWIN_TEST(test_long_random_sequence, Twin, title)

TWIN_LAWS(ROW)
