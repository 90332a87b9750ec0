/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dimension_selector -- C = RTL.
 *
 * in: mask_i random_i
 * out: any_o index_o
 */
#include "switch/component/dimension_selector.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct dimension_selector_out found = dimension_selector_comb(
      &(struct dimension_selector_in){.mask = in[mask_i], .random = in[random_i]});

  out[any_o] = found.any;
  out[index_o] = found.index;
}
