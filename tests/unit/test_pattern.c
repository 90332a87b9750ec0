/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_pattern -- the named permutations, by hand and as bijections. */
#include "network/traffic/pattern.h"

#include "network/topology/d3.h"
#include "network/topology/mdf.h"
#include "network/topology/torus.h"
#include "tests/unit/traffic_unit.h"

static const struct pattern *pattern_of(const char *name)
{
  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    if (strcmp(patterns[i].permutation.name, name) == 0)
      return &patterns[i];
  }
  fail_msg("no pattern %s", name);
  return NULL;
}

TEST(test_destinations_by_hand)
{
  static const struct {
    const char *spec;
    const char *pattern;
    const char *source; /* as a person would write it */
    const char *destination;
  } cases[] = {
      {"hypercube:4", "bit-reversal", "0001", "1000"},
      {"hypercube:4", "bit-reversal", "0110", "0110"},
      {"hypercube:5", "bit-reversal", "11010", "01011"},
      {"hypercube:4", "transpose", "1101", "0111"},
      {"hypercube:6", "transpose", "101110", "110101"},
      {"hypercube:2", "transpose", "10", "01"},
      {"hypercube:4", "bit-complement", "0101", "1010"},
      {"hypercube:1", "bit-complement", "0", "1"},
      {"hypercube:20", "bit-complement", "00000000000000000000", "11111111111111111111"},
      {"hypercube:4", "shuffle", "1001", "0011"},
      {"hypercube:3", "shuffle", "011", "110"},
      {"hypercube:20", "shuffle", "10000000000000000010", "00000000000000000101"},
      {"hypercube:1", "shuffle", "1", "1"},
      {"hypercube:4", "identity", "1010", "1010"},
      {"torus:8x8", "tornado", "1.6", "4.1"},
      {"torus:2x3x5", "tornado", "1.2.4", "1.0.1"},
      {"torus:5x4", "tornado", "4.3", "1.0"},
      {"hypercube:4", "tornado", "13", "4"},
      {"hypercube:1", "tornado", "1", "1"},
      {"d3:3,4", "tornado", "0.0.1", "1.2.0"}, /* 1 + 23 of 48 */
      {"torus:8x8", "neighbour", "1.6", "2.7"},
      {"torus:2x3x5", "neighbour", "1.2.4", "0.0.0"},
      {"hypercube:4", "neighbour", "15", "0"},
      {"mdf:2,3", "neighbour", "0", "1"},
      {"d3:3,4", "swap", "2.1.3", "2.3.1"},
      {"d3:3,4", "swap", "1.2.2", "1.2.2"},
      {"d3:3,4", "drawer-to-drawer", "0.1.3", "1.2.3"},
      {"d3:3,4", "drawer-to-drawer", "2.3.0", "0.0.0"},
      {"d3:1,3", "drawer-to-drawer", "0.2.1", "0.0.1"},
      {"mdf:2,3", "drawer-to-drawer", "5.2", "6.2"},
      {"mdf:2,3", "drawer-to-drawer", "6.1", "0.1"},
      {"d3:2,2,cabinets=1-4/5,routers=0-3/4", "drawer-to-drawer", "1.0.1", "0.1.1"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    uint32_t source = 0, destination = 0;

    struct err err;

    assert_true(topology_parse_terminal(&t, cases[i].source, "from", &source, &err));
    assert_true(
        topology_parse_terminal(&t, cases[i].destination, "to", &destination, &err));
    uint32_t found = pattern_of(cases[i].pattern)->permutation.destination(&t, source);
    CHECK(found == destination, "%s %s: %s goes to %u", cases[i].spec, cases[i].pattern,
          cases[i].source, found);
  }
}

/* On a network that has the pattern; there is none that has none. */
static void check_bijections(const char *spec)
{
  struct topology t = topology_of(spec);
  size_t checked = 0;

  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    const struct permutation *permutation = &patterns[i].permutation;
    uint8_t hit[1024] = {0};
    struct err err;

    if (!pattern_defined(&patterns[i], &t, &err))
      continue;
    checked++;
    for (uint32_t source = 0; source < t.switches; source++) {
      uint32_t destination = permutation->destination(&t, source);
      CHECK(destination < t.switches, "%s %s: %u goes to %u", spec, permutation->name,
            source, destination);
      CHECK(hit[destination]++ == 0, "%s %s: two go to %u", spec, permutation->name,
            destination);
    }
  }
  CHECK(checked >= 2, "%s has %zu patterns", spec, checked);
}

TEST(test_patterns_are_bijections)
{
  for (uint32_t n = 1; n <= 10; n++) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    check_bijections(spec);
  }
  for (const char *const *spec = d3.examples; *spec; spec++)
    check_bijections(*spec);
  for (const char *const *spec = mdf.examples; *spec; spec++)
    check_bijections(*spec);
  for (const char *const *spec = torus.examples; *spec; spec++)
    check_bijections(*spec);
}

/* As an open loop a permutation sends where it sends else, when `uniform` would. */
TEST(test_patterns_as_open_loops)
{
  static const char *const specs[] = {"hypercube:4", "d3:3,4", "torus:5x4"};

  for (size_t s = 0; s < sizeof specs / sizeof specs[0]; s++)
    for (size_t p = 0; p < PATTERN_ROWS; p++) {
      const struct permutation *permutation = &patterns[p].permutation;
      struct topology t = topology_of(specs[s]);
      char traffic[64];
      struct err err;

      if (!pattern_defined(&patterns[p], &t, &err))
        continue;
      snprintf(traffic, sizeof traffic, "%s,load=0.4,warmup=20,measure=200,burst=3",
               permutation->name);
      struct schedule schedule = schedule_of(&t, traffic, 3, 1);

      check_schedule(&schedule, &t);
      CHECK(schedule.measure_from == 20 && schedule.measure_to == 220 &&
                schedule.entries[schedule.count - 1].cycle >= 210,
            "%s", traffic);
      for (size_t i = 0; i < schedule.count; i++)
        CHECK(schedule.entries[i].destination ==
                  permutation->destination(&t, schedule.entries[i].source),
              "%s %s: entry %zu", specs[s], traffic, i);
      schedule_free(&schedule);
    }
}

/* All M packets of a drawer go to one other drawer, by one global link; no other drawer's
 * packets go by that. */
TEST(test_a_drawer_wants_one_link)
{
  for (const char *const *spec = d3.examples; *spec; spec++) {
    struct topology t = topology_of(*spec);
    uint32_t load = 0;
    struct err err;

    for (size_t i = 0; i < PATTERN_ROWS; i++)
      if (patterns[i].permutation.destination == pattern_next_drawer)
        CHECK(link_load_of(&t, &t.routings[0], &patterns[i].permutation, &load, &err), "%s",
              err.text);
    CHECK(load == d3_m(&t), "%s: a link of load %u", *spec, load);
  }
}

TEST(test_identity_is_everywhere)
{
  static const char *const specs[] = {"hypercube:3", "d3:3,4", "d3:1,2", "mdf:2,3",
                                      "d3:2,3,cabinets=1-3/4"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    struct err err;

    CHECK(pattern_defined(pattern_of("identity"), &t, &err), "%s", err.text);
    for (uint32_t sw = 0; sw < t.switches; sw++)
      assert_int_equal(pattern_of("identity")->permutation.destination(&t, sw), sw);
  }
}

/* Transpose, bit-reversal and complement undo themselves; so do n shuffles. */
TEST(test_patterns_repeat)
{
  static const char *const involutions[] = {"transpose", "bit-reversal", "bit-complement",
                                            "identity"};
  struct topology t = topology_of("hypercube:8");

  for (uint32_t source = 0; source < t.switches; source++) {
    const struct permutation *shuffle = &pattern_of("shuffle")->permutation;
    uint32_t at = source;

    for (size_t i = 0; i < sizeof involutions / sizeof involutions[0]; i++) {
      const struct permutation *permutation = &pattern_of(involutions[i])->permutation;
      uint32_t there = permutation->destination(&t, source);
      CHECK(permutation->destination(&t, there) == source, "%s of %u", involutions[i],
            source);
    }
    for (int i = 0; i < 8; i++)
      at = shuffle->destination(&t, at);
    assert_int_equal(at, source);
  }
}

/* 2^ceil(n/2) switches send to themselves under transpose and bit-reversal. */
TEST(test_fixed_points)
{
  static const char *const names[] = {"transpose", "bit-reversal"};

  for (uint32_t n = 2; n <= 10; n += 2) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    struct topology t = topology_of(spec);
    for (size_t i = 0; i < 2; i++) {
      uint32_t fixed = 0;

      for (uint32_t source = 0; source < t.switches; source++)
        fixed += pattern_of(names[i])->permutation.destination(&t, source) == source;
      CHECK(fixed == 1u << n / 2, "%s %s: %u fixed points", spec, names[i], fixed);
    }
  }
}

/* Every packet of a switch goes the same way, with the header of the routing. */
TEST(test_schedule_repeats_the_pattern)
{
  struct topology t = topology_of("hypercube:4");

  for (size_t p = 0; p < PATTERN_ROWS; p++) {
    const struct permutation *permutation = &patterns[p].permutation;
    struct err err;

    if (!pattern_defined(&patterns[p], &t, &err))
      continue;
    struct schedule schedule = schedule_of(&t, permutation->name, 3, 1);

    assert_int_equal(schedule.count, 48);
    check_schedule(&schedule, &t);
    for (size_t i = 0; i < 48; i++)
      CHECK(schedule.entries[i].destination ==
                permutation->destination(&t, (uint32_t)i / 3),
            "%s: entry %zu", permutation->name, i);
    schedule_free(&schedule);
  }
}

TEST(test_other_sizes_have_no_patterns)
{
  struct topology t = topology_of("hypercube:4");

  t.sites = t.terminals = 12;
  check_refused(&t, "shuffle", 1, ERR_USAGE,
                "shuffle is defined on 2^n terminals; hypercube:4 "
                "has 12; use random, or file:PATH");
}

TEST(test_permutations_for_measuring)
{
  struct permutation permutations[PATTERN_ROWS];
  struct topology even = topology_of("hypercube:4"), odd = topology_of("hypercube:3");
  struct topology dragonfly = topology_of("d3:3,4");

  assert_int_equal(pattern_permutations(&even, permutations), 5);
  assert_int_equal(pattern_permutations(&odd, permutations), 4);
  for (size_t i = 0; i < 4; i++)
    assert_string_not_equal(permutations[i].name, "transpose");
  assert_int_equal(pattern_permutations(&dragonfly, permutations), 3);
  assert_string_equal(permutations[0].name, "identity");
  assert_string_equal(permutations[1].name, "swap");
}
