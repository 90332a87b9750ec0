/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_torus_two_phase -- the route unit torus_two_phase, by docs/switches/intermediate.md:
 * every header of small networks; intermediate switches; deadlock. */
#include "switch/route/torus_two_phase.h"

#include "tests/unit/two_phase_routings.h"

#include "network/topology/torus.h"

/* As dimension-order says of the immediate destination, which the final one replaces here.
 */
static void check(const struct topology *t, uint32_t at, uint32_t immediate, uint32_t final)
{
  const struct route_unit *plain = routing_of(t, "dimension-order")->unit;
  const uint32_t now = immediate == at ? final : immediate;
  const uint64_t high = topology_here(t, final) << t->address_bits;
  struct route_in in = topology_route_in(t, at, high | topology_here(t, immediate));
  const struct route_out is = torus_two_phase.comb(&in);

  in.header = topology_here(t, now);
  const struct route_out must = plain->comb(&in);
  const uint32_t vc = at == now ? 0u : must.vc + (now == final ? 2u : 0u);
  CHECK(is.ports == must.ports && is.eject == (at == final && now == final) &&
            is.header == (high | topology_here(t, now)) && is.vc == vc && !is.wait,
        "%s: at %u by %u to %u: ports %#llx VC %u", t->spec, at, immediate, final,
        (unsigned long long)is.ports, is.vc);
}

TEST(test_every_header)
{
  static const char *const specs[] = {"torus:2", "torus:4x3", "torus:2x3x2", "torus:5"};

  for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
    struct topology t = topology_of(specs[k]);

    for (uint32_t at = 0; at < t.switches; at++)
      for (uint32_t immediate = 0; immediate < t.switches; immediate++)
        for (uint32_t final = 0; final < t.switches; final++)
          check(&t, at, immediate, final);
  }
}

TEST(test_intermediate_switches)
{
  check_intermediate("torus:4x3");
  check_intermediate("torus:2x3x2");
  check_intermediate("torus:5");
}

TEST(test_deadlock_by_virtual_channels)
{
  check_phases_apart("torus:4x4", 4);
  check_phases_apart("torus:3x4", 4);
}
