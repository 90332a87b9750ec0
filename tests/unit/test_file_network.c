/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_file_network -- networks in files: as the built-in ones, and their routings.
 *
 * The laws of test_topology_laws run on the examples, and with them: every pair is
 * delivered, and no channels wait in a cycle with the VCs that a routing asks for.
 */
#include "network/topology/file_network.h"

#include "base/rng.h"
#include "network/topology/dependency.h"
#include "network/topology/faults.h"
#include "switch/route/source_route.h"
#include "tests/unit/network_text.h"

enum { TEXT = 1 << 16, FAR = 1 << 20, HOPS = 64 };

/* --- beside built-in networks --- */

/* The same network as JSON, with all ports. */
static const char *json_of(const struct topology *t)
{
  static char text[TEXT];
  size_t used = (size_t)snprintf(text, TEXT, "{\"version\": 1, \"switches\": [");
  const char *between = "";

  for (uint32_t sw = 0; sw < t->switches; sw++)
    used += (size_t)snprintf(text + used, TEXT - used, "%s\"s%u\"", sw ? ", " : "", sw);
  used += (size_t)snprintf(text + used, TEXT - used, "],\n\"links\": [");
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const struct link far = topology_link(t, sw, port);

      if (topology_port_kind(t, sw, port) == PORT_UNUSED ||
          (!topology_one_way(t) && far.to_switch < sw))
        continue;
      used += (size_t)snprintf(text + used, TEXT - used,
                               "%s{\"from\": \"s%u\", \"from_port\": %u, \"to\": \"s%u\", "
                               "\"to_port\": %u%s}",
                               between, sw, port, far.to_switch, far.to_port,
                               topology_one_way(t) ? ", \"one_way\": true" : "");
      between = ",\n";
    }
  used += (size_t)snprintf(text + used, TEXT - used, "]}");
  assert_true(used < TEXT);
  return text;
}

/* Hops of a packet by a routing. */
static size_t hops_of(const struct topology *t, const struct routing *routing,
                      uint32_t from, uint32_t to)
{
  struct hop hops[HOPS];
  const size_t count = topology_path(
      t, routing, from, to, topology_header(t, routing, from, to, 0), 0, hops, HOPS);

  CHECK(count > 0, "%s %s: %u to %u is not delivered", t->spec, routing->name, from, to);
  return count - 1;
}

static const struct routing *named(const struct topology *t, const char *name)
{
  struct err err;
  const struct routing *routing = topology_routing(t, name, &err);

  if (!routing)
    fail_msg("%s", err.text);
  return routing;
}

static void check_same(const char *spec)
{
  struct topology t = topology_of(spec);
  TOPOLOGY_OF_BLOCK(file);

  network_must_open(&file, json_of(&t));
  assert_int_equal(file.switches, t.switches);
  assert_int_equal(file.ports, t.ports);
  assert_int_equal(topology_one_way(&file), topology_one_way(&t));
  for (uint32_t sw = 0; sw < t.switches; sw++)
    for (uint32_t port = 0; port < t.ports; port++) {
      const struct link one = topology_link(&t, sw, port);
      const struct link other = topology_link(&file, sw, port);

      CHECK(topology_port_kind(&t, sw, port) == PORT_UNUSED ||
                (one.to_switch == other.to_switch && one.to_port == other.to_port),
            "%s: %u port %u", spec, sw, port);
    }
  for (uint32_t from = 0; from < t.switches; from++)
    for (uint32_t to = 0; to < t.switches; to++) {
      const size_t hops = hops_of(&t, &t.routings[0], from, to);

      CHECK(hops_of(&file, named(&file, "shortest"), from, to) == hops &&
                hops_of(&file, named(&file, "lowest"), from, to) == hops,
            "%s: from %u to %u", spec, from, to);
    }
}

/* Their default routings take shortest paths. */
TEST(test_the_same_as_the_built_in_ones)
{
  static const char *const specs[] = {"hypercube:3", "torus:4x4", "torus:2x3x5", "mesh:4x3",
                                      "ccc:3"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    check_same(specs[i]);
}

/* --- drawn networks --- */

/* An edge list of a connected graph, some links of which may go one way. */
static const char *drawn(uint64_t seed, uint32_t switches, bool one_way)
{
  static char text[TEXT];
  struct rng rng = rng_seed(seed, switches);
  size_t used = 0;

  for (uint32_t sw = 1; sw < switches; sw++)
    used += (size_t)snprintf(text + used, TEXT - used, "%u %u\n", sw,
                             (uint32_t)rng_below(&rng, sw));
  for (uint32_t i = 0; i < switches; i++) {
    const uint32_t from = (uint32_t)rng_below(&rng, switches);
    const uint32_t to = (from + 1 + (uint32_t)rng_below(&rng, switches - 1)) % switches;

    used += (size_t)snprintf(text + used, TEXT - used, "%u %s%u\n", from,
                             one_way && i % 2 ? "> " : "", to);
  }
  return text;
}

/* All distances, by Floyd and Warshall. */
static void distances_of(const struct topology *t, uint32_t *d)
{
  const uint32_t n = t->switches;

  for (uint32_t i = 0; i < n * n; i++)
    d[i] = i / n == i % n ? 0 : FAR;
  for (uint32_t sw = 0; sw < n; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      if (topology_port_kind(t, sw, port) == PORT_LINK)
        d[sw * n + topology_link(t, sw, port).to_switch] =
            topology_link(t, sw, port).to_switch != sw;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}

static bool cycle(const struct topology *t, const struct routing *routing, uint32_t vcs)
{
  struct dependency d;
  struct err err;

  assert_true(dependency_check(&d, t, routing, vcs, false, &err));
  return d.cycle_length > 0;
}

static void check_drawn(const char *text)
{
  TOPOLOGY_OF_BLOCK(t);

  network_must_open(&t, text);
  uint32_t *d = calloc((size_t)t.switches * t.switches, sizeof *d);
  assert_non_null(d);
  distances_of(&t, d);
  for (size_t r = 0; r < t.routing_count; r++) {
    const struct routing *routing = &t.routings[r];

    for (uint32_t i = 0; i < t.switches * t.switches; i++) {
      const size_t hops = hops_of(&t, routing, i / t.switches, i % t.switches);

      CHECK(strcmp(routing->name, "up-down") == 0 ? hops >= d[i] : hops == d[i],
            "%s: %s: %u takes %zu hops of %u", text, routing->name, i, hops, d[i]);
    }
    CHECK(!cycle(&t, routing, routing->vcs), "%s: %s", text, routing->name);
    /* None of the VCs is for nothing in the sense that one would do. */
    CHECK(routing->vcs == 1 || cycle(&t, routing, 1), "%s: %s", text, routing->name);
  }
  CHECK(t.routing_count == (topology_one_way(&t) ? 2 : 3), "%s: %zu routings", text,
        t.routing_count);
  free(d);
}

TEST(test_routings_of_drawn_networks)
{
  for (uint64_t seed = 1; seed <= 24; seed++)
    check_drawn(drawn(seed, 4 + (uint32_t)seed % 17, seed % 3 == 0));
}

/* --- up and down --- */

/* Ranks of the page, by a search of its own. */
static void ranks_of(const struct topology *t, uint32_t *rank)
{
  uint32_t queue[HOPS], end = 1;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    rank[sw] = FAR;
  queue[0] = topology_source(t, 0);
  rank[queue[0]] = 0;
  for (uint32_t next = 0; next < end; next++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const uint32_t to = topology_link(t, queue[next], port).to_switch;

      if (rank[to] == FAR) {
        rank[to] = end;
        queue[end++] = to;
      }
    }
}

static void check_never_up_after_down(const struct topology *t)
{
  const struct routing *routing = named(t, "up-down");
  uint32_t rank[HOPS];

  assert_ptr_equal(routing->unit, &source_route_unit);
  ranks_of(t, rank);
  for (uint32_t i = 0; i < t->terminals * t->terminals; i++) {
    const uint32_t from = i / t->terminals, to = i % t->terminals;
    struct hop hops[HOPS];
    const size_t count = topology_path(
        t, routing, from, to, topology_header(t, routing, from, to, 0), 0, hops, HOPS);
    bool down = false;

    for (size_t hop = 0; hop + 1 < count; hop++) {
      const bool goes_down = rank[hops[hop + 1].at] > rank[hops[hop].at];

      CHECK(!down || goes_down, "%u to %u: up after down", from, to);
      down |= goes_down;
    }
  }
}

TEST(test_nothing_goes_up_after_it_went_down)
{
  const struct topology campus = topology_of("file:examples/networks/campus.json");
  const struct topology ring = topology_of("file:examples/networks/ring.txt");
  TOPOLOGY_OF_BLOCK(t);

  check_never_up_after_down(&campus);
  check_never_up_after_down(&ring);
  /* From 4 to 10 down by 7, 8, 9; from 7 on it would be shorter up, by 6. */
  network_must_open(&t, "0 1\n0 2\n0 3\n1 4\n2 5\n3 6\n4 7\n5 8\n5 9\n6 10\n"
                        "7 6\n7 8\n8 9\n9 10\n");
  check_never_up_after_down(&t);
}

/* --- virtual channels --- */

TEST(test_a_ring_with_one_VC_has_a_cycle)
{
  struct topology t = topology_of("file:examples/networks/ring.txt");
  const struct routing *routing = named(&t, "lowest");
  struct dependency d;
  struct err err;

  assert_int_equal(routing->vcs, 2);
  assert_true(dependency_check(&d, &t, routing, 1, false, &err));
  assert_int_equal(d.cycle_length, 6);
  assert_false(cycle(&t, routing, 2));
}

/* Links one way round: a VC serves those who do not pass a certain switch, so n/2 are
 * needed. */
static const char *one_way_ring(uint32_t switches)
{
  static char text[TEXT];
  size_t used = 0;

  for (uint32_t sw = 0; sw < switches; sw++)
    used +=
        (size_t)snprintf(text + used, TEXT - used, "%u > %u\n", sw, (sw + 1) % switches);
  return text;
}

TEST(test_more_than_8_VCs_are_refused_with_the_cycle)
{
  TOPOLOGY_OF_BLOCK(t);

  network_must_open(&t, one_way_ring(8));
  CHECK(named(&t, "lowest")->vcs >= 4, "%u VCs", named(&t, "lowest")->vcs);
  network_refused(one_way_ring(18),
                  "'shortest' needs more than 8 virtual channels: in the last one these "
                  "would wait in a cycle: ");
  network_refused(one_way_ring(18), "17 port 0 -> ");
}

/* Two ways to the other side, each of which has a switch of its own between. */
TEST(test_shortest_is_balanced)
{
  struct topology t = topology_of("file:examples/networks/two_spines.anynet");
  const struct routing *balanced = named(&t, "shortest"), *lowest = named(&t, "lowest");
  uint32_t first = 0, of_lowest = 0;

  for (uint32_t i = 0; i < 16; i++) {
    if (i / 4 == i % 4)
      continue;
    first += (topology_header(&t, balanced, i / 4, i % 4, 0) & 3) == 0;
    of_lowest += (topology_header(&t, lowest, i / 4, i % 4, 0) & 3) == 0;
  }
  assert_int_equal(of_lowest, 12);
  assert_int_equal(first, 8); /* of 3 paths of each, 2 by the first */
}

TEST(test_paths_that_do_not_fit)
{
  static char text[TEXT];
  size_t used = 0;
  TOPOLOGY_OF_BLOCK(t);
  struct err err;

  /* A line of 40 with a star at its end, so that a port has 3 bits. */
  for (uint32_t sw = 1; sw < 40; sw++)
    used += (size_t)snprintf(text + used, TEXT - used, "%u %u\n", sw - 1, sw);
  for (uint32_t sw = 40; sw < 45; sw++)
    used += (size_t)snprintf(text + used, TEXT - used, "%u 0\n", sw);
  assert_false(network_open(&t, text, "", &err));
  check_error(&err, ERR_USAGE, "from '39' to '40' are 40 hops, 121 bits of 64",
              "a long line");
}

/* --- routes of the file --- */

TEST(test_given_routes)
{
  struct topology t = topology_of("file:examples/networks/one_way.json");
  const struct routing *given = named(&t, "given");

  assert_ptr_equal(given, &t.routings[0]);
  assert_int_equal(given->vcs, 2);
  assert_false(given->cyclic);
  for (uint32_t i = 0; i < 25; i++)
    assert_int_equal(hops_of(&t, given, i / 5, i % 5), (i % 5 + 5 - i / 5) % 5);
}

TEST(test_given_routes_that_wait_in_a_cycle)
{
  TOPOLOGY_OF_BLOCK(t);
  struct err err;

  network_must_open(&t, "{\"version\": 1, \"switches\": [\"a\", \"b\", \"c\"], \"links\": "
                        "[[\"a\", \"b\"], [\"b\", \"c\"], [\"c\", \"a\"]],\n\"routes\": "
                        "{\"a\": {\"b\": 0, \"c\": 0}, \"b\": {\"c\": 1, \"a\": 1}, "
                        "\"c\": {\"a\": 1, \"b\": 1}}}");
  assert_true(t.routings[0].cyclic);
  assert_string_equal(t.routings[0].name, "given");
  topology_close(&t);
  network_must_open(&t, "a b\nb c\n");
  assert_null(topology_routing(&t, "given", &err));
  check_error(&err, ERR_USAGE, "belongs to files with \"routes\"", "given");
}

/* --- failed switches --- */

TEST(test_failed_switches)
{
  struct topology one_way = topology_of("file:examples/networks/one_way.json");
  TOPOLOGY_OF_BLOCK(t);
  struct err err;

  assert_true(topology_open(&t, "file:examples/networks/campus.json", &err));
  assert_false(faults_set(&one_way, "a", &err));
  check_error(&err, ERR_USAGE, "has links that go one way", "one_way.json");
  assert_true(faults_set(&t, "core2,lab1", &err));
  for (uint32_t i = 0; i < t.terminals * t.terminals; i++) {
    const uint32_t from = i / t.terminals, to = i % t.terminals;

    if (faults_may_send(&t, from, to))
      hops_of(&t, named(&t, FAULTS_ROUTING), from, to);
  }
}
