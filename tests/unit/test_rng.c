/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_rng -- the generator is splitmix64, and draws without bias. */
#include "base/rng.h"

#include "tests/unit/unit.h"

/* The published sequence of splitmix64 from state 0. */
TEST(test_known_sequence)
{
  static const uint64_t known[] = {
      UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
      UINT64_C(0x06c45d188009454f), UINT64_C(0xf88bb8a8724c81ec),
      UINT64_C(0x1b39896a51a8749b)};
  struct rng rng = {0};

  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    uint64_t word = rng_next(&rng);

    CHECK(word == known[i], "word %zu is %#llx", i, (unsigned long long)word);
  }
}

/* The definition of rng_below: words of the incomplete first range are drawn again. */
TEST(test_below_follows_its_definition)
{
  static const uint64_t bounds[] = {1,
                                    2,
                                    3,
                                    7,
                                    1000000007,
                                    UINT64_C(1) << 32,
                                    10,
                                    (UINT64_C(1) << 63) + 1,
                                    UINT64_C(3) << 62,
                                    ~UINT64_C(0)};

  for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
    struct rng rng = rng_seed(i, 0);
    struct rng same = rng;
    uint64_t incomplete = (0 - bounds[i]) % bounds[i];

    for (int draw = 0; draw < 1000; draw++) {
      uint64_t value = rng_below(&rng, bounds[i]);
      uint64_t word = rng_next(&same);

      while (word < incomplete)
        word = rng_next(&same);
      CHECK(value < bounds[i], "%llu >= bound", (unsigned long long)value);
      CHECK(value == word % bounds[i] && rng.state == same.state, "bound %llu draw %d",
            (unsigned long long)bounds[i], draw);
    }
  }
}

/* Chi-square of 7 cells, 6 degrees of freedom: above 22.5 once in 1000 seeds. */
TEST(test_below_is_uniform)
{
  struct rng rng = rng_seed(2024, 0);
  double counts[7] = {0}, chi = 0;

  for (int i = 0; i < 70000; i++)
    counts[rng_below(&rng, 7)]++;
  for (int i = 0; i < 7; i++)
    chi += (counts[i] - 10000) * (counts[i] - 10000) / 10000;
  CHECK(chi < 22.5, "chi-square %g", chi);
  CHECK(chi > 0.2, "chi-square %g: too even", chi);
}

TEST(test_unit_is_in_range_and_centred)
{
  struct rng rng = rng_seed(5, 5);
  double sum = 0;

  for (int i = 0; i < 100000; i++) {
    double value = rng_unit(&rng);

    CHECK(value >= 0 && value < 1, "%g", value);
    sum += value;
  }
  CHECK(sum > 49500 && sum < 50500, "mean %g", sum / 100000);
}

/* Seeds and streams that lie close together share no word among their first ones. */
TEST(test_streams_are_apart)
{
  enum { SEEDS = 8, STREAMS = 8, WORDS = 16, ALL = SEEDS * STREAMS * WORDS };
  uint64_t words[ALL];
  size_t count = 0;

  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    for (uint64_t stream = 0; stream < STREAMS; stream++) {
      struct rng rng = rng_seed(seed, stream);

      for (int i = 0; i < WORDS; i++)
        words[count++] = rng_next(&rng);
    }
  }
  for (size_t i = 0; i < ALL; i++) {
    for (size_t j = 0; j < i; j++)
      CHECK(words[i] != words[j], "words %zu and %zu are equal", i, j);
  }
}
