/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* queue_choice -- C = RTL.
 *
 * in: counts_i[PORTS*VCS] short_i long_i
 * out: long_o
 * values: PORTS=2 VCS=2 COUNT_BITS=2
 */
#include "switch/component/queue_choice.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  uint32_t counts[PORTS * VCS];

  for (uint32_t q = 0; q < PORTS * VCS; q++)
    counts[q] = (uint32_t)in[counts_i + q];
  out[long_o] = queue_choice_comb(&(struct queue_choice_in){
      .counts = counts, .vcs = VCS, .short_ports = in[short_i], .long_ports = in[long_i]});
}
