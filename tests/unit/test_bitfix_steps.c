/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix_steps -- docs/switches/steps.md: every decision of small cubes, and what the
 * listing says of the number of steps and of the intermediate destination.
 */
#include "switch/route/bitfix_steps.h"

#include "base/bits.h"
#include "switch/route/bitfix_mask.h"
#include "tests/unit/reference_network.h"

#include <math.h>

static bool same(const struct route_out *a, const struct route_out *b)
{
  return a->ports == b->ports && a->header == b->header && a->vc == b->vc &&
         a->priority == b->priority && a->eject == b->eject && a->wait == b->wait;
}

TEST(test_every_header_at_every_switch_and_step)
{
  for (uint32_t n = 1; n <= 4; n++)
    for (uint32_t code = 0; code < 1u << 4 * n; code++)
      for (uint32_t step = 0; step <= n + 1; step++) {
        const struct route_in in = {.here = code >> 3 * n,
                                    .header = code & bits_mask(2 * n),
                                    .random = step << 27 |
                                              (code >> 2 * n & (uint32_t)bits_mask(n)),
                                    .ports = n};
        const struct route_out is = bitfix_steps.comb(&in), to_be = reference_steps(&in);

        CHECK(same(&is, &to_be),
              "n %u header %#" PRIx64 " here %#" PRIx64 " random %#x: ports %#" PRIx64
              " header %#" PRIx64 " VC %u priority %u eject %d",
              n, in.header, in.here, in.random, is.ports, is.header, is.vc, is.priority,
              is.eject);
      }
}

/* Bits of the word between the dimensions and the count do not matter. */
TEST(test_other_bits_do_not_matter)
{
  for (uint32_t word = 0; word < 1u << 8; word++) {
    const struct route_in a = {.here = 5,
                               .header = 0xf3,
                               .random = word << 27 | 4,
                               .ports = 4},
                          b = {.here = 5,
                               .header = 0xf3,
                               .random = word << 27 | (word << 4 & 0x7fffff0) | 4,
                               .ports = 4};
    const struct route_out is = bitfix_steps.comb(&a), to_be = bitfix_steps.comb(&b);

    CHECK(same(&is, &to_be), "word %#x", b.random);
  }
}

/* What becomes of a packet with a word, and after how many steps of being retained. */
static struct route_out in_the_end(struct route_in in, uint32_t *steps)
{
  for (*steps = 0;; ++*steps) {
    const uint32_t count = *steps < 31 ? *steps : 31;
    struct route_in now = in;

    now.random = (in.random & 0x7ffffff) | count << 27;
    const struct route_out out = bitfix_steps.comb(&now);
    if (out.ports || out.eject || *steps > 100)
      return out;
    CHECK(out.header == in.header && out.vc == 0 && !out.wait,
          "retained with another header");
  }
}

/* It goes where bitfix_mask without the forced hop sends it, and is retained for each
 * dimension of the mask that was considered and is not crossed. */
TEST(test_same_way_later)
{
  struct rng rng = rng_seed(1, 0);

  for (uint32_t i = 0; i < 100000; i++) {
    const uint32_t n = 1 + (uint32_t)rng_below(&rng, 20);
    const struct route_in in = {.here = rng_next(&rng) & bits_mask(n),
                                .header = rng_next(&rng) & bits_mask(2 * n),
                                .random = (uint32_t)(rng_next(&rng) & rng_next(&rng)),
                                .ports = n};
    const uint64_t mask = in.header >> n;
    const struct route_out mask_unit = bitfix_mask_free.comb(&in);
    uint32_t steps;
    const struct route_out is = in_the_end(in, &steps);
    const uint64_t wanted = mask & in.random;
    const uint64_t passed = wanted ? mask & bits_mask(bits_lowest(wanted)) : mask;

    CHECK(is.ports == mask_unit.ports && is.eject == mask_unit.eject &&
              is.header == mask_unit.header && is.vc == mask_unit.vc,
          "n %u header %#" PRIx64 " random %#x", n, in.header, in.random);
    CHECK(steps == bits_count(passed), "retained for %u steps, not %u", steps,
          bits_count(passed));
  }
}

/* Asked again after it was chosen, because its queue was full, it says the same. */
TEST(test_a_choice_stays)
{
  for (uint32_t word = 0; word < 1u << 4; word++)
    for (uint32_t mask = 0; mask < 1u << 4; mask++) {
      struct route_in in = {.here = 6, .header = mask << 4 | 9, .random = word, .ports = 4};
      uint32_t steps;
      const struct route_out first = in_the_end(in, &steps);

      for (uint32_t later = steps; later <= 31; later++) {
        in.random = later << 27 | word;
        const struct route_out is = bitfix_steps.comb(&in);

        CHECK(same(&is, &first), "mask %#x word %#x step %u", mask, word, later);
      }
    }
}

/* The words of the unit are all that can become of a packet in the end. */
TEST(test_words_give_every_end)
{
  uint32_t words[ROUTE_WORDS];

  for (uint32_t mask = 0; mask < 1u << 5; mask++) {
    struct route_in in = {.here = 3, .header = mask << 5 | 17, .ports = 5};
    const uint32_t count = bitfix_steps.words(&in, words);

    assert_int_equal(count, bits_count(mask) + 1);
    for (in.random = 0; in.random < 32; in.random++) {
      uint32_t steps, found = 0;
      const struct route_out end = in_the_end(in, &steps);

      for (uint32_t i = 0; i < count; i++) {
        struct route_in with = in;

        with.random = words[i];
        const struct route_out out = bitfix_steps.comb(&with);
        found += same(&out, &end);
      }
      CHECK(found > 0, "mask %#x random %#x", mask, in.random);
    }
  }
}

TEST(test_ports_of_the_unit)
{
  assert_string_equal(bitfix_steps.name, "bitfix_steps");
  assert_true(bitfix_steps.has_random && bitfix_steps.has_vc);
  assert_int_equal(bitfix_steps.priority_bits, 1);
  assert_false(bitfix_steps.phase_bits || bitfix_steps.waits);
}
