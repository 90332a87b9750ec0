/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hypercube -- exact values of the binary N-cube. */
#include "network/topology/hypercube.h"

#include "tests/unit/unit.h"

TEST(test_links_of_the_3_cube)
{
  /* [switch][port]: drawn by hand */
  static const uint32_t far[8][3] = {{1, 2, 4}, {0, 3, 5}, {3, 0, 6}, {2, 1, 7},
                                     {5, 6, 0}, {4, 7, 1}, {7, 4, 2}, {6, 5, 3}};
  struct topology t = topology_of("hypercube:3");

  assert_int_equal(t.switches, 8);
  assert_int_equal(t.ports, 3);
  for (uint32_t sw = 0; sw < 8; sw++) {
    for (uint32_t port = 0; port < 3; port++) {
      struct link link = topology_link(&t, sw, port);
      CHECK(link.to_switch == far[sw][port] && link.to_port == port, "%u port %u", sw,
            port);
    }
  }
}

TEST(test_every_dimension_opens)
{
  for (uint32_t n = 1; n <= 20; n++) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "hypercube:%u", n);
    struct topology t = topology_of(spec);
    assert_string_equal(t.spec, spec);
    assert_int_equal(t.switches, 1u << n);
    assert_int_equal(t.ports, n);
    assert_int_equal(t.address_bits, n);
  }
}

/* Worst link load 1, 1, 2, 2, 4, 4, ...: 2^floor((n-1)/2). */
TEST(test_formulas_by_hand)
{
  static const struct {
    const char *spec;
    double values[7]; /* in the order of quantities */
  } rows[] = {
      {"hypercube:1", {2, 1, 2, 1, 0.5, 1, 1}},
      {"hypercube:2", {4, 2, 8, 2, 1, 2, 1}},
      {"hypercube:3", {8, 3, 24, 3, 1.5, 4, 2}},
      {"hypercube:4", {16, 4, 64, 4, 2, 8, 2}},
      {"hypercube:7", {128, 7, 896, 7, 3.5, 64, 8}},
      {"hypercube:10", {1024, 10, 10240, 10, 5, 512, 16}},
      {"hypercube:20", {1048576, 20, 20971520, 20, 10, 524288, 512}},
  };
  static const char *const quantities[] = {
      "switches",         "ports",     "links",          "diameter",
      "average distance", "bisection", "worst link load"};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    struct formula formulas[16];

    assert_int_equal(t.row->formulas(&t, formulas, 16), 7);
    for (size_t j = 0; j < 7; j++) {
      assert_string_equal(formulas[j].quantity, quantities[j]);
      CHECK(formulas[j].value == rows[i].values[j], "%s: %s is %g, not %g", rows[i].spec,
            quantities[j], formulas[j].value, rows[i].values[j]);
    }
  }
}

TEST(test_addresses_are_binary)
{
  static const struct {
    const char *spec;
    const char *text;
    uint32_t sw;
  } cases[] = {
      {"hypercube:4", "0101", 5},
      {"hypercube:4", "0010", 2}, /* 4 binary digits, not the number ten */
      {"hypercube:4", "10", 10},  /* not 4 digits: a number */
      {"hypercube:4", "0b10", 2},
      {"hypercube:4", "0B1111", 15},
      {"hypercube:4", "0b1", 1},
      {"hypercube:4", "5", 5},
      {"hypercube:4", "0xa", 10},
      {"hypercube:2", "10", 2},
      {"hypercube:2", "11", 3},
      {"hypercube:2", "2", 2},
      {"hypercube:1", "1", 1},
      {"hypercube:1", "0", 0},
      {"hypercube:20", "00000000000000000001", 1},
      {"hypercube:20", "10000000000000000000", 524288},
      {"hypercube:20", "1048575", 1048575},
  };
  char text[ADDRESS_TEXT];

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct err err;
    uint32_t sw = UINT32_MAX;

    CHECK(topology_parse_address(&t, cases[i].text, "SRC", &sw, &err), "%s", err.text);
    CHECK(sw == cases[i].sw, "%s: %s is read as %u", cases[i].spec, cases[i].text, sw);
  }
  struct topology t = topology_of("hypercube:4");
  t.row->print_address(&t, 5, text);
  assert_string_equal(text, "0101");
  t.row->print_address(&t, 8, text);
  assert_string_equal(text, "1000");
}

/* 0010 to 1001 by dimensions 0, 1 and 3. */
TEST(test_path_by_hand)
{
  static const struct hop expected[] = {
      {.at = 2, .header = 9, .port = 0},
      {.at = 3, .header = 9, .port = 1},
      {.at = 1, .header = 9, .port = 3},
      {.at = 9, .header = 9, .port = UINT32_MAX},
  };
  struct topology t = topology_of("hypercube:4");
  struct hop hops[8];

  assert_int_equal(topology_path(&t, &t.routings[0], 2, 9, 9, 0, hops, 8), 4);
  for (size_t i = 0; i < 4; i++)
    CHECK(hops[i].at == expected[i].at && hops[i].header == expected[i].header &&
              hops[i].port == expected[i].port,
          "hop %zu: at %u port %u", i, hops[i].at, hops[i].port);
}

TEST(test_header_is_the_destination)
{
  struct topology t = topology_of("hypercube:6");
  const struct routing *routing = &t.routings[0];
  struct field field;

  assert_string_equal(routing->name, "deterministic");
  assert_string_equal(routing->unit->name, "bitfix");
  assert_int_equal(routing->header(&t, 12, 63, 5), 63);
  assert_int_equal(routing_fields(routing, &t, &field, 1), 1);
  assert_string_equal(field.name, "destination");
  assert_int_equal(field.lsb, 0);
  assert_int_equal(field.bits, 6);
}

/* Depth h * 2^floor((n-1)/2) for h packets per switch. */
TEST(test_stall_free_depth_by_hand)
{
  static const struct {
    const char *spec;
    uint64_t h;
    uint64_t depth;
  } cases[] = {{"hypercube:1", 1, 1},
               {"hypercube:2", 5, 5},
               {"hypercube:3", 1, 2},
               {"hypercube:6", 6, 24},
               {"hypercube:20", 3, 1536}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);

    assert_int_equal(t.routings[0].stall_free_depth(&t, cases[i].h), cases[i].depth);
  }
}
