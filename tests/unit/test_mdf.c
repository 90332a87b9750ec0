/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_mdf -- the maximal dragonfly and its wirings, and what Table 1 says of them. */
#include "network/topology/mdf.h"

#include "network/topology/dragonfly.h"
#include "network/topology/measure.h"
#include "tests/unit/unit.h"

enum { MOST = 512, GROUPS = 64 };

static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {1, 3}, {2, 3}, {3, 2}, {3, 4}, {4, 3}};
static const char *const wirings[] = {"", ",columns=router-major", ",wiring=relative",
                                      ",wiring=relative,columns=router-major"};

static struct topology network(uint32_t k, uint32_t m, const char *wiring)
{
  char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "mdf:%u,%u%s", k, m, wiring);
  return topology_of(spec);
}

static void each_network(void (*law)(const struct topology *t))
{
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (size_t w = 0; w < sizeof wirings / sizeof wirings[0]; w++) {
      struct topology t = network(sizes[i][0], sizes[i][1], wirings[w]);

      law(&t);
    }
}

static uint32_t by_local(const struct topology *t, uint32_t sw, uint32_t number)
{
  return number ? topology_link(t, sw, number).to_switch : sw;
}

static struct link by_global(const struct topology *t, uint32_t sw, uint32_t number)
{
  struct link far = topology_link(t, sw, dragonfly_global(t) + number);

  far.to_port -= dragonfly_global(t);
  return far;
}

/* --- the network --- */

static void one_link_joins_two_groups(const struct topology *t)
{
  const uint32_t k = t->parameters[0], m = t->parameters[1], groups = k * m + 1;
  uint32_t links[GROUPS][GROUPS] = {{0}};

  assert_int_equal(t->switches, m * groups);
  assert_int_equal(t->ports, k + m + 1);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    for (uint32_t q = 1; q < m; q++)
      assert_int_equal(by_local(t, sw, q), sw / m * m + (sw % m + q) % m);
    for (uint32_t g = 0; g < k; g++)
      links[sw / m][by_global(t, sw, g).to_switch / m]++;
  }
  for (uint32_t from = 0; from < groups; from++)
    for (uint32_t to = 0; to < groups; to++)
      CHECK(links[from][to] == (from != to), "%s: %u links from group %u to %u", t->spec,
            links[from][to], from, to);
}

TEST(test_one_link_joins_two_groups)
{
  each_network(one_link_joins_two_groups);
}

/* Every formula, the diameter of 3 among them. */
static void formulas_hold(const struct topology *t)
{
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  size_t count = topology_measure(t, &t->routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

  CHECK(count > 0, "%s: %s", t->spec, err.text);
  for (size_t i = 0; i < count; i++)
    CHECK(rows[i].measured &&
              strcmp(measure_verdict(&rows[i]), rows[i].formula ? "equal" : "") == 0,
          "%s: %s: %g, formula %g", t->spec, rows[i].quantity, rows[i].value,
          rows[i].formula_value);
}

TEST(test_formulas_hold)
{
  each_network(formulas_hold);
}

/* Global port g of router 1 of group 3, by the definition. */
TEST(test_wirings)
{
  static const struct {
    const char *spec;
    uint32_t group[3], p[3], port[3];
  } wired[] = {
      /* columns 1, 4, 7 of group 3: groups 1, 5, 8, there columns 2, 3, 3 */
      {"mdf:3,3", {1, 5, 8}, {2, 0, 0}, {0, 1, 1}},
      /* columns 3, 4, 5: groups 4, 5, 6, there column 3 */
      {"mdf:3,3,columns=router-major", {4, 5, 6}, {1, 1, 1}, {0, 0, 0}},
      /* 2, 5 and 8 groups further */
      {"mdf:3,3,wiring=relative", {5, 8, 1}, {1, 1, 1}, {2, 1, 0}},
  };

  for (size_t i = 0; i < sizeof wired / sizeof wired[0]; i++) {
    struct topology t = topology_of(wired[i].spec);

    for (uint32_t g = 0; g < 3; g++) {
      struct link far = by_global(&t, 3 * 3 + 1, g);

      CHECK(far.to_switch == wired[i].group[g] * 3 + wired[i].p[g] &&
                far.to_port == wired[i].port[g],
            "%s: global %u leads to %u.%u, port %u", t.spec, g, far.to_switch / 3,
            far.to_switch % 3, far.to_port);
    }
  }
}

/* --- Table 1 --- */

/* Groups 0..LM, with the global ports below L, are MDF(L,M). */
static bool is_nested(uint32_t k, uint32_t l, uint32_t m, const char *wiring)
{
  struct topology large = network(k, m, wiring), small = network(l, m, wiring);
  bool nested = true;

  for (uint32_t sw = 0; sw < small.switches; sw++)
    for (uint32_t g = 0; g < l; g++) {
      struct link there = by_global(&large, sw, g), here = by_global(&small, sw, g);

      nested &= there.to_switch == here.to_switch && there.to_port == here.to_port;
    }
  return nested;
}

TEST(test_port_major_absolute_wiring_is_nested)
{
  for (uint32_t k = 2; k <= 5; k++)
    for (uint32_t l = 1; l < k; l++)
      for (uint32_t m = 2; m <= 4; m++)
        for (size_t w = 0; w < sizeof wirings / sizeof wirings[0]; w++)
          CHECK(is_nested(k, l, m, wirings[w]) == (w == 0), "MDF(%u,%u) in MDF(%u,%u)%s", l,
                m, k, m, wirings[w]);
}

/* Each global port of each router, absolutely wired, reaches two groups from all others. */
TEST(test_absolute_ports_reach_two_groups)
{
  for (size_t w = 0; w < 2; w++) {
    struct topology t = network(3, 4, wirings[w]);
    const uint32_t m = t.parameters[1];

    for (uint32_t p = 0; p < m; p++)
      for (uint32_t g = 0; g < t.parameters[0]; g++) {
        bool reached[GROUPS] = {false};
        uint32_t groups = 0;

        for (uint32_t sw = p; sw < t.switches; sw += m)
          reached[by_global(&t, sw, g).to_switch / m] = true;
        for (uint32_t group = 0; group < GROUPS; group++)
          groups += reached[group];
        assert_int_equal(groups, 2);
      }
  }
}

/* The far end of a relative link: router M-1-p, port K-1-g. */
TEST(test_relative_links_are_mirrored)
{
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (size_t w = 2; w < 4; w++) {
      struct topology t = network(sizes[i][0], sizes[i][1], wirings[w]);
      const uint32_t m = t.parameters[1];

      for (uint32_t sw = 0; sw < t.switches; sw++)
        for (uint32_t g = 0; g < t.parameters[0]; g++) {
          struct link far = by_global(&t, sw, g);

          assert_int_equal(far.to_switch % m, m - 1 - sw % m);
          assert_int_equal(far.to_port, t.parameters[0] - 1 - g);
        }
    }
}

/* All routers send by the same vector: how many routers get a packet, and how many one gets
 * at most. */
static void land(const struct topology *t, uint32_t gamma, uint32_t pi, uint32_t delta,
                 uint32_t *reached, uint32_t *most)
{
  uint32_t packets[MOST] = {0};

  *reached = *most = 0;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t end = by_local(t, by_global(t, by_local(t, sw, delta), gamma).to_switch, pi);

    *reached += packets[end]++ == 0;
    *most = packets[end] > *most ? packets[end] : *most;
  }
}

/* A vector permutes the routers when the wiring is relative; when it is absolute and
 * port-major, it reaches those of M + 1 groups. */
static void vectors_permute(const struct topology *t)
{
  const uint32_t k = t->parameters[0], m = t->parameters[1];

  for (uint32_t gamma = 0; gamma < k; gamma++)
    for (uint32_t pi = 0; pi < m; pi++)
      for (uint32_t delta = 0; delta < m; delta++) {
        uint32_t reached, most;

        land(t, gamma, pi, delta, &reached, &most);
        if (strstr(t->spec, "relative"))
          CHECK(reached == t->switches && most == 1, "%s (%u,%u,%u)", t->spec, gamma, pi,
                delta);
        else if (!strstr(t->spec, "router-major"))
          CHECK(reached == m * (m + 1) && most == k, "%s (%u,%u,%u): %u routers, %u",
                t->spec, gamma, pi, delta, reached, most);
        else
          CHECK(reached <= 2 * m * m && most >= k, "%s (%u,%u,%u): %u routers, %u", t->spec,
                gamma, pi, delta, reached, most);
      }
}

TEST(test_vectors_permute_or_not)
{
  each_network(vectors_permute);
}

/* --- routing --- */

/* Local, global, local between groups, always three steps; one within a group. */
static void paths_are_short(const struct topology *t)
{
  const struct routing *routing = routing_of(t, NULL);
  const uint32_t m = t->parameters[1];

  for (uint32_t from = 0; from < t->switches; from++)
    for (uint32_t to = 0; to < t->switches; to++) {
      struct hop hops[5];
      size_t count =
          topology_path(t, routing, from, to, routing->header(t, from, to, 0), 0, hops, 5);

      CHECK(count == (from / m == to / m ? 2 : 4), "%s: %u to %u: %zu", t->spec, from, to,
            count);
      for (size_t hop = 0; hop + 1 < count; hop++)
        CHECK((topology_port_kind(t, hops[hop].at, hops[hop].port) == PORT_GLOBAL) ==
                  (count == 4 && hop == 1),
              "%s: %u to %u: hop %zu by port %u", t->spec, from, to, hop, hops[hop].port);
    }
}

TEST(test_paths_are_short)
{
  each_network(paths_are_short);
}

TEST(test_without_holds_nothing_waits_at_home)
{
  struct topology t = topology_of("mdf:2,3");
  const struct routing *routing = routing_of(&t, "source-vector,holds=0");
  struct hop hops[5];

  for (uint32_t sw = 0; sw < t.switches; sw++)
    assert_int_equal(
        topology_path(&t, routing, sw, sw, routing->header(&t, sw, sw, 0), 0, hops, 5), 1);
}

/* --- what a person types --- */

TEST(test_defaults_may_be_given)
{
  struct topology given = topology_of("mdf:2,3,columns=port-major,wiring=absolute");
  struct topology plain = topology_of("mdf:2,3");

  assert_string_equal(given.spec, "mdf:2,3,wiring=absolute,columns=port-major");
  for (uint32_t sw = 0; sw < plain.switches; sw++)
    for (uint32_t g = 0; g < 2; g++)
      assert_int_equal(by_global(&given, sw, g).to_switch,
                       by_global(&plain, sw, g).to_switch);
}

TEST(test_addresses)
{
  static const char *const bad[] = {"13.0", "0.4", "0.0.0", ".0", "0.", "x.0"};
  struct topology t = topology_of("mdf:3,4");
  struct err err;
  uint32_t sw;

  CHECK(topology_parse_address(&t, "12.3", "SRC", &sw, &err), "%s", err.text);
  assert_int_equal(sw, 51);
  assert_int_equal(topology_here(&t, sw), 12 << 2 | 3);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    CHECK(!topology_parse_address(&t, bad[i], "SRC", &sw, &err), "'%s' is read", bad[i]);
    check_error(&err, ERR_USAGE, "give an address such as 12.3, or a number in 0..51",
                bad[i]);
  }
}
