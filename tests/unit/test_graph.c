/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_graph -- neighbours: by the links of small networks, with holds, unused ports and
 * failed switches. */
#include "network/topology/graph.h"

#include "network/topology/faults.h"
#include "tests/unit/unit.h"

static bool linked(const struct topology *t, uint32_t from, uint32_t to)
{
  for (uint32_t port = 0; port < t->ports; port++)
    if (topology_port_kind(t, from, port) != PORT_UNUSED &&
        topology_link(t, from, port).to_switch == to)
      return true;
  return false;
}

static void check_graph(const struct topology *t)
{
  struct graph g;
  struct err err;

  CHECK(graph_open(&g, t, &err), "%s", t->spec);
  for (uint32_t a = 0; a < t->switches; a++) {
    uint32_t neighbours = 0;

    for (uint32_t b = 0; b < t->switches; b++) {
      const bool joined = graph_joined(&g, a, b);
      const bool left = !faults_failed(t, a) && !faults_failed(t, b);

      CHECK(joined == (a != b && left && linked(t, a, b)), "%s: %u to %u", t->spec, a, b);
      neighbours += joined;
      if (joined)
        assert_int_equal(topology_link(t, a, graph_port(t, a, b)).to_switch, b);
      else if (left)
        assert_int_equal(graph_port(t, a, b), UINT32_MAX);
    }
    CHECK(graph_degree(&g, a) == neighbours, "%s: a neighbour of %u twice", t->spec, a);
  }
  graph_close(&g);
}

TEST(test_small_networks)
{
  static const char *const specs[] = {"hypercube:3",
                                      "torus:4x2",
                                      "mesh:3x2",
                                      "d3:2,2",
                                      "mdf:2,2",
                                      "hdn:2x2:2",
                                      "pn:3,2",
                                      "waksman:2",
                                      "butterfly:2,wrap=1",
                                      "d3:1,2,routers=0-2/3"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    check_graph(&t);
  }
}

TEST(test_failed_switches)
{
  TOPOLOGY_OF_BLOCK(t);
  struct err err;

  assert_true(topology_open(&t, "hypercube:4", &err));
  assert_true(faults_set(&t, "3,9", &err));
  check_graph(&t);
}
