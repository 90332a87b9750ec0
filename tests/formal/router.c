/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* router -- C = RTL.
 *
 * in: valid_i ports_i[CHANNELS] count_i[PORTS]
 * out: taken_o push_o[PORTS]
 * moves: CHANNELS
 * day: CHANNELS*PORTS <= 60
 */
#define PROOF_MOVES
#include "switch/component/router.h"
#include "tests/formal/proof.h"

/* No queue holds more than fits. */
static bool allowed(const uint64_t *in)
{
  for (uint32_t p = 0; p < PORTS; p++)
    if (in[count_i + p] > DEPTH)
      return false;
  return true;
}

static void left(uint64_t *in, uint64_t at)
{
  in[valid_i] &= ~bits_mask((uint32_t)at);
  memset(&in[ports_i], 0, at * sizeof *in);
}

/* The packet of a channel; the counts are those of the queues behind it. */
static void move(uint64_t *state, uint64_t *in, uint64_t *out, uint64_t *unread, uint64_t c)
{
  struct output_queue outputs[PORTS];

  for (uint32_t p = 0; p < PORTS; p++)
    outputs[p].count = (uint32_t)in[count_i + p];
  if (!(in[valid_i] >> c & 1) || !router_takes(outputs, in[ports_i + c], DEPTH))
    return;
  out[taken_o] |= UINT64_C(1) << c;
  for (uint32_t p = 0; p < PORTS; p++)
    if (in[ports_i + c] >> p & 1) { /* the push of the channel */
      in[count_i + p]++;
      out[push_o + p] |= UINT64_C(1) << c;
    }
}

/* Without a packet. */
static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[taken_o] = 0;
  memset(&out[push_o], 0, PORTS * sizeof *out);
}
