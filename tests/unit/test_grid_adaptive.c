/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_grid_adaptive -- the route unit grid_adaptive, by docs/switches/adaptive.md: every
 * header and word; the deadlock check, and turns and escapes that it must not accept. */
#include "switch/route/grid_adaptive.h"

#include "base/bits.h"
#include "network/topology/dependency.h"
#include "network/topology/mesh.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

enum { WEST, EAST, NORTH, SOUTH, PORTS };

static const struct route_unit *const units[] = {&grid_minimal, &grid_west_first,
                                                 &grid_odd_even};

/* A packet on a mesh of two dimensions. */
struct at {
  uint32_t column, row, to_column, to_row, source;
};

static bool is_productive(const struct at *p, uint32_t port)
{
  const bool is[PORTS] = {p->to_column<p->column, p->to_column> p->column,
                          p->to_row<p->row, p->to_row> p->row};

  return is[port];
}

/* Rule 3 of the page, port by port. */
static bool is_permitted(const struct at *p, uint32_t turns, uint32_t port)
{
  const bool turning = port == NORTH || port == SOUTH;

  if (!is_productive(p, port))
    return false;
  if (turns == 1)
    return port == WEST || !is_productive(p, WEST);
  if (turns == 0 || p->column == p->to_column || p->row == p->to_row)
    return true;
  if (is_productive(p, WEST))
    return !turning || p->column % 2 == 0;
  return turning ? p->column % 2 == 1 || p->column == p->source
                 : p->to_column % 2 == 1 || p->to_column - p->column != 1;
}

static struct route_out by_the_page(const struct at *p, uint32_t turns, uint32_t word,
                                    uint64_t header)
{
  const bool escapes = turns == 0 && word == 0;
  uint32_t port = PORTS;

  for (uint32_t i = 0; i < PORTS; i++)
    if (is_permitted(p, turns, i) && !(escapes && port < PORTS))
      port = i;
  if (port == PORTS)
    return (struct route_out){.eject = true, .header = header};
  if (word >= 1 && word <= PORTS && is_permitted(p, turns, word - 1))
    port = word - 1;
  return (struct route_out){.ports = UINT64_C(1) << port, .header = header, .vc = escapes};
}

/* Every place, destination and source column, with every word and a few that are none. */
static void check_size(uint32_t columns, uint32_t rows)
{
  static const uint32_t words[] = {0, 1, 2, 3, 4, 5, 32, 0x10000, UINT32_MAX};
  const uint32_t parameters[] = {2, columns, rows}, low = bits_index(columns),
                 all = low + bits_index(rows);

  for (uint32_t code = 0; code < columns * rows * columns * rows * columns; code++) {
    const struct at p = {.column = code % columns,
                         .row = code / columns % rows,
                         .to_column = code / columns / rows % columns,
                         .to_row = code / columns / rows / columns % rows,
                         .source = code / columns / rows / columns / rows};

    for (uint32_t i = 0; i < 3 * sizeof words / sizeof words[0]; i++) {
      const uint32_t turns = i % 3, word = words[i / 3];
      const uint64_t header = (uint64_t)p.to_row << low | p.to_column |
                              (turns == 2 ? (uint64_t)p.source << all : 0);
      const struct route_out is =
          units[turns]->comb(&(struct route_in){.here = (uint64_t)p.row << low | p.column,
                                                .header = header,
                                                .random = word,
                                                .ports = PORTS,
                                                .parameters = parameters});
      const struct route_out must = by_the_page(&p, turns, word, header);

      CHECK(is.ports == must.ports && is.eject == must.eject && is.vc == must.vc &&
                is.header == must.header && is.priority == 0 && !is.wait,
            "%ux%u TURNS %u at %u.%u to %u.%u from column %u, word %u: ports %#llx VC %u, "
            "not %#llx",
            rows, columns, turns, p.row, p.column, p.to_row, p.to_column, p.source, word,
            (unsigned long long)is.ports, is.vc, (unsigned long long)must.ports);
    }
  }
}

TEST(test_every_header_and_word)
{
  check_size(2, 2);
  check_size(3, 2);
  check_size(5, 4);
  check_size(2, 7);
}

/* The words that the unit lists are in ascending order, and give each answer once. */
TEST(test_words_are_all_ways)
{
  static const uint32_t parameters[] = {2, 4, 4};

  for (uint32_t turns = 0; turns < 3; turns++)
    for (uint32_t code = 0; code < 1u << 10; code++) {
      struct route_in in = {.here = code % 16,
                            .header = turns == 2 ? code / 16 : code / 16 % 16,
                            .ports = PORTS,
                            .parameters = parameters};
      uint32_t words[ROUTE_WORDS];
      const uint32_t count = units[turns]->words(&in, words);
      uint32_t found = 0, answers[ROUTE_WORDS];

      for (uint32_t word = 0; word <= PORTS; word++) {
        in.random = word;
        const struct route_out out = units[turns]->comb(&in);
        const uint32_t answer = (uint32_t)out.ports << 1 | out.vc;
        bool known = false;

        for (uint32_t i = 0; i < found; i++)
          known |= answers[i] == answer;
        if (!known)
          answers[found++] = answer;
      }
      CHECK(count == found, "TURNS %u code %u: %u words, %u answers", turns, code, count,
            found);
      for (uint32_t i = 1; i < count; i++)
        assert_true(words[i] > words[i - 1]);
    }
}

/* Every path that choices can give is a shortest one, and arrives. */
static uint32_t longest(const struct topology *t, const struct routing *routing,
                        uint32_t at, uint64_t header, uint32_t left)
{
  struct route_in in = topology_route_in(t, at, header);
  uint32_t words[ROUTE_WORDS], most = 0;
  const uint32_t count = routing->unit->words(&in, words);

  for (uint32_t i = 0; i < count; i++) {
    in.random = words[i];
    const struct route_out out = routing->unit->comb(&in);

    if (out.eject)
      return 0;
    assert_true(left > 0);
    const struct link link = topology_link(t, at, bits_lowest(out.ports));
    const uint32_t hops = 1 + longest(t, routing, link.to_switch, out.header, left - 1);

    most = hops > most ? hops : most;
  }
  return most;
}

TEST(test_every_choice_is_a_shortest_path)
{
  static const char *const names[] = {"minimal-adaptive", "west-first", "odd-even"};
  struct topology t = topology_of("mesh:4x3");

  for (size_t i = 0; i < 3; i++) {
    const struct routing *routing = routing_of(&t, names[i]);

    for (uint32_t code = 0; code < 144; code++) {
      const uint32_t from = code / 12, to = code % 12;
      const uint32_t distance = (uint32_t)(abs((int)(from / 3) - (int)(to / 3)) +
                                           abs((int)(from % 3) - (int)(to % 3)));

      CHECK(longest(&t, routing, from, routing->header(&t, from, to, 0), distance) ==
                distance,
            "%s: %u to %u", names[i], from, to);
    }
  }
}

/* --- deadlock --- */

static size_t cycle_of(const char *spec, const char *name, uint32_t vcs)
{
  struct topology t = topology_of(spec);
  struct dependency d;
  struct err err;

  CHECK(dependency_explore(&d, &t, routing_of(&t, name), vcs, false, &err), "%s", err.text);
  return d.cycle_length;
}

/* On networks themselves, also larger ones than `info` walks. */
TEST(test_no_deadlock)
{
  static const char *const specs[] = {"mesh:2x2", "mesh:2x5", "mesh:5x2", "mesh:4x5",
                                      "mesh:6x6"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    CHECK(cycle_of(specs[i], "west-first", 1) == 0, "%s: west-first", specs[i]);
    CHECK(cycle_of(specs[i], "odd-even", 1) == 0, "%s: odd-even", specs[i]);
    CHECK(cycle_of(specs[i], "minimal-adaptive", 2) == 0, "%s: minimal-adaptive", specs[i]);
    CHECK(cycle_of(specs[i], "minimal-adaptive", 1) > 0, "%s: no escape", specs[i]);
  }
  CHECK(cycle_of("mesh:5", "minimal-adaptive", 1) == 0, "a line turns nowhere");
  CHECK(cycle_of("mesh:3x2x3", "minimal-adaptive", 2) == 0, "three dimensions");
  CHECK(cycle_of("mesh:2x2x2x2", "minimal-adaptive", 2) == 0, "four dimensions");
}

/* Turns that a unit must not permit, planted one by one. */
enum plant { TO_WEST, EAST_IN_EVEN, WEST_IN_ODD, NO_ESCAPE, ESCAPE_ANY };
static enum plant planted;

static struct route_out planted_comb(const struct route_in *in)
{
  const struct route_unit *good = planted == TO_WEST     ? &grid_west_first
                                  : planted >= NO_ESCAPE ? &grid_minimal
                                                         : &grid_odd_even;
  const uint32_t column = in->here % 4;
  struct route_in other = *in;
  const struct route_out all = grid_minimal.comb(in), out = good->comb(in);

  switch (planted) {
  case TO_WEST: /* turns to it in the last row but one */
    return in->here / 4 == 2 ? all : out;
  case EAST_IN_EVEN: /* the turns from east in column 2 */
    other.header = (in->header & 15) | (uint64_t)column << 4;
    return column == 2 ? grid_odd_even.comb(&other) : out;
  case WEST_IN_ODD: /* those to the west in column 1 */
    return column == 1 && in->header % 4 < column ? all : out;
  case NO_ESCAPE:
    return out.vc == 1 ? (struct route_out){.header = in->header} : out;
  case ESCAPE_ANY: /* the escape leaves its row first in odd columns */
    if (out.vc == 0 || column % 2 == 0)
      return out;
    other.random = 1 + (in->header / 4 > in->here / 4 ? SOUTH : NORTH);
    return (struct route_out){
        .ports = grid_minimal.comb(&other).ports, .header = in->header, .vc = 1};
  }
  return out;
}

static uint32_t planted_words(const struct route_in *in, uint32_t words[ROUTE_WORDS])
{
  (void)in;
  for (uint32_t i = 0; i <= PORTS; i++)
    words[i] = i;
  return PORTS + 1;
}

TEST(test_planted_turns_are_found)
{
  static const char *const names[] = {"west-first", "odd-even", "odd-even",
                                      "minimal-adaptive", "minimal-adaptive"};
  struct topology t = topology_of("mesh:4x4");

  for (planted = TO_WEST; planted <= ESCAPE_ANY; planted++) {
    struct routing routing = *routing_of(&t, names[planted]);
    struct route_unit unit = *routing.unit;
    struct dependency d;
    struct err err;

    unit.comb = planted_comb;
    unit.words = planted_words;
    routing.unit = &unit;
    CHECK(dependency_explore(&d, &t, &routing, routing.vcs, false, &err), "%s", err.text);
    CHECK(d.cycle_length > 0, "plant %u is not found", planted);
  }
}

TEST(test_what_the_units_say_of_themselves)
{
  for (uint32_t turns = 0; turns < 3; turns++) {
    const struct route_unit *unit = units[turns];

    assert_string_equal(unit->name, "grid_adaptive");
    assert_string_equal(unit->fixed[0].name, "TURNS");
    assert_int_equal(unit->fixed[0].value, turns);
    assert_true(unit->has_random && unit->has_vc && !unit->waits);
    assert_true(unit->has_escape == (turns == 0));
  }
}
