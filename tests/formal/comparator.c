/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* comparator -- C = RTL.
 *
 * in: destination_i here_i
 * out: differ_o equal_o
 */
#include "switch/component/comparator.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct comparator_out found = comparator_comb(
      &(struct comparator_in){.destination = in[destination_i], .here = in[here_i]});

  out[differ_o] = found.differ;
  out[equal_o] = found.equal;
}
