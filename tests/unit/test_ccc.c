/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_ccc -- the cube-connected cycles, and headers of shortest paths. */
#include "network/topology/ccc.h"
#include "network/topology/measure.h"
#include "tests/unit/unit.h"

TEST(test_links)
{
  const struct topology t = topology_of("ccc:4");

  assert_int_equal(t.switches, 64);
  for (uint32_t node = 0; node < 16; node++)
    for (uint32_t i = 0; i < 4; i++) {
      const uint32_t sw = 4 * node + i;

      assert_int_equal(topology_link(&t, sw, 0).to_switch, 4 * node + (i + 1) % 4);
      assert_int_equal(topology_link(&t, sw, 1).to_switch, 4 * node + (i + 3) % 4);
      assert_int_equal(topology_link(&t, sw, 2).to_switch, 4 * (node ^ 1U << i) + i);
    }
}

/* Breadth-first search; table 2 of the hierarchical dual-net paper prints 2n. */
TEST(test_diameters)
{
  static const uint32_t diameters[] = {6, 8, 10, 13, 15, 18}; /* n = 3.. */

  for (uint32_t n = 3; n <= 8; n++) {
    struct measurement rows[MEASURE_ROWS];
    char spec[TOPOLOGY_SPEC];
    struct err err;

    snprintf(spec, sizeof spec, "ccc:%u", n);
    const struct topology t = topology_of(spec);
    const size_t count =
        topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
      if (strcmp(rows[i].quantity, "diameter") != 0)
        continue;
      const bool printed = strcmp(rows[i].formula, "paper: 2n") == 0;

      CHECK(rows[i].bound == MEASURE_EXACT && rows[i].value == diameters[n - 3], "%s: %g",
            spec, rows[i].value);
      CHECK(rows[i].formula_value == (printed ? 2 * n : diameters[n - 3]), "%s: %s", spec,
            rows[i].formula);
      found++;
    }
    assert_int_equal(found, n < 6 ? 1 : 2);
  }
}

/* Distances from one switch by a search of the test's own. */
static void distances_from(const struct topology *t, uint32_t root, uint32_t *distance)
{
  bool more = true;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    distance[sw] = sw == root ? 0 : UINT32_MAX;
  for (uint32_t far = 0; more; far++) {
    more = false;
    for (uint32_t sw = 0; sw < t->switches; sw++)
      for (uint32_t port = 0; distance[sw] == far && port < t->ports; port++) {
        const uint32_t to = topology_link(t, sw, port).to_switch;

        if (distance[to] == UINT32_MAX) {
          distance[to] = far + 1;
          more = true;
        }
      }
  }
}

/* The list of ports leads there by a shortest path: on networks whose switches look alike,
 * and on one whose do not. */
TEST(test_headers_are_shortest_paths)
{
  static const char *const specs[] = {"ccc:3",   "ccc:5",   "hdn:2x2:2",
                                      "rdn:2:2", "rdn:5:1", "hdn:2x2:1,2"};

  for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
    const struct topology t = topology_of(specs[k]);
    const struct routing *routing = routing_of(&t, "source-route");
    uint32_t *distance = calloc(t.switches, sizeof *distance);

    assert_non_null(distance);
    for (uint32_t source = 0; source < t.switches; source += 1 + source / 16) {
      distances_from(&t, source, distance);
      for (uint32_t to = 0; to < t.switches; to++) {
        struct hop hops[64];
        const size_t count = topology_path(&t, routing, source, to,
                                           routing->header(&t, source, to, 0), 0, hops, 64);

        CHECK(count == distance[to] + 1, "%s: %u to %u: %zu hops of %u", t.spec, source, to,
              count, distance[to]);
      }
    }
    free(distance);
  }
}
