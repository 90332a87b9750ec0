/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* alternate_destination_selector -- C = RTL.
 *
 * in: random_i
 * out: index_o
 */
#include "switch/component/alternate_destination_selector.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[index_o] =
      alternate_destination_selector_comb(
          &(struct alternate_destination_selector_in){
              .random = (uint32_t)in[random_i], .width = WIDTH, .shared = SHARED})
          .index;
}
