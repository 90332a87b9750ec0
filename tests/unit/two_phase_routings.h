/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* two_phase_routings -- laws of valiant and romm, for the tests of their route units. */
#ifndef LOCKHOP_TESTS_UNIT_TWO_PHASE_ROUTINGS_H
#define LOCKHOP_TESTS_UNIT_TWO_PHASE_ROUTINGS_H

#include "network/topology/dependency.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { PORTS = 16 };

/* How often a packet crosses each port, by way of the intermediate switch of the header. */
static inline void count_ports(const struct topology *t, const struct routing *routing,
                               uint32_t from, uint32_t to, uint64_t header,
                               uint32_t times[PORTS])
{
  const uint32_t each = t->terminals / t->switches; /* terminals of a switch */
  struct hop hops[64];
  const size_t count =
      topology_path(t, routing, from * each, to * each, header, 0, hops, 64);

  CHECK(count > 0, "%s %s: no path from %u to %u", t->spec, routing->name, from, to);
  memset(times, 0, PORTS * sizeof *times);
  for (size_t i = 0; i + 1 < count; i++)
    times[hops[i].port]++;
}

/* The switch in the low field of a header. */
static inline uint32_t middle_of(const struct topology *t, uint64_t header)
{
  uint32_t sw = 0;

  while (topology_here(t, sw) != (header & bits_mask(t->address_bits)))
    sw++;
  return sw;
}

/* Among the words below `words` romm has each switch of the minimal quadrant equally often.
 * By way of those, the packet crosses the same ports as without, in another order. */
static inline void check_romm(const struct topology *t, uint32_t from, uint32_t to,
                              uint32_t *times)
{
  const struct routing *romm = routing_of(t, "romm");
  const uint64_t straight = romm->header(t, from, from, 0) & bits_mask(t->address_bits);
  const uint64_t last = romm->header(t, to, to, 0) >> t->address_bits << t->address_bits;
  uint32_t ports[PORTS], by_way[PORTS], places = 1, found = 0;

  count_ports(t, romm, from, to, last | straight, ports);
  for (uint32_t port = 0; port < t->ports; port++)
    places *= ports[port] + 1;
  const uint32_t words = strncmp(t->spec, "hypercube", 9) == 0 ? t->switches : places;
  for (uint32_t word = 0; word < words; word++) {
    const uint64_t header = romm->header(t, from, to, word);

    times[middle_of(t, header)]++;
    count_ports(t, romm, from, to, header, by_way);
    CHECK(memcmp(by_way, ports, sizeof ports) == 0, "%s romm: %u to %u by %u", t->spec,
          from, to, middle_of(t, header));
  }
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    CHECK(times[sw] == 0 || times[sw] == words / places, "%s romm: %u comes %u times",
          t->spec, sw, times[sw]);
    found += times[sw] > 0;
  }
  CHECK(found == places && times[from] && times[to], "%s romm: %u to %u: %u of %u switches",
        t->spec, from, to, found, places);
}

/* With the words below the number of switches, valiant has every switch as an intermediate
 * one, each once. */
static inline void check_valiant(const struct topology *t, uint32_t from, uint32_t to,
                                 uint32_t *times)
{
  const struct routing *valiant = routing_of(t, "valiant");

  for (uint32_t word = 0; word < t->switches; word++)
    times[middle_of(t, valiant->header(t, from, to, word))]++;
  for (uint32_t sw = 0; sw < t->switches; sw++)
    CHECK(times[sw] == 1, "%s valiant: %u comes %u times", t->spec, sw, times[sw]);
}

/* Of all pairs of switches of a network, with this law of one of its routings. */
static inline void check_intermediate(const char *spec,
                                      void (*law)(const struct topology *, uint32_t,
                                                  uint32_t, uint32_t *))
{
  struct topology t = topology_of(spec);

  for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
    uint32_t *times = calloc(t.switches, sizeof *times);

    assert_non_null(times);
    law(&t, pair % t.switches, pair / t.switches, times);
    free(times);
  }
}

/* So many VCs keep the phases apart; with one fewer they can wait for each other. */
static inline void check_phases_apart(const char *spec, const char *name, uint32_t vcs)
{
  struct topology t = topology_of(spec);
  const struct routing *routing = routing_of(&t, name);
  struct dependency enough, fewer;
  struct err err;

  assert_int_equal(routing->vcs, vcs);
  CHECK(dependency_explore(&enough, &t, routing, vcs, false, &err) &&
            dependency_explore(&fewer, &t, routing, vcs - 1, false, &err),
        "%s", err.text);
  CHECK(enough.cycle_length == 0, "%s %s: %u VCs", spec, name, vcs);
  CHECK(fewer.cycle_length > 0, "%s %s: %u VCs are enough", spec, name, vcs - 1);
}

/* At every switch, for every pair of destinations: as dimension-order, whose phase has so
 * many VCs, says of the immediate destination, which the final one replaces there. */
static inline void check_as_one_phase(const char *spec, const struct route_unit *unit,
                                      uint32_t vcs)
{
  struct topology t = topology_of(spec);
  const struct route_unit *plain = routing_of(&t, "dimension-order")->unit;

  for (uint32_t way = 0; way < t.switches * t.switches * t.switches; way++) {
    const uint32_t at = way % t.switches, final = way / t.switches % t.switches;
    const uint32_t immediate = way / t.switches / t.switches;
    const uint32_t now = immediate == at ? final : immediate;
    const uint64_t high = topology_here(&t, final) << t.address_bits;
    struct route_in in = topology_route_in(&t, at, high | topology_here(&t, immediate));
    const struct route_out is = unit->comb(&in);

    in.header = topology_here(&t, now);
    const struct route_out must = plain->comb(&in);
    const uint32_t vc = at == now ? 0u : must.vc + (now == final ? vcs : 0u);
    CHECK(is.ports == must.ports && is.eject == (at == final && now == final) &&
              is.header == (high | topology_here(&t, now)) && is.vc == vc && !is.wait,
          "%s: at %u by %u to %u: ports %#llx VC %u", t.spec, at, immediate, final,
          (unsigned long long)is.ports, is.vc);
  }
}

#endif
