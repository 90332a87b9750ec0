/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_link_arbiter -- the arbiter of a link in C beside its Verilog twin, cycle by cycle.
 *
 * In C the network keeps its registers; here the test does, as docs/switch.md says.
 */
// optimize: 1
// few: Varbiter_3_0 Varbiter_4_1
// model: Varbiter_1_0 rtl/component/link_arbiter.v VCS=1 ARBITER=0
// model: Varbiter_2_0 rtl/component/link_arbiter.v VCS=2 ARBITER=0
// model: Varbiter_3_0 rtl/component/link_arbiter.v VCS=3 ARBITER=0
// model: Varbiter_4_0 rtl/component/link_arbiter.v VCS=4 ARBITER=0
// model: Varbiter_5_0 rtl/component/link_arbiter.v VCS=5 ARBITER=0
// model: Varbiter_8_0 rtl/component/link_arbiter.v VCS=8 ARBITER=0
// model: Varbiter_1_1 rtl/component/link_arbiter.v VCS=1 ARBITER=1
// model: Varbiter_2_1 rtl/component/link_arbiter.v VCS=2 ARBITER=1
// model: Varbiter_3_1 rtl/component/link_arbiter.v VCS=3 ARBITER=1
// model: Varbiter_4_1 rtl/component/link_arbiter.v VCS=4 ARBITER=1
// model: Varbiter_8_1 rtl/component/link_arbiter.v VCS=8 ARBITER=1
// model: Varbiter_1_2 rtl/component/link_arbiter.v VCS=1 ARBITER=2
// model: Varbiter_2_2 rtl/component/link_arbiter.v VCS=2 ARBITER=2
// model: Varbiter_3_2 rtl/component/link_arbiter.v VCS=3 ARBITER=2
// model: Varbiter_8_2 rtl/component/link_arbiter.v VCS=8 ARBITER=2
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/link_arbiter.h"
}

enum { RANDOM_CYCLES = LIFE_CYCLES + 60000 };

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  uint64_t blocked;
  uint32_t last;
};

/* `may`: the switch may send by this port, so that what is granted and ready leaves. */
template <class Twin>
static void cycle(struct bench<Twin> *b, bool rst, uint64_t valid, uint64_t ready, bool may,
                  bool known, const char *when)
{
  struct link_arbiter_in in = {valid, b->blocked, b->last, Twin::VCS,
                               static_cast<enum arbiter_rule>(Twin::ARBITER)};
  uint64_t grant = link_arbiter_comb(&in), sent = may ? grant & ready : 0;

  b->model->rst = rst;
  port_put(b->model->valid_i, 0, Twin::VCS, valid);
  port_put(b->model->ready_i, 0, Twin::VCS, ready);
  port_put(b->model->sent_i, 0, Twin::VCS, sent);
  model_comb(b->model);
  uint64_t grant_o = port_get(b->model->grant_o, 0, Twin::VCS);
  CHECK(!known || grant_o == grant,
        "%s: valid_i %#" PRIx64 " blocked_q %#" PRIx64 " last_q %" PRIu32
        ": grant_o %#" PRIx64 ", golden %#" PRIx64,
        when, valid, b->blocked, b->last, grant_o, grant);
  b->blocked = rst ? 0 : ~ready & bits_mask(Twin::VCS);
  if (rst)
    b->last = Twin::VCS - 1;
  else if (sent)
    b->last = bits_lowest(sent);
  model_edge(b->model);
}

/* All values of rst, valid_i, ready_i, and may, in as many cycles as give 16 bits, at least
 * one. */
template <class Twin> static void test_every_short_sequence()
{
  constexpr uint32_t bits = 2 + 2 * Twin::VCS;
  constexpr uint32_t cycles = bits < EXHAUSTIVE_BITS ? EXHAUSTIVE_BITS / bits : 1;
  struct bench<Twin> b = {
  };
  char when[64];

  b.model = model_open<typename Twin::Model>();
  for (uint32_t code = 0; code < 1u << bits * cycles; code++) {
    cycle(&b, true, 0, 0, false, false, "reset");
    for (uint32_t t = 0; t < cycles; t++) {
      uint32_t now = code >> bits * t;

      snprintf(when, sizeof when, "sequence %#x cycle %u", code, t);
      cycle(&b, (now & 1) != 0, now >> 1 & bits_mask(Twin::VCS),
            now >> (1 + Twin::VCS) & bits_mask(Twin::VCS),
            (now >> (1 + 2 * Twin::VCS) & 1) != 0, true, when);
    }
  }
  model_close(b.model);
}

template <class Twin> static void test_long_random_sequence()
{
  struct rng rng = rng_seed(SEED, Twin::VCS);
  struct bench<Twin> b = {
  };
  struct spell spell = {};
  char when[64];

  b.model = model_open<typename Twin::Model>();
  cycle(&b, true, 0, 0, false, false, "reset");
  for (uint32_t t = 0; t < RANDOM_CYCLES; t++) {
    spell_next(&spell, &rng, t);
    uint64_t valid = random_requests(&rng, Twin::VCS, spell.offers);
    uint64_t ready = random_requests(&rng, Twin::VCS, spell.readies);

    snprintf(when, sizeof when, "cycle %u", t);
    cycle(&b, spell_resets(&spell, &rng), valid, ready, random_quarters(&rng, 3), true,
          when);
  }
  model_close(b.model);
}

#define ROW(Twin, title)                                                                   \
  TWIN_TEST(test_every_short_sequence, Twin, title)                                        \
  TWIN_TEST(test_long_random_sequence, Twin, title)

TWIN_LAWS(ROW)
