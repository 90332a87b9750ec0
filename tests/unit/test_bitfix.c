/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bitfix -- every pair of every small cube is delivered, dimensions ascending. */
#include "switch/route/bitfix.h"

#include "base/bits.h"
#include "tests/unit/unit.h"

enum { DIMENSIONS = 10 };

/* The number of hops is the number of address bits that differ; each dimension crossed is
 * higher than the one before; the header never changes. */
static void walk(uint32_t n, uint64_t source, uint64_t destination)
{
  uint64_t here = source;
  uint32_t hops = 0, next_dimension = 0;

  for (;;) {
    struct route_out out =
        bitfix.comb(&(struct route_in){.here = here, .header = destination});

    CHECK(out.header == destination, "header changes at %llu", (unsigned long long)here);
    CHECK(out.eject == (here == destination), "eject is %d at %llu for %llu", out.eject,
          (unsigned long long)here, (unsigned long long)destination);
    if (out.eject) {
      CHECK(out.ports == 0, "ports %#llx with eject", (unsigned long long)out.ports);
      break;
    }
    CHECK(bits_count(out.ports) == 1, "%llu to %llu: ports %#llx",
          (unsigned long long)source, (unsigned long long)destination,
          (unsigned long long)out.ports);
    uint32_t dimension = bits_lowest(out.ports);
    CHECK(dimension >= next_dimension && dimension < n,
          "%llu to %llu: dimension %u after %u", (unsigned long long)source,
          (unsigned long long)destination, dimension, next_dimension);
    next_dimension = dimension + 1;
    here ^= UINT64_C(1) << dimension;
    hops++;
  }
  CHECK(hops == bits_count(source ^ destination), "%llu to %llu: %u hops",
        (unsigned long long)source, (unsigned long long)destination, hops);
}

TEST(test_every_pair_is_delivered)
{
  for (uint32_t n = 1; n <= DIMENSIONS; n++) {
    for (uint64_t source = 0; source < UINT64_C(1) << n; source++) {
      for (uint64_t destination = 0; destination < UINT64_C(1) << n; destination++)
        walk(n, source, destination);
    }
  }
}

/* 0010 to 1001 by dimensions 0, 1, 3: 0011, 0001, 1001. */
TEST(test_example_by_hand)
{
  static const uint64_t here[] = {2, 3, 1};
  static const uint64_t ports[] = {1, 2, 8};

  for (size_t i = 0; i < 3; i++) {
    struct route_out out = bitfix.comb(&(struct route_in){.here = here[i], .header = 9});

    assert_false(out.eject);
    assert_int_equal(out.ports, ports[i]);
  }
}

TEST(test_highest_bit_is_routed)
{
  struct route_in in = {.here = 0, .header = UINT64_C(1) << 63};
  struct route_out out = bitfix_comb(&in);

  assert_true(out.ports == UINT64_C(1) << 63);
  assert_string_equal(bitfix.name, "bitfix");
}
