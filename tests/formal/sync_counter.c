/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_counter -- C = RTL.
 *
 * in: count_i still_i
 * out: arrived_o hop_o next_o
 */
#include "switch/component/sync_counter.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct sync_counter_out found =
      sync_counter_comb((uint32_t)in[count_i], in[still_i], LAST, HOLDS);

  out[arrived_o] = found.arrived;
  out[hop_o] = found.hop;
  out[next_o] = found.next;
}
