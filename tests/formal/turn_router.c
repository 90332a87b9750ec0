/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* turn_router -- C = RTL.
 *
 * in: valid_i ports_i[CHANNELS] count_i[PORTS]
 * out: taken_o push_o[PORTS]
 * state: last[PORTS]
 * registers: behind_q[PORTS]
 * day: CHANNELS*PORTS <= 120
 */
#define PROOF_STATE
#include "switch/component/turn_router.h"
#include "tests/formal/proof.h"

/* The register is the mask of the channels above `last`. */
static bool related(const uint64_t *state, const uint64_t *registers)
{
  for (uint32_t p = 0; p < PORTS; p++) {
    const uint64_t l = state[last + p];

    if (l >= CHANNELS ||
        registers[behind_q + p] != (bits_mask(CHANNELS) & ~bits_mask((uint32_t)l + 1)))
      return false;
  }
  return true;
}

/* Each packet goes to one queue at most, and no queue holds more than fits. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  for (uint32_t c = 0; c < CHANNELS; c++)
    if (in[ports_i + c] & (in[ports_i + c] - 1))
      return false;
  for (uint32_t p = 0; p < PORTS; p++)
    if (in[count_i + p] > DEPTH)
      return false;
  return true;
}

/* As switch_bank_route_turns uses it. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[taken_o] = 0;
  for (uint32_t p = 0; p < PORTS; p++) {
    uint64_t asks = 0;

    for (uint32_t c = 0; c < CHANNELS; c++)
      asks |= (in[valid_i] >> c & in[ports_i + c] >> p & 1) << c;
    out[push_o + p] = 0;
    if (!asks || in[count_i + p] >= DEPTH)
      continue;
    state[last + p] = turn_router_first(asks, (uint32_t)state[last + p]);
    out[push_o + p] = UINT64_C(1) << state[last + p];
    out[taken_o] |= out[push_o + p];
  }
}

static void reset(uint64_t *state, const uint64_t *in)
{
  for (uint32_t p = 0; p < PORTS; p++)
    state[last + p] = CHANNELS - 1;
}
