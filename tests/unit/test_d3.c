/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_d3 -- the swapped dragonfly: examples of the paper, distances, specs. */
#include "network/topology/d3.h"

#include "network/topology/dragonfly.h"
#include "tests/unit/unit.h"

static uint32_t at(const struct topology *t, const char *address)
{
  uint32_t sw = UINT32_MAX;
  struct err err;

  CHECK(topology_parse_address(t, address, "address", &sw, &err), "%s", err.text);
  return sw;
}

/* Where a local or global port (number as in the paper) leads. */
static uint32_t by_local(const struct topology *t, uint32_t sw, uint32_t number)
{
  return topology_link(t, sw, number).to_switch;
}

static uint32_t by_global(const struct topology *t, uint32_t sw, uint32_t number)
{
  return topology_link(t, sw, dragonfly_global(t) + number).to_switch;
}

TEST(test_links_of_the_paper)
{
  static const struct {
    const char *spec, *from;
    uint32_t port;
    const char *to;
    uint32_t to_port;
  } links[] = {
      {"d3:3,4", "1.3.0", 0, "1.0.3", 0}, {"d3:3,4", "1.3.0", 1, "2.0.3", 2},
      {"d3:3,4", "1.3.0", 2, "0.0.3", 1}, {"d3:3,4", "0.2.3", 0, "0.3.2", 0},
      {"d3:3,4", "0.2.3", 1, "1.3.2", 2}, {"d3:3,4", "0.2.3", 2, "2.3.2", 1},
      {"d3:3,4", "2.1.3", 0, "2.3.1", 0}, {"d3:3,4", "2.2.2", 0, "2.2.2", 0},
      {"d3:6,6", "4.5.3", 4, "2.3.5", 2},
  };

  for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
    struct topology t = topology_of(links[i].spec);
    struct link far =
        topology_link(&t, at(&t, links[i].from), dragonfly_global(&t) + links[i].port);

    CHECK(far.to_switch == at(&t, links[i].to) &&
              far.to_port == dragonfly_global(&t) + links[i].to_port,
          "%s: %s global %u", t.spec, links[i].from, links[i].port);
  }
}

/* Every port of every router, by the definition; specs that are no parts. */
TEST(test_links_are_as_defined)
{
  static const char *const specs[] = {"d3:1,2", "d3:2,2", "d3:2,3", "d3:3,4", "d3:5,3"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const uint32_t k = d3_k(&t), m = d3_m(&t);

    assert_int_equal(t.switches, k * m * m);
    assert_int_equal(t.ports, k + m + 1);
    for (uint32_t c = 0; c < k; c++)
      for (uint32_t d = 0; d < m; d++)
        for (uint32_t p = 0; p < m; p++) {
          const uint32_t sw = (c * m + d) * m + p;

          for (uint32_t q = 1; q < m; q++)
            assert_int_equal(by_local(&t, sw, q), (c * m + d) * m + (p + q) % m);
          for (uint32_t g = 0; g < k; g++)
            assert_int_equal(by_global(&t, sw, g), ((c + g) % k * m + p) * m + d);
          assert_int_equal(topology_port_kind(&t, sw, 0), PORT_HOLD);
          assert_int_equal(topology_port_kind(&t, sw, k + m), PORT_HOLD);
        }
  }
}

/* From every drawer one global link leads to every drawer, itself included. */
TEST(test_one_global_link_joins_two_drawers)
{
  static const char *const specs[] = {"d3:1,2", "d3:2,3", "d3:3,4", "d3:4,4"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const uint32_t k = d3_k(&t), m = d3_m(&t);
    uint32_t links[32][32] = {{0}};

    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t g = 0; g < k; g++)
        links[sw / m][by_global(&t, sw, g) / m]++;
    for (uint32_t from = 0; from < k * m; from++)
      for (uint32_t to = 0; to < k * m; to++)
        assert_int_equal(links[from][to], 1);
  }
}

/* --- distances --- */

enum { FAR = 4, MOST = 256 };

struct way {
  uint32_t distance, paths;
};

/* By counting the walks over local and global links, one hop more each time. */
static void find_ways(const struct topology *t, uint32_t source, struct way ways[MOST])
{
  uint32_t walks[MOST] = {0};

  for (uint32_t sw = 0; sw < t->switches; sw++)
    ways[sw] = (struct way){.distance = FAR};
  walks[source] = 1;
  for (uint32_t distance = 0; distance < FAR; distance++) {
    uint32_t longer[MOST] = {0};

    for (uint32_t sw = 0; sw < t->switches; sw++) {
      if (walks[sw] && ways[sw].distance == FAR)
        ways[sw] = (struct way){.distance = distance, .paths = walks[sw]};
      for (uint32_t port = 1; port + 1 < t->ports; port++)
        longer[topology_link(t, sw, port).to_switch] += walks[sw];
    }
    memcpy(walks, longer, sizeof walks);
  }
}

/* The rule; its cases in order. */
static struct way rule(const struct topology *t, uint32_t from, uint32_t to)
{
  const uint32_t k = d3_k(t);
  const struct d3_router a = d3_router(t, from), b = d3_router(t, to);
  const bool drawers = a.d == b.d, routers = a.p == b.p;

  if (from == to)
    return (struct way){0, 1};
  if ((a.c == b.c && drawers) || (b.d == a.p && b.p == a.d))
    return (struct way){1, 1};
  if (drawers && routers)
    return (struct way){2, k};
  if (b.d == a.p || b.p == a.d)
    return (struct way){2, 1};
  return (struct way){3, 1 + (routers ? k : 0) + (drawers ? 2 * k : 0)};
}

TEST(test_distances_follow_the_rule)
{
  static const struct {
    const char *spec;
    uint32_t pairs[FAR]; /* ordered, at distance 0 to 3 */
  } networks[] = {{"d3:1,2", {4, 6, 4, 2}},
                  {"d3:2,2", {8, 20, 28, 8}},
                  {"d3:2,3", {18, 66, 132, 108}},
                  {"d3:2,4", {32, 152, 360, 480}},
                  {"d3:3,4", {48, 276, 864, 1116}},
                  {"d3:4,4", {64, 432, 1584, 2016}},
                  {"d3:4,8", {256, 2784, 14560, 47936}}};

  for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
    struct topology t = topology_of(networks[i].spec);
    struct formula formulas[32];
    size_t count = t.row->formulas(&t, formulas, 32);
    uint32_t pairs[FAR + 1] = {0}, found = 0;

    for (uint32_t from = 0; from < t.switches; from++) {
      struct way ways[MOST];

      find_ways(&t, from, ways);
      for (uint32_t to = 0; to < t.switches; to++) {
        struct way expected = rule(&t, from, to);

        pairs[ways[to].distance]++;
        CHECK(ways[to].distance == expected.distance && ways[to].paths == expected.paths,
              "%s: %u to %u: distance %u by %u paths, not %u by %u", t.spec, from, to,
              ways[to].distance, ways[to].paths, expected.distance, expected.paths);
      }
    }
    assert_memory_equal(pairs, networks[i].pairs, sizeof networks[i].pairs);
    for (size_t f = 0; f < count; f++)
      if (strncmp(formulas[f].quantity, "pairs at distance ", 18) == 0) {
        assert_true(formulas[f].value == pairs[formulas[f].quantity[18] - '0']);
        found++;
      }
    assert_int_equal(found, FAR);
  }
}

/* --- source vectors --- */

static struct hop walk_hops[8];

static size_t walk(const struct topology *t, const char *routing, uint32_t from,
                   uint32_t to, uint64_t header)
{
  return topology_path(t, routing_of(t, routing), from, to, header, 0, walk_hops, 8);
}

/* (3; 2, 3, 1) at (0,1,2) of D3(3,4). */
TEST(test_walk_of_the_paper)
{
  static const char *const places[] = {"0.1.2", "0.1.3", "2.3.1", "2.3.0"};
  static const uint32_t ports[] = {1, 4 + 2, 3};
  struct topology t = topology_of("d3:3,4");
  uint32_t from = at(&t, "0.1.2");

  assert_int_equal(d3_end(&t, from, (struct d3_vector){.gamma = 2, .pi = 3, .delta = 1}),
                   at(&t, "2.3.0"));
  assert_int_equal(walk(&t, NULL, from, at(&t, "2.3.0"), dragonfly_vector(&t, 3, 2, 3, 1)),
                   4);
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(walk_hops[i].at, at(&t, places[i]));
    assert_int_equal(walk_hops[i].port, i < 3 ? ports[i] : UINT32_MAX);
  }
}

/* The route of a destination is that of the source vector, hop by hop; with four hops too,
 * by ports gamma, d'-d, 0 and p'-p. */
static void check_same_routes(const struct topology *t, uint32_t from, uint32_t to)
{
  const struct routing *vectors = routing_of(t, "source-vector");
  const struct routing *tables = routing_of(t, "destination");
  const enum d3_path paths[] = {D3_LGL, D3_GLGL};

  for (size_t i = 0; i < 2; i++) {
    struct hop hops[8];
    size_t count = topology_path(t, vectors, from, to,
                                 d3_header(t, vectors, paths[i], from, to), 0, hops, 8);

    assert_int_equal(count, paths[i] == D3_LGL ? 4 : 5);
    assert_true(paths[i] != D3_LGL ||
                d3_header(t, tables, D3_LGL, from, to) == tables->header(t, from, to, 0));
    assert_int_equal(
        walk(t, "destination", from, to, d3_header(t, tables, paths[i], from, to)), count);
    for (size_t hop = 0; hop < count; hop++)
      CHECK(hops[hop].at == walk_hops[hop].at && hops[hop].port == walk_hops[hop].port,
            "%s: %u to %u: hop %zu", t->spec, from, to, hop);
    if (paths[i] == D3_GLGL)
      assert_int_equal(hops[2].port, dragonfly_global(t));
  }
}

TEST(test_destinations_go_as_vectors)
{
  static const char *const specs[] = {"d3:1,2", "d3:2,3", "d3:3,4",
                                      "d3:2,3,cabinets=1-3/4,routers=0-2-3/4"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (uint32_t from = 0; from < t.switches; from++)
      for (uint32_t to = 0; to < t.switches; to++)
        check_same_routes(&t, from, to);
  }
}

/* --- what a person types --- */

TEST(test_largest_networks_open)
{
  static const char *const specs[] = {"d3:60,2", "d3:1,61", "d3:21,41"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    assert_true(topology_of(specs[i]).ports <= TOPOLOGY_PORTS);
}

TEST(test_addresses)
{
  static const char *const bad[] = {"3.0.0",
                                    "0.4.0",
                                    "0.0.4",
                                    "0.0",
                                    "0.0.0.0",
                                    ".0.0",
                                    "0..0",
                                    "0.0.",
                                    "-1.0.0",
                                    "0.0.0 ",
                                    "0.0x1.0",
                                    "a.b.c",
                                    "0.0.00000000000000000000000000000000000000000000000001"
                                    "000000000000000000000"};
  struct topology t = topology_of("d3:3,4");

  assert_int_equal(at(&t, "2.3.1"), (2 * 4 + 3) * 4 + 1);
  assert_int_equal(at(&t, "45"), (2 * 4 + 3) * 4 + 1);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    uint32_t sw;
    struct err err;

    CHECK(!topology_parse_address(&t, bad[i], "SRC", &sw, &err), "'%s' is read", bad[i]);
    check_error(&err, ERR_USAGE, "give an address such as 2.3.3, or a number in 0..47",
                bad[i]);
  }
}

TEST(test_ports_have_names)
{
  static const char *const names[] = {"hold",     "local 1",  "local 2",  "local 3",
                                      "global 0", "global 1", "global 2", "last hold"};
  struct topology t = topology_of("d3:3,4");

  for (uint32_t port = 0; port < t.ports; port++) {
    char text[PORT_TEXT];

    topology_print_port(&t, port, text);
    assert_string_equal(text, names[port]);
  }
}
