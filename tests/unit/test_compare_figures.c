/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_compare_figures -- saturation and the common load, worked out by hand. */
#include "tool/campaign/compare_figures.h"

#include "tests/unit/support.h"

enum { LOADS = 4 };

/* Offered 0.2, 0.4, 0.6, 0.8; the accepted loads are those of a row. */
static void fill(struct compare_numbers numbers[LOADS], const double accepted[LOADS])
{
  for (size_t i = 0; i < LOADS; i++)
    numbers[i] =
        (struct compare_numbers){.offered = 0.2 * (double)(i + 1), .accepted = accepted[i]};
}

TEST(test_saturation)
{
  static const struct {
    double accepted[LOADS];
    double saturation;
    bool beyond;
  } rows[] = {
      {{0.2, 0.4, 0.6, 0.8}, 0.8, true},
      {{0.2, 0.4, 0.6, 0.77}, 0.77, true}, /* 0.76 is 95 % of 0.8 */
      {{0.2, 0.4, 0.6, 0.75}, 0.75, false},
      {{0.2, 0.4, 0.55, 0.45}, 0.55, false}, /* it falls behind the peak */
      {{0.1, 0.4, 0.6, 0.8}, 0.8, false},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct compare_numbers numbers[LOADS];
    bool beyond;

    fill(numbers, rows[i].accepted);
    const double saturation = compare_saturation(numbers, LOADS, &beyond);

    CHECK(saturation == rows[i].saturation && beyond == rows[i].beyond,
          "row %zu: %g, beyond %d", i, saturation, beyond);
  }
}

TEST(test_common_load)
{
  static const double all[LOADS] = {0.2, 0.4, 0.6, 0.8}, two[LOADS] = {0.2, 0.4, 0.5, 0.5},
                      three[LOADS] = {0.2, 0.3, 0.6, 0.6},
                      none[LOADS] = {0.1, 0.1, 0.1, 0.1};
  struct compare_numbers a[LOADS], b[LOADS];
  const struct compare_numbers *both[] = {a, b};
  static const struct {
    const double *a, *b;
    size_t common;
  } rows[] = {
      {all, all, 3}, {all, two, 1}, {two, three, 0}, {three, all, 2}, {all, none, 0}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    fill(a, rows[i].a);
    fill(b, rows[i].b);
    const size_t common = compare_common(both, 2, LOADS);

    CHECK(common == rows[i].common, "row %zu: load %zu, not %zu", i, common,
          rows[i].common);
  }
}
