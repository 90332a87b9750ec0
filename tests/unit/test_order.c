/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_order -- all orders of a few things, each once and ascending. */
#include "base/order.h"

#include "tests/unit/unit.h"

enum { MOST = 6 };

/* As a number in base MOST, so that a later order is a larger number. */
static uint32_t code(const uint32_t *order, size_t count)
{
  uint32_t number = 0;

  for (size_t i = 0; i < count; i++)
    number = number * MOST + order[i];
  return number;
}

TEST(test_every_order_comes_once)
{
  size_t expected = 1;

  for (size_t count = 1; count <= MOST; count++) {
    uint32_t order[MOST], last, seen = 1;

    for (uint32_t i = 0; i < count; i++)
      order[i] = i;
    last = code(order, count);
    while (next_permutation(order, count)) {
      uint32_t things = 0;

      for (size_t i = 0; i < count; i++)
        things |= UINT32_C(1) << order[i];
      CHECK(things == (UINT32_C(1) << count) - 1, "%zu things: one is missing", count);
      CHECK(code(order, count) > last, "%zu things: not after the one before", count);
      last = code(order, count);
      seen++;
    }
    expected *= count;
    CHECK(seen == expected, "%zu things: %u orders, not %zu", count, seen, expected);
  }
}
