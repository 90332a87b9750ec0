/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* random_bits -- C = RTL.
 *
 * in: seed_i enter_i
 * out: word_o[CHANNELS]
 * state: lfsr[CHANNELS-SHARED*(CHANNELS-1)] word[CHANNELS] count[CHANNELS] entered
 * registers: state_q[CHANNELS-SHARED*(CHANNELS-1)] word_q?[CHANNELS] count_q?[CHANNELS]
 * day: CHANNELS <= 13
 * resets: CHANNELS-SHARED*(CHANNELS-1)
 */
#define PROOF_STATE
#include "switch/component/random_bits.h"
#include "tests/formal/proof.h"

enum { LFSRS = SHARED ? 1 : CHANNELS };

/* A word that is kept has a meaning from the first packet of its channel on: `entered`. */
static bool related(const uint64_t *state, const uint64_t *registers)
{
  bool same = true;

  for (uint32_t i = 0; i < LFSRS; i++)
    same &= state[lfsr + i] == registers[state_q + i];
  for (uint32_t c = 0; SHARED && c < CHANNELS; c++)
    same &= !(state[entered] >> c & 1) | (state[word + c] == registers[word_q + c]);
  for (uint32_t c = 0; STEPS && c < CHANNELS; c++)
    same &= state[count + c] == registers[count_q + c];
  return same;
}

static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return true;
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  uint32_t words[CHANNELS], counts[CHANNELS];
  struct random_bits random = {
      .lfsr = &state[lfsr], .word = SHARED ? words : NULL, .count = STEPS ? counts : NULL};

  for (uint32_t c = 0; c < CHANNELS; c++) {
    words[c] = (uint32_t)state[word + c];
    counts[c] = (uint32_t)state[count + c];
    out[word_o + c] = random_bits_word(&random, c);
    unread[word_o + c] = SHARED && !(state[entered] >> c & 1);
  }
  random_bits_enter(&random, in[enter_i]);
  random_bits_stay(&random, bits_mask(CHANNELS) & ~in[enter_i]);
  for (uint32_t c = 0; c < CHANNELS; c++) {
    state[word + c] = words[c];
    state[count + c] = counts[c];
  }
  state[entered] |= in[enter_i];
}

/* The seeds move up from channel to channel. */
static void reset(uint64_t *state, const uint64_t *in)
{
  for (uint32_t i = LFSRS - 1; i > 0; i--)
    state[lfsr + i] = state[lfsr + i - 1];
  state[lfsr] = random_bits_seed(in[seed_i]);
  for (uint32_t c = 0; c < CHANNELS; c++)
    state[count + c] = 0;
  state[entered] = 0;
}
