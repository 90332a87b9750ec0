/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_butterfly -- the butterfly with and without wrap, and the route unit butterfly. */
#include "network/topology/butterfly.h"
#include "network/topology/dependency.h"
#include "network/topology/measure.h"
#include "network/traffic/loads.h"
#include "network/traffic/pattern.h"
#include "network/traffic/traffic.h"
#include "tests/unit/unit.h"

#include "base/bits.h"
#include "base/order.h"
#include "switch/route/butterfly.h"

enum { LARGEST = 6 };

static struct topology butterfly_of(uint32_t d, bool wrap)
{
  char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "butterfly:%u%s", d, wrap ? ",wrap=1" : "");
  return topology_of(spec);
}

/* --- the graph --- */

/* Definition 8 of the paper for levels -1, 1, ..., d: a link joins rows that agree in all
 * bits but that of the level.  The port is the bit in the higher level, and it arrives at
 * that of the lower one. */
TEST(test_links_change_the_bit_of_their_level)
{
  for (uint32_t d = 1; d <= LARGEST; d++)
    for (int wrap = 0; wrap < 2; wrap++) {
      struct topology t = butterfly_of(d, wrap);
      const uint32_t rows = 1u << d;

      assert_int_equal(t.switches, (wrap ? d : d + 1) * rows);
      assert_int_equal(t.terminals, rows);
      for (uint32_t level = 0; level < d; level++)
        for (uint32_t row = 0; row < rows; row++) {
          const uint32_t other = row ^ 1u << level;

          for (uint32_t port = 0; port < 2; port++) {
            const struct link link = topology_link(&t, level * rows + row, port);
            const uint32_t to = (row >> level) % 2 == port ? row : other;
            const uint32_t up = wrap && level + 1 == d ? 0 : level + 1;

            CHECK(link.to_switch == up * rows + to && link.to_port == (row >> level) % 2,
                  "%s: level %u row %u port %u leads to %u port %u", t.spec, level, row,
                  port, link.to_switch, link.to_port);
            assert_int_equal(topology_port_kind(&t, level * rows + row, port), PORT_LINK);
          }
        }
      for (uint32_t row = 0; row < rows && !wrap; row++)
        assert_int_equal(topology_port_kind(&t, d * rows + row, 1), PORT_UNUSED);
    }
}

/* paths[sw]: how many ways of links lead from a terminal to a switch in `steps` steps. */
static void count_paths(const struct topology *t, uint32_t source, uint32_t steps,
                        uint64_t *paths)
{
  uint64_t *next = calloc(t->switches, sizeof *next);

  assert_non_null(next);
  memset(paths, 0, t->switches * sizeof *paths);
  paths[topology_source(t, source)] = 1;
  for (; steps > 0; steps--) {
    memset(next, 0, t->switches * sizeof *next);
    for (uint32_t sw = 0; sw < t->switches; sw++)
      for (uint32_t port = 0; port < t->ports && paths[sw] > 0; port++)
        if (topology_port_kind(t, sw, port) == PORT_LINK)
          next[topology_link(t, sw, port).to_switch] += paths[sw];
    memcpy(paths, next, t->switches * sizeof *paths);
  }
  free(next);
}

/* Property 6, and the header's path is this one. */
TEST(test_one_shortest_path)
{
  for (uint32_t d = 1; d <= LARGEST; d++)
    for (int wrap = 0; wrap < 2; wrap++) {
      struct topology t = butterfly_of(d, wrap);
      const struct routing *routing = routing_of(&t, NULL);
      uint64_t *paths = calloc(t.switches, sizeof *paths);

      assert_non_null(paths);
      for (uint32_t source = 0; source < t.terminals; source++) {
        count_paths(&t, source, d, paths);
        for (uint32_t to = 0; to < t.terminals; to++) {
          const uint64_t header = routing->header(&t, source, to, 0);
          struct hop hops[LARGEST + 2];
          const size_t count =
              topology_path(&t, routing, source, to, header, 0, hops, LARGEST + 2);

          CHECK(paths[topology_sink(&t, to)] == 1, "%s: %u to %u", t.spec, source, to);
          CHECK(count == (wrap && source == to ? 1 : d + 1), "%s: %u to %u: %zu", t.spec,
                source, to, count);
        }
      }
      free(paths);
    }
}

/* Different neighbours of a switch in either direction, its own self apart. */
static uint32_t degree(const struct topology *t, uint32_t sw)
{
  uint32_t found[8], count = 0;

  for (uint32_t port = 0; port < t->ports; port++) {
    const struct link to = topology_link(t, sw, port), from = topology_feeder(t, sw, port);
    const uint32_t ends[] = {
        topology_port_kind(t, sw, port) == PORT_LINK ? to.to_switch : sw,
        topology_port_kind(t, from.to_switch, from.to_port) == PORT_LINK ? from.to_switch
                                                                         : sw};

    for (size_t i = 0; i < 2; i++) {
      bool known = ends[i] == sw;

      for (uint32_t k = 0; k < count; k++)
        known |= found[k] == ends[i];
      if (!known)
        found[count++] = ends[i];
    }
  }
  return count;
}

/* Inner levels have degree 4, the outer ones 2.  With wrap all have 4; but for d = 2 the
 * straight links are double, and for d = 1 they are loops and the others double. */
TEST(test_degrees)
{
  for (uint32_t d = 1; d <= LARGEST; d++) {
    struct topology t = butterfly_of(d, false), ring = butterfly_of(d, true);
    uint32_t edges = 0;

    for (uint32_t sw = 0; sw < t.switches; sw++) {
      const uint32_t level = topology_level(&t, sw);

      assert_int_equal(degree(&t, sw), level == 0 || level == d ? 2 : 4);
    }
    for (uint32_t sw = 0; sw < ring.switches; sw++) {
      assert_int_equal(degree(&ring, sw), d == 1 ? 1 : d == 2 ? 3 : 4);
      edges += degree(&ring, sw);
    }
    assert_int_equal(edges / 2, d == 1 ? 1 : d == 2 ? 12 : d << (d + 1));
  }
}

TEST(test_formulas_are_what_is_measured)
{
  for (uint32_t d = 1; d <= LARGEST + 1; d++)
    for (int wrap = 0; wrap < 2; wrap++) {
      struct topology t = butterfly_of(d, wrap);
      struct measurement rows[MEASURE_ROWS];
      struct err err;
      const size_t count =
          topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

      CHECK(count >= 8, "%zu rows", count);
      for (size_t i = 0; i < count; i++)
        CHECK(rows[i].formula && rows[i].measured && rows[i].value == rows[i].formula_value,
              "%s: %s is %g, by the formula %g", t.spec, rows[i].quantity, rows[i].value,
              rows[i].formula_value);
    }
}

/* From some of the terminals not all switches are reached. */
TEST(test_sampled_sources_are_a_bound)
{
  struct topology t = butterfly_of(16, false);
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  const size_t count =
      topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

  assert_true(count > 0);
  for (size_t i = 0; i < count; i++)
    CHECK(strcmp(measure_verdict(&rows[i]), "DIFFERS") != 0, "%s", rows[i].quantity);
  assert_string_equal(rows[0].quantity, "switches");
  assert_int_equal(rows[0].bound, MEASURE_AT_LEAST);
}

/* --- addresses and specs --- */

TEST(test_addresses)
{
  static const struct {
    const char *spec, *text;
    uint32_t sw;
  } good[] = {{"butterfly:4", "2.0000", 32},
              {"butterfly:4", "4.1111", 79},
              {"butterfly:1,wrap=1", "0.1", 1},
              {"butterfly:10", "10.0000000001", 10241}};
  static const char *const bad[] = {"5.0000",
                                    "2.000",
                                    "2.00000",
                                    "2.0020",
                                    ".0000",
                                    "2.",
                                    "2",
                                    "2,0000",
                                    "x.0000",
                                    "2.0000 ",
                                    "99999999999999.0000"};
  struct topology t = topology_of("butterfly:4");
  uint32_t sw;

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct topology g = topology_of(good[i].spec);
    char text[ADDRESS_TEXT];

    CHECK(g.row->parse_address(&g, good[i].text, &sw) && sw == good[i].sw, "%s",
          good[i].text);
    g.row->print_address(&g, sw, text);
    assert_string_equal(text, good[i].text);
    assert_int_equal(topology_here(&g, sw), sw);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    CHECK(!t.row->parse_address(&t, bad[i], &sw), "%s is read", bad[i]);
}

TEST(test_largest_opens)
{
  struct topology t = butterfly_of(20, false), ring = butterfly_of(20, true);

  assert_int_equal(t.switches, 21u << 20);
  assert_int_equal(t.address_bits, 25);
  assert_int_equal(ring.switches, 20u << 20);
  assert_string_equal(butterfly_of(3, false).spec, "butterfly:3");
  assert_string_equal(topology_of("butterfly:03,wrap=1").spec, "butterfly:3,wrap=1");
}

/* --- the route unit --- */

/* docs/switches/butterfly.md, cycle diagram. */
TEST(test_path_of_the_page)
{
  static const char *const at[] = {"0.010", "1.011", "2.001", "3.101"};
  static const uint32_t ports[] = {1, 0, 1, UINT32_MAX};
  struct topology t = topology_of("butterfly:3");
  const struct routing *routing = routing_of(&t, NULL);
  struct hop hops[8];

  assert_int_equal(
      topology_path(&t, routing, 2, 5, routing->header(&t, 2, 5, 0), 0, hops, 8), 4);
  for (size_t i = 0; i < 4; i++) {
    char text[ADDRESS_TEXT];

    t.row->print_address(&t, hops[i].at, text);
    assert_string_equal(text, at[i]);
    assert_int_equal(hops[i].port, ports[i]);
  }
}

/* Words that are no address: without wrap all levels from d on eject; with wrap a level of
 * d or more has no bit, and port 0 is taken. */
TEST(test_levels_beyond)
{
  static const struct {
    uint32_t d, wrap, level, row, header;
    bool eject;
    uint64_t ports;
  } cases[] = {
      {3, 0, 3, 5, 5, true, 0},  {3, 0, 3, 5, 2, true, 0},  {5, 0, 6, 1, 1, true, 0},
      {5, 0, 7, 1, 30, true, 0}, {3, 1, 0, 5, 5, true, 0},  {3, 1, 0, 5, 4, false, 1},
      {3, 1, 0, 4, 5, false, 2}, {3, 1, 1, 5, 5, false, 1}, {3, 1, 2, 5, 5, false, 2},
      {3, 1, 3, 5, 7, false, 1}, {1, 1, 1, 1, 1, false, 1}, {1, 1, 0, 0, 1, false, 2}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const uint32_t parameters[] = {cases[i].d, cases[i].wrap};
    const struct route_out out = butterfly_unit.comb(
        &(struct route_in){.here = cases[i].level << cases[i].d | cases[i].row,
                           .header = cases[i].header,
                           .ports = 2,
                           .parameters = parameters});

    CHECK(out.eject == cases[i].eject && out.ports == cases[i].ports &&
              out.header == cases[i].header && !out.wait,
          "case %zu: eject %d, ports %llu", i, out.eject, (unsigned long long)out.ports);
  }
}

/* By all packets of the networks themselves, and not only of the small ones. */
TEST(test_no_cycles_of_waiting)
{
  for (uint32_t d = 1; d <= LARGEST; d++)
    for (int wrap = 0; wrap < 2; wrap++) {
      struct topology t = butterfly_of(d, wrap);
      struct dependency dependency;
      struct err err;

      CHECK(dependency_explore(&dependency, &t, routing_of(&t, NULL), 1, false, &err), "%s",
            err.text);
      assert_int_equal(dependency.cycle_length, 0);
    }
}

/* --- congestion --- */

/* The largest loads over all levels. */
static void loads_of(const struct topology *t, const char *traffic, uint32_t *node,
                     uint32_t *link)
{
  struct schedule schedule;
  struct path_loads loads;
  struct err err;
  const bool good = schedule_make(&schedule,
                                  &(struct traffic_request){.topology = t,
                                                            .routing = &t->routings[0],
                                                            .traffic = traffic,
                                                            .packets = 1,
                                                            .seed = 1},
                                  &err) &&
                    path_loads_count(&loads, &schedule, t, &t->routings[0], &err);

  CHECK(good, "%s", err.text);
  *node = *link = 0;
  for (uint32_t level = 0; level < topology_levels(t); level++) {
    const struct level_load most = path_loads_level(&loads, level);

    *node = most.switches.packets > *node ? most.switches.packets : *node;
    *link = most.links.packets > *link ? most.links.packets : *link;
  }
  path_loads_close(&loads);
  schedule_free(&schedule);
}

TEST(test_loads_of_the_patterns)
{
  for (uint32_t d = 1; d <= 12; d++) {
    const struct {
      const char *traffic;
      uint32_t node, link;
    } cases[] = {{"bit-reversal", 1u << d / 2, 1u << (d - 1) / 2},
                 {"transpose", 1u << d / 2, 1u << (d - 1) / 2},
                 {"identity", 1, 1},
                 {"bit-complement", 1, 1},
                 {"shuffle", d == 1 ? 1 : 2, 1}};
    struct topology t = butterfly_of(d, false);

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      uint32_t node, link;

      if (d % 2 && strcmp(cases[i].traffic, "transpose") == 0)
        continue;
      loads_of(&t, cases[i].traffic, &node, &link);
      CHECK(node == cases[i].node && link == cases[i].link, "%s %s: %u and %u", t.spec,
            cases[i].traffic, node, link);
    }
  }
}
