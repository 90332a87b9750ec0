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
static void count_ports(const struct topology *t, const struct routing *routing,
                        uint32_t from, uint32_t to, uint64_t header, uint32_t times[PORTS])
{
  struct hop hops[64];
  const size_t count = topology_path(t, routing, from, to, header, 0, hops, 64);

  CHECK(count > 0, "%s %s: no path from %u to %u", t->spec, routing->name, from, to);
  memset(times, 0, PORTS * sizeof *times);
  for (size_t i = 0; i + 1 < count; i++)
    times[hops[i].port]++;
}

/* The switch in the low field of a header. */
static uint32_t middle_of(const struct topology *t, uint64_t header)
{
  uint32_t sw = 0;

  while (topology_here(t, sw) != (header & bits_mask(t->address_bits)))
    sw++;
  return sw;
}

/* Among the words below `words` romm has each switch of the minimal quadrant equally often.
 * By way of those, the packet crosses the same ports as without, in another order. */
static void check_romm(const struct topology *t, uint32_t from, uint32_t to,
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
static void check_valiant(const struct topology *t, uint32_t from, uint32_t to,
                          uint32_t *times)
{
  const struct routing *valiant = routing_of(t, "valiant");

  for (uint32_t word = 0; word < t->switches; word++)
    times[middle_of(t, valiant->header(t, from, to, word))]++;
  for (uint32_t sw = 0; sw < t->switches; sw++)
    CHECK(times[sw] == 1, "%s valiant: %u comes %u times", t->spec, sw, times[sw]);
}

static void check_intermediate(const char *spec)
{
  struct topology t = topology_of(spec);

  for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
    uint32_t *times = calloc(2 * t.switches, sizeof *times);

    assert_non_null(times);
    check_valiant(&t, pair % t.switches, pair / t.switches, times);
    check_romm(&t, pair % t.switches, pair / t.switches, times + t.switches);
    free(times);
  }
}

/* So many VCs keep the phases apart; with one fewer they can wait for each other. */
static void check_phases_apart(const char *spec, uint32_t vcs)
{
  static const char *const names[] = {"valiant", "romm"};
  struct topology t = topology_of(spec);
  struct err err;

  for (size_t i = 0; i < 2; i++) {
    const struct routing *routing = routing_of(&t, names[i]);
    struct dependency enough, fewer;

    assert_int_equal(routing->vcs, vcs);
    CHECK(dependency_explore(&enough, &t, routing, vcs, false, &err) &&
              dependency_explore(&fewer, &t, routing, vcs - 1, false, &err),
          "%s", err.text);
    CHECK(enough.cycle_length == 0, "%s %s: %u VCs", spec, names[i], vcs);
    CHECK(fewer.cycle_length > 0, "%s %s: %u VCs are enough", spec, names[i], vcs - 1);
  }
}

#endif
