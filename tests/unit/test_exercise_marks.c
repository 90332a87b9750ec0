/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_exercise_marks -- the decisions of every route unit, on small networks: which of
 * them some packet reaches, and which none does, are those of tests/golden/marks.txt. */
#include "run/exercise/marks.h"
#include "run/exercise/reach.h"

#include "switch/bank/mark.h"
#include "tests/unit/golden_file.h"
#include "tests/unit/support.h"

/* Every variant of a unit, where its decisions differ. */
static const struct row {
  const char *spec, *routing; /* NULL: the default */
  uint32_t vcs;
} rows[] = {
    {"hypercube:3", NULL, 1},
    {"hypercube:2", "rand-sync", 1},
    {"hypercube:2", "rand-trans", 2},
    {"hypercube:2", "rand-trans-ooo", 1},
    {"hypercube:2", "drand-trans-ooo", 1},
    {"hypercube:2", "drand-trans-ooo,forced=0", 3},
    {"mesh:4", "phases", 1},
    {"mesh:3x2", "farthest", 1},
    {"mesh:3x2", "four-phase", 2},
    {"torus:4x3x2", NULL, 2},
    {"butterfly:2", NULL, 1},
    {"butterfly:2,wrap=1", NULL, 1},
    {"ccc:3", NULL, 1},
    {"benes:2", NULL, 1},
    {"hdn:2x3:3", NULL, 1},
    {"d3:2,3", "source-vector", 1},
    {"d3:2,3", "source-vector,queue=lifo", 1},
    {"d3:2,3", "glgl,holds=0", 1},
    {"d3:2,3", "destination", 2},
    {"d3:2,3", "valiant,b=5", 1},
    {"d3:2,3", "valiant,b=5,holds=0", 1},
};

static void add_line(void *self, const char *text)
{
  fprintf(self, "  %s\n", text);
}

static void write_row(FILE *file, const struct row *row)
{
  static struct exercise_map map;
  struct topology t = topology_of(row->spec);
  struct shape shape = shape_of(&t, row->routing, 2, 2, 8);
  struct err err = {.kind = ERR_NONE};

  shape.vcs = row->vcs;
  assert_true(exercise_map_open(&map, &shape, &err));
  CHECK(exercise_reach(&map, &shape, NULL, &err), "%s", err.text);
  assert_true(map.explored);
  fprintf(file, "%s %s, VCs %u\n reached\n", row->spec, shape.routing->name, row->vcs);
  exercise_groups(&map, EXERCISE_ROUTE, EXERCISE_MISSED, add_line, file);
  fprintf(file, " not reached\n");
  exercise_groups(&map, EXERCISE_ROUTE, EXERCISE_UNREACHABLE, add_line, file);
  const struct exercise_share pairs = exercise_map_share(&map, EXERCISE_PAIRS);
  fprintf(file, " pairs of addresses: %zu of %zu\n", pairs.reachable, pairs.items);
  for (int i = 0; i < EXERCISE_UNCONNECTED; i++) {
    const char *why = exercise_unconnected(&map.shape, (enum exercise_unconnected)i);

    if (why)
      fprintf(file, " not connected: %s\n", why);
  }
  exercise_map_close(&map);
}

TEST(test_decisions_of_all_units)
{
  char path[FILE_PATH];
  FILE *file = fopen(data_path(path, "marks.txt"), "w");

  assert_non_null(file);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    write_row(file, &rows[i]);
  assert_int_equal(fclose(file), 0);
  check_golden("marks.txt", path);
}

#define BROADCAST "broadcast (hop 0: arrives)"
#define LEAVES_OUT "broadcast leaves out the link to itself"
#define COPY "copy is ejected, and the packet goes on"

/* Decisions, one by one: does the unit say that this one is of the kind? */
TEST(test_decisions_by_hand)
{
  static const struct {
    const char *spec, *routing, *mark;
    uint64_t here, header;
    bool has;
  } cases[] = {
      {"hypercube:3", NULL, "crosses the lowest of several that differ", 0, 1, false},
      {"hypercube:3", NULL, "crosses the lowest of several that differ", 0, 3, true},
      {"hypercube:3", NULL, "crosses the lowest of several that differ", 5, 3, true},
      {"hypercube:3", NULL, "crosses the lowest of several that differ", 5, 5, false},
      {"hypercube:3", NULL, "crosses", 5, 5, false},
      {"hypercube:3", NULL, "crosses", 5, 4, true},
      {"hypercube:3", NULL, "arrives", 5, 5, true},
      {"hypercube:3", NULL, "arrives", 5, 4, false},
      /* Header: b from bit 5, broadcast, skip_self; here: p from bit 0, d from bit 2. */
      {"d3:2,3", "source-vector", BROADCAST, 0, 4 << 5 | 1 << 8, true},
      {"d3:2,3", "source-vector", BROADCAST, 0, 4 << 5 | 1 << 9, false},
      {"d3:2,3", "source-vector", BROADCAST, 0, 4 << 5, false},
      {"d3:2,3", "source-vector", BROADCAST, 0, 1 << 8, true},
      {"d3:2,3", "source-vector", BROADCAST, 0, 0, false},
      {"d3:2,3", "source-vector", LEAVES_OUT, 5, 2 << 5 | 3 << 8, true},
      {"d3:2,3", "source-vector", LEAVES_OUT, 6, 2 << 5 | 3 << 8, false},
      {"d3:2,3", "source-vector", LEAVES_OUT, 5, 2 << 5 | 1 << 8, false},
      {"d3:2,3", "source-vector", LEAVES_OUT, 5, 2 << 5 | 1 << 9, false},
      {"d3:2,3", "source-vector", LEAVES_OUT, 5, 3 << 5 | 3 << 8, false},
      {"d3:2,3", "source-vector", COPY, 6, 2 << 5 | 3 << 8, true},
      {"d3:2,3", "source-vector", COPY, 6, 2 << 5 | 1 << 8, false},
      {"d3:2,3", "source-vector", COPY, 6, 3 << 8, false},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    const struct route_unit *unit = routing_of(&t, cases[i].routing)->unit;
    const struct route_in in = {.here = cases[i].here,
                                .header = cases[i].header,
                                .ports = t.ports,
                                .parameters = t.parameters};
    const struct route_out out = unit->comb(&in);
    const struct route_mark *mark = unit->marks->rows;
    uint32_t at[ROUTE_MARK_PLACES] = {0};

    while (mark->text && strcmp(mark->text, cases[i].mark) != 0)
      mark++;
    assert_non_null(mark->text);
    CHECK(mark->has(&in, &out, at) == cases[i].has,
          "%s: %s, here %" PRIu64 ", header %" PRIu64, cases[i].spec, cases[i].mark,
          in.here, in.header);
  }
}
