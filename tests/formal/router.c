/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* router -- C = RTL.
 *
 * in: valid_i ports_i[CHANNELS] count_i[PORTS]
 * out: taken_o push_o[PORTS]
 * day: CHANNELS < 18 and CHANNELS*PORTS <= 24
 * feasible: CHANNELS < 15 and CHANNELS*PORTS <= 168 or CHANNELS*PORTS*DEPTH <= 108
 */
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

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct output_queue outputs[PORTS];

  out[taken_o] = 0;
  for (uint32_t p = 0; p < PORTS; p++) {
    outputs[p].count = (uint32_t)in[count_i + p];
    out[push_o + p] = 0;
  }
  for (uint32_t c = 0; c < CHANNELS; c++) {
    if (!(in[valid_i] >> c & 1) || !router_takes(outputs, in[ports_i + c], DEPTH))
      continue;
    out[taken_o] |= UINT64_C(1) << c;
    for (uint32_t p = 0; p < PORTS; p++)
      if (in[ports_i + c] >> p & 1) { /* the push of the channel */
        outputs[p].count++;
        out[push_o + p] |= UINT64_C(1) << c;
      }
  }
}
