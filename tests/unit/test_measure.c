/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_measure -- what is measured equals the formulas; odd networks are measured right.
 * A question of logic, not of memory. */
#include "network/topology/measure.h"

#include "network/traffic/pattern.h"
#include "tests/unit/unit.h"

static size_t measure(const struct topology *t, struct measurement rows[MEASURE_ROWS])
{
  struct permutation permutations[PATTERN_ROWS];
  size_t permutation_count = pattern_permutations(t, permutations);
  struct err err;
  size_t count = topology_measure(t, &t->routings[0], permutations, permutation_count, rows,
                                  MEASURE_ROWS, &err);

  CHECK(count > 0, "%s: %s", t->spec, err.text);
  return count;
}

static const struct measurement *find(const struct measurement *rows, size_t count,
                                      const char *quantity)
{
  for (size_t i = 0; i < count; i++) {
    if (strcmp(rows[i].quantity, quantity) == 0)
      return &rows[i];
  }
  fail_msg("no row for %s", quantity);
  return NULL;
}

/* Everything is measured, and no formula is contradicted but one that is said to be printed
 * wrong; that one is. */
static void check_all_agree(const struct topology *t)
{
  struct measurement rows[MEASURE_ROWS];
  size_t count = measure(t, rows);

  for (size_t i = 0; i < count; i++) {
    const char *verdict = measure_verdict(&rows[i]);

    CHECK(rows[i].measured && rows[i].how[0] != '\0', "%s: %s: how?", t->spec,
          rows[i].quantity);
    const bool printed =
        rows[i].formula && strncmp(rows[i].formula, "paper: ", strlen("paper: ")) == 0;

    CHECK(!printed || rows[i].value != rows[i].formula_value, "%s: %s is as printed",
          t->spec, rows[i].quantity);
    CHECK(!rows[i].formula || printed || strcmp(verdict, "equal") == 0 ||
              (strcmp(verdict, "below") == 0 && rows[i].value < rows[i].formula_value),
          "%s: %s is %g, formula %g (%s): %s", t->spec, rows[i].quantity, rows[i].value,
          rows[i].formula_value, rows[i].how, verdict);
  }
}

static void check_all_equal(const struct topology *t)
{
  struct measurement rows[MEASURE_ROWS];
  size_t count = measure(t, rows);

  for (size_t i = 0; i < count; i++) {
    CHECK(rows[i].formula && rows[i].measured, "%s: %s", t->spec, rows[i].quantity);
    CHECK(rows[i].value == rows[i].formula_value, "%s: %s is %g, formula %g (%s)", t->spec,
          rows[i].quantity, rows[i].value, rows[i].formula_value, rows[i].how);
  }
}

TEST(test_examples_of_every_row_agree)
{
  size_t count;
  const struct topology_row *const *table = topology_rows(&count);

  for (size_t i = 0; i < count; i++) {
    for (const char *const *spec = table[i]->examples; *spec; spec++) {
      struct topology t = topology_of(*spec);
      check_all_agree(&t);
    }
  }
}

/* The last ones too large for all permutations, and for all sources. */
TEST(test_cubes_equal_every_formula)
{
  static const char *const specs[] = {"hypercube:1",  "hypercube:6",  "hypercube:11",
                                      "hypercube:12", "hypercube:15", "hypercube:16"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    check_all_equal(&t);
  }
}

TEST(test_rows_say_how)
{
  static const struct {
    const char *spec;
    const char *quantity;
    const char *how;
  } cases[] = {
      {"hypercube:4", "bisection", "all 12870 choices of a half"},
      {"hypercube:5", "bisection", "best of 5 cuts through one address bit: at most this"},
      {"hypercube:5", "diameter", "all 32 sources"},
      {"hypercube:15", "diameter", "64 of 32768 sources"},
      {"hypercube:5", "worst link load",
       "all permutations: a maximum matching for each link"},
      {"hypercube:12", "worst link load", "bit-reversal, worst of 6 tried: at least this"},
      {"hypercube:5", "links", "each ends at a port of its own that leads back"},
      {"hypercube:5", "ports", "different neighbours of every switch"},
      {"d3:2,3", "bisection", "all 48620 choices of a half"},
      {"d3:3,3", "bisection", "all 20058300 choices of a half"},
      {"d3:4,4", "bisection", "d and p both low, best of 4 tried: at most this"},
      {"d3:4,4", "cutset", "half of the cabinets, best of 3 of the paper"},
      {"d3:5,2", "cutset", "d and p in the same half, best of 3 of the paper"},
      {"mdf:3,4", "bisection", "half of the groups, best of 1 tried: at most this"},
      {"d3:3,4", "ports", "different neighbours of a switch, 5 to 6"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct measurement rows[MEASURE_ROWS];
    size_t count = measure(&t, rows);

    assert_string_equal(find(rows, count, cases[i].quantity)->how, cases[i].how);
  }
}

/* With no permutation given, the half rotation alone finds the worst load. */
TEST(test_half_rotation_is_the_worst)
{
  static const char *const specs[] = {"hypercube:11", "hypercube:12"};

  for (size_t i = 0; i < 2; i++) {
    struct topology t = topology_of(specs[i]);
    struct measurement rows[MEASURE_ROWS];
    struct err err;
    size_t count = topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);
    const struct measurement *row = find(rows, count, "worst link load");

    assert_true(row->value == 32);
    assert_string_equal(row->how, "half rotation, worst of 1 tried: at least this");
  }
}

TEST(test_rows_keep_to_capacity)
{
  struct topology t = topology_of("hypercube:3");
  struct measurement rows[4];
  struct err err;

  memset(rows, 0, sizeof rows);
  assert_int_equal(topology_measure(&t, &t.routings[0], NULL, 0, rows, 3, &err), 3);
  assert_null(rows[3].quantity);
}

/* Networks that are no cubes: n switches on a ring.  A packet's header is the number of
 * hops left, so routing needs no address. */
static uint64_t hops_ahead(const struct topology *t, uint32_t source, uint32_t destination,
                           uint64_t random)
{
  (void)random;
  return (destination + t->switches - source) % t->switches;
}

static struct route_out go_ahead(const struct route_in *in)
{
  return (struct route_out){
      .eject = in->header == 0, .ports = in->header != 0, .header = in->header - 1};
}

static const struct route_unit ahead = {.name = "ahead", .comb = go_ahead};
static const struct routing ring_routings[] = {
    {.name = "ahead", .unit = &ahead, .header = hops_ahead}};

static size_t no_formulas(const struct topology *t, struct formula *formulas,
                          size_t capacity)
{
  (void)t;
  (void)formulas;
  (void)capacity;
  return 0;
}

static size_t one_formula(const struct topology *t, struct formula *formulas,
                          size_t capacity)
{
  (void)t;
  if (capacity > 0)
    formulas[0] = (struct formula){"colour", "c", 3};
  return capacity > 0;
}

/* Port 0 leads ahead and arrives on port 1, port 1 leads back. */
static struct link two_way_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  uint32_t step = port == 0 ? 1 : t->switches - 1;

  return (struct link){(sw + step) % t->switches, 1 - port};
}

/* The only port leads ahead. */
static struct link one_way_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  return (struct link){(sw + 1) % t->switches, port};
}

/* Two rings of half the switches each. */
static struct link split_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  uint32_t half = t->switches / 2;

  return (struct link){sw / half * half + (sw + 1) % half, port};
}

/* A line: at its ends a port leads back to itself. */
static struct link line_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  bool at_end = sw == (port == 0 ? t->switches - 1 : 0);

  return at_end ? (struct link){sw, port} : two_way_link(t, sw, port);
}

static const struct topology_row line = {.link = line_link, .formulas = no_formulas};
static const struct topology_row two_way = {.link = two_way_link, .formulas = no_formulas};
static const struct topology_row one_way = {.link = one_way_link, .formulas = one_formula};
static const struct topology_row split = {.link = split_link, .formulas = no_formulas};

static struct topology ring(const struct topology_row *row, uint32_t switches,
                            uint32_t ports)
{
  return (struct topology){.row = row,
                           .spec = "ring",
                           .switches = switches,
                           .sites = switches,
                           .per_site = 1,
                           .terminals = switches,
                           .ports = ports,
                           .address_bits = 6,
                           .routings = ring_routings,
                           .routing_count = 1};
}

static void check_value(const struct measurement *rows, size_t count, const char *quantity,
                        double value)
{
  const struct measurement *row = find(rows, count, quantity);

  CHECK(row->measured && row->value == value, "%s is %g, not %g (%s)", quantity, row->value,
        value, row->how);
}

/* Six switches at distances 0, 1, 1, 2, 2, 3.  All packets go ahead, so when every switch
 * sends to the one behind it, every link carries 5 packets. */
TEST(test_ring_of_six)
{
  struct topology t = ring(&two_way, 6, 2);
  struct measurement rows[MEASURE_ROWS];
  size_t count = measure(&t, rows);

  check_value(rows, count, "switches", 6);
  check_value(rows, count, "ports", 2);
  check_value(rows, count, "links", 12);
  check_value(rows, count, "diameter", 3);
  check_value(rows, count, "average distance", 1.5);
  check_value(rows, count, "bisection", 2);
  check_value(rows, count, "worst link load", 5);
  assert_null(find(rows, count, "diameter")->formula);
}

/* Both ports of either switch lead to the other. */
TEST(test_two_links_join_one_neighbour)
{
  struct topology t = ring(&two_way, 2, 2);
  struct measurement rows[MEASURE_ROWS];
  size_t count = measure(&t, rows);

  check_value(rows, count, "ports", 1);
  check_value(rows, count, "links", 4);
  check_value(rows, count, "bisection", 2);
}

TEST(test_verdicts)
{
  static const struct {
    const char *formula;
    double formula_value, value;
    bool measured;
    enum measure_bound bound;
    const char *verdict;
  } cases[] = {
      {"n", 4, 4, true, MEASURE_EXACT, "equal"},
      {"n", 4, 4, true, MEASURE_SAMPLE, "equal"},
      {"n", 4, 5, true, MEASURE_EXACT, "DIFFERS"},
      {"n", 4, 3, true, MEASURE_EXACT, "DIFFERS"},
      {"n", 4, 5, true, MEASURE_AT_MOST, "bound"},
      {"n", 4, 3, true, MEASURE_AT_MOST, "DIFFERS"},
      {"n", 4, 3, true, MEASURE_AT_LEAST, "bound"},
      {"n", 4, 5, true, MEASURE_AT_LEAST, "DIFFERS"},
      {"n", 4, 5, true, MEASURE_SAMPLE, "sample"},
      {"<= n", 4, 3, true, MEASURE_EXACT, "below"},
      {"<= n", 4, 3, true, MEASURE_AT_MOST, "below"},
      {"<= n", 4, 5, true, MEASURE_EXACT, "DIFFERS"},
      {"<= n", 4, 5, true, MEASURE_AT_MOST, "bound"},
      {"n", 4, 0, false, MEASURE_EXACT, ""},
      {NULL, 0, 4, true, MEASURE_EXACT, ""},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct measurement row = {.quantity = "n",
                              .formula = cases[i].formula,
                              .formula_value = cases[i].formula_value,
                              .measured = cases[i].measured,
                              .bound = cases[i].bound,
                              .value = cases[i].value};

    CHECK(strcmp(measure_verdict(&row), cases[i].verdict) == 0, "case %zu: %s, not %s", i,
          measure_verdict(&row), cases[i].verdict);
  }
}

TEST(test_one_way_ring_is_found_out)
{
  struct topology t = ring(&one_way, 5, 1);
  struct measurement rows[MEASURE_ROWS];
  size_t count = measure(&t, rows);

  check_value(rows, count, "links", 5);
  check_value(rows, count, "diameter", 4);
  check_value(rows, count, "average distance", 2);
  check_value(rows, count, "bisection", 1);
  assert_string_equal(find(rows, count, "links")->how,
                      "ports where one ends; 5 do not lead back");
  assert_false(find(rows, count, "colour")->measured);
  assert_true(find(rows, count, "colour")->formula_value == 3);
}

/* 2000 switches, so that only the permutation given is tried. */
static uint32_t one_ahead(const struct topology *t, uint32_t source)
{
  return source + (source % 2 == 0 && source + 1 < t->switches);
}

TEST(test_line_has_two_kinds_of_switches)
{
  static const struct permutation ahead_by_one = {"one ahead", one_ahead};
  struct topology t = ring(&line, 2000, 2);
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  size_t count =
      topology_measure(&t, &ring_routings[0], &ahead_by_one, 1, rows, MEASURE_ROWS, &err);

  check_value(rows, count, "switches", 2000);
  check_value(rows, count, "ports", 2);
  check_value(rows, count, "links", 4000);
  check_value(rows, count, "diameter", 1999);
  check_value(rows, count, "average distance", 2666666000.0 / 4000000.0); /* (n^3-n)/3n^2 */
  assert_string_equal(find(rows, count, "diameter")->how, "all 2000 sources");
  check_value(rows, count, "worst link load", 1);
  assert_string_equal(find(rows, count, "ports")->how,
                      "different neighbours of a switch, 1 to 2");
  assert_string_equal(find(rows, count, "worst link load")->how,
                      "one ahead, worst of 1 tried: at least this");
}

/* One permutation that stays within the halves, so that every packet arrives. */
static uint32_t stay(const struct topology *t, uint32_t source)
{
  (void)t;
  return source;
}

TEST(test_split_network_is_found_out)
{
  static const struct permutation staying = {"stay", stay};
  struct topology t = ring(&split, 2046, 1);
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  size_t count =
      topology_measure(&t, &ring_routings[0], &staying, 1, rows, MEASURE_ROWS, &err);

  check_value(rows, count, "switches", 1023);
  check_value(rows, count, "diameter", 1022);
  check_value(rows, count, "average distance", 511);
}

#ifdef MEMORY_LIMITS
/* All pairs of 1024 switches need more than the rest. */
TEST(test_short_memory_for_all_pairs_is_reported)
{
  struct topology t = topology_of("hypercube:10");
  struct measurement rows[MEASURE_ROWS];
  struct err err;
  rlim_t old = limit_memory(8 << 20);
  size_t count = topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

  set_memory(old);
  assert_int_equal(count, 0);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory for all pairs", t.spec);
}

/* Memory runs out at one allocation after the other. */
TEST(test_short_memory_is_reported)
{
  static const size_t megabytes[] = {1, 4, 10, 24, 256};
  struct topology t = topology_of("hypercube:18");

  for (size_t i = 0; i < sizeof megabytes / sizeof megabytes[0]; i++) {
    struct measurement rows[MEASURE_ROWS];
    struct err err;
    rlim_t old = limit_memory(megabytes[i] << 20);
    size_t count = topology_measure(&t, &t.routings[0], NULL, 0, rows, MEASURE_ROWS, &err);

    set_memory(old);
    CHECK((count == 0) == (megabytes[i] < 256), "%zu MB: %zu rows", megabytes[i], count);
    if (count == 0)
      check_error(&err, ERR_ENVIRONMENT, "not enough memory", t.spec);
  }
}
#endif
