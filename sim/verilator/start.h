// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// start -- what is said before the generated code, for cells.h: which functions are called,
// and what registers hold before reset.
//
// Verilator's library looks up the thread, its context and its generator for every 32 bits,
// which takes longer than all else that is done to open a small switch.  Here an object has
// a generator of its own, so its registers depend on its number alone.
#ifndef LOCKHOP_SIM_VERILATOR_START_H
#define LOCKHOP_SIM_VERILATOR_START_H

#include "verilated.h"

// Of the object that is being opened.
struct StartWords {
  bool ones = true;
  uint64_t state = 0;

  void seed(uint64_t instance)
  {
    ones = false;
    state = instance << 32;
  }

  // A Weyl sequence, mixed by two multiplications.
  uint64_t next()
  {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 32) * UINT64_C(0xd6e8feb86659fd93);
    z = (z ^ z >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return ones ? ~UINT64_C(0) : z ^ z >> 32;
  }
};

static thread_local StartWords start_words; // threads open different objects

static inline IData start_word(int bits)
{
  return static_cast<IData>(start_words.next()) & VL_MASK_I(bits);
}

static inline QData start_quad(int bits)
{
  return start_words.next() & VL_MASK_Q(bits);
}

static inline WDataOutP start_wide(int bits, WDataOutP words)
{
  const int count = VL_WORDS_I(bits);

  for (int i = 0; i < count; i += 2) {
    const uint64_t word = start_words.next();

    words[i] = static_cast<EData>(word);
    if (i + 1 < count)
      words[i + 1] = static_cast<EData>(word >> 32);
  }
  words[count - 1] &= VL_MASK_E(bits);
  return words;
}

// The work of a clock edge, which is long, is not copied into what calls it.
#undef VL_INLINE_OPT
#define VL_INLINE_OPT __attribute__((noinline))

#define VL_RAND_RESET_I(bits) start_word(bits)
#define VL_RAND_RESET_Q(bits) start_quad(bits)
#define VL_RAND_RESET_W(bits, words) start_wide(bits, words)

#endif
