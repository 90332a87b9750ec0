/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* priority_encoder -- C = RTL.
 *
 * in: request_i
 * out: any_o index_o
 */
#include "switch/component/priority_encoder.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct priority_encoder_out found =
      priority_encoder_comb(&(struct priority_encoder_in){.request = in[request_i]});

  out[any_o] = found.any;
  out[index_o] = found.index;
}
