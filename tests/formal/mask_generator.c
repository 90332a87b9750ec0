/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mask_generator -- C = RTL.
 *
 * in: mask_i any_i index_i
 * out: mask_o
 */
#include "switch/component/mask_generator.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[mask_o] =
      mask_generator_comb(&(struct mask_generator_in){.mask = in[mask_i],
                                                      .any = in[any_i],
                                                      .index = (uint32_t)in[index_i]})
          .mask;
}
