/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_mesh -- products of lines, and their routings on the golden machine. */
#include "network/topology/dependency.h"
#include "network/topology/measure.h"
#include "papers/grids_course.h"
#include "tests/unit/formulas_unit.h"
#include "tests/unit/unit.h"

#include "base/bits.h"

#include <math.h>

enum { SIDES = 4, LINE_MAX = 6 };

static const char *const specs[] = {"mesh:2",     "mesh:3",   "mesh:9",     "mesh:4x3",
                                    "mesh:2x3x5", "mesh:5x2", "mesh:3x3x3", "mesh:2x4x3x2"};

enum { SPECS = sizeof specs / sizeof specs[0] };

/* The digits of a switch and the sides, dimension 0 first. */
struct place {
  uint32_t count, n[SIDES], x[SIDES];
};

static struct place place_of(const struct topology *t, uint32_t sw)
{
  struct place p = {.count = 0};
  char text[TOPOLOGY_SPEC];

  snprintf(text, sizeof text, "%s", t->spec + strlen("mesh:"));
  for (char *last; (last = strrchr(text, 'x')) != NULL; *last = '\0')
    p.n[p.count++] = (uint32_t)atoi(last + 1);
  p.n[p.count++] = (uint32_t)atoi(text);
  for (uint32_t i = 0; i < p.count; sw /= p.n[i++])
    p.x[i] = sw % p.n[i];
  return p;
}

static uint32_t switch_of(const struct place *p)
{
  uint32_t sw = 0;

  for (uint32_t i = p->count; i-- > 0;)
    sw = sw * p->n[i] + p->x[i];
  return sw;
}

/* Port 2i is - of dimension i and 2i + 1 is +; at a border it leads to itself. */
TEST(test_links_and_ports_by_the_page)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);

    assert_int_equal(t.ports, 2 * place_of(&t, 0).count);
    assert_int_equal(t.parameter_count, 1 + place_of(&t, 0).count);
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t port = 0; port < t.ports; port++) {
        struct place p = place_of(&t, sw);
        const bool up = port % 2 == 1;
        uint32_t *x = &p.x[port / 2];
        const bool border = *x == (up ? p.n[port / 2] - 1 : 0);
        const struct link link = topology_link(&t, sw, port);
        char name[PORT_TEXT], expected[PORT_TEXT];

        *x += border ? 0 : up ? 1 : UINT32_MAX;
        CHECK(link.to_switch == switch_of(&p) && link.to_port == (border ? port
                                                                  : up   ? port - 1
                                                                         : port + 1),
              "%s: %u port %u leads to %u port %u", t.spec, sw, port, link.to_switch,
              link.to_port);
        assert_int_equal(topology_port_kind(&t, sw, port),
                         border ? PORT_UNUSED : PORT_LINK);
        topology_print_port(&t, port, name);
        snprintf(expected, sizeof expected, "%c%u", up ? '+' : '-', port / 2);
        assert_string_equal(name, expected);
      }
  }
}

/* Properties 1 and 3 of the paper: d n^d - d n^(d-1) edges, diameter (n-1) d. */
TEST(test_sizes_of_the_paper)
{
  static const struct {
    const char *spec;
    double n, d;
  } cases[] = {{"mesh:2", 2, 1},     {"mesh:7", 7, 1},     {"mesh:3x3", 3, 2},
               {"mesh:6x6", 6, 2},   {"mesh:3x3x3", 3, 3}, {"mesh:2x2x2x2", 2, 4},
               {"mesh:4x4x4", 4, 3}, {"mesh:9x9", 9, 2}};

  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct topology t = topology_of(cases[k].spec);
    const double n = cases[k].n, d = cases[k].d;
    struct measurement rows[MEASURE_ROWS];
    uint32_t found = 0;
    struct err err;
    const size_t count =
        topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

    CHECK(count > 0, "%s", err.text);
    for (size_t j = 0; j < count; j++) {
      if (strcmp(rows[j].quantity, "links") == 0) {
        CHECK(rows[j].value == 2 * d * (pow(n, d) - pow(n, d - 1)), "%s: %g links", t.spec,
              rows[j].value);
        found++;
      }
      if (strcmp(rows[j].quantity, "diameter") == 0) {
        CHECK(rows[j].value == (n - 1) * d, "%s: diameter %g", t.spec, rows[j].value);
        found++;
      }
    }
    assert_int_equal(found, 2);
  }
}

/* The same switches and links as the mesh, c terminals at each, and formulas that searches
 * of the graph confirm. */
TEST(test_concentrated_meshes)
{
  static const struct {
    const char *spec, *mesh;
    uint32_t each;
  } cases[] = {{"cmesh:2,1", "mesh:2", 1},     {"cmesh:2,63", "mesh:2", 63},
               {"cmesh:7,3", "mesh:7", 3},     {"cmesh:4x4,4", "mesh:4x4", 4},
               {"cmesh:2x3,5", "mesh:2x3", 5}, {"cmesh:3x2x4,2", "mesh:3x2x4", 2}};

  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct topology t = topology_of(cases[k].spec), plain = topology_of(cases[k].mesh);

    assert_string_equal(t.spec, cases[k].spec);
    assert_string_equal(t.routings[0].name, "dimension-order");
    assert_int_equal(t.terminals, cases[k].each * plain.switches);
    assert_int_equal(t.switches, plain.switches);
    assert_int_equal(t.ports, plain.ports);
    for (uint32_t at = 0; at < t.switches * t.ports; at++) {
      const struct link link = topology_link(&t, at / t.ports, at % t.ports);
      const struct link same = topology_link(&plain, at / t.ports, at % t.ports);

      assert_true(link.to_switch == same.to_switch && link.to_port == same.to_port);
    }
    check_formulas(&t, 5);
  }
}

TEST(test_wrong_concentrations)
{
  static const char *const wrong[][2] = {
      {"cmesh:4x4", "a number is missing at the end"},
      {"cmesh:4x4,0", "a switch has 1 to 63 terminals, not 0"},
      {"cmesh:4x4,64", "a switch has 1 to 63 terminals, not 64"},
      {"cmesh:1x4,2", "a row has 2 to 65535 switches, not 1"},
      {"cmesh:4x4,4,4", "is not expected"},
      {"cmesh:4x4,4,terminals=2", "the network has 4 at a switch"},
  };

  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    struct topology t;
    struct err err = {.kind = ERR_NONE};

    CHECK(!topology_open(&t, wrong[k][0], &err), "%s is taken", wrong[k][0]);
    check_error(&err, ERR_USAGE, wrong[k][1], wrong[k][0]);
  }
}

/* Every path of every routing is a shortest one and crosses the dimensions in turn. */
/* Only by way of a random switch are paths longer; adaptive ones turn as they like. */
TEST(test_paths_are_shortest_in_dimension_order)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);

    for (size_t r = 0; r < t.routing_count; r++)
      for (uint32_t source = 0; source < t.switches; source++)
        for (uint32_t to = 0; to < t.switches; to++) {
          const struct routing *routing = &t.routings[r];
          const bool adaptive = routing->random == RANDOM_LEAST;
          const struct place a = place_of(&t, source), b = place_of(&t, to);
          struct hop hops[64];
          uint32_t distance = 0;
          const size_t count = topology_path(
              &t, routing, source, to, routing->header(&t, source, to, 0), 0, hops, 64);

          for (uint32_t i = 0; i < a.count; i++)
            distance += a.x[i] > b.x[i] ? a.x[i] - b.x[i] : b.x[i] - a.x[i];
          CHECK(count == distance + 1 || strcmp(routing->name, "valiant") == 0,
                "%s %s: %u to %u", t.spec, routing->name, source, to);
          for (size_t hop = 1; !adaptive && !routing->header_random && hop + 1 < count;
               hop++)
            assert_true(hops[hop].port >= hops[hop - 1].port);
        }
  }
}

/* Where a phase ends of a packet: the same as by walking with the route unit, phase after
 * phase. */
TEST(test_ends_of_phases)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);

    for (size_t r = 0; r < t.routing_count; r++) {
      const struct phase_rule *rule = &t.routings[r].phases;

      if (!rule->ends_at)
        continue;
      for (uint32_t pair = 0; pair < t.switches * t.switches; pair++) {
        const uint32_t source = pair % t.switches, to = pair / t.switches;
        const uint64_t header = t.routings[r].header(&t, source, to, 0);
        uint32_t at = source;

        for (uint32_t phase = 0; phase < rule->count(&t); phase++) {
          uint64_t steps = 0;

          for (struct route_out out;; steps++) {
            out = t.routings[r].unit->comb(&(struct route_in){.here = topology_here(&t, at),
                                                              .header = header,
                                                              .phase = phase,
                                                              .ports = t.ports,
                                                              .parameters = t.parameters});
            if (out.ports == 0)
              break;
            at = topology_link(&t, at, bits_lowest(out.ports)).to_switch;
          }
          CHECK(rule->ends_at(&t, source, header, phase) == at, "%s %s: %u to %u, phase %u",
                t.spec, t.routings[r].name, source, to, phase);
          assert_true(!rule->length || steps + (phase == 0) <= rule->length(&t, phase));
        }
        assert_int_equal(at, to);
      }
    }
  }
}

/* No cycle of channels on the networks themselves. */
/* With one VC, but for those that need two. */
TEST(test_no_routing_can_deadlock)
{
  for (size_t k = 0; k < SPECS; k++) {
    struct topology t = topology_of(specs[k]);

    for (size_t r = 0; r < t.routing_count; r++) {
      const struct routing *routing = &t.routings[r];
      const bool two =
          routing->header_random || strcmp(routing->name, "minimal-adaptive") == 0;
      struct dependency d;
      struct err err;

      CHECK(dependency_explore(&d, &t, routing, two ? 2 : 1, false, &err), "%s", err.text);
      CHECK(d.cycle_length == 0 && routing->vcs == (two ? 2 : 1), "%s %s", t.spec,
            routing->name);
    }
  }
}

TEST(test_bits_of_priorities)
{
  static const struct {
    const char *spec;
    uint32_t bits;
  } cases[] = {{"mesh:2x2", 1},   {"mesh:3x3", 2},        {"mesh:4x4", 2},
               {"mesh:5x4", 3},   {"mesh:16x2", 4},       {"mesh:2x17", 5},
               {"mesh:257x2", 9}, {"mesh:1024x1024", 10}, {"mesh:2x65535", 16}};

  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct topology t = topology_of(cases[k].spec);

    for (size_t r = 0; r < t.routing_count; r++) {
      const struct shape shape = {.topology = &t, .routing = &t.routings[r], .vcs = 1};
      const char *name = t.routings[r].name;
      const bool fifo = strstr(" source-route dimension-order west-first odd-even "
                               "minimal-adaptive valiant romm ",
                               name) != NULL;

      assert_int_equal(shape_priority_bits(&shape), fifo ? 0 : cases[k].bits);
    }
  }
}

/* --- on the golden machine --- */

/* All permutations of lines of 2 to 6: steps, packets at a node, and so if arrivals come
 * first. */
TEST(test_all_permutations_of_lines)
{
  static const struct {
    const char *routing;
    uint32_t steps[LINE_MAX - 1], buffer[LINE_MAX - 1], transient[LINE_MAX - 1];
  } cases[] = {
      {"phases", {2, 4, 6, 8, 10}, {2, 2, 3, 3, 3}, {2, 2, 3, 3, 4}},
      {"local", {1, 3, 4, 5, 7}, {1, 3, 3, 4, 4}, {2, 3, 3, 5, 5}},
      {"farthest", {1, 3, 3, 5, 5}, {1, 3, 3, 4, 4}, {2, 3, 3, 5, 5}},
      {"duplex", {1, 2, 3, 4, 5}, {1, 3, 3, 3, 3}, {2, 3, 3, 5, 5}},
  };
  struct claims claims = {.seed = 1};

  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    for (uint32_t n = 2; n <= LINE_MAX; n++) {
      struct err err;
      struct finding f = {.claims = &claims, .err = &err};
      OF_BLOCK(grids_course, c);

      CHECK(grids_course_open(&f, &c, GRIDS_LINE, n, cases[k].routing, NULL, 1), "%s",
            err.text);
      const struct grids_taken most = grids_course_all(&c);
      CHECK(!f.failed, "%s", err.text);
      CHECK(most.arrived && most.steps == cases[k].steps[n - 2] &&
                most.buffer == cases[k].buffer[n - 2] &&
                most.transient == cases[k].transient[n - 2],
            "%s %s: %u steps, %u packets, %u", c.t.spec, cases[k].routing, most.steps,
            most.buffer, most.transient);
    }
}

/* On 3x3: the reversal, which takes the longest, and permutations that fill a node: the
 * transpose where columns wait for rows, and another where they do not. */
TEST(test_permutations_of_an_array)
{
  static const uint32_t reversal[] = {8, 7, 6, 5, 4, 3, 2, 1, 0};
  static const uint32_t transpose[] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  static const uint32_t witness[] = {0, 7, 2, 5, 4, 3, 6, 1, 8};
  static const struct {
    const char *routing;
    const uint32_t *full;
    uint32_t steps, buffer; /* of the reversal; of the other */
  } cases[] = {{"four-phase", transpose, 8, 3},
               {"farthest-barrier", transpose, 6, 3},
               {"duplex-barrier", transpose, 4, 3},
               {"farthest", witness, 6, 5},
               {"duplex", witness, 4, 5}};

  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct err err;
    struct claims claims = {.seed = 1};
    struct finding f = {.claims = &claims, .err = &err};
    OF_BLOCK(grids_course, c);

    CHECK(grids_course_open(&f, &c, GRIDS_ARRAY, 3, cases[k].routing, NULL, 1), "%s",
          err.text);
    const struct grids_taken one = grids_course_permute(&c, reversal);
    const struct grids_taken other = grids_course_permute(&c, cases[k].full);
    CHECK(!f.failed, "%s", err.text);
    CHECK(one.arrived && other.arrived && one.steps == cases[k].steps &&
              other.buffer == cases[k].buffer,
          "%s: %u steps, %u packets", cases[k].routing, one.steps, other.buffer);
  }
}

/* docs/switches/grid.md, cycle diagram: 3 steps, and two packets at a node at most. */
TEST(test_run_of_the_page)
{
  static const uint32_t to[] = {1, 2, 0};
  struct err err;
  struct claims claims = {.seed = 1};
  struct finding f = {.claims = &claims, .err = &err};
  OF_BLOCK(grids_course, c);

  CHECK(grids_course_open(&f, &c, GRIDS_LINE, 3, "phases", NULL, 1), "%s", err.text);
  const struct grids_taken taken = grids_course_permute(&c, to);
  CHECK(!f.failed, "%s", err.text);
  assert_true(taken.arrived);
  assert_int_equal(taken.steps, 3);
  assert_int_equal(taken.buffer, 2);
}

/* --- what is refused --- */

TEST(test_routings_of_lines_and_arrays)
{
  struct topology line = topology_of("mesh:4"), array = topology_of("mesh:4x4");
  struct err err;

  assert_null(topology_routing(&array, "phases", &err));
  check_error(&err, ERR_USAGE, "belongs to lines; mesh:4x4 is", "phases");
  assert_null(topology_routing(&line, "four-phase", &err));
  check_error(&err, ERR_USAGE, "belongs to arrays; mesh:4 is", "four-phase");
  assert_string_equal(line.routings[0].name, "phases");
  assert_string_equal(array.routings[0].name, "four-phase");
}
