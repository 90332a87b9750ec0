/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus_adaptive -- the route unit torus_adaptive, by docs/switches/adaptive.md: every
 * pair of small tori and hypercubes with every word; deadlock with and without an escape.
 */
#include "switch/route/torus_adaptive.h"

#include "base/bits.h"
#include "network/topology/dependency.h"
#include "network/topology/hypercube.h"
#include "network/topology/torus.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

/* Distances of all switches to one: by a search in the links, which go both ways. */
static void search(const struct topology *t, uint32_t to, uint32_t *distance)
{
  uint32_t changed = 1;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    distance[sw] = sw == to ? 0 : t->switches;
  while (changed) {
    changed = 0;
    for (uint32_t sw = 0; sw < t->switches; sw++)
      for (uint32_t port = 0; port < t->ports; port++) {
        const uint32_t near = distance[topology_link(t, sw, port).to_switch] + 1;

        if (near < distance[sw]) {
          distance[sw] = near;
          changed++;
        }
      }
  }
}

static uint32_t dimension_of(const struct topology *t, uint32_t port)
{
  uint32_t i = 0;

  while (port >= (t->parameters[1 + i] == 2 ? 1u : 2u))
    port -= t->parameters[1 + i++] == 2 ? 1 : 2;
  return i;
}

/* Rules 1 to 4, with productive ports from the distances. */
static void check(const struct topology *t, const struct route_unit *plain, uint32_t at,
                  uint32_t to, const uint32_t *distance, uint32_t word)
{
  struct route_in in = topology_route_in(t, at, topology_here(t, to));
  uint32_t port = t->ports;
  uint8_t vc = 0;

  for (uint32_t i = 0; i < t->ports; i++)
    if (distance[topology_link(t, at, i).to_switch] < distance[at] &&
        (port == t->ports || word != 1 + port))
      port = i;
  if (word == 0 && at != to) {
    const struct route_out escape = plain->comb(&in);

    port = bits_lowest(escape.ports);
    vc = (uint8_t)(t->parameters[1 + dimension_of(t, port)] == 2 ? 1 : escape.vc + 1);
  }
  in.random = word;
  const struct route_out is = torus_adaptive.comb(&in);
  CHECK(is.eject == (at == to) && is.ports == (at == to ? 0 : UINT64_C(1) << port) &&
            is.vc == vc && is.header == in.header && !is.wait,
        "%s: at %u to %u word %u: ports %#llx VC %u", t->spec, at, to, word,
        (unsigned long long)is.ports, is.vc);
}

static void check_network(const char *spec, const struct route_unit *plain)
{
  struct topology t = topology_of(spec);
  uint32_t *distance = calloc(t.switches, sizeof *distance);

  for (uint32_t to = 0; to < t.switches; to++) {
    search(&t, to, distance);
    for (uint32_t at = 0; at < t.switches; at++)
      for (uint32_t word = 0; word < t.ports + 3; word++)
        check(&t, plain, at, to, distance, word);
  }
  free(distance);
}

TEST(test_every_pair_and_word)
{
  static const char *const specs[] = {"torus:2",     "torus:3",     "torus:4",
                                      "torus:5x4",   "torus:2x3x5", "torus:4x2x4",
                                      "torus:2x2x2", "torus:6x6"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    check_network(specs[i], routing_of(&t, "dimension-order")->unit);
  }
}

/* The escape of the hypercube is e-cube, in VC 1. */
TEST(test_hypercube_is_a_torus)
{
  for (uint32_t n = 1; n <= 4; n++) {
    char cube[TOPOLOGY_SPEC], ring[TOPOLOGY_SPEC];

    snprintf(cube, sizeof cube, "hypercube:%u", n);
    snprintf(ring, sizeof ring, "torus:2%s", &"x2x2x2"[6 - 2 * (n - 1)]);
    struct topology t = topology_of(ring);
    check_network(cube, routing_of(&t, "dimension-order")->unit);
  }
}

static size_t cycle_of(const char *spec, uint32_t vcs)
{
  struct topology t = topology_of(spec);
  struct dependency d;
  struct err err;

  CHECK(dependency_explore(&d, &t, routing_of(&t, "minimal-adaptive"), vcs, false, &err),
        "%s", err.text);
  return d.cycle_length;
}

TEST(test_deadlock)
{
  CHECK(cycle_of("torus:5x4", 3) == 0, "three VCs");
  CHECK(cycle_of("torus:4x4", 3) == 0, "three VCs, ties in both rings");
  CHECK(cycle_of("torus:6x3", 3) == 0, "a longer ring");
  CHECK(cycle_of("torus:4x2x3", 3) == 0, "three dimensions");
  CHECK(cycle_of("torus:5x4", 2) > 0, "the dateline shares the escape");
  CHECK(cycle_of("torus:3x3", 2) == 0, "rings of 3 have no dateline to fear");
  CHECK(cycle_of("torus:5x4", 1) > 0, "no escape");
  CHECK(cycle_of("hypercube:3", 2) == 0 && cycle_of("hypercube:4", 2) == 0, "hypercubes");
  CHECK(cycle_of("hypercube:3", 1) > 0, "a hypercube without an escape");
}

/* An escape that is not the way of torus: a planted fault that the check must find.  In
 * every other switch it crosses the highest dimension first. */
static struct route_out other_comb(const struct route_in *in)
{
  struct route_in asked = *in;
  struct route_out out = torus_adaptive.comb(in);

  if (in->random != 0 || out.eject || bits_count(in->here) % 2)
    return out;
  const uint8_t vc = out.vc;
  asked.random = UINT32_MAX;
  out = torus_adaptive.comb(&asked);
  out.vc = vc;
  return out;
}

TEST(test_planted_escape_is_found)
{
  struct topology t = topology_of("hypercube:4");
  struct routing routing = *routing_of(&t, "minimal-adaptive");
  struct route_unit unit = *routing.unit;
  struct dependency d;
  struct err err;

  unit.comb = other_comb;
  routing.unit = &unit;
  CHECK(dependency_explore(&d, &t, &routing, 2, false, &err), "%s", err.text);
  assert_true(d.cycle_length > 0);
}
