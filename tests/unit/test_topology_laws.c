/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_topology_laws -- laws of every topology, on the examples of every row.
 *
 * A question of logic, not of memory.
 */
#include "base/bits.h"
#include "base/rng.h"
#include "network/topology/dependency.h"
#include "network/topology/link_load.h"
#include "network/topology/topology.h"
#include "tests/unit/stages.h"
#include "tests/unit/unit.h"

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

/* And for a network with one-way links whose terminals are not its switches. */
static void each_example_and_stages(void (*law)(const struct topology *t))
{
  each_example(law);
  for (uint32_t d = 1; d <= 4; d++) {
    struct topology t = stages_of(d);

    law(&t);
  }
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

/* What the rule of the phases needs is there, and the unit can see every phase. */
static void check_phases(const struct topology *t, const struct routing *routing)
{
  const struct phase_rule *rule = &routing->phases;

  if (rule->kind == PHASE_STAYS) {
    CHECK(!rule->count && !rule->ends_at && !rule->length, "%s %s", t->spec, routing->name);
    return;
  }
  CHECK(rule->count && rule->count(t) >= 1 &&
            rule->count(t) - 1 <= bits_mask(routing->unit->phase_bits),
        "%s %s: phases", t->spec, routing->name);
  CHECK(rule->kind != PHASE_BARRIER || (rule->ends_at && !routing->launch), "%s %s",
        t->spec, routing->name);
  CHECK(!rule->ends_at || routing->unit->waits, "%s %s", t->spec, routing->name);
  for (uint32_t phase = 0; rule->kind == PHASE_LENGTHS && phase < rule->count(t); phase++)
    CHECK(rule->length(t, phase) >= 1, "%s %s: phase %u", t->spec, routing->name, phase);
}

static void within_ranges(const struct topology *t)
{
  CHECK(t->switches >= 1, "%s", t->spec);
  CHECK(t->ports >= 1 && t->ports <= 63, "%s: %u ports", t->spec, t->ports);
  CHECK(t->address_bits >= 1 && t->address_bits <= 32, "%s", t->spec);
  CHECK(t->switches - 1 <= bits_mask(t->address_bits), "%s: address bits", t->spec);
  CHECK(t->routing_count >= 1, "%s has no routing", t->spec);
  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];
    CHECK(routing->name && routing->text && routing->why && routing->unit &&
              routing->unit->name,
          "%s: routing %zu", t->spec, i);
    CHECK(routing->header_bits(t) >= 1 && routing->header_bits(t) <= 64, "%s %s", t->spec,
          routing->name);
    CHECK(routing->vcs >= 1 && routing->vcs <= ROUTE_VCS &&
              routing->unit->priority_bits <= ROUTE_PRIORITY_BITS &&
              routing->random <= RANDOM_LEAST,
          "%s %s", t->spec, routing->name);
    CHECK(!routing->priority_bits ||
              (routing->ordered > 0 && routing->priority_bits(t) >= 1 &&
               routing->priority_bits(t) <= routing->unit->priority_bits),
          "%s %s: bits of a priority", t->spec, routing->name);
    CHECK((routing->random != RANDOM_NONE) == routing->unit->has_random, "%s %s", t->spec,
          routing->name);
    check_phases(t, routing);
    for (size_t j = 0; j < i; j++)
      CHECK(strcmp(routing->name, t->routings[j].name) != 0, "%s: %s twice", t->spec,
            routing->name);
  }
}

TEST(test_numbers_are_within_ranges)
{
  each_example_and_stages(within_ranges);
}

static void links_have_inverses(const struct topology *t)
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
      struct link feeder = topology_feeder(t, far.to_switch, far.to_port);
      CHECK(feeder.to_switch == sw && feeder.to_port == port,
            "%s: %u port %u is not what feeds its far end", t->spec, sw, port);
      struct link back = topology_link(t, far.to_switch, far.to_port);
      CHECK(topology_one_way(t) || (back.to_switch == sw && back.to_port == port),
            "%s: %u port %u: no way back", t->spec, sw, port);
    }
  }
  free(ends);
}

TEST(test_links_are_injective_and_have_inverses)
{
  each_example_and_stages(links_have_inverses);
}

/* A port that is neither a hold nor unused: those lead to the port itself, but for unused
 * ones where links go one way. */
static bool is_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  enum port_kind kind = topology_port_kind(t, sw, port);
  struct link far = topology_link(t, sw, port);
  bool holds = kind == PORT_HOLD || kind == PORT_UNUSED;

  CHECK(!holds || (far.to_switch == sw && far.to_port == port) ||
            (kind == PORT_UNUSED && topology_one_way(t)),
        "%s: %u port %u holds", t->spec, sw, port);
  return !holds;
}

static void counts_equal_formulas(const struct topology *t)
{
  uint32_t links = 0, widest = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t to_others = 0;

    for (uint32_t port = 0; port < t->ports; port++) {
      links += is_link(t, sw, port);
      to_others += topology_link(t, sw, port).to_switch != sw;
    }
    widest = to_others > widest ? to_others : widest;
  }
  CHECK(formula_value(t, "switches") == t->switches, "%s", t->spec);
  CHECK(formula_value(t, "ports") == widest, "%s", t->spec);
  CHECK(formula_value(t, "links") == links, "%s", t->spec);
}

/* The kind of a link is the same at both ends, and every port has a name of its own. */
static void kinds_agree(const struct topology *t)
{
  char names[TOPOLOGY_PORTS][PORT_TEXT];

  for (uint32_t port = 0; port < t->ports; port++) {
    topology_print_port(t, port, names[port]);
    CHECK(strlen(names[port]) > 0, "%s: port %u has no name", t->spec, port);
    for (uint32_t other = 0; other < port; other++)
      CHECK(strcmp(names[port], names[other]) != 0, "%s: two ports %s", t->spec,
            names[port]);
    for (uint32_t sw = 0; sw < t->switches; sw++) {
      struct link far = topology_link(t, sw, port);

      CHECK(topology_one_way(t) || topology_port_kind(t, sw, port) ==
                                       topology_port_kind(t, far.to_switch, far.to_port),
            "%s: %u port %s is of another kind at its far end", t->spec, sw, names[port]);
    }
  }
}

TEST(test_kinds_of_ports_agree)
{
  each_example_and_stages(kinds_agree);
}

/* Every terminal has a source and a sink, and no switch is that of two sites. */
static void terminals_have_switches(const struct topology *t)
{
  uint32_t sources = 0, sinks = 0;

  CHECK(t->sites >= 1 && t->sites <= t->switches && t->per_site >= 1 &&
            t->terminals == t->sites * t->per_site,
        "%s: %u terminals", t->spec, t->terminals);
  for (uint32_t terminal = 0; terminal < t->terminals; terminal++) {
    char text[ADDRESS_TEXT];
    struct err err;
    uint32_t read = UINT32_MAX;

    CHECK(topology_source_of(t, topology_source(t, terminal)) == terminal / t->per_site &&
              topology_receiver(t, topology_sink(t, terminal), terminal % t->per_site) ==
                  terminal,
          "%s: terminal %u", t->spec, terminal);
    topology_print_terminal(t, terminal, text);
    CHECK(topology_parse_terminal(t, text, "source", &read, &err) && read == terminal,
          "%s: terminal %u prints as %s", t->spec, terminal, text);
  }
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    sources += topology_source_of(t, sw) != UINT32_MAX;
    sinks += topology_sink_of(t, sw) != UINT32_MAX;
  }
  CHECK(sources == t->sites && sinks == t->sites, "%s: %u sources and %u sinks of %u sites",
        t->spec, sources, sinks, t->sites);
}

TEST(test_terminals_have_switches)
{
  each_example_and_stages(terminals_have_switches);
}

/* Different switches show their route units different words. */
static void here_differs(const struct topology *t)
{
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    CHECK(topology_here(t, sw) <= bits_mask(t->address_bits), "%s: %u", t->spec, sw);
    for (uint32_t other = 0; other < sw; other++)
      CHECK(topology_here(t, sw) != topology_here(t, other), "%s: %u and %u", t->spec, sw,
            other);
  }
}

TEST(test_every_switch_has_its_own_here)
{
  each_example_and_stages(here_differs);
}

TEST(test_counts_equal_the_formulas)
{
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

TEST(test_formulas_keep_to_capacity)
{
  each_example_and_stages(formulas_keep_to_capacity);
}

/* One path: from the source to the destination, over links, with headers that fit. */
static size_t check_path(const struct topology *t, const struct routing *routing,
                         uint32_t source, uint32_t destination, uint64_t word,
                         struct hop *hops, size_t capacity)
{
  uint64_t header = topology_header(t, routing, source, destination, word);
  size_t count =
      topology_path(t, routing, source, destination, header, word, hops, capacity);

  CHECK(count > 0, "%s %s: %u to %u, word %#llx, does not arrive within %zu hops", t->spec,
        routing->name, source, destination, (unsigned long long)word, capacity - 1);
  CHECK(hops[0].at == topology_source(t, source) &&
            hops[count - 1].at == topology_sink(t, destination),
        "%s: %u to %u", t->spec, source, destination);
  CHECK(hops[0].header == header, "%s: %u to %u: first header", t->spec, source,
        destination);
  CHECK(hops[count - 1].port == UINT32_MAX, "%s: no ejection", t->spec);
  for (size_t i = 0; i < count; i++)
    CHECK(hops[i].header <= bits_mask(routing->header_bits(t)), "%s: header %#llx", t->spec,
          (unsigned long long)hops[i].header);
  for (size_t i = 0; i + 1 < count; i++)
    CHECK(topology_link(t, hops[i].at, hops[i].port).to_switch == hops[i + 1].at,
          "%s: %u to %u leaves the links", t->spec, source, destination);
  return count;
}

/* The default routing takes the same path whatever the words are, unless it plans whole
 * permutations, and it is a shortest one; the others may make a detour over any switch,
 * with one hop more. */
static void every_pair_arrives(const struct topology *t, const struct routing *routing)
{
  static const uint64_t words[] = {0, 1, 0x9e3779b97f4a7c15, UINT64_MAX};
  size_t diameter = (size_t)formula_value(t, "diameter");
  bool shortest = routing == &t->routings[0];
  size_t capacity = shortest ? diameter + 1 : 2 * diameter + 2;
  struct hop *hops = malloc(2 * capacity * sizeof *hops);

  assert_non_null(hops);
  for (uint32_t source = 0; source < t->terminals; source++)
    for (uint32_t destination = 0; destination < t->terminals; destination++)
      for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct hop *path = i == 0 ? hops : hops + capacity;
        size_t count =
            check_path(t, routing, source, destination, words[i], path, capacity);

        for (size_t hop = 0; shortest && !routing->set_up && hop < count; hop++)
          CHECK(hops[hop].at == path[hop].at && hops[hop].header == path[hop].header,
                "%s %s: %u to %u depends on the word", t->spec, routing->name, source,
                destination);
      }
  free(hops);
}

static void every_routing_delivers(const struct topology *t)
{
  for (size_t i = 0; i < t->routing_count; i++)
    every_pair_arrives(t, &t->routings[i]);
}

TEST(test_every_pair_is_delivered_within_the_diameter)
{
  each_example_and_stages(every_routing_delivers);
}

/* With lanes apart and the VCs that a routing asks for, no network of finite queues
 * deadlocks; test_dependency.c checks who says so.  A routing that says that it is not free
 * of deadlock is not, whatever the VCs.  Of fewer than a routing asks for there is no law
 * but that they can be asked about. */
static void every_routing_is_free(const struct topology *t)
{
  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];

    for (uint32_t vcs = 1; vcs <= 4 || vcs <= routing->vcs; vcs++) {
      struct dependency d;
      struct err err;

      if (!routing->cyclic && 1 < vcs && vcs < routing->vcs)
        continue;
      CHECK(dependency_check(&d, t, routing, vcs, false, &err), "%s", err.text);
      CHECK(d.cycle_length == 0 || vcs < routing->vcs || routing->cyclic,
            "%s %s: channels wait in a cycle with %u VCs", t->spec, routing->name, vcs);
      CHECK(d.cycle_length > 0 || !routing->cyclic, "%s %s: no cycle with %u VCs, on %s",
            t->spec, routing->name, vcs, d.spec);
    }
  }
}

TEST(test_channel_dependencies_are_acyclic)
{
  each_example(every_routing_is_free);
}

/* A queue as deep as the load of the worst link is never full. */
static void depth_is_enough(const struct topology *t)
{
  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];
    struct err err;
    uint32_t load;

    if (!routing->stall_free_depth)
      continue;
    CHECK(link_load_worst(t, routing, &load, &err), "%s", err.text);
    for (uint64_t h = 1; h <= 70; h++)
      CHECK(routing->stall_free_depth(t, h) >= h * load, "%s %s: %llu packets per terminal",
            t->spec, routing->name, (unsigned long long)h);
  }
}

TEST(test_stall_free_depth_holds_the_worst_load)
{
  each_example(depth_is_enough);
}

/* The words that make a header are those below the number of switches, or make no
 * difference, as the routing says. */
static void headers_depend_on_their_words(const struct topology *t)
{
  enum { PAIRS = 24, WORDS = 24, LARGE = 16 /* there is something to choose */ };
  struct rng rng = rng_seed(1, t->switches);

  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];
    bool depends = false;

    for (uint32_t pair = 0; pair < PAIRS; pair++) {
      const uint32_t from = (uint32_t)rng_below(&rng, t->terminals);
      const uint32_t to = (uint32_t)rng_below(&rng, t->terminals);
      const uint64_t first = topology_header(t, routing, from, to, 0);

      for (uint32_t k = 0; k < WORDS; k++) {
        const uint64_t header = topology_header(t, routing, from, to, rng_next(&rng));
        bool known = header == first;

        depends = depends || !known;
        CHECK(known || routing->header_random, "%s %s: %u to %u: headers differ", t->spec,
              routing->name, from, to);
        for (uint32_t word = 1; word < t->switches && !known; word++)
          known = topology_header(t, routing, from, to, word) == header;
        CHECK(known, "%s %s: %u to %u: header %#llx is of no word below %u", t->spec,
              routing->name, from, to, (unsigned long long)header, t->switches);
      }
    }
    CHECK(depends == routing->header_random || t->switches < LARGE,
          "%s %s: says that headers are random, and they are not", t->spec, routing->name);
  }
}

TEST(test_random_headers_are_said_to_be)
{
  each_example_and_stages(headers_depend_on_their_words);
}

static uint32_t hashed_packets(const void *self, uint32_t sw, uint32_t port)
{
  const uint64_t *seed = self;

  return (uint32_t)(rng_mix(*seed ^ ((uint64_t)sw << 8 | port)) % 5);
}

static uint32_t no_packets(const void *self, uint32_t sw, uint32_t port)
{
  (void)self;
  (void)sw;
  (void)port;
  return 0;
}

/* Does the routing have this header for a packet, by some random word? */
static bool can_give(const struct topology *t, const struct routing *routing, uint32_t from,
                     uint32_t to, uint64_t header)
{
  for (uint32_t word = 0; word < t->switches; word++)
    if (topology_header(t, routing, from, to, word) == header)
      return true;
  return false;
}

/* Whatever is in the queues, a terminal launches a header of the routing or that which
 * empty queues give. */
static void launches_are_known_headers(const struct topology *t)
{
  const struct queue_view empty = {.packets = no_packets};
  struct rng rng = rng_seed(2, t->switches);

  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];

    for (uint32_t k = 0; routing->launch && k < 1000; k++) {
      const uint32_t from = (uint32_t)rng_below(&rng, t->terminals);
      const uint32_t to = (uint32_t)rng_below(&rng, t->terminals);
      const uint64_t header = topology_header(t, routing, from, to, rng_next(&rng));
      const uint64_t seed = rng_next(&rng);
      const struct queue_view some = {.packets = hashed_packets, .self = &seed};
      const uint64_t launched = routing->launch(t, from, header, &some);

      CHECK(launched == routing->launch(t, from, header, &empty) ||
                can_give(t, routing, from, to, launched),
            "%s %s: %u to %u: another header", t->spec, routing->name, from, to);
    }
  }
}

TEST(test_a_launch_has_a_known_header)
{
  each_example(launches_are_known_headers);
}

/* Fields lie in the header and do not overlap. */
static void fields_fit(const struct topology *t)
{
  for (size_t i = 0; i < t->routing_count; i++) {
    struct field fields[16];
    uint32_t bits = t->routings[i].header_bits(t);
    size_t count = routing_fields(&t->routings[i], t, fields, 16);
    uint64_t used = 0;

    CHECK(count > 0 && count <= 16, "%s: %zu fields", t->spec, count);
    for (size_t j = 0; j < count; j++) {
      uint64_t mask = bits_mask(fields[j].bits) << fields[j].lsb;
      CHECK(fields[j].bits >= 1 && fields[j].lsb + fields[j].bits <= bits, "%s: field %s",
            t->spec, fields[j].name);
      CHECK(!(used & mask), "%s: field %s overlaps", t->spec, fields[j].name);
      used |= mask;
    }
    assert_int_equal(routing_fields(&t->routings[i], t, fields, 0), 0);
  }
}

TEST(test_fields_fit_the_header)
{
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

TEST(test_addresses_are_read_back)
{
  each_example_and_stages(addresses_are_read_back);
}

static void spec_is_canonical(const struct topology *t)
{
  struct topology again = topology_of(t->spec);

  assert_string_equal(again.spec, t->spec);
  assert_int_equal(again.switches, t->switches);
}

TEST(test_canonical_spec_opens_the_same)
{
  each_example(spec_is_canonical);
}

/* Output queues that packets of several priorities go to, with all headers that some
 * routing with the unit gives them. */
static size_t mixed(const struct topology *t, const struct route_unit *unit, uint32_t vcs)
{
  size_t queues = 0;

  for (size_t i = 0; i < t->routing_count; i++) {
    const struct routing *routing = &t->routings[i];
    struct dependency d;
    struct err err;

    if (routing->unit != unit)
      continue;
    CHECK(dependency_check(&d, t, routing, vcs, false, &err), "%s %s: %s", t->spec,
          routing->name, err.text);
    queues += d.mixed;
  }
  return queues;
}

/* The routing of this name, NULL where the network has none. */
static const struct routing *routing_named(const struct topology *t, const char *name)
{
  for (size_t i = 0; i < t->routing_count; i++)
    if (strcmp(t->routings[i].name, name) == 0)
      return &t->routings[i];
  return NULL;
}

/* With as many VCs as the routing says, it does not matter that queues are ordered; and
 * with fewer, 4 at the most, it does, on some network. */
static void ordered_where_it_matters(const struct topology_row *row, const char *name)
{
  enum { VCS_MAX = 4 };
  size_t fewer = 0;

  for (size_t k = 0; row->examples[k]; k++) {
    struct topology t = topology_of(row->examples[k]);
    const struct routing *routing = routing_named(&t, name);

    if (!routing)
      continue;
    const bool always = routing->ordered > VCS_MAX;
    CHECK(always || mixed(&t, routing->unit, routing->ordered) == 0, "%s %s: %u VCs",
          t.spec, name, routing->ordered);
    CHECK(routing->unit->priority_bits > 0, "%s", name);
    fewer += mixed(&t, routing->unit, always ? VCS_MAX : routing->ordered - 1);
  }
  CHECK(fewer > 0, "%s: no queue of routing %s has packets of two priorities", row->name,
        name);
}

/* Of all kinds of networks: the first example of a row is of one, the last of another. */
TEST(test_queues_are_ordered_where_it_matters)
{
  size_t count, ordered = 0;
  const struct topology_row *const *rows = topology_rows(&count);

  for (size_t i = 0; i < count; i++) {
    size_t last = 0;

    while (rows[i]->examples[last + 1])
      last++;
    struct topology first = topology_of(rows[i]->examples[0]);
    struct topology t = topology_of(rows[i]->examples[last]);

    for (size_t j = 0; j < t.routing_count; j++)
      if (t.routings[j].ordered) {
        ordered_where_it_matters(rows[i], t.routings[j].name);
        ordered++;
      }
    for (size_t j = 0; j < first.routing_count; j++)
      if (first.routings[j].ordered && !routing_named(&t, first.routings[j].name)) {
        ordered_where_it_matters(rows[i], first.routings[j].name);
        ordered++;
      }
  }
  assert_true(ordered > 0);
}

/* Options of a routing: a name, at least two values, help; and no two combinations of the
 * same name. */
static void options_are_whole(const struct topology *t)
{
  size_t expected = 0;

  for (size_t i = 0; i < t->row->routing_count; i++) {
    const struct routing_row *row = &t->row->routings[i];
    size_t combinations = !row->has || row->has(t);

    CHECK(!row->has == !row->where, "%s", row->plain.name);
    for (size_t o = 0; o < routing_options(row); o++) {
      CHECK(strlen(row->options[o].name) > 0 && strlen(row->options[o].text) > 0, "%s",
            row->plain.name);
      CHECK(routing_values(&row->options[o]) >= 2, "%s: %s has no choice", row->plain.name,
            row->options[o].name);
      combinations *= routing_values(&row->options[o]);
    }
    CHECK(!strchr(row->plain.name, ','), "%s", row->plain.name);
    CHECK(row->choose || routing_options(row) == 0, "%s", row->plain.name);
    expected += combinations;
  }
  CHECK(t->routing_count == expected, "%s: %zu routings of %zu", t->spec, t->routing_count,
        expected);
  for (size_t i = 0; i < t->routing_count; i++) {
    struct err err;

    CHECK(topology_routing(t, t->routings[i].name, &err) == &t->routings[i], "%s: %s",
          t->spec, t->routings[i].name);
  }
}

TEST(test_options_of_routings_are_whole)
{
  each_example(options_are_whole);
}

/* A route unit names the first values of the network, and one names them all; one that
 * knows no network takes none. */
static void parameters_are_named(const struct topology *t)
{
  size_t most = 0;

  for (size_t i = 0; i < t->routing_count; i++) {
    const struct route_unit *unit = t->routings[i].unit;
    size_t named = 0;

    while (unit->parameters && unit->parameters[named])
      named++;
    CHECK(t->parameter_count >= named + (unit->vector != NULL),
          "%s %s: %zu values for %zu names", t->spec, t->routings[i].name,
          t->parameter_count, named);
    for (size_t p = named; unit->vector && p < t->parameter_count; p++)
      CHECK(t->parameters[p] <= bits_mask(ROUTE_ELEMENT_BITS), "%s: element %zu is %u",
            t->spec, p - named, t->parameters[p]);
    if (unit->vector)
      most = t->parameter_count;
    else if (named > most)
      most = named;
  }
  CHECK(most == 0 || most == t->parameter_count, "%s: %zu values, %zu of them named",
        t->spec, t->parameter_count, most);
}

TEST(test_route_units_name_the_parameters)
{
  each_example(parameters_are_named);
}
