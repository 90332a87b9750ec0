/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_pn -- the permutation network: its links by the paper's definition, specs. */
#include "network/topology/pn.h"

#include "base/bits.h"
#include "switch/route/source_route.h"
#include "tests/unit/unit.h"

static const char *const specs[] = {"pn:2,1", "pn:2,4", "pn:3,2",  "pn:3,3",
                                    "pn:4,2", "pn:5,1", "benes:1", "benes:5"};

enum { SPECS = sizeof specs / sizeof specs[0] };

/* Digit `place` of a number. */
static uint32_t digit(uint32_t number, uint32_t n, uint32_t place)
{
  while (place-- > 0)
    number /= n;
  return number % n;
}

/* Between the levels -l and -(l-1), and l-1 and l, of the paper digit l-1 changes, and
 * between -1 and 1 digit 0. */
TEST(test_links_by_the_definition)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);
    const uint32_t n = pn_n(&t), d = pn_d(&t), rows = t.terminals;

    assert_int_equal(t.ports, n);
    assert_int_equal(t.switches, 2 * d * rows);
    for (uint32_t sw = 0; sw < t.switches - rows; sw++)
      for (uint32_t port = 0; port < n; port++) {
        /* The level with the sign of the paper, and the larger of both ends. */
        const int32_t from = (int32_t)(sw / rows) - (int32_t)d + (sw / rows >= d);
        const uint32_t l = from < 0 ? (uint32_t)-from : (uint32_t)from + 1;
        struct link link = topology_link(&t, sw, port);

        CHECK(link.to_switch / rows == sw / rows + 1, "%s: %u port %u", t.spec, sw, port);
        for (uint32_t place = 0; place < d; place++)
          CHECK(digit(link.to_switch % rows, n, place) ==
                    (place == l - 1 ? port : digit(sw % rows, n, place)),
                "%s: %u port %u, digit %u", t.spec, sw, port, place);
        CHECK(link.to_port == digit(sw % rows, n, l - 1), "%s: %u port %u arrives at %u",
              t.spec, sw, port, link.to_port);
        assert_int_equal(topology_port_kind(&t, sw, port), PORT_LINK);
      }
    for (uint32_t sw = t.switches - rows; sw < t.switches; sw++)
      for (uint32_t port = 0; port < n; port++)
        assert_int_equal(topology_port_kind(&t, sw, port), PORT_UNUSED);
  }
}

/* The network without its outer levels is n networks of one dimension less, each with
 * another highest digit. */
TEST(test_recursive_decomposition)
{
  for (uint32_t n = 2; n <= 5; n++)
    for (uint32_t d = 2; d <= 3; d++) {
      char spec[2][TOPOLOGY_SPEC];

      snprintf(spec[0], sizeof spec[0], "pn:%u,%u", n, d);
      snprintf(spec[1], sizeof spec[1], "pn:%u,%u", n, d - 1);
      struct topology t = topology_of(spec[0]), part = topology_of(spec[1]);

      for (uint32_t top = 0; top < n; top++)
        for (uint32_t sw = 0; sw < part.switches - part.terminals; sw++)
          for (uint32_t port = 0; port < n; port++) {
            const uint32_t level = sw / part.terminals, row = sw % part.terminals;
            struct link inner = topology_link(&part, sw, port);
            struct link outer = topology_link(
                &t, (level + 1) * t.terminals + top * part.terminals + row, port);

            CHECK(outer.to_port == inner.to_port &&
                      outer.to_switch == (level + 2) * t.terminals + top * part.terminals +
                                             inner.to_switch % part.terminals,
                  "%s: part %u, %u port %u", t.spec, top, sw, port);
          }
    }
}

TEST(test_benes_is_a_permutation_network_of_2)
{
  for (uint32_t d = 1; d <= 6; d++) {
    char spec[2][TOPOLOGY_SPEC];

    snprintf(spec[0], sizeof spec[0], "benes:%u", d);
    snprintf(spec[1], sizeof spec[1], "pn:2,%u", d);
    struct topology t = topology_of(spec[0]), other = topology_of(spec[1]);

    assert_int_equal(t.switches, other.switches);
    assert_int_equal(t.terminals, other.terminals);
    assert_int_equal(t.routings[0].header_bits(&t), other.routings[0].header_bits(&other));
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t port = 0; port < 2; port++)
        assert_int_equal(topology_link(&t, sw, port).to_switch,
                         topology_link(&other, sw, port).to_switch);
  }
}

/* Ports are digits: of the middle, then of the destination. */
TEST(test_headers)
{
  struct topology t = topology_of("pn:3,3");

  /* Digits 2 and 1 of the middle row 2.1.x, then 0, 1 and 2 of the destination 0.2.1; the
   * end. */
  const uint64_t expected = 2 | 1 << 2 | 1 << 4 | 2 << 6 | 0 << 8 | 1 << 10;
  for (uint32_t x = 0; x < 3; x++)
    assert_int_equal(pn_header(&t, 2 * 9 + 1 * 3 + x, 0 * 9 + 2 * 3 + 1), expected);
  assert_int_equal(t.routings[0].header_bits(&t), 11);
}

/* The middle of an unplanned packet is drawn: every one is as likely. */
TEST(test_random_middles)
{
  struct topology t = topology_of("pn:3,2");
  const struct routing *routing = &t.routings[0];
  uint32_t seen[3] = {0};

  for (uint64_t word = 0; word < 9; word++)
    seen[routing->header(&t, 4, 8, word) & 3]++;
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(seen[i], 3);
}

TEST(test_addresses)
{
  static const struct {
    const char *spec;
    uint32_t sw;
    const char *text;
  } cases[] = {{"benes:3", 0, "0.0.0.0"},
               {"benes:3", 47, "5.1.1.1"},
               {"pn:3,2", 9 + 5, "1.1.2"},
               {"pn:12,1", 23, "1.11"}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    char text[ADDRESS_TEXT];
    uint32_t sw = 0;

    t.row->print_address(&t, cases[i].sw, text);
    assert_string_equal(text, cases[i].text);
    assert_true(t.row->parse_address(&t, text, &sw));
    assert_int_equal(sw, cases[i].sw);
  }
  struct topology t = topology_of("benes:3");
  uint32_t sw;
  static const char *const bad[] = {"", "0", "0.0.0", "6.0.0.0", "0.2.0.0", "0.0.0.0.0"};

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false(t.row->parse_address(&t, bad[i], &sw));
}

/* Nothing is kept per switch: the largest open at once. */
TEST(test_large_networks)
{
  static const struct {
    const char *spec;
    uint32_t switches, header_bits;
  } cases[] = {{"benes:20", 40u << 20, 40},
               {"pn:3,12", 24 * 531441, 47},
               {"pn:63,3", 6 * 250047, 31},
               {"pn:8,7", 14u << 21, 40},
               {"pn:4,10", 20u << 20, 39}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);

    assert_int_equal(t.switches, cases[i].switches);
    assert_int_equal(t.routings[0].header_bits(&t), cases[i].header_bits);
    struct link last = topology_link(&t, t.switches - t.terminals - 1, t.ports - 1);
    assert_int_equal(last.to_switch, t.switches - 1);
  }
}
