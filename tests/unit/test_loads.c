/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_loads -- packets that pass each switch and link, and the busiest of each level. */
#include "network/topology/link_load.h"
#include "network/traffic/loads.h"
#include "network/traffic/pattern.h"
#include "network/traffic/traffic.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

static bool count(struct path_loads *loads, const struct topology *t, const char *routing,
                  const char *traffic, struct err *err)
{
  const struct routing *by = routing_of(t, routing);
  struct schedule schedule;

  CHECK(schedule_make(
            &schedule,
            &(struct traffic_request){
                .topology = t, .routing = by, .traffic = traffic, .packets = 1, .seed = 1},
            err),
        "%s", err->text);
  const bool good = path_loads_count(loads, &schedule, t, by, err);
  schedule_free(&schedule);
  return good;
}

/* Every packet passes one switch more than it crosses links, and one of each level; the
 * busiest link is that of link_load_of. */
TEST(test_totals)
{
  static const char *const specs[] = {"hypercube:4", "torus:4x4", "butterfly:4",
                                      "butterfly:4,wrap=1"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    struct permutation permutations[PATTERN_ROWS];
    const size_t known = pattern_permutations(&t, permutations);

    for (size_t k = 0; k < known; k++) {
      struct path_loads loads;
      uint64_t passed = 0, crossed = 0;
      uint32_t most = 0, expected;
      struct err err;

      CHECK(count(&loads, &t, NULL, permutations[k].name, &err), "%s", err.text);
      for (uint32_t sw = 0; sw < t.switches; sw++)
        passed += loads.switches[sw];
      for (uint32_t link = 0; link < t.switches * t.ports; link++) {
        crossed += loads.links[link];
        most = loads.links[link] > most ? loads.links[link] : most;
      }
      assert_int_equal(passed, crossed + t.terminals);
      assert_true(link_load_of(&t, &t.routings[0], &permutations[k], &expected, &err));
      CHECK(most == expected, "%s %s: %u, not %u", t.spec, permutations[k].name, most,
            expected);
      path_loads_close(&loads);
    }
  }
}

/* Counted by hand on two levels of four rows: 00 01 10 11 to 00 10 01 11.  At level 1 the
 * packets are in rows 00, 00, 11, 11. */
TEST(test_levels_by_hand)
{
  struct topology t = topology_of("butterfly:2");
  struct path_loads loads;
  struct err err;

  CHECK(count(&loads, &t, NULL, "bit-reversal", &err), "%s", err.text);
  const struct level_load first = path_loads_level(&loads, 0),
                          middle = path_loads_level(&loads, 1),
                          last = path_loads_level(&loads, 2);

  assert_int_equal(topology_levels(&t), 3);
  assert_int_equal(first.switches.packets, 1);
  assert_int_equal(first.switches.count, 4);
  assert_int_equal(first.links.count, 4);
  assert_int_equal(middle.switches.packets, 2);
  assert_int_equal(middle.switches.count, 2);
  assert_int_equal(middle.switches.at, 4);
  assert_int_equal(middle.links.packets, 1);
  assert_int_equal(middle.links.count, 4);
  assert_int_equal(last.switches.count, 4);
  assert_int_equal(last.links.packets, 0);
  assert_int_equal(last.links.count, 0);
  path_loads_close(&loads);
}

/* Paths that a run chooses, and packets to all, have no loads. */
TEST(test_what_has_no_paths_is_refused)
{
  struct topology cube = topology_of("hypercube:3"), d3 = topology_of("d3:2,2");
  struct path_loads loads;
  struct err err;

  assert_false(count(&loads, &cube, "drand-trans-ooo", "random", &err));
  check_error(&err, ERR_USAGE, "chooses paths during a run", "drand-trans-ooo");
  assert_false(count(&loads, &d3, "source-vector", "broadcast,source=0", &err));
  check_error(&err, ERR_USAGE, "no path to one terminal", "broadcast");
}
