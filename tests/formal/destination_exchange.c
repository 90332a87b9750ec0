/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* destination_exchange -- C = RTL.
 *
 * in: immediate_i final_i here_i exchange_i
 * out: arrived_o immediate_o
 */
#include "switch/component/destination_exchange.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct destination_exchange_out found = destination_exchange_comb(
      &(struct destination_exchange_in){.immediate = in[immediate_i],
                                        .final = in[final_i],
                                        .here = in[here_i],
                                        .exchange = in[exchange_i]});

  out[arrived_o] = found.arrived;
  out[immediate_o] = found.immediate;
}
