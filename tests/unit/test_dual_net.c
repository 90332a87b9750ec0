/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dual_net -- hdn, rdn, dual-cube: what they are made of, their sizes and distances.
 *
 * A question of logic, not of memory.
 */
#include "base/bits.h"
#include "network/topology/hdn.h"
#include "network/topology/hdn_formulas.h"
#include "network/topology/measure.h"
#include "tests/unit/unit.h"

/* Super-nodes of 2x3x5 by their size, as the hierarchical dual-net paper names them. */
static const uint32_t sizes[] = {1, 2, 3, 5, 6, 10, 15, 30};
static const char *const supers[] = {"1", "2", "3", "5", "2x3", "2x5", "3x5", "2x3x5"};

enum { SUPERS = sizeof sizes / sizeof sizes[0] };

static struct dual_net net_of(const struct topology *t)
{
  struct dual_net net;

  CHECK(dual_net_of(t, &net), "%s is no dual-net", t->spec);
  return net;
}

/* A network that a test opens and closes. */
static void open_in_test(struct topology *t, const char *spec)
{
  struct err err;

  CHECK(topology_open(t, spec, &err), "%s: %s", spec, err.text);
}

/* --- numbers --- */

/* Digits are taken apart one by one, not as the code does it: base digits, then C and U. */
struct digits {
  uint32_t base[DUAL_NET_RINGS]; /* by dimension */
  uint32_t cluster[DUAL_NET_LEVELS + 1], class_id[DUAL_NET_LEVELS + 1];
};

static struct digits digits_of(const struct dual_net *net, uint32_t number)
{
  struct digits d = {.base = {0}};

  for (uint32_t i = 0; i < net->rings; number /= net->size[i++])
    d.base[i] = number % net->size[i];
  for (uint32_t level = 1; level <= net->levels; level++) {
    d.cluster[level] = number % net->clusters[level];
    number /= net->clusters[level];
    d.class_id[level] = number % 2;
    number /= 2;
  }
  return d;
}

/* The rank of the digits below a level that are not in its super-node. */
static uint32_t super_of(const struct dual_net *net, const struct digits *d, uint32_t level)
{
  uint32_t rank = 0;

  for (uint32_t below = level; --below >= 1;)
    rank = (rank * 2 + d->class_id[below]) * net->clusters[below] + d->cluster[below];
  for (uint32_t i = net->rings; i-- > 0;)
    rank = net->super[level] >> i & 1 ? rank : rank * net->size[i] + d->base[i];
  return rank;
}

static const char *const specs[] = {
    "hdn:2x2:2", "hdn:2x3:3", "hdn:2x2:2,2@2", "hdn:2x3x5:2x3", "rdn:2:2",
    "rdn:3x2:1", "hdn:2:1,2", "hdn:3:3,1",     "hdn:2:2,2,2",   "dual-cube:3"};

enum { SPECS = sizeof specs / sizeof specs[0] };

/* split and join are inverses on each level, and say what the digits say. */
TEST(test_numbers_are_taken_apart)
{
  for (size_t k = 0; k < SPECS; k++) {
    const struct topology t = topology_of(specs[k]);
    const struct dual_net net = net_of(&t);

    assert_int_equal(net.nodes[net.levels], t.switches);
    for (uint32_t level = 1; level <= net.levels; level++)
      for (uint32_t number = 0; number < net.nodes[level]; number++) {
        const struct dual_id id = dual_net_split(&net, level, number);
        const struct digits d = digits_of(&net, number);

        CHECK(id.class_id == d.class_id[level] && id.cluster == d.cluster[level] &&
                  id.super == super_of(&net, &d, level) &&
                  id.node < dual_net_super_nodes(&net, level),
              "%s level %u: %u is %u.%u.%u.%u", t.spec, level, number, id.class_id,
              id.cluster, id.super, id.node);
        CHECK(dual_net_join(&net, level, id) == number, "%s level %u: %u", t.spec, level,
              number);
      }
  }
}

/* Table 4 of the hierarchical dual-net paper, base 2x3x5, super-nodes 2x3 and 3x5: between
 * (C,U,SN,N) of level 1 and (SN,N) of level 2.  Rows 2 and 3 are as section 4 says, not as
 * printed, (19,0) and (0,14), which are of other switches. */
TEST(test_re_indexing_both_ways)
{
  static const struct {
    struct dual_id below;
    uint32_t super, node, number;
  } rows[] = {
      {{1, 4, 2, 3}, 19, 2, 287}, {{0, 0, 2, 2}, 0, 12, 12}, {{1, 4, 0, 3}, 19, 0, 285},
      {{0, 0, 4, 2}, 0, 14, 14},  {{0, 0, 0, 0}, 0, 0, 0},
  };
  const struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  const struct dual_net net = net_of(&t);

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const uint32_t number = dual_net_join(&net, 1, rows[i].below);
    uint32_t super, node;

    dual_net_split_cluster(&net, 2, number, &super, &node);
    CHECK(super == rows[i].super && node == rows[i].node &&
              super * 15 + node == rows[i].number,
          "row %zu: (%u,%u)", i, super, node);
    assert_int_equal(dual_net_join_cluster(&net, 2, super, node), number);
  }
}

/* The recursive dual-net paper's id of (1,1,2) with three switches in a cluster. */
TEST(test_ids_of_the_papers)
{
  const struct topology t = topology_of("rdn:3:1");
  struct err err;
  uint32_t sw;
  char text[ADDRESS_TEXT];

  assert_true(topology_parse_address(&t, "1.1.2", "source", &sw, &err));
  assert_int_equal(sw, 14);
  t.row->print_address(&t, 14, text);
  assert_string_equal(text, "1.1.2");
  assert_false(topology_parse_address(&t, "1.3.0", "source", &sw, &err));
  check_error(&err, ERR_USAGE, "1.3.0", "1.3.0");
}

/* Serial numbers: ((C n + U) n + SN) s + N would be those of a level alone; the number of a
 * switch agrees with it where its digits are in that order, as with s = 1. */
TEST(test_numbers_without_super_nodes)
{
  const struct topology t = topology_of("rdn:2x2x2:1");
  const struct dual_net net = net_of(&t);

  for (uint32_t sw = 0; sw < t.switches; sw++) {
    const struct dual_id id = dual_net_split(&net, 1, sw);

    assert_int_equal(sw, (id.class_id * 8 + id.cluster) * 8 + id.super);
    assert_int_equal(id.node, 0);
  }
}

/* --- links --- */

TEST(test_links_of_a_cube_and_cross_edges)
{
  const struct topology t = topology_of("hdn:2x2:2");
  const struct dual_net net = net_of(&t);

  assert_int_equal(t.ports, 3); /* a ring of 2 is one link */
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    const struct dual_id id = dual_net_split(&net, 1, sw);
    const struct dual_id far = {1 - id.class_id, id.super, id.cluster, id.node};

    for (uint32_t port = 0; port < 2; port++) {
      assert_int_equal(topology_link(&t, sw, port).to_switch, sw ^ 1U << port);
      assert_int_equal(topology_link(&t, sw, port).to_port, port);
    }
    assert_int_equal(topology_link(&t, sw, 2).to_switch, dual_net_join(&net, 1, far));
  }
}

/* On every level: C is flipped, SN and U change places, N and what is above stay. */
TEST(test_cross_edges_of_every_level)
{
  for (size_t k = 0; k < SPECS; k++) {
    const struct topology t = topology_of(specs[k]);
    const struct dual_net net = net_of(&t);

    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t level = 1; level <= net.levels; level++) {
        const struct link far = topology_link(&t, sw, net.cross_port[level]);
        const struct digits d = digits_of(&net, sw), e = digits_of(&net, far.to_switch);

        CHECK(far.to_port == net.cross_port[level] &&
                  sw / net.nodes[level] == far.to_switch / net.nodes[level] &&
                  e.class_id[level] == 1 - d.class_id[level] &&
                  e.cluster[level] == super_of(&net, &d, level) &&
                  super_of(&net, &e, level) == d.cluster[level],
              "%s level %u: %u to %u", t.spec, level, sw, far.to_switch);
        for (uint32_t i = 0; i < net.rings; i++)
          CHECK(!(net.super[level] >> i & 1) || d.base[i] == e.base[i], "%s level %u: %u",
                t.spec, level, sw);
      }
  }
}

/* Between a cluster of class 0 and one of class 1 there are s links: one for each place. */
TEST(test_every_two_clusters_are_joined)
{
  const struct topology t = topology_of("hdn:2x3x5:2x3");
  const struct dual_net net = net_of(&t);
  uint32_t links[5][5] = {{0}};

  for (uint32_t sw = 0; sw < t.switches / 2; sw++) {
    const uint32_t far = topology_link(&t, sw, net.cross_port[1]).to_switch;

    links[sw / 30][far / 30 - 5]++;
  }
  for (size_t i = 0; i < 5; i++)
    for (size_t j = 0; j < 5; j++)
      assert_int_equal(links[i][j], 6);
}

/* --- the same structure of other networks --- */

TEST(test_networks_without_levels)
{
  static const char *const plain[] = {"torus:4x3", "torus:2x3x5", "torus:2x2x2",
                                      "hypercube:1", "hypercube:4"};

  for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++) {
    const struct topology t = topology_of(plain[k]);
    const struct dual_net net = net_of(&t);

    assert_int_equal(net.levels, 0);
    assert_int_equal(net.nodes[0], t.switches);
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t port = 0; port < t.ports; port++) {
        const struct link a = topology_link(&t, sw, port),
                          b = dual_net_link(&net, sw, port);

        CHECK(a.to_switch == b.to_switch && a.to_port == b.to_port, "%s: %u port %u",
              t.spec, sw, port);
      }
  }
  const struct topology mesh = topology_of("mesh:4");
  struct dual_net net;

  assert_false(dual_net_of(&mesh, &net));
}

/* --- sizes and distances --- */

/* Table 1: N_1 = 2 30^2/s_1, N_2 = 2 N_1^2/s_2; all 8 + 64 cells within the size of a spec,
 * 2^20 switches, and those above are refused. */
TEST(test_table_1)
{
  size_t opened = 0, refused = 0;

  for (size_t i = 0; i < SUPERS; i++)
    for (size_t j = 0; j <= SUPERS; j++) {
      const uint32_t one = 2 * 30 * 30 / sizes[i];
      const uint64_t two = j == SUPERS ? one : UINT64_C(2) * one * one / sizes[j];
      struct topology t;
      struct err err;
      char spec[TOPOLOGY_SPEC];

      snprintf(spec, sizeof spec, "hdn:2x3x5:%s%s%s", supers[i], j < SUPERS ? "," : "",
               j < SUPERS ? supers[j] : "");
      if (topology_open(&t, spec, &err)) {
        CHECK(t.switches == two, "%s: %u switches", spec, t.switches);
        assert_string_equal(t.spec, spec);
        assert_int_equal(t.ports, j < SUPERS ? 7 : 6);
        topology_close(&t);
        opened++;
      } else {
        check_error(&err, ERR_USAGE, "2^20", spec);
        CHECK(two > 1 << 20, "%s", spec);
        refused++;
      }
    }
  assert_int_equal(opened + refused, 72);
}

static double measured(const struct topology *t, const char *quantity)
{
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  const size_t count =
      topology_measure(t, &t->routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

  for (size_t i = 0; i < count; i++)
    if (strcmp(rows[i].quantity, quantity) == 0) {
      assert_int_equal(rows[i].bound, MEASURE_EXACT);
      return rows[i].value;
    }
  fail_msg("%s: %s is not measured", t->spec, quantity);
  return 0;
}

/* Breadth-first search, against values that are known. */
TEST(test_diameters)
{
  static const struct {
    const char *spec;
    uint32_t diameter;
  } rows[] = {
      {"hdn:2x3x5:1", 10},       {"hdn:2x3x5:2", 9},
      {"hdn:2x3x5:3", 9},        {"hdn:2x3x5:5", 8},
      {"hdn:2x3x5:2x3", 8},      {"hdn:2x3x5:2x5", 7},
      {"hdn:2x3x5:3x5", 7},      {"hdn:2x3x5:2x3x5", 5},
      {"hdn:2x3x5:2x3x5,1", 12}, {"hdn:2x3x5:2x3x5,2x3x5", 8},
      {"hdn:2x2:2", 5},          {"hdn:2x2:2,2", 11},
      {"hdn:2x2:2,2@2", 11},     {"hdn:2x2:2,2x2", 10},
      {"rdn:2x2x2:1", 8},        {"rdn:2x2x2:2", 18},
      {"dual-cube:2", 4},        {"dual-cube:4", 8},
      {"hdn:K4:1", 4},           {"hdn:2xK4:4", 5},
      {"hdn:petersen:1", 6},     {"hdn:petersen:10", 3},
      {"hdn:2xK4:4,4", 11},      {"hdn:petersenx3:3", 7},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t;

    open_in_test(&t, rows[i].spec);
    const struct dual_net net = net_of(&t);

    CHECK(measured(&t, "diameter") == rows[i].diameter, "%s: %g", rows[i].spec,
          measured(&t, "diameter"));
    CHECK(hdn_diameter(&net) == rows[i].diameter, "%s: formula %u", rows[i].spec,
          hdn_diameter(&net));
    topology_close(&t);
  }
}

/* --- factors that are no rings --- */

/* Switches that two switches of the base are both joined to, by links of the base. */
static uint32_t common(const struct topology *t, uint32_t a, uint32_t b, bool *joined)
{
  const uint32_t ports = t->ports - 1; /* without the cross-edge */
  uint32_t found = 0;

  *joined = false;
  for (uint32_t i = 0; i < ports; i++)
    for (uint32_t j = 0; j < ports; j++) {
      const uint32_t of_a = topology_link(t, a, i).to_switch;

      *joined = *joined || of_a == b;
      found += of_a == topology_link(t, b, j).to_switch;
    }
  return found;
}

/* In Kn all are joined.  The Petersen graph is the only one with 10 switches of degree 3 in
 * which those that are joined have no common neighbour, and all others one. */
TEST(test_other_factors)
{
  static const struct {
    const char *spec;
    uint32_t size, of_joined, of_others;
  } rows[] = {{"hdn:K4:4", 4, 2, 0}, {"hdn:K7:1", 7, 5, 0}, {"hdn:petersen:10", 10, 0, 1}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct topology t = topology_of(rows[i].spec);
    uint32_t edges = 0;

    for (uint32_t a = 0; a < rows[i].size; a++)
      for (uint32_t b = 0; b < rows[i].size; b++) {
        bool joined;
        const uint32_t both = common(&t, a, b, &joined);

        CHECK(a == b || both == (joined ? rows[i].of_joined : rows[i].of_others),
              "%s: %u and %u: %u", t.spec, a, b, both);
        edges += joined;
      }
    assert_int_equal(edges, rows[i].size * (t.ports - 1));
  }
}

/* A cube is rings of 2; super-nodes are named by sizes. */
TEST(test_specs_of_other_bases)
{
  static const struct {
    const char *spec, *canonical;
    uint32_t switches, ports;
  } rows[] = {{"hdn:Q3:1", "hdn:2x2x2:1", 128, 4},
              {"hdn:Q2x3:2@2", "hdn:2x2x3:2@2", 144, 5},
              {"rdn:Q2:1", "rdn:2x2:1", 32, 3},
              {"hdn:2xK04:4", "hdn:2xK4:4", 32, 5},
              {"hdn:4xK4:4@2", "hdn:4xK4:4@2", 128, 6},
              {"rdn:petersen:1", "rdn:petersen:1", 200, 4},
              {"hdn:petersenx2:2x10,10", "hdn:petersenx2:10x2,10", 320, 6}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct topology t = topology_of(rows[i].spec);

    assert_string_equal(t.spec, rows[i].canonical);
    assert_int_equal(t.switches, rows[i].switches);
    assert_int_equal(t.ports, rows[i].ports);
  }
  const struct topology t = topology_of("hdn:petersenxK4:4");
  static const char *const names[] = {"+1 in 0", "+2 in 0", "+3 in 0", "+1",
                                      "-1",      "spoke 1", "cross 1"};

  for (uint32_t port = 0; port < 7; port++) {
    char text[PORT_TEXT];

    topology_print_port(&t, port, text);
    assert_string_equal(text, names[port]);
  }
}

/* --- symmetry --- */

/* A nested network looks the same from everywhere, port by port; one that is not nested
 * does not: distances from some switches differ. */
TEST(test_all_switches_look_alike)
{
  static const char *const alike[] = {"hdn:2x2:2",     "hdn:2x3:3",   "hdn:2x2:2,2",
                                      "rdn:2:2",       "hdn:3x2:3,3", "hdn:2:2,2,2",
                                      "hdn:2x2:2x2,2", "hdn:K5x2:2",  "hdn:K4:4,4"};

  for (size_t k = 0; k < sizeof alike / sizeof alike[0]; k++) {
    const struct topology t = topology_of(alike[k]);
    const struct dual_net net = net_of(&t);

    assert_true(dual_net_nested(&net) && dual_net_alike(&net));
    for (uint32_t from = 0; from < t.switches; from++) {
      assert_int_equal(dual_net_seen_from(&net, from, from), 0);
      for (uint32_t sw = 0; sw < t.switches; sw++)
        for (uint32_t port = 0; port < t.ports; port++) {
          const uint32_t far = topology_link(&t, sw, port).to_switch;
          const uint32_t seen = dual_net_seen_from(&net, from, sw);

          CHECK(topology_link(&t, seen, port).to_switch ==
                    dual_net_seen_from(&net, from, far),
                "%s from %u: %u port %u", t.spec, from, sw, port);
        }
    }
  }
  const struct topology petersen = topology_of("hdn:petersen:1");

  assert_true(petersen.row->symmetric(&petersen)); /* not port by port */
  assert_false(dual_net_alike(hdn_net(&petersen)));
  const struct topology other = topology_of("hdn:2x3x5:2x3,3x5");
  const struct dual_net net = net_of(&other);

  assert_false(dual_net_nested(&net));
  assert_false(other.row->symmetric(&other));
}

/* --- fields --- */

/* Bits of here: 1 + 2 + 3 of 2x3x5; U of level 1 counts 5 (dimension 0), 3 bits, C 1; U of
 * level 2 counts the ring of 2 and U and C of level 1, 1 + 3 + 1, C 1. */
TEST(test_fields_of_here)
{
  const struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  const struct dual_net net = net_of(&t);

  assert_int_equal(t.address_bits, 6 + 4 + 6);
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    const struct digits d = digits_of(&net, sw);
    const uint32_t u1 = d.cluster[1]; /* rank of the ring of 5 */
    const uint32_t u2_two = d.cluster[2] % 2, u2 = d.cluster[2] / 2; /* above: U, C */
    const uint64_t here = d.base[0] | d.base[1] << 3 | d.base[2] << 5 | u1 << 6 |
                          d.class_id[1] << 9 | u2_two << 10 | u2 % 5 << 11 | u2 / 5 << 14 |
                          d.class_id[2] << 15;

    CHECK(topology_here(&t, sw) == here, "%u: %#llx", sw,
          (unsigned long long)topology_here(&t, sw));
  }
}

/* --- specs --- */

TEST(test_canonical_specs)
{
  static const char *const both[][2] = {
      {"hdn:2x2:2@1", "hdn:2x2:2"},
      {"hdn:2x2:2@2", "hdn:2x2:2@2"},
      {"hdn:2x2:2@2x2", "hdn:2x2:2x2"},
      {"hdn:02x3:3x2", "hdn:2x3:2x3"},
      {"hdn:2x3x5:5x3,2", "hdn:2x3x5:3x5,2"},
      {"hdn:2x3x2:2@3x3", "hdn:2x3x2:3x2@3"},
      {"rdn:02:01", "rdn:2:1"},
  };

  for (size_t i = 0; i < sizeof both / sizeof both[0]; i++) {
    const struct topology t = topology_of(both[i][0]);

    assert_string_equal(t.spec, both[i][1]);
  }
  const struct topology one = topology_of("hdn:2x2:2,2");
  const struct topology other = topology_of("hdn:2x2:2,2@2");

  assert_int_equal(net_of(&one).super[2], 2);
  assert_int_equal(net_of(&other).super[2], 1);
}
