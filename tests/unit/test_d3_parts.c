/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_d3_parts -- parts of a swapped dragonfly: Theorem 1 and its tables, maintenance. */
#include "network/topology/d3.h"
#include "network/topology/dragonfly.h"
#include "tests/unit/unit.h"

enum { MOST = 256 /* routers of a network */ };

/* Where a local or global port (number as in the paper) leads. */
static uint32_t by_local(const struct topology *t, uint32_t sw, uint32_t number)
{
  return topology_link(t, sw, number).to_switch;
}

static uint32_t by_global(const struct topology *t, uint32_t sw, uint32_t number)
{
  return topology_link(t, sw, dragonfly_global(t) + number).to_switch;
}

struct part {
  const char *spec, *whole;
};

static const struct part parts[] = {
    {"d3:4,4,cabinets=1-2-5-8/9", "d3:9,4"},
    {"d3:5,4,cabinets=0-3-4-6-7/9", "d3:9,4"},
    {"d3:4,3,cabinets=1-2-5-8/9,routers=0-1-3/4", "d3:9,4"},
    {"d3:9,2,routers=3-1/4", "d3:9,4"},
    {"d3:1,2,cabinets=7/9,routers=1-2/4", "d3:9,4"},
    {"d3:9,4,cabinets=8-7-6-5-4-3-2-1-0/9,routers=2-0-3-1/4", "d3:9,4"},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static uint32_t image(const struct topology *part, const struct topology *whole,
                      uint32_t sw)
{
  return d3_switch(whole, d3_whole(part, sw));
}

/* A link of the part is the link of the whole by the same port; a port that is not used
 * leads out of the part there. */
TEST(test_links_of_a_part_are_those_of_the_whole)
{
  for (size_t i = 0; i < PARTS; i++) {
    struct topology part = topology_of(parts[i].spec), whole = topology_of(parts[i].whole);
    bool inside[MOST] = {false};

    assert_int_equal(part.ports, whole.ports);
    assert_int_equal(part.address_bits, whole.address_bits);
    for (uint32_t sw = 0; sw < part.switches; sw++) {
      inside[image(&part, &whole, sw)] = true;
      assert_int_equal(topology_here(&part, sw),
                       topology_here(&whole, image(&part, &whole, sw)));
    }
    for (uint32_t sw = 0; sw < part.switches; sw++)
      for (uint32_t port = 0; port < part.ports; port++) {
        struct link here = topology_link(&part, sw, port);
        struct link there = topology_link(&whole, image(&part, &whole, sw), port);

        if (topology_port_kind(&part, sw, port) == PORT_UNUSED)
          CHECK(!inside[there.to_switch], "%s: %u port %u is of use", part.spec, sw, port);
        else
          CHECK(image(&part, &whole, here.to_switch) == there.to_switch &&
                    here.to_port == there.to_port,
                "%s: %u port %u", part.spec, sw, port);
      }
  }
}

/* Theorem 1: with the ports of the tables a part is the network of its own size. */
TEST(test_a_part_is_a_network)
{
  for (size_t i = 0; i < PARTS; i++) {
    struct topology part = topology_of(parts[i].spec);
    const uint32_t k = d3_k(&part), m = d3_m(&part);
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "d3:%u,%u", k, m);
    struct topology own = topology_of(spec);
    for (uint32_t sw = 0; sw < part.switches; sw++) {
      struct d3_router r = d3_router(&part, sw);

      for (uint32_t q = 1; q < m; q++)
        assert_int_equal(
            by_local(&part, sw, d3_part_port(&part, D3_ROUTERS, r.p, (r.p + q) % m)),
            by_local(&own, sw, q));
      for (uint32_t g = 0; g < k; g++)
        assert_int_equal(
            by_global(&part, sw, d3_part_port(&part, D3_CABINETS, r.c, (r.c + g) % k)),
            by_global(&own, sw, g));
    }
  }
}

static uint32_t local_hop(const struct topology *t, uint32_t sw, uint32_t number)
{
  return number ? by_local(t, sw, number) : sw;
}

/* A vector translated at its source leads in the whole, link by link, to the router that
 * is the end of the vector in the part. */
TEST(test_vectors_are_translated)
{
  for (size_t i = 0; i < PARTS; i++) {
    struct topology part = topology_of(parts[i].spec), whole = topology_of(parts[i].whole);
    const uint32_t m = d3_m(&part);

    for (uint32_t sw = 0; sw < part.switches; sw++)
      for (uint32_t word = 0; word < d3_k(&part) * m * m; word++) {
        struct d3_vector v = {.gamma = word / m / m, .pi = word / m % m, .delta = word % m};
        struct d3_vector w = d3_translate(&part, sw, v);
        uint32_t place = image(&part, &whole, sw);

        place = local_hop(&whole, place, w.delta);
        place = by_global(&whole, place, w.gamma);
        place = local_hop(&whole, place, w.pi);
        CHECK(place == image(&part, &whole, d3_end(&part, sw, v)), "%s: (%u, %u, %u) at %u",
              part.spec, v.gamma, v.pi, v.delta, sw);
      }
  }
}

/* The tables of section 4, without their two slips, in both orders. */
TEST(test_tables_of_the_paper)
{
  static const struct {
    const char *spec;
    uint32_t by_cabinet[5][5], by_gamma[5][5];
  } tables[] = {
      {"d3:4,2,cabinets=1-2-5-8/9",
       {{0, 1, 4, 7}, {8, 0, 3, 6}, {5, 6, 0, 3}, {2, 3, 6, 0}},
       {{0, 1, 4, 7}, {0, 3, 6, 8}, {0, 3, 5, 6}, {0, 2, 3, 6}}},
      {"d3:5,2,cabinets=0-3-4-6-7/9",
       {{0, 3, 4, 6, 7},
        {6, 0, 1, 3, 4},
        {5, 8, 0, 2, 3},
        {3, 6, 7, 0, 1},
        {2, 5, 6, 8, 0}},
       {{0, 3, 4, 6, 7},
        {0, 1, 3, 4, 6},
        {0, 2, 3, 5, 8},
        {0, 1, 3, 6, 7},
        {0, 2, 5, 6, 8}}},
  };

  for (size_t n = 0; n < 2; n++) {
    struct topology t = topology_of(tables[n].spec);
    const uint32_t k = d3_k(&t);

    for (uint32_t i = 0; i < k; i++)
      for (uint32_t j = 0; j < k; j++) {
        uint32_t source = d3_switch(&t, (struct d3_router){.c = i, .d = 1, .p = 0});

        assert_int_equal(d3_part_port(&t, D3_CABINETS, i, j), tables[n].by_cabinet[i][j]);
        assert_int_equal(d3_translate(&t, source, (struct d3_vector){.gamma = j}).gamma,
                         tables[n].by_gamma[i][j]);
      }
  }
}

/* A drawer, or a cabinet, is off line: how many routers of the whole are not in the part.
 */
TEST(test_maintenance)
{
  static const struct {
    const char *part, *whole;
    uint32_t off;
  } cases[] = {
      {"d3:3,3,routers=0-1-3/4", "d3:3,4", 3 * (2 * 4 - 1)},
      {"d3:5,2,routers=1-2/3", "d3:5,3", 5 * (2 * 3 - 1)},
      {"d3:2,4,cabinets=0-2/3", "d3:3,4", 4 * 4},
      {"d3:4,3,cabinets=0-1-2-4/5", "d3:5,3", 3 * 3},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology part = topology_of(cases[i].part), whole = topology_of(cases[i].whole);
    bool running[MOST] = {false};
    uint32_t off = 0;

    assert_int_equal(part.ports, whole.ports);
    for (uint32_t sw = 0; sw < part.switches; sw++)
      running[image(&part, &whole, sw)] = true;
    for (uint32_t sw = 0; sw < whole.switches; sw++)
      off += !running[sw];
    CHECK(off == cases[i].off, "%s: %u routers off line, not %u", part.spec, off,
          cases[i].off);
  }
}

TEST(test_what_is_a_part)
{
  struct topology t = topology_of("d3:2,3,cabinets=0-1/2,routers=1-0-2/3");

  assert_false(d3_is_part(&t, D3_CABINETS));
  assert_true(d3_is_part(&t, D3_ROUTERS));
  t = topology_of("d3:2,3,cabinets=0-1/3");
  assert_true(d3_is_part(&t, D3_CABINETS));
  assert_false(d3_is_part(&t, D3_ROUTERS));
}

TEST(test_part_with_most_ports)
{
  assert_int_equal(topology_of("d3:1,2,cabinets=59/60").ports, 63);
}
