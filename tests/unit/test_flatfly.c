/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_flatfly -- flattened butterflies: links, formulas and paths by the page. */
#include "network/topology/dependency.h"
#include "tests/unit/formulas_unit.h"
#include "tests/unit/unit.h"

static const struct {
  const char *spec;
  uint32_t k, n;
} cases[] = {{"flatfly:2,2", 2, 2}, {"flatfly:3,2", 3, 2},   {"flatfly:7,2", 7, 2},
             {"flatfly:2,5", 2, 5}, {"flatfly:3,3", 3, 3},   {"flatfly:4,3", 4, 3},
             {"flatfly:3,4", 3, 4}, {"flatfly:32,2", 32, 2}, {"flatfly:5,3", 5, 3}};

enum { CASES = sizeof cases / sizeof cases[0] };

static uint32_t power(uint32_t base, uint32_t exponent)
{
  return exponent ? base * power(base, exponent - 1) : 1;
}

/* Digits in which two switches differ. */
static uint32_t differing(uint32_t k, uint32_t n, uint32_t a, uint32_t b)
{
  uint32_t count = 0;

  for (uint32_t i = 0; i + 1 < n; i++, a /= k, b /= k)
    count += a % k != b % k;
  return count;
}

/* The ports of dimension i lead to the switches with another digit i, in the order of these
 * digits, and back. */
TEST(test_links_by_the_page)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);
    const uint32_t k = cases[c].k, n = cases[c].n;

    assert_string_equal(t.spec, cases[c].spec);
    assert_int_equal(t.switches, power(k, n - 1));
    assert_int_equal(t.terminals, power(k, n));
    assert_int_equal(t.ports, (n - 1) * (k - 1));
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t i = 0, port = 0; i + 1 < n; i++)
        for (uint32_t digit = 0; digit < k; digit++) {
          const uint32_t own = sw / power(k, i) % k;

          if (digit == own)
            continue;
          const struct link link = topology_link(&t, sw, port);
          const struct link back = topology_link(&t, link.to_switch, link.to_port);

          CHECK(link.to_switch == sw + (digit - own) * power(k, i), "%s: %u port %u to %u",
                t.spec, sw, port, link.to_switch);
          assert_true(back.to_switch == sw && back.to_port == port);
          port++;
        }
  }
}

/* Searches of the graph confirm every formula where all halves are tried. */
TEST(test_formulas)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);

    check_formulas(&t, t.switches <= 16 ? 7 : 6);
  }
}

/* A hop for each digit that differs, from dimension 0 on. */
TEST(test_paths_are_shortest_in_dimension_order)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);
    const uint32_t k = cases[c].k, n = cases[c].n;
    const struct routing *routing = routing_of(&t, NULL);

    for (uint32_t from = 0; from < t.terminals; from += 1 + t.terminals / 90)
      for (uint32_t to = 0; to < t.terminals; to++) {
        struct hop hops[8];
        const size_t count = topology_path(
            &t, routing, from, to, topology_header(&t, routing, from, to, 0), 0, hops, 8);

        CHECK(count == differing(k, n, from / k, to / k) + 1, "%s: %u to %u takes %zu hops",
              t.spec, from, to, count - 1);
        for (size_t i = 1; i + 1 < count; i++)
          assert_true(hops[i].port / (k - 1) > hops[i - 1].port / (k - 1));
      }
  }
}

TEST(test_one_virtual_channel_suffices)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);
    struct dependency d;
    struct err err = {.kind = ERR_NONE};

    if (t.switches > 64)
      continue;
    CHECK(dependency_explore(&d, &t, &t.routings[0], 1, false, &err) && d.cycle_length == 0,
          "%s: %s", t.spec, err.text);
  }
}

TEST(test_wrong_sizes)
{
  static const char *const wrong[][2] = {
      {"flatfly:4", "a number is missing at the end"},
      {"flatfly:1,2", "k is at least 2, and n in 2..21"},
      {"flatfly:4,1", "k is at least 2, and n in 2..21"},
      {"flatfly:2,22", "k is at least 2, and n in 2..21"},
      {"flatfly:33,2",
       "a switch has (n-1)(k-1) ports and k terminals, together at most 64"},
      {"flatfly:3,18446744073709551616", "n in 2..21"},
      {"flatfly:18446744073709551616,3", "together at most 64"},
      {"flatfly:4,14", "more than 2^24 switches"},
      {"flatfly:4,3,terminals=2", "the network has 4 at a switch"},
      {"flatfly:4x4,3", "is not a number"},
  };

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct topology t;
    struct err err = {.kind = ERR_NONE};

    CHECK(!topology_open(&t, wrong[i][0], &err), "%s is taken", wrong[i][0]);
    check_error(&err, ERR_USAGE, wrong[i][1], wrong[i][0]);
  }
}
