/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_disjoint -- what is said of packets that meet, or that go astray. */
#include "network/topology/disjoint.h"

#include "network/topology/pn.h"
#include "switch/route/source_route.h"
#include "tests/unit/unit.h"

TEST(test_packets_that_meet)
{
  struct topology t = topology_of("benes:2");
  const struct routing *routing = &t.routings[0];
  const uint32_t destinations[] = {0, 1, UINT32_MAX, UINT32_MAX};
  uint64_t headers[4] = {pn_header(&t, 0, 0), pn_header(&t, 3, 1)};
  struct err err = {.kind = ERR_NONE};

  assert_true(disjoint_paths(&t, routing, destinations, headers, &err));
  headers[1] = pn_header(&t, 1, 1); /* both by the upper half: rows 0 and 1, apart */
  assert_true(disjoint_paths(&t, routing, destinations, headers, &err));
  const uint32_t other[] = {0, UINT32_MAX, 1, UINT32_MAX};
  headers[2] = pn_header(&t, 0, 1);
  assert_false(disjoint_paths(&t, routing, other, headers, &err));
  check_error(&err, ERR_USAGE, "terminal 2 meets an earlier one at switch 1.0.0",
              "0 and 2");
  headers[2] = pn_header(&t, 2, 1);
  assert_true(disjoint_paths(&t, routing, other, headers, &err));
}

TEST(test_packets_that_go_astray)
{
  struct topology t = topology_of("pn:3,2");
  const struct routing *routing = &t.routings[0];
  uint32_t destinations[9];
  uint64_t headers[9] = {0};
  struct err err = {.kind = ERR_NONE};

  memset(destinations, 0xff, sizeof destinations);
  assert_true(disjoint_paths(&t, routing, destinations, headers, &err));
  destinations[4] = 7;
  headers[4] = pn_header(&t, 4, 7);
  assert_true(disjoint_paths(&t, routing, destinations, headers, &err));
  destinations[4] = 8;
  assert_false(disjoint_paths(&t, routing, destinations, headers, &err));
  check_error(&err, ERR_USAGE, "terminal 4 does not arrive at 8", "wrong sink");
  headers[4] = source_route_end;
  assert_false(disjoint_paths(&t, routing, destinations, headers, &err));
  check_error(&err, ERR_USAGE, "terminal 4 does not arrive at 8", "ejected at once");
  destinations[4] = 9;
  assert_false(disjoint_paths(&t, routing, destinations, headers, &err));
  check_error(&err, ERR_USAGE, "terminal 4 does not arrive at 9", "no terminal");
}

/* On another network: paths that meet and paths that do not. */
TEST(test_hypercube)
{
  struct topology t = topology_of("hypercube:2");
  const uint32_t rotate[] = {1, 3, 0, 2}, identity[] = {0, 1, 2, 3};
  const uint64_t rotated[] = {1, 3, 0, 2}, same[] = {0, 1, 2, 3};
  struct err err = {.kind = ERR_NONE};

  assert_true(disjoint_paths(&t, &t.routings[0], identity, same, &err));
  assert_false(disjoint_paths(&t, &t.routings[0], rotate, rotated, &err));
  check_error(&err, ERR_USAGE, "terminal 1 meets an earlier one at switch 01", "rotate");
}
