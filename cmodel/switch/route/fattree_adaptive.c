/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fattree_adaptive -- route unit of k-ary n-trees: up by the way that the word says,
 * counted from that of the header, then down. */
#include "switch/route/fattree_adaptive.h"

#include "switch/bank/loop.h"
#include "switch/route/fattree.h"
#include "switch/route/fattree_marks.h"

/* Words 1 to K are the ways up from the one behind that of the header on; all others are
 * that of the header. */
static inline struct route_out fattree_adaptive_comb(const struct route_in *in)
{
  const uint32_t k = in->parameters[0];
  const struct fattree_view view = fattree_see(in);
  struct route_out out = fattree_comb(in);

  if (view.below || in->random == 0 || in->random >= k)
    return out;
  const uint32_t way = (view.choice < k ? view.choice : k - 1) + in->random;

  out.ports = UINT64_C(1) << (k + (way < k ? way : way - k));
  return out;
}

ROUTE_UNIT(unit, fattree_adaptive_comb(in))

/* A word for each way up, that of the header the highest; one word for the way down. */
static uint32_t unit_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  const uint32_t k = in->parameters[0], first = fattree_see(in).below ? k : 1;
  uint32_t count = 0;

  for (uint32_t word = first; word <= k; word++)
    words[count++] = word;
  return count;
}

const struct route_unit fattree_adaptive = {
    .name = "fattree_adaptive",
    .one_port = true,
    .parameters = fattree_parameters,
    .has_random = true,
    .comb = unit_comb,
    .words = unit_words,
    .loops = &unit_loops,
    .marks = &fattree_marks,
};
