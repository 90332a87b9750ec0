/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus -- products of rings, and the route unit torus.
 *
 * A question of logic, not of memory.
 */
#include "network/topology/dependency.h"
#include "network/topology/measure.h"
#include "network/topology/torus.h"
#include "tests/unit/unit.h"

#include "base/bits.h"
#include "switch/route/torus.h"

enum { RINGS = 4 };

/* The digits of a switch, the first of the spec first, and the sizes of their rings. */
struct place {
  uint32_t count, n[RINGS], x[RINGS];
};

static struct place place_of(const struct topology *t, uint32_t sw)
{
  struct place p = {.count = 0};
  char text[TOPOLOGY_SPEC];

  snprintf(text, sizeof text, "%s", t->spec + strlen("torus:"));
  for (char *next = text, *item; (item = strsep(&next, "x")) != NULL;)
    p.n[p.count++] = (uint32_t)atoi(item);
  for (uint32_t i = p.count; i-- > 0; sw /= p.n[i])
    p.x[i] = sw % p.n[i];
  return p;
}

static uint32_t switch_of(const struct place *p)
{
  uint32_t sw = 0;

  for (uint32_t i = 0; i < p->count; i++)
    sw = sw * p->n[i] + p->x[i];
  return sw;
}

/* Hops of the shorter way round. */
static uint32_t ring_distance(uint32_t n, uint32_t from, uint32_t to)
{
  uint32_t up = (to + n - from) % n;

  return up < n - up ? up : n - up;
}

static const char *const specs[] = {"torus:2",   "torus:3",     "torus:4",
                                    "torus:9",   "torus:4x3",   "torus:2x3x5",
                                    "torus:5x2", "torus:3x3x3", "torus:2x4x3x2"};

enum { SPECS = sizeof specs / sizeof specs[0] };

/* Ports in order: dimension by dimension from the right of the spec, + before -; a ring of
 * 2 has + alone. */
TEST(test_links_and_ports_by_the_page)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);

    assert_int_equal(t.parameter_count, 1 + place_of(&t, 0).count);
    for (uint32_t sw = 0; sw < t.switches; sw++) {
      uint32_t port = 0;

      for (uint32_t i = place_of(&t, 0).count; i-- > 0;)
        for (uint32_t way = 0; way < 2; way++) {
          struct place p = place_of(&t, sw);
          char name[PORT_TEXT], expected[PORT_TEXT];

          if (p.n[i] == 2 && way == 1)
            continue;
          p.x[i] = (p.x[i] + (way == 0 ? 1 : p.n[i] - 1)) % p.n[i];
          struct link link = topology_link(&t, sw, port);
          uint32_t arrives = p.n[i] == 2 ? port : way == 0 ? port + 1 : port - 1;
          CHECK(link.to_switch == switch_of(&p) && link.to_port == arrives,
                "%s: %u port %u leads to %u port %u", t.spec, sw, port, link.to_switch,
                link.to_port);
          topology_print_port(&t, port, name);
          snprintf(expected, sizeof expected, "%c%u", way == 0 ? '+' : '-',
                   p.count - 1 - i);
          assert_string_equal(name, expected);
          port++;
        }
      CHECK(port == t.ports, "%s: %u ports, not %u", t.spec, t.ports, port);
    }
  }
}

/* Rings of 2 are the dimensions of a hypercube, and the numbers are the same too. */
TEST(test_rings_of_two_are_a_hypercube)
{
  for (uint32_t n = 1; n <= 6; n++) {
    char spec[2][TOPOLOGY_SPEC];

    snprintf(spec[0], sizeof spec[0], "torus:2%.*s", (int)(2 * (n - 1)), "x2x2x2x2x2");
    snprintf(spec[1], sizeof spec[1], "hypercube:%u", n);
    struct topology t = topology_of(spec[0]), cube = topology_of(spec[1]);

    assert_int_equal(t.switches, cube.switches);
    assert_int_equal(t.ports, cube.ports);
    assert_int_equal(t.address_bits, cube.address_bits);
    for (uint32_t sw = 0; sw < t.switches; sw++) {
      assert_int_equal(topology_here(&t, sw), topology_here(&cube, sw));
      for (uint32_t port = 0; port < t.ports; port++) {
        struct link one = topology_link(&t, sw, port),
                    other = topology_link(&cube, sw, port);

        CHECK(one.to_switch == other.to_switch && one.to_port == other.to_port,
              "%s: %u port %u", t.spec, sw, port);
      }
    }
  }
}

TEST(test_addresses)
{
  static const struct {
    const char *spec, *text;
    uint32_t sw, here;
  } good[] = {
      {"torus:2x3x5", "1.0.4", 19, 1 << 5 | 0 << 3 | 4},
      {"torus:2x3x5", "0.2.1", 11, 2 << 3 | 1},
      {"torus:5x4", "4.3", 19, 4 << 2 | 3},
      {"torus:3", "2", 2, 2},
      {"torus:1000x2", "999.1", 1999, 999 << 1 | 1},
  };
  static const char *const bad[] = {"1.0.5", "2.0.0", "1.3.0", "1.0",   "1.0.0.0",
                                    "1..0",  ".0.0",  "1.0.",  "1,0,0", "a.0.0"};
  struct topology t = topology_of("torus:2x3x5");

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct topology g = topology_of(good[i].spec);
    char text[ADDRESS_TEXT];
    struct err err;
    uint32_t sw;

    CHECK(topology_parse_address(&g, good[i].text, "SRC", &sw, &err), "%s", err.text);
    CHECK(sw == good[i].sw, "%s: %s is %u", g.spec, good[i].text, sw);
    assert_int_equal(topology_here(&g, sw), good[i].here);
    g.row->print_address(&g, sw, text);
    assert_string_equal(text, good[i].text);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct err err;
    uint32_t sw;

    CHECK(!topology_parse_address(&t, bad[i], "SRC", &sw, &err), "%s is read", bad[i]);
  }
}

/* --- the route unit --- */

/* One ring alone, every pair: the shorter way, + when both are as long; the VC by walking
 * the rest of the way and looking for the dateline. */
TEST(test_one_ring)
{
  for (uint32_t n = 2; n <= 33; n++) {
    const uint32_t parameters[] = {1, n};

    for (uint32_t at = 0; at < n; at++)
      for (uint32_t to = 0; to < n; to++) {
        struct route_out out = torus_unit.comb(&(struct route_in){
            .here = at, .header = to, .ports = n == 2 ? 1 : 2, .parameters = parameters});
        uint32_t up = (to + n - at) % n, left = ring_distance(n, at, to);
        bool plus = up == left, dateline = false;

        assert_int_equal(out.header, to);
        assert_false(out.wait);
        assert_int_equal(out.eject, at == to);
        if (at == to) {
          assert_int_equal(out.ports, 0);
          continue;
        }
        for (uint32_t x = at; left > 0; left--) {
          uint32_t next = (x + (plus ? 1 : n - 1)) % n;

          dateline |= plus ? next < x : next > x;
          x = next;
        }
        CHECK(out.ports == (plus || n == 2 ? 1u : 2u), "ring of %u, %u to %u: ports %llu",
              n, at, to, (unsigned long long)out.ports);
        CHECK(out.vc == (dateline && n > 2 ? 0
                         : n > 2           ? 1
                                           : to > at),
              "ring of %u, %u to %u: VC %u", n, at, to, out.vc);
      }
  }
}

/* A digit that no ring has: as the page says, without a remainder. */
TEST(test_digits_beyond_the_ring)
{
  static const struct {
    uint32_t n, at, to, port, vc;
  } cases[] = {{3, 0, 3, 1, 0}, {3, 2, 3, 0, 1}, {5, 0, 7, 1, 0},
               {5, 4, 7, 1, 0}, {5, 4, 6, 0, 1}, {6, 4, 7, 0, 1}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const uint32_t parameters[] = {1, cases[i].n};
    struct route_out out = torus_unit.comb(&(struct route_in){
        .here = cases[i].at, .header = cases[i].to, .ports = 2, .parameters = parameters});

    CHECK(out.ports == 1u << cases[i].port && out.vc == cases[i].vc,
          "ring of %u, %u to %u: ports %llu VC %u", cases[i].n, cases[i].at, cases[i].to,
          (unsigned long long)out.ports, out.vc);
  }
}

/* Every path is a shortest one and crosses dimensions from the right of the spec. */
TEST(test_paths_are_shortest_in_dimension_order)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);
    const struct routing *routing = routing_of(&t, "dimension-order");

    for (uint32_t source = 0; source < t.switches; source++)
      for (uint32_t destination = 0; destination < t.switches; destination++) {
        struct place from = place_of(&t, source), to = place_of(&t, destination);
        uint64_t header = routing->header(&t, source, destination, 0);
        uint32_t distance = 0, port = 0;
        struct hop hops[32];
        size_t count = topology_path(&t, routing, source, destination, header, 0, hops, 32);

        for (uint32_t i = 0; i < from.count; i++)
          distance += ring_distance(from.n[i], from.x[i], to.x[i]);
        CHECK(count == distance + 1, "%s: %u to %u takes %zu hops, not %u", t.spec, source,
              destination, count - 1, distance);
        for (size_t hop = 0; hop + 1 < count; port = hops[hop++].port)
          CHECK(hop == 0 || hops[hop].port >= port, "%s: %u to %u goes back from port %u",
                t.spec, source, destination, port);
      }
  }
}

/* docs/switches/torus.md, cycle diagram. */
TEST(test_path_of_the_page)
{
  static const struct {
    const char *at, *port;
    uint32_t vc;
  } expected[] = {{"4.3", "+0", 0}, {"4.0", "+0", 1}, {"4.1", "+1", 0}, {"0.1", "+1", 1}};
  struct topology t = topology_of("torus:5x4");
  const struct routing *routing = routing_of(&t, NULL);
  struct hop hops[8];

  assert_int_equal(
      topology_path(&t, routing, 19, 5, routing->header(&t, 19, 5, 0), 0, hops, 8), 5);
  for (size_t i = 0; i < 4; i++) {
    char at[ADDRESS_TEXT], port[PORT_TEXT];

    t.row->print_address(&t, hops[i].at, at);
    topology_print_port(&t, hops[i].port, port);
    assert_string_equal(at, expected[i].at);
    assert_string_equal(port, expected[i].port);
    assert_int_equal(torus_unit
                         .comb(&(struct route_in){.here = topology_here(&t, hops[i].at),
                                                  .header = hops[i].header,
                                                  .ports = t.ports,
                                                  .parameters = t.parameters})
                         .vc,
                     expected[i].vc);
  }
}

/* Two VCs are enough on the networks themselves, not only on the small ones; one is not, as
 * soon as a ring has 4 switches. */
TEST(test_dateline_breaks_every_cycle)
{
  static const struct {
    const char *spec;
    bool one_is_enough;
  } cases[] = {{"torus:2", true},      {"torus:3", true},  {"torus:3x2x3", true},
               {"torus:4", false},     {"torus:5", false}, {"torus:6x2", false},
               {"torus:3x4x2", false}, {"torus:7", false}, {"torus:2x3x5", false}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    const struct routing *routing = routing_of(&t, NULL);

    for (uint32_t vcs = 1; vcs <= 3; vcs++) {
      struct dependency whole, small;
      struct err err;

      CHECK(dependency_explore(&whole, &t, routing, vcs, false, &err) &&
                dependency_check(&small, &t, routing, vcs, false, &err),
            "%s", err.text);
      CHECK((whole.cycle_length == 0) == (vcs > 1 || cases[i].one_is_enough),
            "%s with %u VCs", t.spec, vcs);
      CHECK((whole.cycle_length == 0) == (small.cycle_length == 0),
            "%s with %u VCs: %s says something else", t.spec, vcs, small.spec);
    }
  }
}

/* --- formulas --- */

/* Table 2 of the hierarchical dual-net paper gives the diameter (x+y+z)/2, which is right
 * for even sides alone, and for 2x3x5 the degree 6, where a simple graph has 5. */
TEST(test_sizes_of_the_dual_net_paper)
{
  static const struct {
    const char *spec;
    double switches, degree, diameter;
  } cases[] = {
      {"torus:2x3x5", 30, 5, 4},  {"torus:10x10x10", 1000, 6, 15},
      {"torus:3x3x3", 27, 6, 3},  {"torus:5x5x5", 125, 6, 6},
      {"torus:4x6x8", 192, 6, 9}, {"torus:2", 2, 1, 1},
      {"torus:7x2", 14, 3, 4},    {"torus:16x16x16", 4096, 6, 24},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct measurement rows[MEASURE_ROWS];
    struct err err;
    size_t count = topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

    CHECK(count > 0, "%s", err.text);
    for (size_t j = 0; j < count; j++) {
      const struct measurement *row = &rows[j];
      const char *const quantities[] = {"switches", "ports", "diameter"};
      const double values[] = {cases[i].switches, cases[i].degree, cases[i].diameter};

      for (size_t q = 0; q < 3; q++)
        if (strcmp(row->quantity, quantities[q]) == 0)
          CHECK(row->value == values[q] && row->formula_value == values[q], "%s: %s %g, %g",
                t.spec, row->quantity, row->value, row->formula_value);
      CHECK(!row->formula || !row->measured || row->value == row->formula_value ||
                row->formula[0] == '<',
            "%s: %s is %g, formula %g", t.spec, row->quantity, row->value,
            row->formula_value);
    }
  }
}

/* The formula of the bisection against all halves of small networks. */
TEST(test_bisection_is_that_of_the_longest_even_ring)
{
  static const struct {
    const char *spec;
    double links;
    bool bound; /* at most this; 0: no formula */
  } cases[] = {{"torus:2", 1, false},   {"torus:4", 2, false},   {"torus:2x2", 2, false},
               {"torus:4x3", 6, false}, {"torus:2x4", 4, false}, {"torus:6x4", 8, false},
               {"torus:4x4", 8, false}, {"torus:5", 0, true},    {"torus:3x3", 0, true},
               {"torus:2x3", 3, true},  {"torus:2x5", 5, true},  {"torus:2x2x2", 4, false}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct measurement rows[MEASURE_ROWS];
    struct err err;
    size_t count = topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);
    bool found = false;

    for (size_t j = 0; j < count; j++)
      if (strcmp(rows[j].quantity, "bisection") == 0) {
        found = true;
        CHECK((rows[j].formula != NULL) == (cases[i].links > 0), "%s", t.spec);
        CHECK(!rows[j].formula || rows[j].formula_value == cases[i].links, "%s: %g", t.spec,
              rows[j].formula_value);
        CHECK(!rows[j].formula || (cases[i].bound ? rows[j].value <= cases[i].links
                                                  : rows[j].value == cases[i].links),
              "%s: %g links", t.spec, rows[j].value);
      }
    assert_true(found);
  }
}

/* --- what a person types --- */

TEST(test_largest_networks_open)
{
  static const struct {
    const char *spec;
    uint32_t switches, ports, address_bits;
  } cases[] = {
      {"torus:65535", 65535, 2, 16},
      {"torus:1024x1024", 1 << 20, 4, 20},
      {"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", 1 << 20, 20, 20},
      {"torus:3x3x3x3x3x3x3x3x3x3x3x3", 531441, 24, 24},
      {"torus:5x5x5x5x5x5x5x5", 390625, 16, 24},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    char text[ADDRESS_TEXT];
    struct field fields[32];
    uint32_t sw, last = t.switches - 1;

    assert_int_equal(t.switches, cases[i].switches);
    assert_int_equal(t.ports, cases[i].ports);
    assert_int_equal(t.address_bits, cases[i].address_bits);
    assert_true(topology_here(&t, last) <= bits_mask(t.address_bits));
    t.row->print_address(&t, last, text);
    assert_true(t.row->parse_address(&t, text, &sw) && sw == last);
    assert_true(routing_fields(&t.routings[0], &t, fields, 32) == t.parameters[0]);
  }
}
