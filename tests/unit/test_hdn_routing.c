/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hdn_routing -- Algorithm 1 of the hierarchical dual-net paper, and which routings of
 * dual-nets are free of deadlock, with how many virtual channels.
 *
 * A question of logic, not of memory.
 */
#include "network/topology/dependency.h"
#include "network/topology/hdn.h"
#include "network/topology/hdn_formulas.h"
#include "network/topology/hdn_routing.h"
#include "network/topology/measure.h"
#include "tests/unit/unit.h"

#include "base/bits.h"
#include "switch/route/source_route.h"

/* --- Algorithm 1 --- */

struct lengths {
  uint32_t longest, beyond; /* pairs with more hops than the diameter */
  double mean;
};

/* The list of the header and that of the path are the same; it leads over links to the
 * destination. */
static uint32_t check_path(const struct topology *t, uint32_t source, uint32_t destination)
{
  uint64_t header = hdn_algorithm_1_header(t, source, destination, 0);
  uint8_t ports[HDN_PATH];
  const size_t count = hdn_path(hdn_net(t), source, destination, ports);
  uint32_t at = source;

  CHECK((header & ~bits_mask(hdn_algorithm_1_bits(t))) == 0, "%s: %#llx", t->spec,
        (unsigned long long)header);
  for (size_t i = 0; i < count; i++) {
    const struct route_out out =
        source_route_unit.comb(&(struct route_in){.header = header, .ports = t->ports});

    CHECK(out.ports == UINT64_C(1) << ports[i], "%s: %u to %u, hop %zu", t->spec, source,
          destination, i);
    at = topology_link(t, at, ports[i]).to_switch;
    header = out.header;
  }
  CHECK(at == destination && header == source_route_end, "%s: %u to %u ends at %u", t->spec,
        source, destination, at);
  return (uint32_t)count;
}

static struct lengths lengths_of(const struct topology *t, uint32_t first, uint32_t apart,
                                 uint32_t count)
{
  const uint32_t diameter = hdn_diameter(hdn_net(t));
  struct lengths lengths = {.longest = 0};

  for (uint32_t i = 0; i < count; i++)
    for (uint32_t to = 0; to < t->switches; to++) {
      const uint32_t hops = check_path(t, first + i * apart, to);

      lengths.longest = hops > lengths.longest ? hops : lengths.longest;
      lengths.beyond += hops > diameter;
      lengths.mean += (double)hops / count / t->switches;
    }
  return lengths;
}

/* The mean distance from a switch: on these networks all look alike. */
static double average_distance(const struct topology *t)
{
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  const size_t count =
      topology_measure(t, &t->routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

  CHECK(count > 0, "%s", err.text);
  for (size_t i = 0; i < count; i++)
    if (strcmp(rows[i].quantity, "average distance") == 0)
      return rows[i].value;
  fail();
  return 0;
}

/* On one level, and on nested super-nodes, its paths are shortest ones: no path is longer
 * than the diameter, and the mean is the smallest there is. */
TEST(test_shortest_on_nested_networks)
{
  static const char *const specs[] = {
      "hdn:2x2:2", "rdn:2x2x2:1", "dual-cube:3", "hdn:2x3x5:2x3", "hdn:2x3x5:2x3x5",
      "rdn:5:1",   "rdn:2:2",     "hdn:2x2:2,2", "hdn:4:4,1",     "hdn:2:2,2,2"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const struct lengths lengths = lengths_of(&t, 0, 1, t.switches);
    const double least = average_distance(&t);

    CHECK(lengths.beyond == 0, "%s: longest %u", t.spec, lengths.longest);
    CHECK(lengths.mean > least - 1e-9 && lengths.mean < least + 1e-9, "%s: mean %f, not %f",
          t.spec, lengths.mean, least);
  }
}

/* Elsewhere some are longer than the bound of the paper's theorem 2, the diameter. */
TEST(test_longer_than_the_bound)
{
  static const struct {
    const char *spec;
    uint32_t bound, longest, apart; /* of the switches that are sources */
  } cases[] = {
      {"hdn:4:1,4", 12, 14, 1}, {"hdn:2x2:1,2x2", 12, 14, 1}, {"hdn:2x4:2,4", 14, 16, 16}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    const struct lengths lengths =
        lengths_of(&t, 0, cases[i].apart, t.switches / cases[i].apart);

    assert_int_equal(hdn_diameter(hdn_net(&t)), cases[i].bound);
    CHECK(lengths.longest == cases[i].longest, "%s: longest %u", t.spec, lengths.longest);
  }
}

/* From 25 switches of which every other one looks like one: (0, 2i, 2j, 0). */
TEST(test_the_paper_s_example)
{
  struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  const struct dual_net *net = hdn_net(&t);
  uint32_t longest = 0, beyond = 0;
  double mean = 0;

  for (uint32_t i = 0; i < 25; i++) {
    const struct dual_id id = {.cluster = i / 5 * 2, .super = i % 5 * 2};
    const struct lengths lengths = lengths_of(&t, dual_net_join(net, 2, id), 0, 1);

    longest = lengths.longest > longest ? lengths.longest : longest;
    beyond += lengths.beyond;
    mean += lengths.mean / 25;
  }
  assert_int_equal(hdn_diameter(net), 15);
  assert_int_equal(longest, 17);
  assert_int_equal(beyond, 928);
  CHECK(mean > 10.5015 && mean < 10.5025, "mean %.4f", mean);
}

/* The example has 9 hops. */
TEST(test_path_of_the_paper)
{
  static const char *const expected[] = {
      "0.0.0.0",  "0.0.0.4",   "0.0.18.0",  "0.0.19.0",   "1.19.0.0",
      "1.19.0.4", "1.19.0.14", "1.19.1.14", "1.19.19.10", "1.19.19.14"};
  struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  uint8_t ports[HDN_PATH];
  uint32_t at = 0, end;
  struct err err;

  assert_true(topology_parse_address(&t, "1.19.19.14", "DST", &end, &err));
  assert_int_equal(hdn_path(hdn_net(&t), 0, end, ports), 9);
  for (size_t i = 0; i < 10; i++) {
    char address[ADDRESS_TEXT];

    t.row->print_address(&t, at, address);
    assert_string_equal(address, expected[i]);
    at = i < 9 ? topology_link(&t, at, ports[i]).to_switch : at;
  }
}

/* --- deadlock --- */

static bool cyclic(const struct topology *t, const struct routing *routing, uint32_t vcs)
{
  struct dependency d;
  struct err err;

  CHECK(dependency_explore(&d, t, routing, vcs, false, &err), "%s", err.text);
  return d.cycle_length > 0;
}

/* So many VCs are enough on the networks themselves, and one is not; where there is one
 * cluster in a class, it may be. */
TEST(test_phases_and_datelines_break_every_cycle)
{
  static const struct {
    const char *spec;
    uint32_t vcs;
    bool one_is_enough;
  } cases[] = {
      {"hdn:2x2:2", 2, false},   {"rdn:2x2:1", 2, false},  {"rdn:2:1", 2, false},
      {"rdn:3:1", 2, false},     {"hdn:2x3:3", 2, false},  {"hdn:2x3:2", 2, false},
      {"dual-cube:3", 2, false}, {"rdn:4:1", 4, false},    {"rdn:5:1", 4, false},
      {"hdn:4x3:3", 4, false},   {"hdn:2x2:2x2", 2, true}, {"hdn:3:3", 2, true},
      {"hdn:4:4", 4, false},     {"hdn:2:1,2", 4, false},  {"hdn:2x2:2x2,2", 4, false},
      {"hdn:3:3,1", 4, false},   {"rdn:2:2", 4, false},    {"hdn:4:4,1", 8, false}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    const struct routing *routing = routing_of(&t, "memoryless");

    CHECK(routing == routing_of(&t, NULL), "%s", t.spec);
    CHECK(routing->vcs == cases[i].vcs && !routing->cyclic, "%s: %u VCs", t.spec,
          routing->vcs);
    CHECK(!cyclic(&t, routing, routing->vcs), "%s with %u VCs", t.spec, routing->vcs);
    CHECK(cyclic(&t, routing, 1) == !cases[i].one_is_enough, "%s with 1 VC", t.spec);
  }
}

/* The unit with less in its label. */
static struct route_out dateline_alone(const struct route_in *in)
{
  struct route_out out = dual_net_unit.comb(in);

  out.vc &= in->parameters[DUAL_NET_PARAMETER_DATELINES] != 0;
  return out;
}

static struct route_out one_vc_on_cross_edges(const struct route_in *in)
{
  struct route_out out = dual_net_unit.comb(in);
  const uint32_t levels = in->parameters[DUAL_NET_PARAMETER_LEVELS];

  if (out.ports >> (in->ports - levels))
    out.vc = 0;
  return out;
}

TEST(test_each_part_of_the_label_is_needed)
{
  static const char *const specs[] = {"rdn:2x2:1", "rdn:3:1", "rdn:5:1", "hdn:2:1,2"};
  static route_comb *const less[] = {dateline_alone, one_vc_on_cross_edges};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (size_t j = 0; j < sizeof less / sizeof less[0]; j++) {
      struct route_unit unit = dual_net_unit;
      struct routing routing = *routing_of(&t, "memoryless");

      unit.comb = less[j];
      routing.unit = &unit;
      CHECK(cyclic(&t, &routing, routing.vcs), "%s, %zu", t.spec, j);
    }
  }
}

TEST(test_only_long_rings_need_datelines)
{
  static const struct {
    const char *spec;
    bool needed;
  } cases[] = {{"rdn:2x2:1", false}, {"rdn:3:1", false}, {"rdn:4:1", true},
               {"rdn:5:1", true},    {"hdn:4:4", true},  {"hdn:4:4,1", true}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    const struct routing *routing = routing_of(&t, "memoryless");
    uint32_t parameters[DUAL_NET_PARAMETERS];

    memcpy(parameters, t.parameters, t.parameter_count * sizeof parameters[0]);
    assert_int_equal(parameters[DUAL_NET_PARAMETER_DATELINES], cases[i].needed);
    parameters[DUAL_NET_PARAMETER_DATELINES] = 0;
    t.parameters = parameters;
    CHECK(cyclic(&t, routing, routing->vcs) == cases[i].needed, "%s", t.spec);
  }
}

/* It says that no number of VCs frees it, and so it is. */
TEST(test_algorithm_1_is_cyclic)
{
  static const char *const specs[] = {"hdn:2x2:2", "rdn:2x2:1", "rdn:3:1", "rdn:5:1",
                                      "hdn:2:1,2"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const struct routing *routing = routing_of(&t, "algorithm-1");

    CHECK(routing->cyclic && cyclic(&t, routing, 1) && cyclic(&t, routing, ROUTE_VCS), "%s",
          t.spec);
  }
}

/* The networks that are walked in place of these say the same. */
TEST(test_small_networks_say_the_same)
{
  static const char *const specs[] = {"rdn:2x3:1", "hdn:4x3:3", "hdn:6:1", "hdn:3:3,1"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (size_t j = 0; j < t.routing_count; j++) {
      const struct routing *routing = &t.routings[j];
      struct dependency d;
      struct err err;

      for (uint32_t vcs = 1; vcs <= routing->vcs; vcs *= 2) {
        CHECK(dependency_check(&d, &t, routing, vcs, false, &err), "%s", err.text);
        CHECK((d.cycle_length > 0) == cyclic(&t, routing, vcs),
              "%s %s with %u VCs: %s says something else", t.spec, routing->name, vcs,
              d.spec);
      }
    }
  }
}

/* A switch has 8 VCs and 63 queues at most. */
TEST(test_networks_with_too_many_vcs)
{
  struct topology wide = topology_of("hdn:3x3x4:3x3x4,3x3x4");
  struct topology deep = topology_of("hdn:2:2,2,2"), long_ring = topology_of("hdn:4:4,4,4");
  const struct routing *routing = routing_of(&wide, "memoryless");
  struct err err;

  assert_int_equal(wide.ports, 8);
  assert_int_equal(routing->vcs, 7);
  assert_true(routing->cyclic);
  assert_int_equal(routing_of(&deep, "memoryless")->vcs, 8);
  assert_null(topology_routing(&long_ring, "memoryless", &err));
  check_error(&err, ERR_USAGE, "dual-nets of two levels", long_ring.spec);
}
