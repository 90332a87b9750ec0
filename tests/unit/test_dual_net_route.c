/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dual_net_route -- the route unit dual_net, on networks small enough for all pairs.
 *
 * The rule is written here again, as a recursion over levels and on the numbers of switches
 * instead of bit fields.
 *
 * A question of logic, not of memory.
 */
#include "network/topology/hdn.h"
#include "network/topology/hdn_formulas.h"
#include "network/topology/hdn_routing.h"
#include "tests/unit/unit.h"

enum { HOPS = 64, MOST = 12000, MANY = 300 };

/* --- the rule again --- */

struct verdict {
  uint32_t port, vc;
};

/* The Petersen graph, who is behind ports 0, 1 and 2 of each switch. */
static const uint32_t petersen[10][3] = {{1, 4, 5}, {2, 0, 6}, {3, 1, 7}, {4, 2, 8},
                                         {0, 3, 9}, {7, 8, 0}, {8, 9, 1}, {9, 5, 2},
                                         {5, 6, 3}, {6, 7, 4}};

/* To `to` itself, or to the only neighbour that is joined with it. */
static struct verdict petersen_hop(uint32_t at, uint32_t to)
{
  struct verdict verdict = {.port = UINT32_MAX};
  uint32_t ways = 0;

  for (uint32_t port = 0; port < 3; port++)
    if (petersen[at][port] == to)
      return (struct verdict){.port = port, .vc = 1};
  for (uint32_t port = 0; port < 3; port++)
    for (uint32_t next = 0; next < 3; next++)
      if (petersen[petersen[at][port]][next] == to) {
        verdict.port = port;
        ways++;
      }
  assert_int_equal(ways, 1);
  return verdict;
}

/* From here on towards `to`, the shorter way, + if both are as long; the VC of a ring of 4
 * or more by walking the rest of the way and looking for its last link. */
static struct verdict factor_hop_of(const struct dual_net *net, uint32_t i, uint32_t at,
                                    uint32_t to, bool datelines, uint32_t phases)
{
  if (net->kind[i] == FACTOR_COMPLETE)
    return (struct verdict){.port = net->port[i] +
                                    (to > at ? to - at : to + net->size[i] - at) - 1,
                            .vc = datelines ? 2 * phases : phases};
  if (net->kind[i] == FACTOR_PETERSEN) {
    const struct verdict hop = petersen_hop(at, to);

    return (struct verdict){.port = net->port[i] + hop.port,
                            .vc = datelines ? 2 * phases + hop.vc : phases};
  }
  const uint32_t n = net->size[i], up = (to + n - at) % n;
  const bool plus = up <= n - up;
  bool ahead = false;

  for (uint32_t x = at; x != to;) {
    const uint32_t next = (x + (plus ? 1 : n - 1)) % n;

    ahead |= plus ? next < x : next > x;
    x = next;
  }
  return (struct verdict){.port = net->port[i] + !plus,
                          .vc = !datelines ? phases : 2 * phases + (n > 3 && !ahead)};
}

/* From `at` to the switch `to` of the same network of the level, whatever its digits in the
 * dimensions of `any` are.  `phases`: of the levels above, the highest in the highest bit.
 * False: it is there. */
static bool rule(const struct dual_net *net, uint32_t level, uint32_t at, uint32_t to,
                 uint32_t any, bool datelines, uint32_t phases, struct verdict *verdict)
{
  if (level == 0) {
    for (uint32_t i = 0; i < net->rings; i++) {
      const uint32_t x = at / net->stride[i] % net->size[i];
      const uint32_t y = to / net->stride[i] % net->size[i];

      if (any >> i & 1 || x == y)
        continue;
      *verdict = factor_hop_of(net, i, x, y, datelines, phases);
      return true;
    }
    return false;
  }
  const struct dual_id a = dual_net_split(net, level, at),
                       b = dual_net_split(net, level, to);
  const uint32_t inside = at % net->nodes[level - 1];

  if (a.class_id == b.class_id && a.cluster == b.cluster)
    return rule(net, level - 1, inside, to % net->nodes[level - 1], any, datelines,
                2 * phases + 1, verdict);
  if (a.class_id != b.class_id &&
      rule(net, level - 1, inside, dual_net_join_cluster(net, level, b.cluster, 0),
           net->super[level], datelines, 2 * phases, verdict))
    return true;
  *verdict = (struct verdict){.port = net->cross_port[level],
                              .vc = 2 * phases + (a.class_id != b.class_id)};
  return true;
}

static bool has_datelines(const struct dual_net *net)
{
  for (uint32_t i = 0; i < net->rings; i++)
    if (net->kind[i] == FACTOR_PETERSEN ||
        (net->kind[i] == FACTOR_RING && net->size[i] > 3))
      return net->levels < 3;
  return false;
}

/* --- networks --- */

struct walks {
  uint32_t longest, furthest; /* hops by the rule, and of shortest paths */
  double mean, distance;
  uint32_t longer; /* pairs that a shorter path joins */
};

/* Hops of shortest paths from a switch, by breadth-first search. */
static void search(const struct topology *t, uint32_t from, uint32_t distance[MOST])
{
  static uint32_t queue[MOST];
  uint32_t tail = 0;

  memset(distance, 0xff, MOST * sizeof *distance);
  distance[from] = 0;
  queue[tail++] = from;
  for (uint32_t head = 0; head < tail; head++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const uint32_t far = topology_link(t, queue[head], port).to_switch;

      if (distance[far] == UINT32_MAX) {
        distance[far] = distance[queue[head]] + 1;
        queue[tail++] = far;
      }
    }
  assert_int_equal(tail, t->switches);
}

static struct route_out ask(const struct topology *t, uint32_t at, uint64_t header)
{
  return dual_net_unit.comb(&(struct route_in){.here = topology_here(t, at),
                                               .header = header,
                                               .ports = t->ports,
                                               .parameters = t->parameters});
}

/* Hops of a packet, each as the rule says. */
static uint32_t walk(const struct topology *t, uint32_t from, uint32_t to)
{
  const struct dual_net *net = hdn_net(t);
  const uint64_t header = hdn_memoryless_header(t, from, to, 0);
  struct verdict must;

  for (uint32_t at = from, hops = 0; hops < HOPS; hops++) {
    const struct route_out out = ask(t, at, header);

    CHECK(out.header == header && !out.wait && out.priority == 0, "%s", t->spec);
    if (!rule(net, net->levels, at, to, 0, has_datelines(net), 0, &must)) {
      CHECK(out.eject && out.ports == 0 && out.vc == 0 && at == to,
            "%s: %u to %u is not ejected at %u", t->spec, from, to, at);
      return hops;
    }
    CHECK(!out.eject && out.ports == UINT64_C(1) << must.port && out.vc == must.vc,
          "%s: %u to %u at %u: ports %#llx VC %u, not port %u VC %u", t->spec, from, to, at,
          (unsigned long long)out.ports, out.vc, must.port, must.vc);
    at = topology_link(t, at, must.port).to_switch;
  }
  CHECK(false, "%s: %u to %u does not arrive", t->spec, from, to);
  return 0;
}

/* From these switches to all. */
static struct walks walk_all(const struct topology *t, const uint32_t *sources,
                             uint32_t count)
{
  static uint32_t distance[MOST];
  struct walks walks = {.longest = 0};
  const double pairs = (double)count * t->switches;

  for (uint32_t i = 0; i < count; i++) {
    search(t, sources[i], distance);
    for (uint32_t to = 0; to < t->switches; to++) {
      const uint32_t hops = walk(t, sources[i], to);

      CHECK(hops >= distance[to], "%s: %u hops from %u to %u", t->spec, hops, sources[i],
            to);
      walks.longest = hops > walks.longest ? hops : walks.longest;
      walks.furthest = distance[to] > walks.furthest ? distance[to] : walks.furthest;
      walks.mean += hops / pairs;
      walks.distance += distance[to] / pairs;
      walks.longer += hops > distance[to];
    }
  }
  return walks;
}

/* All pairs; of many switches every 16th is a source. */
static struct walks walk_pairs(const struct topology *t)
{
  static uint32_t sources[MOST];
  const uint32_t apart = t->switches > MANY ? 16 : 1;

  assert_true(t->switches <= MOST);
  for (uint32_t i = 0; i * apart < t->switches; i++)
    sources[i] = i * apart + i % apart;
  return walk_all(t, sources, t->switches / apart);
}

/* One level, or nested super-nodes: no path is shorter.  A mean of 0: not known. */
TEST(test_shortest_on_nested_networks)
{
  static const struct {
    const char *spec;
    uint32_t longest;
    double mean;
  } cases[] = {{"hdn:2x2:2", 5, 2.5},
               {"rdn:2x2x2:1", 8, 4.375},
               {"dual-cube:4", 8, 4.375},
               {"hdn:2x3x5:2x3", 8, 4.8667},
               {"hdn:2x3x5:3x5", 7, 3.8667},
               {"hdn:2x3x5:2x3x5", 5, 0},
               {"hdn:2x3x5:5", 8, 0},
               {"hdn:2x3:3", 0, 0},
               {"rdn:4:1", 0, 0},
               {"rdn:5:1", 0, 0},
               {"rdn:7:1", 0, 0},
               {"hdn:4x6:4", 0, 0},
               {"hdn:2x2:2,2", 11, 0},
               {"hdn:2x2:2x2,2", 0, 0},
               {"rdn:2:2", 0, 0},
               {"rdn:3:2", 0, 0},
               {"hdn:4:4,1", 0, 0},
               {"hdn:5:5,5", 0, 0},
               {"hdn:2:2,2,2", 0, 0},
               {"hdn:3:3,3,3", 0, 0},
               {"hdn:K4:1", 4, 2.75},
               {"hdn:2xK4:4", 5, 0},
               {"hdn:K5x4:5", 0, 0},
               {"hdn:K4:4,4,4", 0, 0},
               {"hdn:petersen:1", 6, 4.4},
               {"hdn:petersen:10", 3, 2},
               {"hdn:K5xpetersen:5", 7, 5.2},
               {"hdn:petersen:10,10", 0, 0}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    const struct walks walks = walk_pairs(&t);

    CHECK(dual_net_nested(hdn_net(&t)), "%s", t.spec);
    CHECK(walks.longer == 0 && walks.longest == walks.furthest, "%s: %u pairs are nearer",
          t.spec, walks.longer);
    CHECK(cases[i].longest == 0 || cases[i].longest == walks.longest, "%s: longest %u",
          t.spec, walks.longest);
    CHECK(cases[i].mean == 0 ||
              (walks.mean > cases[i].mean - 5e-5 && walks.mean < cases[i].mean + 5e-5),
          "%s: mean %.5f", t.spec, walks.mean);
  }
}

/* Elsewhere some are, but none is longer than the paper's bound. */
TEST(test_within_the_bound_on_others)
{
  static const char *const specs[] = {"hdn:2x2:2,2@2", "hdn:4:1,4", "hdn:2x2:1,2x2",
                                      "hdn:2x4:2,4"};
  uint32_t longer = 0;

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const struct walks walks = walk_pairs(&t);

    CHECK(walks.longest <= hdn_diameter(hdn_net(&t)), "%s: %u hops", t.spec, walks.longest);
    longer += walks.longer;
  }
  assert_true(longer > 0);
}

/* The example of the paper.  Every switch looks like one of these 25: digits of dimension 0
 * in U^1, in the cluster of level 2 and in the base matter by their differences only, and
 * the other ones not at all. */
TEST(test_the_paper_s_example)
{
  struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  uint32_t sources[25];

  assert_int_equal(t.switches, 12000);
  for (uint32_t i = 0; i < 25; i++)
    sources[i] = dual_net_join(hdn_net(&t), 2,
                               (struct dual_id){.cluster = i / 5 * 2, .super = i % 5 * 2});
  const struct walks walks = walk_all(&t, sources, 25);

  assert_int_equal(walks.longest, 15);
  CHECK(walks.mean > 9.3165 && walks.mean < 9.3175, "mean %.4f", walks.mean);
  CHECK(walks.distance > 9.0475 && walks.distance < 9.0485, "mean %.4f", walks.distance);
  CHECK(walks.longer > 0.1575 * 300000 && walks.longer < 0.1585 * 300000, "%u pairs",
        walks.longer);
}

/* --- the page --- */

struct page_hop {
  const char *at;
  uint64_t here;
  uint32_t port, vc;
};

static void check_page(const char *spec, const char *to, uint64_t header,
                       const struct page_hop *hops, size_t count)
{
  struct topology t = topology_of(spec);
  uint32_t at, end;
  struct err err;

  CHECK(topology_parse_address(&t, hops[0].at, "SRC", &at, &err), "%s", err.text);
  CHECK(topology_parse_address(&t, to, "DST", &end, &err), "%s", err.text);
  assert_int_equal(hdn_memoryless_header(&t, at, end, 0), header);
  for (size_t i = 0; i < count; i++) {
    const struct route_out out = ask(&t, at, header);
    char address[ADDRESS_TEXT];

    t.row->print_address(&t, at, address);
    assert_string_equal(address, hops[i].at);
    assert_int_equal(topology_here(&t, at), hops[i].here);
    assert_int_equal(out.ports, UINT64_C(1) << hops[i].port);
    assert_int_equal(out.vc, hops[i].vc);
    at = topology_link(&t, at, hops[i].port).to_switch;
  }
  assert_int_equal(at, end);
  assert_true(ask(&t, at, header).eject);
}

/* docs/switches/dual_net.md, cycle diagram. */
TEST(test_path_of_the_page)
{
  static const struct page_hop hops[] = {
      {"0.0.0.0", 0x000, 0, 1}, {"0.0.1.0", 0x001, 5, 1}, {"1.1.0.0", 0x240, 1, 2},
      {"1.1.4.0", 0x244, 1, 3}, {"1.1.3.0", 0x243, 2, 2}, {"1.1.3.1", 0x24b, 4, 2}};

  check_page("hdn:2x3x5:2x3", "1.1.3.4", 0x26b, hops, sizeof hops / sizeof hops[0]);
}

/* The example of the paper has 9 hops, not the 17 that it prints. */
TEST(test_path_of_the_paper)
{
  static const struct page_hop hops[] = {
      {"0.0.0.0", 0x0000, 1, 0},   {"0.0.0.4", 0x0004, 5, 1},
      {"0.0.18.0", 0x0300, 4, 2},  {"0.0.19.0", 0x0320, 6, 1},
      {"1.19.0.0", 0xe400, 1, 4},  {"1.19.0.4", 0xe404, 5, 3},
      {"1.19.18.0", 0xe700, 1, 6}, {"1.19.18.4", 0xe704, 3, 6},
      {"1.19.18.14", 0xe714, 4, 6}};

  check_page("hdn:2x3x5:2x3,3x5", "1.19.19.14", 0xe734, hops, sizeof hops / sizeof hops[0]);
}

/* What the unit is told of its network. */
TEST(test_parameters)
{
  static const struct {
    const char *spec;
    uint32_t count, parameters[9];
  } cases[] = {{"hdn:2x3x5:2x3", 9, {3, 1, 1, 5, 3, 2, 0, 1, 1}},
               {"hdn:2x3x5:2x3,3x5", 9, {3, 2, 1, 5, 3, 2, 2, 3, 1}},
               {"hdn:2x2:2,2@2", 7, {2, 2, 0, 2, 2, 2, 1}},
               {"rdn:3:2", 5, {1, 2, 0, 3, 0}},
               {"hdn:2:2,2,2", 5, {1, 3, 0, 2, 7}}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);

    assert_int_equal(t.parameter_count, cases[i].count);
    for (size_t j = 0; j < t.parameter_count; j++)
      CHECK(t.parameters[j] == cases[i].parameters[j], "%s: parameter %zu is %u", t.spec, j,
            t.parameters[j]);
  }
}

/* A digit that no ring has: as the page says, without a remainder. */
TEST(test_digits_beyond_the_ring)
{
  static const struct {
    uint32_t at, to, port, vc;
  } cases[] = {{0, 7, 1, 2}, {4, 7, 1, 2}, {4, 6, 0, 3}, {0, 5, 1, 2}};
  struct topology t = topology_of("hdn:5:5");

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct route_out out =
        dual_net_unit.comb(&(struct route_in){.here = cases[i].at,
                                              .header = cases[i].to,
                                              .ports = 3,
                                              .parameters = t.parameters});

    CHECK(out.ports == UINT64_C(1) << cases[i].port && out.vc == cases[i].vc,
          "%u to %u: ports %#llx VC %u", cases[i].at, cases[i].to,
          (unsigned long long)out.ports, out.vc);
  }
}
