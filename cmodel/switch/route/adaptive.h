/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* adaptive -- what adaptive route units share: the meaning of their words.
 *
 * Word 1 + p is port p, if the packet may go there; word 0 is the escape, of units that
 * have one.  Any other word means the highest port that is permitted:
 * docs/switches/adaptive.md.
 */
#ifndef LOCKHOP_SWITCH_ROUTE_ADAPTIVE_H
#define LOCKHOP_SWITCH_ROUTE_ADAPTIVE_H

#include "base/bits.h"
#include "switch/bank/unit.h"

enum { ADAPTIVE_ESCAPE = 0 }; /* the word */

/* The port of the word, as a mask; `permitted` is not 0. */
static inline uint64_t adaptive_port(uint64_t permitted, const struct route_in *in)
{
  if (in->random >= 1 && in->random <= in->ports && permitted >> (in->random - 1) & 1)
    return UINT64_C(1) << (in->random - 1);
  return UINT64_C(1) << (63 - __builtin_clzll(permitted));
}

/* A route_words function's answer, with words in ascending order. */
static inline uint32_t adaptive_words(uint64_t permitted, bool has_escape,
                                      uint32_t words[ROUTE_WORDS])
{
  uint32_t count = 0;

  if (!permitted || has_escape)
    words[count++] = ADAPTIVE_ESCAPE;
  for (uint64_t left = permitted; left; left &= left - 1)
    words[count++] = 1 + bits_lowest(left);
  return count;
}

#endif
