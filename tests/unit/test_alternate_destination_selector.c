/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_alternate_destination_selector -- every word that makes a difference, every width.
 */
#include "switch/component/alternate_destination_selector.h"

#include "base/rng.h"
#include "tests/unit/unit.h"

enum { WIDTH_MAX = 20, WORDS = 4096 };

static uint32_t select_of(uint32_t random, uint32_t width, bool shared)
{
  return alternate_destination_selector_comb(
             &(struct alternate_destination_selector_in){
                 .random = random, .width = width, .shared = shared})
      .index;
}

/* SHARED = 0: bits 20 to 31 as r give the port p with p <= r * width / 4096 < p + 1; every
 * port has its part of 4096 words, within 1. */
TEST(test_own_bits)
{
  struct rng rng = rng_seed(1, 0);

  for (uint32_t width = 1; width <= WIDTH_MAX; width++) {
    uint32_t words[WIDTH_MAX] = {0};

    for (uint32_t r = 0; r < WORDS; r++) {
      uint32_t low = (uint32_t)rng_below(&rng, 1 << 20);
      uint32_t port = select_of(r << 20 | low, width, false);

      CHECK(port < width && port * WORDS <= r * width && r * width < (port + 1) * WORDS,
            "width %u r %u: port %u", width, r, port);
      words[port]++;
    }
    for (uint32_t port = 0; port < width; port++)
      CHECK(words[port] * width < WORDS + width && words[port] * width + width > WORDS,
            "width %u: port %u has %u of %d words", width, port, words[port], WORDS);
  }
}

/* SHARED = 1: bits 0 to width - 1, modulo width; the other bits do not count. */
TEST(test_shared_bits)
{
  struct rng rng = rng_seed(2, 0);

  for (uint32_t width = 1; width <= WIDTH_MAX; width++) {
    for (uint64_t low = 0; low < UINT64_C(1) << width; low++) {
      uint32_t high = (uint32_t)(rng_next(&rng) << width);
      uint32_t port = select_of(high | (uint32_t)low, width, true);

      CHECK(port == low % width, "width %u bits %#x: port %u", width, (unsigned)low, port);
    }
    assert_int_equal(select_of(UINT32_MAX << width, width, true), 0);
  }
}
