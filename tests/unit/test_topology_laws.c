/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_topology_laws -- laws of every topology, on the examples of every row. */
#include "base/bits.h"
#include "tests/unit/unit.h"
#include "topology/link_load.h"
#include "topology/topology.h"

#include <stdlib.h>

/* Call law for every example of every row. */
static void each_example(void (*law)(const struct topology *t))
{
  size_t count, examples = 0;
  const struct topology_row *const *rows = topology_rows(&count);

  assert_true(count > 0);
  for (size_t i = 0; i < count; i++) {
    for (const char *const *spec = rows[i]->examples; *spec; spec++, examples++) {
      struct topology t = topology_of(*spec);

      assert_ptr_equal(t.row, rows[i]);
      law(&t);
    }
  }
  assert_true(examples >= count);
}

static double formula_value(const struct topology *t, const char *quantity)
{
  struct formula formulas[32];
  size_t count = t->row->formulas(t, formulas, 32);

  for (size_t i = 0; i < count; i++) {
    if (strcmp(formulas[i].quantity, quantity) == 0)
      return formulas[i].value;
  }
  fail_msg("%s has no formula for %s", t->spec, quantity);
  return 0;
}

static void within_ranges(const struct topology *t)
{
  CHECK(t->switches >= 1, "%s", t->spec);
  CHECK(t->ports >= 1 && t->ports <= 63, "%s: %u ports", t->spec, t->ports);
  CHECK(t->header_bits >= 1 && t->header_bits <= 64, "%s", t->spec);
  CHECK(t->address_bits >= 1 && t->address_bits <= 32, "%s", t->spec);
  CHECK(t->switches - 1 <= bits_mask(t->address_bits), "%s: address bits", t->spec);
  CHECK(t->row->routing_count >= 1, "%s has no routing", t->spec);
  for (size_t i = 0; i < t->row->routing_count; i++) {
    const struct routing *routing = &t->row->routings[i];
    CHECK(routing->name && routing->text && routing->unit && routing->unit->name,
          "%s: routing %zu", t->spec, i);
  }
}

static void test_numbers_are_within_ranges(void **state)
{
  (void)state;
  each_example(within_ranges);
}

static void links_are_duplex(const struct topology *t)
{
  uint8_t *ends = calloc((size_t)t->switches * t->ports, 1);

  assert_non_null(ends);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    for (uint32_t port = 0; port < t->ports; port++) {
      struct link far = topology_link(t, sw, port);
      CHECK(far.to_switch < t->switches && far.to_port < t->ports, "%s: %u port %u",
            t->spec, sw, port);
      CHECK(ends[(size_t)far.to_switch * t->ports + far.to_port]++ == 0,
            "%s: two links end at switch %u port %u", t->spec, far.to_switch, far.to_port);
      struct link back = topology_link(t, far.to_switch, far.to_port);
      CHECK(back.to_switch == sw && back.to_port == port, "%s: %u port %u: no way back",
            t->spec, sw, port);
    }
  }
  free(ends);
}

static void test_links_are_injective_and_have_inverses(void **state)
{
  (void)state;
  each_example(links_are_duplex);
}

static void counts_equal_formulas(const struct topology *t)
{
  double links = (double)t->switches * t->ports;

  CHECK(formula_value(t, "switches") == t->switches, "%s", t->spec);
  CHECK(formula_value(t, "ports") == t->ports, "%s", t->spec);
  CHECK(formula_value(t, "links") == links, "%s", t->spec);
}

static void test_counts_equal_the_formulas(void **state)
{
  (void)state;
  each_example(counts_equal_formulas);
}

static void formulas_keep_to_capacity(const struct topology *t)
{
  struct formula all[32], few[32];
  size_t count = t->row->formulas(t, all, 32);

  CHECK(count > 0 && count < 32, "%s: %zu formulas", t->spec, count);
  for (size_t capacity = 0; capacity <= count; capacity++) {
    memset(few, 0, sizeof few);
    CHECK(t->row->formulas(t, few, capacity) == capacity, "%s: capacity %zu", t->spec,
          capacity);
    CHECK(!few[capacity].quantity, "%s: capacity %zu overrun", t->spec, capacity);
    for (size_t i = 0; i < capacity; i++)
      assert_string_equal(few[i].quantity, all[i].quantity);
  }
}

static void test_formulas_keep_to_capacity(void **state)
{
  (void)state;
  each_example(formulas_keep_to_capacity);
}

static void every_pair_arrives(const struct topology *t, const struct routing *routing)
{
  size_t diameter = (size_t)formula_value(t, "diameter");
  struct hop *hops = malloc((diameter + 1) * sizeof *hops);

  assert_non_null(hops);
  for (uint32_t source = 0; source < t->switches; source++) {
    for (uint32_t destination = 0; destination < t->switches; destination++) {
      size_t count = topology_path(t, routing, source, destination, hops, diameter + 1);
      CHECK(count > 0, "%s %s: %u to %u does not arrive within %zu hops", t->spec,
            routing->name, source, destination, diameter);
      CHECK(hops[0].at == source && hops[count - 1].at == destination, "%s: %u to %u",
            t->spec, source, destination);
      CHECK(hops[count - 1].port == UINT32_MAX, "%s: no ejection", t->spec);
      for (size_t i = 0; i < count; i++)
        CHECK(hops[i].header <= bits_mask(t->header_bits), "%s: header %#llx", t->spec,
              (unsigned long long)hops[i].header);
      for (size_t i = 0; i + 1 < count; i++)
        CHECK(topology_link(t, hops[i].at, hops[i].port).to_switch == hops[i + 1].at,
              "%s: %u to %u leaves the links", t->spec, source, destination);
    }
  }
  free(hops);
}

static void every_routing_delivers(const struct topology *t)
{
  for (size_t i = 0; i < t->row->routing_count; i++)
    every_pair_arrives(t, &t->row->routings[i]);
}

static void test_every_pair_is_delivered_within_the_diameter(void **state)
{
  (void)state;
  each_example(every_routing_delivers);
}

/* A channel waits for the next channel of each path that crosses both.  With no cycle among
 * the waits, and lanes apart, no network of finite queues deadlocks.  Channels without
 * successors are removed until none is left, or a cycle is. */
static void waits_are_acyclic(const struct topology *t, const struct routing *routing)
{
  size_t channels = (size_t)t->switches * t->ports;
  uint8_t *waits = calloc(channels * channels, 1); /* [from][to] */
  uint8_t *removed = calloc(channels, 1);
  size_t capacity = (size_t)t->switches + 1, left = channels;
  struct hop *hops = malloc(capacity * sizeof *hops);
  bool progress = true;

  assert_true(waits && removed && hops);
  for (uint32_t source = 0; source < t->switches; source++) {
    for (uint32_t destination = 0; destination < t->switches; destination++) {
      size_t count = topology_path(t, routing, source, destination, hops, capacity);
      for (size_t i = 0; i + 2 < count; i++) {
        size_t from = (size_t)hops[i].at * t->ports + hops[i].port;
        size_t to = (size_t)hops[i + 1].at * t->ports + hops[i + 1].port;
        waits[from * channels + to] = 1;
      }
    }
  }
  while (progress) {
    progress = false;
    for (size_t from = 0; from < channels; from++) {
      size_t to = 0;
      while (to < channels && (removed[to] || !waits[from * channels + to]))
        to++;
      if (!removed[from] && to == channels) {
        removed[from] = 1;
        left--;
        progress = true;
      }
    }
  }
  CHECK(left == 0, "%s %s: %zu channels wait in a cycle", t->spec, routing->name, left);
  free(waits);
  free(removed);
  free(hops);
}

static void every_routing_is_acyclic(const struct topology *t)
{
  for (size_t i = 0; i < t->row->routing_count; i++)
    waits_are_acyclic(t, &t->row->routings[i]);
}

static void test_channel_dependencies_are_acyclic(void **state)
{
  (void)state;
  each_example(every_routing_is_acyclic);
}

/* A queue as deep as the load of the worst link is never full. */
static void depth_is_enough(const struct topology *t)
{
  for (size_t i = 0; i < t->row->routing_count; i++) {
    const struct routing *routing = &t->row->routings[i];
    struct err err;
    uint32_t load;

    if (!routing->stall_free_depth)
      continue;
    CHECK(link_load_worst(t, routing, &load, &err), "%s", err.text);
    for (uint64_t h = 1; h <= 70; h++)
      CHECK(routing->stall_free_depth(t, h) >= h * load, "%s %s: %llu packets per switch",
            t->spec, routing->name, (unsigned long long)h);
  }
}

static void test_stall_free_depth_holds_the_worst_load(void **state)
{
  (void)state;
  each_example(depth_is_enough);
}

/* Fields lie in the header and do not overlap. */
static void fields_fit(const struct topology *t)
{
  for (size_t i = 0; i < t->row->routing_count; i++) {
    struct field fields[16];
    size_t count = t->row->routings[i].fields(t, fields, 16);
    uint64_t used = 0;

    CHECK(count > 0 && count <= 16, "%s: %zu fields", t->spec, count);
    for (size_t j = 0; j < count; j++) {
      uint64_t mask = bits_mask(fields[j].bits) << fields[j].lsb;
      CHECK(fields[j].bits >= 1 && fields[j].lsb + fields[j].bits <= t->header_bits,
            "%s: field %s", t->spec, fields[j].name);
      CHECK(!(used & mask), "%s: field %s overlaps", t->spec, fields[j].name);
      used |= mask;
    }
    assert_int_equal(t->row->routings[i].fields(t, fields, 0), 0);
  }
}

static void test_fields_fit_the_header(void **state)
{
  (void)state;
  each_example(fields_fit);
}

static void addresses_are_read_back(const struct topology *t)
{
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    char text[ADDRESS_TEXT], hexadecimal[ADDRESS_TEXT];
    struct err err;
    uint32_t read = UINT32_MAX;

    t->row->print_address(t, sw, text);
    CHECK(strlen(text) > 0 && strlen(text) < ADDRESS_TEXT, "%s: %u", t->spec, sw);
    CHECK(topology_parse_address(t, text, "source", &read, &err), "%s", err.text);
    CHECK(read == sw, "%s: %u prints as %s, read as %u", t->spec, sw, text, read);
    snprintf(hexadecimal, sizeof hexadecimal, "0x%x", sw);
    CHECK(topology_parse_address(t, hexadecimal, "source", &read, &err), "%s", err.text);
    CHECK(read == sw, "%s: %s read as %u", t->spec, hexadecimal, read);
  }
}

static void test_addresses_are_read_back(void **state)
{
  (void)state;
  each_example(addresses_are_read_back);
}

static void spec_is_canonical(const struct topology *t)
{
  struct topology again = topology_of(t->spec);

  assert_string_equal(again.spec, t->spec);
  assert_int_equal(again.switches, t->switches);
}

static void test_canonical_spec_opens_the_same(void **state)
{
  (void)state;
  each_example(spec_is_canonical);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_are_within_ranges),
      cmocka_unit_test(test_links_are_injective_and_have_inverses),
      cmocka_unit_test(test_counts_equal_the_formulas),
      cmocka_unit_test(test_formulas_keep_to_capacity),
      cmocka_unit_test(test_every_pair_is_delivered_within_the_diameter),
      cmocka_unit_test(test_channel_dependencies_are_acyclic),
      cmocka_unit_test(test_stall_free_depth_holds_the_worst_load),
      cmocka_unit_test(test_fields_fit_the_header),
      cmocka_unit_test(test_addresses_are_read_back),
      cmocka_unit_test(test_canonical_spec_opens_the_same),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
