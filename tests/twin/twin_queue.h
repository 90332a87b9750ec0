/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_queue -- laws of components that hold packets: both twins run side by side through
 * short sequences of control inputs, exhaustively, and through a long random one.
 *
 * A test defines, for its component:
 *
 *   struct bench<Twin>         the model, the C twin, and the inputs of a cycle
 *   start(b)                   reset, without a look at what was before it
 *   set_inputs(b, code)        the control inputs of a cycle, CONTROL_BITS of `code`
 *   set_inputs(b, spell, rng)  the same, at random
 *   set_packets(b, rng)        the packets of a cycle, at random
 *   cycle(b, when)             both twins through one cycle; `when` is for a failure
 *   check_end(b)               enough has happened in the long sequence
 */
#ifndef LOCKHOP_TESTS_TWIN_QUEUE_H
#define LOCKHOP_TESTS_TWIN_QUEUE_H

#include "tests/twin/twin.h"

enum { CHANNELS_MAX = 64 };

/* With the constants CONTROL_BITS, STREAM (of the random numbers), FIRST_CYCLE and
 * END_CYCLE (of the long sequence, as spell_next counts them). */
template <class Twin> struct bench;

/* All values of the control inputs, in as many cycles as give EXHAUSTIVE_BITS. */
template <class Twin> static void test_every_short_sequence()
{
  constexpr uint32_t bits = bench<Twin>::CONTROL_BITS;
  constexpr uint32_t cycles = EXHAUSTIVE_BITS / bits;
  struct bench<Twin> b = {
  };
  struct rng rng = rng_seed(SEED, bits);
  char when[64];

  if constexpr (cycles > 0) {
    b.model = model_open<typename Twin::Model>();
    for (uint32_t code = 0; code < 1u << bits * cycles; code++) {
      start(&b);
      for (uint32_t t = 0; t < cycles; t++) {
        set_inputs(&b, code >> bits * t);
        set_packets(&b, &rng);
        snprintf(when, sizeof when, "sequence %#x cycle %u", code, t);
        cycle(&b, when);
      }
    }
    model_close(b.model);
  }
}

/* Spells in which the component fills, stands full, runs through, drains and is idle. */
template <class Twin> static void test_long_random_sequence()
{
  struct bench<Twin> b = {
  };
  struct rng rng = rng_seed(SEED, bench<Twin>::STREAM);
  struct spell spell = {};
  char when[64];

  b.model = model_open<typename Twin::Model>();
  start(&b);
  for (uint32_t t = bench<Twin>::FIRST_CYCLE; t < bench<Twin>::END_CYCLE; t++) {
    spell_next(&spell, &rng, t);
    set_inputs(&b, &spell, &rng);
    set_packets(&b, &rng);
    snprintf(when, sizeof when, "cycle %u", t);
    cycle(&b, when);
  }
  check_end(&b);
  model_close(b.model);
}

#define QUEUE_ROW(Twin, title)                                                             \
  TWIN_TEST(test_every_short_sequence, Twin, title)                                        \
  TWIN_TEST(test_long_random_sequence, Twin, title)

#endif
