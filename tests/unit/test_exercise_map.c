/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_exercise_map -- what a test must reach: what no packet can do, maps of several runs,
 * names. */
#include "run/exercise/marks.h"
#include "run/exercise/reach.h"

#include "switch/bank/mark.h"
#include "tests/unit/support.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

static struct exercise_map map;

/* --- proofs --- */

static void open_map(struct topology *t, struct shape *shape, const char *routing,
                     uint32_t lanes, uint32_t depth, uint32_t vcs)
{
  struct err err = {.kind = ERR_NONE};

  *shape = shape_of(t, routing, lanes, depth, 8);
  shape->vcs = vcs;
  assert_true(exercise_map_open(&map, shape, &err));
  CHECK(exercise_reach(&map, shape, NULL, &err), "%s", err.text);
}

static bool can(enum exercise_kind kind, size_t a, size_t b, size_t c)
{
  return exercise_bit(map.reachable, exercise_map_item(&map, kind, a, b, c));
}

static const struct schedule *none(void *self)
{
  (void)self;
  return NULL;
}

/* Dimensions ascend: from channel c to the ports above it; from a lane to all. */
TEST(test_dimensions_ascend)
{
  enum { N = 4, LANES = 2, DEPTH = 3 };
  struct topology t = topology_of("hypercube:4");
  struct shape shape;

  open_map(&t, &shape, NULL, LANES, DEPTH, 1);
  for (uint32_t c = 0; c < N + LANES; c++) {
    for (uint32_t p = 0; p < N; p++)
      assert_int_equal(can(EXERCISE_ROUTED, c, p, 0), c >= N || p > c);
    assert_true(can(EXERCISE_EJECTED, c, 0, 0));
    assert_int_equal(can(EXERCISE_KEPT, c, 0, 0), c != N - 1);
  }
  for (uint32_t p = 0; p < N; p++) {
    for (uint32_t k = 0; k < N + LANES; k++)
      assert_int_equal(can(EXERCISE_CONTENDERS, p, k, 0), k < p + LANES);
    for (uint32_t k = 0; k < DEPTH; k++)
      assert_int_equal(can(EXERCISE_PUSHES, p, k, 0), k < p + LANES);
  }
  exercise_map_close(&map);
}

/* At most three packets wait at one switch. */
TEST(test_stores)
{
  enum { STORE = 4, WAITING = 3 };
  struct topology t = topology_of("hypercube:2");
  struct shape shape = shape_of(&t, "rand-sync", 1, 2, 8);
  struct err err = {.kind = ERR_NONE};

  shape.store = STORE;
  assert_true(exercise_map_open(&map, &shape, &err));
  CHECK(exercise_reach_all(&map, &shape, WAITING, none, NULL, &err), "%s", err.text);
  for (uint32_t fill = 0; fill <= STORE; fill++)
    assert_int_equal(can(EXERCISE_STORE_FILL, 0, fill, 0), fill <= WAITING);
  assert_false(can(EXERCISE_STORE_REFUSED, 0, 0, 0));
  exercise_map_close(&map);
  shape.store = WAITING - 1;
  assert_true(exercise_map_open(&map, &shape, &err));
  CHECK(exercise_reach_all(&map, &shape, WAITING, none, NULL, &err), "%s", err.text);
  assert_true(can(EXERCISE_STORE_FILL, 0, WAITING - 1, 0));
  assert_true(can(EXERCISE_STORE_REFUSED, 0, 0, 0));
  exercise_map_close(&map);
}

/* The second VC of rand-trans is of the first phase: priorities are apart then. */
TEST(test_priorities_and_vcs)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;

  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_OVERTAKEN).reachable, 3);
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).items, 0);
  exercise_map_close(&map);
  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 2);
  assert_int_equal(exercise_map_share(&map, EXERCISE_OVERTAKEN).items, 0);
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).reachable, 6);
  exercise_map_close(&map);
  open_map(&t, &shape, "deterministic", 1, 2, 2); /* VC 0 alone is used */
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).items, 6);
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).reachable, 0);
  assert_int_equal(exercise_map_share(&map, EXERCISE_THROUGH).reachable, 3);
  exercise_map_close(&map);
}

/* Ports compete where fewer of them can send at once than there are. */
TEST(test_sends_of_a_switch)
{
  enum { PORTS = 3 };
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 1, 2, 8);
  struct err err = {.kind = ERR_NONE};

  for (shape.sends = 0; shape.sends <= PORTS; shape.sends++) {
    const bool compete = shape.sends == 1 || shape.sends == 2;

    assert_true(exercise_map_open(&map, &shape, &err));
    assert_int_equal(exercise_map_share(&map, EXERCISE_SEND_WON).items,
                     compete ? PORTS : 0);
    assert_int_equal(exercise_map_share(&map, EXERCISE_SEND_LOST).items,
                     compete ? PORTS : 0);
    exercise_map_close(&map);
  }
}

/* A network too large to explore: nothing is called unreachable. */
TEST(test_large_networks_are_not_explored)
{
  struct topology t = topology_of("hypercube:20"); /* its headers alone take hours */
  struct shape shape;

  open_map(&t, &shape, NULL, 1, 2, 1);
  assert_false(map.explored);
  const struct exercise_share all = exercise_map_total(&map);
  assert_int_equal(all.reachable, all.items);
  exercise_map_close(&map);
}

/* --- several runs, and text --- */

TEST(test_maps_are_merged_stored_and_read)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;
  struct exercise_map other, read;
  struct err err = {.kind = ERR_NONE};
  FILE *file = tmpfile();

  open_map(&t, &shape, NULL, 2, 2, 1);
  exercise_map_close(&map);
  assert_true(exercise_map_open(&map, &shape, &err));
  assert_true(exercise_map_open(&other, &shape, &err));
  exercise_set(map.reached, 3);
  exercise_set(other.reached, 70);
  assert_true(exercise_map_merge(&map, &other));
  for (size_t i = 0; i < exercise_map_items(&map); i++) {
    assert_int_equal(exercise_bit(map.reached, i), i == 3 || i == 70);
    assert_true(exercise_bit(map.reachable, i)); /* as in the other */
  }
  assert_false(map.explored);
  map.reachable[0] = 0x123456789abcdef0;
  exercise_map_store(&map, file);
  rewind(file);
  CHECK(exercise_map_load(&read, file, "a file", &err), "%s", err.text);
  assert_memory_equal(&map.shape, &read.shape, sizeof map.shape);
  assert_memory_equal(map.first, read.first, sizeof map.first);
  assert_int_equal(read.field_count, 1);
  assert_string_equal(read.fields[0].name, "destination");
  for (size_t i = 0; i < exercise_map_items(&map); i++)
    assert_true(exercise_bit(map.reached, i) == exercise_bit(read.reached, i) &&
                exercise_bit(map.reachable, i) == exercise_bit(read.reachable, i));
  exercise_map_close(&read);
  exercise_map_close(&other);
  shape.depth = 3;
  assert_true(exercise_map_open(&other, &shape, &err));
  assert_false(exercise_map_merge(&map, &other));
  exercise_map_close(&other);
  exercise_map_close(&map);
  fclose(file);
}

/* Two runs without an exploration, and the exploration: what was reached stays, and is
 * reachable. */
TEST(test_a_walk_says_what_runs_can_reach)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;
  struct exercise_map run, exploration;
  struct err err = {.kind = ERR_NONE};

  open_map(&t, &shape, NULL, 2, 2, 1);
  exercise_map_close(&map);
  assert_true(exercise_map_open(&map, &shape, &err));
  assert_true(exercise_map_open(&run, &shape, &err));
  assert_true(exercise_map_open(&exploration, &shape, &err));
  const size_t one = exercise_map_item(&map, EXERCISE_REFILLED, 0, 0, 0);
  const size_t two = exercise_map_item(&map, EXERCISE_REFILLED, 1, 0, 0);
  const size_t items = map.first[EXERCISE_PAIRS];
  const size_t never = exercise_map_item(&map, EXERCISE_ROUTED, 2, 0, 0);
  const size_t other = exercise_map_item(&map, EXERCISE_KEPT, 2, 0, 0);
  assert_true(exercise_reach(&exploration, &shape, NULL, &err));
  assert_false(exercise_bit(exploration.reachable, never) ||
               exercise_bit(exploration.reachable, other));
  const size_t reachable = exercise_map_total(&exploration).reachable;
  assert_true(exploration.explored && reachable < items);
  exercise_set(map.reached, one);
  exercise_set(run.reached, two);
  assert_true(exercise_map_merge(&map, &run));
  assert_int_equal(exercise_map_total(&map).reachable, items);
  assert_true(exercise_map_merge(&map, &exploration));
  assert_true(map.explored);
  assert_int_equal(exercise_map_total(&map).reached, 2);
  assert_int_equal(exercise_map_total(&map).reachable, reachable);
  /* A further run knows nothing of the exploration, and takes nothing from it; what it has
   * reached can be reached. */
  exercise_set(run.reached, never);
  assert_true(exercise_map_merge(&map, &run));
  assert_true(map.explored && exercise_bit(map.reached, one) &&
              exercise_bit(map.reached, two));
  assert_int_equal(exercise_map_total(&map).reached, 3);
  assert_int_equal(exercise_map_total(&map).reachable, reachable + 1);
  assert_false(exercise_bit(map.reachable, other));
  exercise_map_close(&exploration);
  exercise_map_close(&run);
  exercise_map_close(&map);
}

/* A text that ends early, at any place, is refused. */
TEST(test_torn_texts_are_refused)
{
  struct topology t = topology_of("hypercube:2");
  struct shape shape;
  struct exercise_map read;
  struct err err = {.kind = ERR_NONE};
  FILE *whole = tmpfile();
  char text[8192];

  open_map(&t, &shape, NULL, 1, 1, 1);
  exercise_map_store(&map, whole);
  rewind(whole);
  const size_t size = fread(text, 1, sizeof text, whole);
  assert_true(size > 100 && size < sizeof text);
  for (size_t cut = 0; cut + 18 < size; cut += 7) {
    FILE *file = fmemopen(text, cut ? cut : 1, "r");

    err = (struct err){.kind = ERR_NONE};
    CHECK(!exercise_map_load(&read, file, "torn.txt", &err), "%zu bytes are read", cut);
    check_error(&err, ERR_USAGE, "torn.txt", "--exercise");
    fclose(file);
  }
  exercise_map_close(&map);
  fclose(whole);
}

struct lines {
  char text[2048];
  size_t used;
};

static void add_line(void *self, const char *text)
{
  struct lines *lines = self;

  lines->used += (size_t)snprintf(lines->text + lines->used,
                                  sizeof lines->text - lines->used, "%s\n", text);
}

static void check_lines(enum exercise_kind kind, enum exercise_which which,
                        const char *expected)
{
  struct lines lines = {.used = 0};

  exercise_groups(&map, kind, which, add_line, &lines);
  assert_string_equal(lines.text, expected);
}

TEST(test_items_are_named_in_groups)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;

  open_map(&t, &shape, NULL, 2, 4, 1);
  check_lines(EXERCISE_ROUTED, EXERCISE_UNREACHABLE,
              "channel 0..2 -> port 0\nchannel 1..2 -> port 1\nchannel 2 -> port 2\n");
  exercise_set(map.reached, exercise_map_item(&map, EXERCISE_ROUTED, 4, 0, 0));
  check_lines(
      EXERCISE_ROUTED, EXERCISE_MISSED,
      "channel 3 (lane 0) -> port 0\nchannel 0, channel 3..4 (lane 0..1) -> port 1\n"
      "channel 0..1, channel 3..4 (lane 0..1) -> port 2\n");
  exercise_set(map.reached, exercise_map_item(&map, EXERCISE_FILL, 1, 2, 0));
  check_lines(EXERCISE_FILL, EXERCISE_MISSED,
              "port 0..2: fill 0..1\nport 0, 2: fill 2\nport 0..2: fill 3..4\n");
  check_lines(EXERCISE_KEPT, EXERCISE_UNREACHABLE, "channel 2\n");
  check_lines(EXERCISE_CONTENDERS, EXERCISE_UNREACHABLE,
              "port 0: 3 channels\nport 0..1: 4 channels\nport 0..2: 5 channels\n");
  for (size_t channel = 0; channel < 5; channel++)
    for (size_t bit = 0; bit < 3; bit++)
      exercise_set(map.reached,
                   exercise_map_item(&map, EXERCISE_HEADER, channel, bit, channel != 3));
  check_lines(EXERCISE_HEADER, EXERCISE_MISSED,
              "channel 0..2, channel 4 (lane 1): destination[0..2] = 0\n"
              "channel 3 (lane 0): destination[0..2] = 1\n");
  check_lines(EXERCISE_STORE_FILL, EXERCISE_MISSED, "");
  exercise_map_close(&map);
  open_map(&t, &shape, "rand-trans", 1, 1, 2);
  check_lines(EXERCISE_LINK_WON, EXERCISE_MISSED, "queue 0..5\n");
  exercise_map_close(&map);
}

/* --- the route unit --- */

static void check_marks(const char *spec, const char *routing, uint32_t vcs,
                        enum exercise_which which, const char *expected)
{
  struct topology t = topology_of(spec);
  struct shape shape;

  open_map(&t, &shape, routing, 2, 2, vcs);
  check_lines(EXERCISE_ROUTE, which, expected);
  exercise_map_close(&map);
}

/* What a size lacks has a name and a reason. */
TEST(test_a_size_lacks_decisions)
{
  check_marks("torus:4x2", NULL, 1, EXERCISE_UNREACHABLE,
              "goes by +: dimension 0 (its ring has 2 switches)\n"
              "goes by -: dimension 0 (its ring has 2 switches)\n"
              "goes in a ring of 2: dimension 1 (its ring has more than 2 switches)\n"
              "breaks a tie of an even ring: dimension 0 (its ring is odd, or has 2 "
              "switches)\n"
              "goes half round an odd ring: dimension 0, way 0..1 (its ring is even)\n"
              "goes half round an odd ring: dimension 1, way 0..1 (its ring is even)\n"
              "crosses the dateline by +: dimension 0 (its ring has 2 switches)\n"
              "crosses the dateline by -: dimension 0 (its ring has 2 switches)\n"
              "goes with no dateline ahead: dimension 0 (its ring has 2 switches)\n");
  check_marks("torus:5", NULL, 2, EXERCISE_UNREACHABLE,
              "goes in a ring of 2: dimension 0 (its ring has more than 2 switches)\n"
              "breaks a tie of an even ring: dimension 0 (its ring is odd, or has 2 "
              "switches)\n");
  check_marks("mesh:4", "phases", 1, EXERCISE_UNREACHABLE,
              "sends: phase 0, port 1 (no packet of this network is told so)\n"
              "sends: phase 1, port 0 (no packet of this network is told so)\n");
  check_marks("hypercube:3", NULL, 1, EXERCISE_UNREACHABLE, "");
}

/* Marks not reached by a run of the golden model; none is reached that cannot be. */
static void missed_marks(const char *network, const char *traffic, enum exercise_kind kind,
                         struct lines *lines)
{
  struct description d = description_of(network, traffic);
  struct session session;
  struct machine machine;
  struct run_result result;
  struct err err = {.kind = ERR_NONE};
  bool written;

  d.exercise = true;
  *lines = (struct lines){.used = 0};
  CHECK(session_open(&session, &d, NULL, &err), "%s", err.text);
  CHECK(machines_open(&machine, &session, &err), "%s", err.text);
  CHECK(session_run(&session, &machine, &result, &written, &err), "%s", err.text);
  exercise_groups(&session.exercise, kind, EXERCISE_MISSED, add_line, lines);
  const struct exercise_map *own = &session.exercise;
  for (size_t i = own->first[kind]; i < own->first[kind + 1]; i++)
    CHECK(exercise_bit(own->reachable, i) || !exercise_bit(own->reached, i),
          "%s %s: item %zu cannot be reached, and was", network, traffic,
          i - own->first[kind]);
  run_result_close(&result);
  machine.ops->close(machine.self);
  session_close(&session);
}

/* Each bit of a priority has two values. */
TEST(test_priority_bits)
{
  struct topology t = topology_of("hypercube:3");
  struct lines lines = {.used = 0};
  struct shape shape;

  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 1);
  exercise_groups(&map, EXERCISE_ROUTE, EXERCISE_MISSED, add_line, &lines);
  CHECK(strstr(lines.text, "priority: bit 0, value 0..1\n"), "%s", lines.text);
  exercise_map_close(&map);
}

/* A schedule with no packet that has two equal ways breaks no tie: it is named. */
TEST(test_a_schedule_without_ties_does_not_break_one)
{
  const char *const tie = "breaks a tie of an even ring: dimension 0\n";
  struct lines lines;

  missed_marks("torus:4", "neighbour", EXERCISE_ROUTE, &lines);
  assert_non_null(strstr(lines.text, tie));
  missed_marks("torus:4", "gossip", EXERCISE_ROUTE, &lines);
  assert_null(strstr(lines.text, tie));
}

/* Of a collective: is this mark missed? */
static bool misses(const char *network, const char *traffic, const char *mark)
{
  struct lines lines;

  missed_marks(network, traffic, EXERCISE_ENGINE, &lines);
  return strstr(lines.text, mark) != NULL;
}

/* Costs, words and time of engines, each by the traffic that has it. */
TEST(test_engines)
{
  static const struct {
    const char *mark, *without, *with;
  } marks[] = {
      {"word leaves, start-up 0", ",startup=1", ""},
      {"word leaves, start-up 1 to 255", "", ",startup=255"},
      {"word leaves, start-up 256 or more", ",startup=255", ",startup=256"},
      {"word leaves, of 1 cycle", ",word=2", ""},
      {"word leaves, of 2 to 7 cycles", ",word=8", ",word=7"},
      {"word leaves, of 8 cycles or more", ",word=7", ",word=8"},
      {"word leaves, with start-up and of", ",word=2", ",word=2,startup=1"},
      {"word leaves, of a message of 1 word", ",words=2", ""},
      {"word leaves, of a message of 2 to 15 words", ",words=16", ",words=15"},
      {"word leaves, of a message of 16 words or more", ",words=15", ",words=16"},
      {"word is offered in the first cycle of a step", ",startup=1", ""},
      {"word leaves that was stored at the edge before", ",startup=1", ""},
  };
  static const char *const kinds[] = {"all-to-all-broadcast",
                                      "all-to-all-broadcast,send=all",
                                      "all-to-all-personalized", "one-to-all-broadcast"};
  char with[80], without[80];

  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    snprintf(with, sizeof with, "all-to-all-broadcast%s", marks[i].with);
    snprintf(without, sizeof without, "all-to-all-broadcast%s", marks[i].without);
    CHECK(misses("rdn:2x2:1", without, marks[i].mark), "%s: %s", without, marks[i].mark);
    CHECK(!misses("rdn:2x2:1", with, marks[i].mark), "%s: %s", with, marks[i].mark);
  }
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    CHECK(misses("hypercube:3", kinds[i], "reset behind the first step"), "%s", kinds[i]);
    CHECK(!misses("hypercube:3", kinds[i], "word arrives: port 2"), "%s", kinds[i]);
    CHECK(!misses("hypercube:3", kinds[i], "last step ends"), "%s", kinds[i]);
  }
}

/* Switches that ask, and the addresses in headers, where these are few. */
TEST(test_pairs_of_addresses)
{
  struct topology cube = topology_of("hypercube:3"), ring = topology_of("torus:5");
  struct topology large = topology_of("hypercube:10"), paths = topology_of("benes:2");
  struct shape shape;

  open_map(&cube, &shape, NULL, 1, 2, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_PAIRS).reachable, 64);
  exercise_map_close(&map);
  open_map(&ring, &shape, NULL, 1, 2, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_PAIRS).items, 40);
  assert_int_equal(exercise_map_share(&map, EXERCISE_PAIRS).reachable, 25);
  exercise_map_close(&map);
  open_map(&large, &shape, NULL, 1, 2, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_PAIRS).items, 0);
  assert_int_equal(map.shape.destination_bits, 10);
  exercise_map_close(&map);
  open_map(&paths, &shape, NULL, 1, 2, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_PAIRS).items, 0);
  assert_int_equal(map.shape.destination_bits, 0);
  exercise_map_close(&map);
}

/* What the unit says and the switch does not use. */
TEST(test_what_is_not_connected)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;

  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 1);
  assert_string_equal(exercise_unconnected(&map.shape, EXERCISE_VC_O),
                      "vc_o: links have one VC");
  assert_null(exercise_unconnected(&map.shape, EXERCISE_PRIORITY_O));
  exercise_map_close(&map);
  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 2);
  assert_null(exercise_unconnected(&map.shape, EXERCISE_VC_O));
  assert_string_equal(exercise_unconnected(&map.shape, EXERCISE_PRIORITY_O),
                      "priority_o: queues are FIFOs");
  exercise_map_close(&map);
  open_map(&t, &shape, NULL, 1, 2, 1);
  assert_null(exercise_unconnected(&map.shape, EXERCISE_VC_O));
  assert_null(exercise_unconnected(&map.shape, EXERCISE_PRIORITY_O));
  exercise_map_close(&map);
}

/* Marks of all units on all networks of the laws: a map has room for all of them, and the
 * text of each can be read back. */
TEST(test_marks_of_all_units)
{
  size_t rows;
  const struct topology_row *const *table = topology_rows(&rows);

  for (size_t i = 0; i < rows; i++)
    for (const char *const *spec = table[i]->examples; *spec; spec++) {
      struct topology t = topology_of(*spec);

      for (size_t k = 0; k < t.routing_count; k++) {
        const struct shape shape = shape_of(&t, t.routings[k].name, 1, 2, 8);
        const struct route_marks *marks = shape.routing->unit->marks;
        struct err err = {.kind = ERR_NONE};
        size_t count = 0;

        assert_non_null(marks);
        while (marks->rows[count].text)
          count++;
        assert_true(exercise_map_open(&map, &shape, &err));
        assert_int_equal(map.mark_count, count + 5);
        for (size_t m = 0; m < map.mark_count; m++)
          CHECK(!strpbrk(map.marks[m].text, "|\n") &&
                    strlen(map.marks[m].text) < EXERCISE_MARK_TEXT - 1,
                "%s", map.marks[m].text);
        exercise_map_close(&map);
      }
    }
}

TEST(test_kinds_have_names)
{
  for (int i = 0; i < EXERCISE_KINDS; i++) {
    assert_true(exercise_kinds[i].name && exercise_kinds[i].text);
    for (int k = 0; k < i; k++) {
      assert_string_not_equal(exercise_kinds[i].name, exercise_kinds[k].name);
      assert_string_not_equal(exercise_kinds[i].text, exercise_kinds[k].text);
    }
  }
}

/* --- sessions --- */

TEST(test_what_cannot_be_watched_is_refused)
{
  struct description d = description_of("hypercube:3", "random");
  struct session session;
  struct err err = {.kind = ERR_NONE};

  d.exercise = true;
  d.machine = "array";
  assert_false(session_open(&session, &d, NULL, &err));
  check_error(&err, ERR_USAGE, "--exercise", "cosim");
}
