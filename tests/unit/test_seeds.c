/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_seeds -- every LFSR of a network has a seed of its own, from that of the run. */
#include "run/machine/seeds.h"

#include "tests/unit/unit.h"

#include <inttypes.h>

static int compare_words(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

  return x < y ? -1 : x > y;
}

/* Number sw * 64 + index of one sequence of random numbers. */
TEST(test_they_are_one_sequence)
{
  for (uint64_t seed = 0; seed < 4; seed++) {
    struct rng rng = rng_seed(seed, SEEDS_STREAM);

    for (uint32_t sw = 0; sw < 64; sw++)
      for (uint32_t index = 0; index < SEEDS_CHANNELS; index++) {
        uint64_t expected = rng_next(&rng);

        CHECK(seeds_word(seed, sw, index) == expected,
              "seed %" PRIu64 " switch %u index %u", seed, sw, index);
      }
  }
}

TEST(test_the_seed_of_zero)
{
  assert_int_equal(seeds_word(SEEDS_ZERO, 0, 0), 0);
  assert_int_not_equal(seeds_word(SEEDS_ZERO, 0, 1), 0);
}

/* All of a network of 2^14 switches, and those of other runs, are different. */
TEST(test_no_two_are_equal)
{
  enum { SWITCHES = 1 << 14, RUNS = 4, COUNT = RUNS * SWITCHES * 20 };
  uint64_t *words = malloc(COUNT * sizeof *words);
  size_t count = 0;

  assert_non_null(words);
  for (uint64_t seed = 0; seed < RUNS; seed++)
    for (uint32_t sw = 0; sw < SWITCHES; sw++)
      for (uint32_t index = 0; index < 20; index++)
        words[count++] = seeds_word(seed, sw, index);
  qsort(words, count, sizeof *words, compare_words);
  for (size_t i = 1; i < count; i++)
    CHECK(words[i] != words[i - 1], "%#" PRIx64 " twice", words[i]);
  free(words);
}

/* The highest switch there is: no overflow makes it that of another. */
TEST(test_largest_network)
{
  assert_true(seeds_word(1, (1u << 20) - 1, 63) != seeds_word(1, 0, 63));
  assert_true(seeds_word(1, 1u << 26, 0) != seeds_word(1, 0, 0));
}
