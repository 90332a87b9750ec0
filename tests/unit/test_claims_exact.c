/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_claims_exact -- the exact law of the first phase in the mask switch.
 */
#include "papers/hypercube_exact.h"
#include "switch/route/bitfix_mask.h"
#include "tests/unit/unit.h"

#include <math.h>

static struct exact_law law_of(exact_unit *unit, bool forced, uint32_t n)
{
  struct exact_law law;

  CHECK(exact_law_of(&law, unit, forced, n), "n=%u: memory", n);
  return law;
}

static void check(double is, double should, const char *what, uint32_t n)
{
  CHECK(fabs(is - should) < 1e-12, "n=%u %s: %.15g, not %.15g", n, what, is, should);
}

/* Every dimension is crossed if its coin says so; if the coin of the last says no, a hop by
 * a port that is as good as any follows.  Only coins, no switches. */
static double variation_by_coins(uint32_t n)
{
  double ends[1 << EXACT_DIMENSIONS] = {0}, sum = 0;

  for (uint32_t coins = 0; coins < 1u << n; coins++)
    for (uint32_t port = 0; port < n; port++)
      ends[coins >> (n - 1) & 1 ? coins : coins ^ 1u << port] += 1.0 / n / (1u << n);
  for (uint32_t sw = 0; sw < 1u << n; sw++)
    sum += fabs(ends[sw] - 1.0 / (1u << n));
  return sum / 2;
}

TEST(test_law_with_forced_hops)
{
  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    struct exact_law law = law_of(bitfix_mask_forced.comb, true, n);

    CHECK(law.forced == 0.5, "n=%u: forced %.17g", n, law.forced);
    check(law.forced_first, 1.0 / (1u << n), "forced at the first switch", n);
    check(law.hops, (n + 1) / 2.0, "hops", n);
    check(law.variation, 1.0 / (2 * n), "variation", n);
    check(law.variation, variation_by_coins(n), "variation by coins", n);
    check(law.least, 1 - 1.0 / n, "rarest end", n);
    check(law.crossed[n - 1], 0.5 + 1.0 / (2 * n), "last dimension", n);
    for (uint32_t i = 0; i + 1 < n; i++)
      check(law.crossed[i], 0.5, "another dimension", n);
  }
}

TEST(test_law_without_forced_hops)
{
  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    struct exact_law law = law_of(bitfix_mask_free.comb, false, n);

    CHECK(law.forced == 0 && law.forced_first == 0, "n=%u: forced %g", n, law.forced);
    CHECK(law.variation == 0 && law.least == 1, "n=%u: variation %g", n, law.variation);
    CHECK(law.hops == n / 2.0, "n=%u: %g hops", n, law.hops);
  }
}

/* One random source for both selectors; the numbers of an independent enumeration. */
TEST(test_law_with_one_source)
{
  static const struct {
    uint32_t n;
    double variation;
  } table[] = {{3, 0.094}, {4, 0.125}, {8, 0.067}};

  for (size_t i = 0; i < 3; i++) {
    struct exact_law law = law_of(bitfix_mask_forced_shared.comb, true, table[i].n);

    CHECK(fabs(law.variation - table[i].variation) < 0.0005, "n=%u: variation %g",
          table[i].n, law.variation);
    CHECK(law.forced == 0.5 && law.least > 0, "n=%u: forced %g, rarest %g", table[i].n,
          law.forced, law.least);
  }
}

TEST(test_mask_that_loses_the_chosen_alone)
{
  CHECK(fabs(law_of(exact_only_chosen, true, 4).variation - 0.35) < 0.005, "n=4");
  CHECK(fabs(law_of(exact_only_chosen, true, 7).variation - 0.57) < 0.005, "n=7");
}

TEST(test_listing)
{
  for (uint32_t n = 1; n <= EXACT_DIMENSIONS; n++) {
    struct exact_listing listing = exact_listing_of(n);

    check(listing.decisions, n, "decisions", n);
    check(listing.kept, n / 2.0, "kept", n);
    check(listing.variation, 0, "variation", n);
  }
}
