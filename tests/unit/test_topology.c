/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_topology -- the spec parser, and looking up addresses and paths. */
#include "network/topology/topology.h"

#include "base/rng.h"
#include "tests/unit/unit.h"

TEST(test_spec_becomes_canonical)
{
  assert_string_equal(topology_of("hypercube:4").spec, "hypercube:4");
  assert_string_equal(topology_of("hypercube:0004").spec, "hypercube:4");
  assert_string_equal(topology_of("d3:03,4").spec, "d3:3,4");
  assert_string_equal(topology_of("d3:1,2,routers=1-0/2,cabinets=0/3").spec,
                      "d3:1,2,cabinets=0/3,routers=1-0/2");
}

/* Random specs from the letters that matter: refused in one line, or canonical. */
TEST(test_random_specs_are_refused_or_read)
{
  static const char letters[] = "hypercube:,=0123456789-/x \n\xff";
  static const char *const prefixes[] = {"",
                                         "hypercube:",
                                         "d3:",
                                         "mdf:",
                                         "d3:2,3,cabinets=",
                                         "d3:1,2,cabinets=0-",
                                         "d3:1,2,routers=0-"};
  enum { PREFIXES = sizeof prefixes / sizeof prefixes[0] };
  struct rng rng = rng_seed(1, 0);
  int accepted = 0;

  for (int i = 0; i < 200000; i++) {
    char spec[200];
    size_t length = strlen(prefixes[i % PREFIXES]);
    size_t more = rng_below(&rng, i % 100 ? 6 : 150);
    struct topology t;
    struct err err;

    strcpy(spec, prefixes[i % PREFIXES]);
    for (size_t j = 0; j < more; j++)
      spec[length++] = letters[rng_below(&rng, sizeof letters - 1)];
    spec[length] = '\0';
    if (topology_open(&t, spec, &err)) {
      struct topology again;

      accepted++;
      CHECK(topology_open(&again, t.spec, &err), "%s", err.text);
      assert_string_equal(again.spec, t.spec);
      topology_close(&again);
      topology_close(&t);
    } else {
      check_error(&err, ERR_USAGE, "", spec);
    }
  }
  assert_true(accepted > 1000);
}

TEST(test_bad_addresses_are_refused)
{
  static const struct {
    const char *text;
    const char *error;
  } bad[] = {
      {"16", "SRC '16' is out of range; hypercube:4 has switches 0 to 15"},
      {"0x10", "SRC '0x10' is out of range"},
      {"99999999999999999999999", "SRC '99999999999999999999999' is out of range"},
      {"", "SRC '' is not a switch of hypercube:4; give an address such as 1111, or a "
           "number in 0..15"},
      {"-1", "is not a switch"},
      {" 3", "is not a switch"},
      {"3 ", "is not a switch"},
      {"abc", "is not a switch"},
      {"0b", "is not a switch"},
      {"0b10000", "is not a switch"},
      {"0b2", "is not a switch"},
      {"01012", "is out of range"},
      {"0x", "is not a switch"},
  };
  struct topology t = topology_of("hypercube:4");

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    uint32_t sw = 99;
    struct err err;

    CHECK(!topology_parse_address(&t, bad[i].text, "SRC", &sw, &err), "'%s' is read as %u",
          bad[i].text, sw);
    check_error(&err, ERR_USAGE, bad[i].error, bad[i].text);
  }
}

TEST(test_path_keeps_to_capacity)
{
  struct topology t = topology_of("hypercube:4");
  const struct routing *routing = &t.routings[0];
  struct hop hops[6];

  for (size_t capacity = 0; capacity < 5; capacity++) {
    memset(hops, 0xff, sizeof hops);
    assert_int_equal(topology_path(&t, routing, 0, 15, 15, 0, hops, capacity), 0);
    assert_int_equal(hops[capacity].at, UINT32_MAX);
  }
  assert_int_equal(topology_path(&t, routing, 0, 15, 15, 0, hops, 5), 5);
  assert_int_equal(topology_path(&t, routing, 7, 7, 7, 0, hops, 1), 1);
}

static struct route_out eject_here(const struct route_in *in)
{
  return (struct route_out){.eject = true, .header = in->header};
}

static struct route_out go_nowhere(const struct route_in *in)
{
  return (struct route_out){.ports = 0, .header = in->header};
}

static struct route_out go_two_ways(const struct route_in *in)
{
  return (struct route_out){.ports = 3, .header = in->header};
}

static struct route_out go_too_high(const struct route_in *in)
{
  return (struct route_out){.ports = UINT64_C(1) << 4, .header = in->header};
}

static struct route_out go_round(const struct route_in *in)
{
  return (struct route_out){.ports = 1, .header = in->header};
}

TEST(test_path_refuses_wrong_routing)
{
  static const struct route_unit units[] = {{.name = "eject_here", .comb = eject_here},
                                            {.name = "go_nowhere", .comb = go_nowhere},
                                            {.name = "go_two_ways", .comb = go_two_ways},
                                            {.name = "go_too_high", .comb = go_too_high},
                                            {.name = "go_round", .comb = go_round}};
  struct topology t = topology_of("hypercube:4");
  struct hop hops[100];

  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    struct routing routing = t.routings[0];

    routing.unit = &units[i];
    CHECK(topology_path(&t, &routing, 0, 5, 5, 0, hops, 100) == 0, "%s delivers",
          units[i].name);
  }
}
