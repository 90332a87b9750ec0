/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sync_ports -- C = RTL.
 *
 * in: hop_i number_i all_i skip_i
 * out: ports_o
 */
#include "switch/component/sync_ports.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[ports_o] = sync_ports_comb(&(struct sync_ports_in){.hop = (uint32_t)in[hop_i],
                                                         .number = (uint32_t)in[number_i],
                                                         .all = in[all_i],
                                                         .skip = in[skip_i],
                                                         .k = K,
                                                         .m = M});
}
