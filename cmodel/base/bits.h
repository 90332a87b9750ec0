/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bits -- words as sets of bits. */
#ifndef LOCKHOP_BASE_BITS_H
#define LOCKHOP_BASE_BITS_H

#include <stdint.h>

/* The lowest `count` bits set; count in [0, 64]. */
static inline uint64_t bits_mask(uint32_t count)
{
  return count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
}

/* Index of the lowest bit set; word != 0. */
static inline uint32_t bits_lowest(uint64_t word)
{
  return (uint32_t)__builtin_ctzll(word);
}

/* Index of the highest bit of a word that is not 0. */
static inline uint32_t bits_highest(uint64_t word)
{
  return 63 ^ (uint32_t)__builtin_clzll(word);
}

/* Sums of neighbours: compilers call a function that looks bytes up, unless they may use an
 * instruction that not every processor has. */
static inline uint32_t bits_count(uint64_t word)
{
  word -= word >> 1 & UINT64_C(0x5555555555555555);
  word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
  word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Bits that hold the numbers 0 .. values - 1; at least 1.  values in [1, 2^32). */
static inline uint32_t bits_index(uint32_t values)
{
  return bits_highest((values - 1) | 1) + 1;
}

#endif
