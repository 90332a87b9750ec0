/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_random_bits -- the polynomial, the register, the words: docs/switch.md. */
#include "switch/component/random_bits.h"

#include "run/machine/seeds.h"
#include "tests/unit/unit.h"

#include <inttypes.h>
#include <math.h>

/* With sanitizers, which look at memory, fewer draws: the program runs without them too. */
#ifdef __SANITIZE_ADDRESS__
enum { DRAWS = 12000 };
#else
enum { DRAWS = 120000 };
#endif
enum { SEED = 1, SIGMAS = 5 };

/* --- polynomials over GF(2), modulo x^64 + x^4 + x^3 + x + 1; bit i is x^i --- */

#define X UINT64_C(2)

static uint64_t times(uint64_t a, uint64_t b)
{
  uint64_t product = 0;

  for (uint32_t i = 64; i-- > 0;) {
    product = product << 1 ^ (product >> 63 ? 1 << 4 | 1 << 3 | 1 << 1 | 1 : 0);
    if (b >> i & 1)
      product ^= a;
  }
  return product;
}

static uint64_t power(uint64_t base, uint64_t exponent)
{
  uint64_t result = 1;

  for (; exponent; exponent >>= 1, base = times(base, base))
    if (exponent & 1)
      result = times(result, base);
  return result;
}

static const uint64_t factors[] = {3, 5, 17, 257, 641, 65537, 6700417};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static void check_order(uint64_t element, const char *name)
{
  CHECK(power(element, UINT64_MAX) == 1, "%s^(2^64-1) is not 1", name);
  for (size_t i = 0; i < FACTORS; i++)
    CHECK(power(element, UINT64_MAX / factors[i]) != 1, "%s^((2^64-1)/%" PRIu64 ") is 1",
          name, factors[i]);
}

/* The order of x is 2^64 - 1: so all polynomials but 0 are powers of x, and the register
 * runs through all states but 0.  32 shifts at once have the same order. */
TEST(test_polynomial_is_primitive)
{
  uint64_t product = 1;

  for (size_t i = 0; i < FACTORS; i++) {
    product *= factors[i];
    for (uint64_t d = 2; d * d <= factors[i]; d++)
      CHECK(factors[i] % d, "%" PRIu64 " is not prime", factors[i]);
  }
  CHECK(product == UINT64_MAX, "the factors are not those of 2^64-1");
  check_order(X, "x");
  check_order(power(X, 32), "x^32");
}

/* --- the register --- */

static uint64_t shifted(uint64_t state)
{
  return state << 1 ^ (state >> 63 ? 0x1b : 0);
}

static void check_advance(uint64_t state)
{
  uint64_t expected = state, high = state >> 32;

  for (uint32_t i = 0; i < 32; i++)
    expected = shifted(expected);
  CHECK(random_bits_advance(state) == expected, "%#" PRIx64 ": %#" PRIx64 ", not %#" PRIx64,
        state, random_bits_advance(state), expected);
  CHECK(expected == times(state, power(X, 32)), "%#" PRIx64 ": not times x^32", state);
  CHECK(expected == ((state << 32) ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)),
        "%#" PRIx64 ": not the page's formula", state);
}

/* It is linear, so all states follow from those of one bit; and it is no less for them. */
TEST(test_an_advance_is_32_shifts)
{
  struct rng rng = rng_seed(SEED, 0);

  for (uint32_t bit = 0; bit < 64; bit++)
    check_advance(UINT64_C(1) << bit);
  for (uint32_t i = 0; i < 100000; i++)
    check_advance(rng_next(&rng));
  assert_true(random_bits_advance(0) == 0);
}

/* Two words give the state back, so words repeat no earlier than states do. */
TEST(test_two_words_tell_the_state)
{
  struct rng rng = rng_seed(SEED, 1);

  for (uint32_t i = 0; i < 100000; i++) {
    uint64_t now = rng_next(&rng), first = now >> 32;
    uint64_t second = random_bits_advance(now) >> 32;
    uint64_t low = second ^ (first ^ first << 1 ^ first << 3 ^ first << 4) >> 32;

    CHECK((first << 32 | low) == now, "%#" PRIx64, now);
  }
}

TEST(test_seed_0_is_1)
{
  assert_true(random_bits_seed(0) == 1);
  assert_true(random_bits_seed(1) == 1);
  assert_true(random_bits_seed(UINT64_MAX) == UINT64_MAX);
}

/* --- who advances --- */

/* Every channel has a register, which advances when a packet enters that channel. */
TEST(test_own_registers)
{
  struct rng rng = rng_seed(SEED, 2);
  uint64_t lfsr[64], expected[64];
  struct random_bits random = {.lfsr = lfsr};

  for (uint32_t c = 0; c < 64; c++)
    lfsr[c] = expected[c] = rng_next(&rng);
  for (uint32_t cycle = 0; cycle < 2000; cycle++) {
    uint64_t entered = cycle % 3 ? rng_next(&rng) & rng_next(&rng) : 0;

    random_bits_enter(&random, entered);
    for (uint32_t c = 0; c < 64; c++) {
      if (entered >> c & 1)
        expected[c] = random_bits_advance(expected[c]);
      CHECK(random_bits_word(&random, c) == expected[c] >> 32,
            "cycle %u, entered %#" PRIx64 ": channel %u", cycle, entered, c);
    }
  }
}

/* One register advances once, however many packets enter; the channels that they enter take
 * its word, the others keep theirs. */
TEST(test_shared_register)
{
  struct rng rng = rng_seed(SEED, 3);
  uint64_t lfsr = 99, expected = 99;
  uint32_t word[64] = {0}, expected_words[64] = {0};
  struct random_bits random = {.lfsr = &lfsr, .word = word};

  for (uint32_t cycle = 0; cycle < 2000; cycle++) {
    uint64_t entered = cycle % 3 ? rng_next(&rng) & rng_next(&rng) : 0;

    random_bits_enter(&random, entered);
    if (entered)
      expected = random_bits_advance(expected);
    for (uint32_t c = 0; c < 64; c++) {
      if (entered >> c & 1)
        expected_words[c] = (uint32_t)(expected >> 32);
      CHECK(random_bits_word(&random, c) == expected_words[c],
            "cycle %u, entered %#" PRIx64 ": channel %u", cycle, entered, c);
    }
    assert_true(lfsr == expected);
  }
}

/* --- are they random? --- */

/* Bits i of the one and j of the other that are equal, for all i and j. */
struct agreement {
  uint32_t equal[32][32];
  uint64_t draws;
};

static void count_agreement(struct agreement *a, uint32_t x, uint32_t y)
{
  a->draws++;
  for (uint32_t shift = 0; shift < 32; shift++) {
    uint32_t same = ~(x ^ (uint32_t)((uint64_t)y << shift | (uint64_t)y >> (32 - shift)));

    for (uint32_t i = 0; i < 32; i++)
      a->equal[i][(i - shift) % 32] += same >> i & 1;
  }
}

static void check_agreement(const struct agreement *a, const char *what)
{
  double half = (double)a->draws / 2, sigma = sqrt((double)a->draws) / 2, all = 0;

  for (uint32_t i = 0; i < 32; i++) {
    all += a->equal[i][i] - half;
    for (uint32_t j = 0; j < 32; j++)
      CHECK(fabs(a->equal[i][j] - half) < SIGMAS * sigma,
            "%s: bits %u and %u are equal in %u of %" PRIu64 " draws", what, i, j,
            a->equal[i][j], a->draws);
  }
  CHECK(fabs(all) < SIGMAS * sigma * sqrt(32), "%s: %g equal bits too many", what, all);
}

/* The words of two LFSRs of a run, or, when they are the same, word after word. */
static void check_pair(uint32_t sw, uint32_t channel, uint32_t other_sw,
                       uint32_t other_channel)
{
  static struct agreement a;
  uint64_t x = random_bits_seed(seeds_word(SEED, sw, channel));
  uint64_t y = random_bits_seed(seeds_word(SEED, other_sw, other_channel));
  char what[96];

  if (sw == other_sw && channel == other_channel)
    y = random_bits_advance(y);
  memset(&a, 0, sizeof a);
  for (uint32_t i = 0; i < DRAWS; i++) {
    x = random_bits_advance(x);
    y = random_bits_advance(y);
    count_agreement(&a, (uint32_t)(x >> 32), (uint32_t)(y >> 32));
  }
  snprintf(what, sizeof what, "switch %u channel %u with switch %u channel %u", sw, channel,
           other_sw, other_channel);
  check_agreement(&a, what);
}

TEST(test_no_correlation)
{
  check_pair(0, 0, 0, 0); /* consecutive draws */
  check_pair(0, 1, 0, 1);
  check_pair(1023, 19, 1023, 19);
  check_pair(0, 0, 0, 1); /* neighbouring channels */
  check_pair(0, 7, 0, 8);
  check_pair(5, 62, 5, 63);
  check_pair(0, 0, 1, 0); /* neighbouring switches */
  check_pair(0, 3, 8, 3);
  check_pair(0, 63, 1, 0); /* the seeds of these two follow each other */
  check_pair(1048574, 19, 1048575, 19);
}

/* The first words of the channels of all switches, which is what most packets see. */
TEST(test_no_correlation_of_first_words)
{
  static struct agreement channels, switches, seeds;

  for (uint32_t sw = 0; sw < DRAWS; sw++) {
    uint32_t words[4];

    for (uint32_t i = 0; i < 4; i++) {
      uint64_t seed = seeds_word(SEED + (i == 3), sw + (i == 2), i == 1);

      words[i] = (uint32_t)(random_bits_advance(random_bits_seed(seed)) >> 32);
    }
    count_agreement(&channels, words[0], words[1]);
    count_agreement(&switches, words[0], words[2]);
    count_agreement(&seeds, words[0], words[3]);
  }
  check_agreement(&channels, "first words of channels 0 and 1");
  check_agreement(&switches, "first words of switches s and s + 1");
  check_agreement(&seeds, "first words of seeds 1 and 2");
}

/* Chi-square of the low bits, or of those of the forced hop, against equal frequencies. */
static void check_chi_square(const uint32_t *counts, uint32_t bits, const char *what)
{
  uint32_t cells = 1u << bits;
  double expected = (double)DRAWS / cells, sum = 0, freedom = cells - 1;

  for (uint32_t i = 0; i < cells; i++)
    sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  CHECK(fabs(sum - freedom) < SIGMAS * sqrt(2 * freedom),
        "%s, %u bits: chi-square %g with %g degrees of freedom", what, bits, sum, freedom);
}

/* The word of draw `draw`, of DRAWS seeds, switches, or channels. */
TEST(test_low_bits_are_uniform)
{
  static const char *const names[] = {"seeds", "switches", "channels"};

  for (uint32_t kind = 0; kind < 3; kind++)
    for (uint32_t draw = 1; draw <= 4; draw++) {
      uint32_t low4[16] = {0}, low8[256] = {0}, high8[256] = {0};
      char what[64];

      for (uint32_t i = 0; i < DRAWS; i++) {
        uint64_t lfsr = random_bits_seed(seeds_word(
            kind == 0 ? i : SEED, kind == 1 ? i : (kind == 2 ? i / SEEDS_CHANNELS : 0),
            kind == 2 ? i % SEEDS_CHANNELS : 0));

        for (uint32_t j = 0; j < draw; j++)
          lfsr = random_bits_advance(lfsr);
        low4[lfsr >> 32 & 15]++;
        low8[lfsr >> 32 & 255]++;
        high8[lfsr >> 56]++;
      }
      snprintf(what, sizeof what, "draw %u over %s", draw, names[kind]);
      check_chi_square(low4, 4, what);
      check_chi_square(low8, 8, what);
      check_chi_square(high8, 8, what);
    }
}
