/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_fattree -- k-ary n-trees: links, formulas, paths, and the route unit by its page. */
#include "network/topology/dependency.h"
#include "network/topology/link_load.h"
#include "switch/route/fattree.h"
#include "tests/unit/formulas_unit.h"
#include "tests/unit/unit.h"

enum { HOPS = 64 };

static const struct {
  const char *spec;
  uint32_t k, n;
} cases[] = {{"fattree:2,2", 2, 2}, {"fattree:3,2", 3, 2}, {"fattree:21,2", 21, 2},
             {"fattree:2,3", 2, 3}, {"fattree:3,3", 3, 3}, {"fattree:4,3", 4, 3},
             {"fattree:2,5", 2, 5}, {"fattree:3,4", 3, 4}};

enum { CASES = sizeof cases / sizeof cases[0] };

static uint32_t power(uint32_t base, uint32_t exponent)
{
  return exponent ? base * power(base, exponent - 1) : 1;
}

static uint32_t digit(uint32_t k, uint32_t number, uint32_t i)
{
  return number / power(k, i) % k;
}

/* Up from level l digit l becomes the number of the port; down from level l + 1 too. */
TEST(test_links_by_the_page)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);
    const uint32_t k = cases[c].k, n = cases[c].n, row = power(k, n - 1);

    assert_string_equal(t.spec, cases[c].spec);
    assert_int_equal(t.switches, n * row);
    assert_int_equal(t.terminals, power(k, n));
    assert_int_equal(t.ports, 2 * k);
    for (uint32_t level = 0; level < n; level++)
      for (uint32_t w = 0; w < row; w++)
        for (uint32_t p = 0; p < k; p++) {
          const uint32_t sw = level * row + w;
          const struct link up = topology_link(&t, sw, k + p);
          const struct link down = topology_link(&t, sw, p);

          if (level == n - 1) {
            assert_int_equal(topology_port_kind(&t, sw, k + p), PORT_UNUSED);
            assert_true(up.to_switch == sw && up.to_port == k + p);
          } else {
            const uint32_t own = digit(k, w, level);

            CHECK(up.to_switch == sw + row + p * power(k, level) - own * power(k, level) &&
                      up.to_port == own,
                  "%s: %u up %u leads to %u", t.spec, sw, p, up.to_switch);
          }
          if (level == 0) {
            assert_int_equal(topology_port_kind(&t, sw, p), PORT_UNUSED);
            assert_true(down.to_switch == sw && down.to_port == p);
          } else {
            const uint32_t own = digit(k, w, level - 1);
            const struct link back = topology_link(&t, down.to_switch, down.to_port);

            CHECK(down.to_switch ==
                          sw - row + p * power(k, level - 1) - own * power(k, level - 1) &&
                      down.to_port == k + own,
                  "%s: %u down %u leads to %u", t.spec, sw, p, down.to_switch);
            assert_true(back.to_switch == sw && back.to_port == p);
          }
        }
  }
}

TEST(test_formulas)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);

    check_formulas(&t, 6);
  }
}

/* The level to which a packet between two leaves must go: above the highest digit that
 * differs. */
static uint32_t top(uint32_t k, uint32_t n, uint32_t a, uint32_t b)
{
  uint32_t level = 0;

  for (uint32_t i = 0; i + 1 < n; i++)
    if (digit(k, a, i) != digit(k, b, i))
      level = i + 1;
  return level;
}

/* Up to the lowest level that is above both leaves, by the digits of the terminal that the
 * routing names, then down by those of the destination: never longer than a shortest path.
 */
static void check_paths(const struct topology *t, const struct routing *routing, uint32_t k,
                        uint32_t n)
{
  const bool by_source = strcmp(routing->name, "s-mod-k") == 0;
  const bool drawn = strcmp(routing->name, "random") == 0;

  for (uint32_t from = 0; from < t->terminals; from += 1 + t->terminals / 60)
    for (uint32_t to = 0; to < t->terminals; to++) {
      const uint32_t turn = top(k, n, from / k, to / k);
      const uint64_t word = 7919 * from + to;
      const uint32_t ways = drawn ? (uint32_t)(word % t->sites) : by_source ? from : to;
      struct hop hops[HOPS];
      const size_t count = topology_path(
          t, routing, from, to, topology_header(t, routing, from, to, word), 0, hops, HOPS);

      CHECK(count == 2 * turn + 1, "%s %s: %u to %u takes %zu hops, not %u", t->spec,
            routing->name, from, to, count - 1, 2 * turn);
      for (uint32_t i = 0; i < turn; i++)
        CHECK(hops[i].port == k + digit(k, ways, i), "%s %s: %u to %u goes up by %u",
              t->spec, routing->name, from, to, hops[i].port);
      for (uint32_t i = 0; i < turn; i++)
        CHECK(hops[turn + i].port == digit(k, to / k, turn - 1 - i),
              "%s %s: %u to %u goes down by %u", t->spec, routing->name, from, to,
              hops[turn + i].port);
    }
}

TEST(test_paths_go_up_and_then_down)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);

    assert_int_equal(t.routing_count, 4);
    for (size_t r = 0; r < t.routing_count; r++)
      check_paths(&t, &t.routings[r], cases[c].k, cases[c].n);
  }
}

/* By the destination, each link down has the packets of one terminal, so one packet of a
 * permutation; by the source, each link up has those of one terminal. */
TEST(test_a_link_each)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);
    const uint32_t k = cases[c].k;
    const size_t links = (size_t)t.switches * t.ports;
    uint32_t *users = calloc(links, sizeof *users);

    assert_non_null(users);
    for (size_t r = 0; r < 2; r++) {
      memset(users, 0xff, links * sizeof *users);
      for (uint32_t from = 0; from < t.terminals; from += 1 + t.terminals / 60)
        for (uint32_t to = 0; to < t.terminals; to++) {
          struct hop hops[HOPS];
          const uint64_t header = topology_header(&t, &t.routings[r], from, to, 0);
          const size_t count =
              topology_path(&t, &t.routings[r], from, to, header, 0, hops, HOPS);

          for (size_t i = 0; i + 1 < count; i++) {
            uint32_t *user = &users[(size_t)hops[i].at * t.ports + hops[i].port];
            const bool up = hops[i].port >= k;
            const uint32_t owner = r == 0 ? to : from;

            if (up != (r == 1))
              continue;
            CHECK(*user == UINT32_MAX || *user == owner, "%s %s: %u and %u share a link",
                  t.spec, t.routings[r].name, *user, owner);
            *user = owner;
          }
        }
    }
    free(users);
  }
}

/* On a small tree every permutation is tried: the search for the worst load finds it,
 * though terminals of a leaf have ways of their own. */
TEST(test_worst_link_load_of_terminals)
{
  struct topology t = topology_of("fattree:2,2");

  for (size_t r = 0; r < 2; r++) {
    uint32_t worst = 0, found, order[4];
    struct err err;

    for (uint32_t code = 0; code < 256; code++) {
      uint32_t loads[4 * 4] = {0}, used = 0;

      for (uint32_t i = 0; i < 4; i++)
        used |= 1u << (order[i] = code >> 2 * i & 3);
      for (uint32_t i = 0; used == 15 && i < 4; i++) {
        struct hop hops[8];
        const size_t count =
            topology_path(&t, &t.routings[r], i, order[i],
                          topology_header(&t, &t.routings[r], i, order[i], 0), 0, hops, 8);

        for (size_t hop = 0; hop + 1 < count; hop++) {
          const uint32_t load = ++loads[hops[hop].at * 4 + hops[hop].port];

          worst = load > worst ? load : worst;
        }
      }
    }
    assert_true(link_load_worst(&t, &t.routings[r], &found, &err));
    assert_int_equal(found, worst);
  }
}

TEST(test_one_virtual_channel_suffices)
{
  for (size_t c = 0; c < CASES; c++) {
    struct topology t = topology_of(cases[c].spec);

    for (size_t r = 0; r < t.routing_count && t.switches <= 80; r++) {
      struct dependency d;
      struct err err = {.kind = ERR_NONE};

      CHECK(dependency_explore(&d, &t, &t.routings[r], 1, false, &err) &&
                d.cycle_length == 0 && d.dependencies > 0,
            "%s %s: %s", t.spec, t.routings[r].name, err.text);
    }
  }
}

/* --- the route unit --- */

static struct route_out route(uint32_t k, uint32_t levels, uint64_t here, uint64_t header)
{
  const uint32_t parameters[] = {k, levels};

  return fattree_unit.comb(&(struct route_in){
      .here = here, .header = header, .ports = 2 * k, .parameters = parameters});
}

/* K = 3, three levels: digits of 2 bits; a header is up 1, up 0, to 1, to 0. */
TEST(test_rules_of_the_page)
{
  static const struct {
    uint64_t here, header;
    uint32_t port; /* UINT32_MAX: ejected */
  } rows[] = {
      {0x06, 0x86, UINT32_MAX}, /* at leaf 1.2 for 1.2 */
      {0x06, 0x91, 4},          /* for 0.1: up by way 1 of level 0 */
      {0x06, 0x84, 3},          /* for 1.0, its digit 1 is right: up by way 0 */
      {0x15, 0x89, 5},          /* at level 1, 1.1 for 2.1: up by way 2 of level 1 */
      {0x15, 0x86, 2},          /* for 1.2: down by 2 */
      {0x2a, 0x05, 1},          /* at root 2.2 for 1.1: down by 1 */
      {0x25, 0x05, 1},          /* at root 1.1 for 1.1: down all the same */
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct route_out out = route(3, 3, rows[i].here, rows[i].header);
    const bool ends = rows[i].port == UINT32_MAX;

    CHECK(out.eject == ends && out.header == rows[i].header && !out.wait && out.vc == 0 &&
              out.ports == (ends ? 0 : UINT64_C(1) << rows[i].port),
          "%#llx at %#llx: ports %#llx", (unsigned long long)rows[i].header,
          (unsigned long long)rows[i].here, (unsigned long long)out.ports);
  }
}

/* A digit that is none means the last way. */
TEST(test_digits_that_are_none)
{
  assert_int_equal(route(3, 3, 0x00, 0x35).ports, 1u << 5);
  assert_int_equal(route(3, 3, 0x20, 0x0c).ports, 1u << 2);
}

TEST(test_wrong_sizes)
{
  static const char *const wrong[][2] = {
      {"fattree:4", "a number is missing at the end"},
      {"fattree:2,1", "k is in 2..21, and n in 2..21"},
      {"fattree:1,3", "k is in 2..21, and n in 2..21"},
      {"fattree:22,2", "k is in 2..21, and n in 2..21"},
      {"fattree:2,22", "k is in 2..21, and n in 2..21"},
      {"fattree:3,14", "k^(n-1) is more than 2^20"},
      {"fattree:4,3,terminals=2", "the network has 4 at a switch"},
      {"fattree:18446744073709551616,3", "k is in 2..21"},
  };

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct topology t;
    struct err err = {.kind = ERR_NONE};

    CHECK(!topology_open(&t, wrong[i][0], &err), "%s is taken", wrong[i][0]);
    check_error(&err, ERR_USAGE, wrong[i][1], wrong[i][0]);
  }
}
