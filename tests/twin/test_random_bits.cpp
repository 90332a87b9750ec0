/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_random_bits -- the LFSRs in C beside their Verilog twin, cycle by cycle.
 *
 * In C a network seeds the LFSRs at once; here the edges of the reset are made one by one.
 */
// few: Vrandom_bits_5_0 Vrandom_bits_5_1 Vrandom_steps_5
// model: Vrandom_bits_1_0 rtl/component/random_bits.v CHANNELS=1 SHARED=0 STEPS=0
// model: Vrandom_bits_2_0 rtl/component/random_bits.v CHANNELS=2 SHARED=0 STEPS=0
// model: Vrandom_bits_5_0 rtl/component/random_bits.v CHANNELS=5 SHARED=0 STEPS=0
// model: Vrandom_bits_64_0 rtl/component/random_bits.v CHANNELS=64 SHARED=0 STEPS=0
// model: Vrandom_bits_1_1 rtl/component/random_bits.v CHANNELS=1 SHARED=1 STEPS=0
// model: Vrandom_bits_2_1 rtl/component/random_bits.v CHANNELS=2 SHARED=1 STEPS=0
// model: Vrandom_bits_5_1 rtl/component/random_bits.v CHANNELS=5 SHARED=1 STEPS=0
// model: Vrandom_bits_64_1 rtl/component/random_bits.v CHANNELS=64 SHARED=1 STEPS=0
// model: Vrandom_steps_1 rtl/component/random_bits.v CHANNELS=1 SHARED=0 STEPS=1
// model: Vrandom_steps_5 rtl/component/random_bits.v CHANNELS=5 SHARED=0 STEPS=1
#include "tests/twin/twin.h"

extern "C" {
#include "switch/component/random_bits.h"
}

enum {
  CHANNELS_MAX = 64,
  CYCLES = LIFE_CYCLES + 20000,
  SEEDED_CYCLES = 5000,
  QUIET_EVERY = 700, /* cycles; for QUIET of them nothing enters, longer than counts go */
  QUIET = 2 * RANDOM_COUNT_MAX
};

/* The two twins, side by side. */
template <class Twin> struct bench {
  typename Twin::Model *model;
  uint64_t lfsr[CHANNELS_MAX];
  uint32_t word[CHANNELS_MAX];
  uint32_t count[CHANNELS_MAX]; /* of those that a packet has entered */
  uint64_t held;                /* channels that a packet has entered */
  uint64_t known;               /* channels whose word is known */
};

template <class Twin>
static void cycle(struct bench<Twin> *b, bool rst, uint64_t seed, uint64_t enter,
                  uint32_t number)
{
  struct random_bits random = {b->lfsr, Twin::SHARED ? b->word : nullptr,
                               Twin::STEPS ? b->count : nullptr};

  b->model->rst = rst;
  b->model->seed_i = seed;
  port_put(b->model->enter_i, 0, Twin::CHANNELS, enter);
  model_comb(b->model);
  for (uint32_t c = 0; c < Twin::CHANNELS; c++) {
    uint32_t word_o = static_cast<uint32_t>(port_get(b->model->word_o, 32 * c, 32));

    CHECK(!(b->known >> c & 1) || word_o == random_bits_word(&random, c),
          "cycle %" PRIu32 ": word_o of channel %" PRIu32 " is %#" PRIx32
          ", golden %#" PRIx32,
          number, c, word_o, random_bits_word(&random, c));
  }
  if (!rst) {
    random_bits_enter(&random, enter);
    random_bits_stay(&random, b->held & ~enter);
    b->held |= enter;
    b->known |= enter;
  } else if (Twin::SHARED) {
    b->lfsr[0] = random_bits_seed(seed);
  } else {
    for (uint32_t c = Twin::CHANNELS - 1; c > 0; c--)
      b->lfsr[c] = b->lfsr[c - 1];
    b->lfsr[0] = random_bits_seed(seed);
    b->held = 0; /* then a count means nothing */
    b->known = Twin::STEPS ? 0 : bits_mask(Twin::CHANNELS);
  }
  model_edge(b->model);
}

/* A new seed for every LFSR; the first of them twice, which must not matter. */
template <class Twin> static void seed_all(struct bench<Twin> *b, struct rng *rng)
{
  b->known &= Twin::SHARED ? ~UINT64_C(0) : 0;
  for (uint32_t i = 0; i <= Twin::CHANNELS; i++) {
    uint64_t before = b->known;

    cycle(b, true, rng_below(rng, 4) ? random_word(rng, 64) : 0, rng_next(rng), i);
    if (i < Twin::CHANNELS)
      b->known = before; /* not all of them have a seed */
  }
}

template <class Twin> static void test_long_random_sequence()
{
  struct rng rng = rng_seed(SEED, Twin::CHANNELS);
  struct bench<Twin> b = {
  };

  b.model = model_open<typename Twin::Model>();
  for (uint32_t t = 0; t < CYCLES; t++) {
    uint64_t enter = rng_next(&rng) & bits_mask(Twin::CHANNELS);

    if (t == 0 || (t > LIFE_CYCLES && t % SEEDED_CYCLES == 0))
      seed_all(&b, &rng);
    if (random_quarters(&rng, 1))
      enter = random_quarters(&rng, 2) ? 0 : UINT64_C(1) << rng_below(&rng, Twin::CHANNELS);
    if (t % QUIET_EVERY >= QUIET_EVERY - QUIET)
      enter = 0;
    cycle(&b, t > LIFE_CYCLES && rng_below(&rng, 200) == 0, random_word(&rng, 64), enter,
          t);
  }
  CHECK(b.known == bits_mask(Twin::CHANNELS), "only %#" PRIx64 " had a word", b.known);
  model_close(b.model);
}

#define ROW(Twin, title) TWIN_TEST(test_long_random_sequence, Twin, title)

TWIN_LAWS(ROW)
