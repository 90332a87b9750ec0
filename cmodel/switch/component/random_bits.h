/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* random_bits -- the LFSRs of a switch: a random word for each channel.
 *
 * Twin of rtl/component/random_bits.v.  A Galois LFSR of 64 bits, polynomial x^64 + x^4 +
 * x^3 + x + 1, period 2^64 - 1, advances by 32 shifts when a packet enters its channel (or,
 * shared, any channel).  state_q has one element per channel, or one in all when shared;
 * only then word_q keeps the words of the channels.  With steps, count_q is the number of
 * cycles since the packet entered its channel, at most 31, in the high bits of the word.
 * Ports: seed_i, enter_i, word_o.  Parameters: CHANNELS, SHARED, STEPS.
 *
 * Source: our design; the paper only requires random bit sources.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_RANDOM_BITS_H
#define LOCKHOP_SWITCH_COMPONENT_RANDOM_BITS_H

#include "base/bits.h"

#include <stdbool.h>

/* The source of a switch's random words: RANDOM of rtl/switch/switch.v. */
enum random_source {
  RANDOM_NONE,   /* no random words */
  RANDOM_OWN,    /* an LFSR per channel */
  RANDOM_SHARED, /* one LFSR for all channels */
  RANDOM_STEPS,  /* an LFSR per channel, and a count of cycles */
  RANDOM_QUEUES, /* no LFSR: for each lane which of two ways has the emptier queues */
  RANDOM_LEAST   /* no LFSR: for each channel which port has the emptiest queue */
};

/* Is there an LFSR for every channel?  Then a reset seeds them one after the other. */
static inline bool random_source_apart(enum random_source source)
{
  return source == RANDOM_OWN || source == RANDOM_STEPS;
}

/* Do the queues choose the words? */
static inline bool random_source_chooses(enum random_source source)
{
  return source == RANDOM_QUEUES || source == RANDOM_LEAST;
}

/* A word with a count of cycles in its high bits. */
enum { RANDOM_COUNT_LSB = 27, RANDOM_COUNT_MAX = 31 };

struct random_bits {
  uint64_t *lfsr;  /* [channels]; [1] when shared; never 0 */
  uint32_t *word;  /* [channels] when shared; otherwise NULL */
  uint32_t *count; /* [channels] with steps; otherwise NULL */
};

/* The first state for a seed. */
static inline uint64_t random_bits_seed(uint64_t seed)
{
  return seed ? seed : 1;
}

/* The state 32 shifts later. */
static inline uint64_t random_bits_advance(uint64_t state)
{
  uint64_t high = state >> 32;

  return state << 32 ^ high ^ high << 1 ^ high << 3 ^ high << 4;
}

/* Give new words to the channels of the mask, which packets have entered. */
static inline void random_bits_enter(struct random_bits *random, uint64_t channels)
{
  if (channels && random->word)
    *random->lfsr = random_bits_advance(*random->lfsr);
  for (; channels; channels &= channels - 1) {
    uint32_t channel = bits_lowest(channels);

    if (random->word)
      random->word[channel] = (uint32_t)(*random->lfsr >> 32);
    else
      random->lfsr[channel] = random_bits_advance(random->lfsr[channel]);
    if (random->count)
      random->count[channel] = 0;
  }
}

/* A cycle more for the packets that stay in the channels of the mask. */
static inline void random_bits_stay(struct random_bits *random, uint64_t channels)
{
  if (!random->count)
    return;
  for (; channels; channels &= channels - 1) {
    uint32_t *count = &random->count[bits_lowest(channels)];

    *count += *count < RANDOM_COUNT_MAX;
  }
}

static inline uint32_t random_bits_word(const struct random_bits *random, uint32_t channel)
{
  uint32_t word =
      random->word ? random->word[channel] : (uint32_t)(random->lfsr[channel] >> 32);

  if (random->count)
    word = (word & (uint32_t)bits_mask(RANDOM_COUNT_LSB)) | random->count[channel]
                                                                << RANDOM_COUNT_LSB;
  return word;
}

#endif
