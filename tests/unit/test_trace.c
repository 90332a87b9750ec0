/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_trace -- trace:PATH reads exactly what schedule_print prints. */
#include "base/rng.h"
#include "tests/unit/traffic_unit.h"

#define TITLE "# lockhop schedule 1 hypercube:4 deterministic\n"
#define COLUMNS "# cycle source destination header\n"

static const char *trace_of(char traffic[FILE_PATH + 8], const char *bytes, size_t size)
{
  char path[FILE_PATH];

  write_data(data_path(path, "trace"), bytes, size);
  snprintf(traffic, FILE_PATH + 8, "trace:%s", path);
  return traffic;
}

TEST(test_round_trip_is_exact)
{
  static const struct {
    const char *spec;
    const char *traffic;
    uint32_t packets;
  } cases[] = {
      {"hypercube:1", "identity", 1},
      {"hypercube:4", "transpose", 4},
      {"hypercube:6", "random", 6},
      {"hypercube:10", "bit-reversal", 3},
      {"hypercube:4", "uniform,load=0.3,warmup=50,measure=200", 1},
      {"hypercube:8", "uniform,load=0.01", 1},
      {"hypercube:4", "uniform,load=1e-300,warmup=0", 1}, /* no packets at all */
      {"hypercube:3", "request-reply,load=0.3,service=7,window=2,warmup=5,measure=60", 1},
      {"torus:3x2", "batch,count=5,window=2", 1},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct schedule made = schedule_of(&t, cases[i].traffic, cases[i].packets, 5);
    char traffic[FILE_PATH + 8];
    size_t size, size_again;
    char *text = print_text(&made, &t, &size);
    struct schedule read = schedule_of(&t, trace_of(traffic, text, size), 1, 99);
    char *again = print_text(&read, &t, &size_again);

    CHECK(same_entries(&made, &read), "%s %s", t.spec, cases[i].traffic);
    CHECK(size == size_again && memcmp(text, again, size) == 0, "%s %s", t.spec,
          cases[i].traffic);
    free(text);
    free(again);
    schedule_free(&made);
    schedule_free(&read);
  }
}

/* A schedule, and what is read from the text that it prints. */
struct copy {
  struct schedule made, read;
  char *text;
};

static struct copy copy_of(const struct traffic_request *request, uint64_t seed)
{
  struct copy copy = {.text = NULL};
  struct traffic_request again = *request;
  char traffic[FILE_PATH + 8];
  size_t size = 0;
  struct err err;

  CHECK(schedule_make(&copy.made, request, &err), "%s", err.text);
  FILE *file = open_memstream(&copy.text, &size);
  assert_non_null(file);
  assert_true(schedule_print(&copy.made, request->topology, request->routing, file));
  assert_int_equal(fclose(file), 0);
  again.traffic = trace_of(traffic, copy.text, size);
  again.seed = seed;
  CHECK(schedule_make(&copy.read, &again, &err), "%s", err.text);
  CHECK(same_entries(&copy.made, &copy.read), "%s %s", request->routing->name,
        request->traffic);
  return copy;
}

static void copy_free(struct copy *copy)
{
  free(copy->text);
  schedule_free(&copy->made);
  schedule_free(&copy->read);
}

/* Headers with intermediate destinations are read, and not drawn again. */
TEST(test_headers_of_every_routing)
{
  struct topology t = topology_of("hypercube:5");

  for (size_t i = 0; i < t.routing_count; i++) {
    struct traffic_request request = {.topology = &t,
                                      .routing = &t.routings[i],
                                      .traffic = "random",
                                      .packets = 3,
                                      .seed = 5};
    struct copy copy = copy_of(&request, 6);

    copy_free(&copy);
  }
}

/* Broadcasts, answers and the promise of no conflicts are read as they were printed. */
TEST(test_collectives_round_trip)
{
  static const struct {
    const char *spec, *routing, *traffic;
    bool conflict_free, has_all, has_answers;
  } rows[] = {
      {"d3:3,4", "source-vector", "all-to-one,sink=0.0.1", true, true, true},
      {"d3:3,4", "source-vector", "all-to-one,sink=0.0.1,rule=printed", false, true, true},
      {"d3:2,3", "source-vector,queue=lifo", "all-to-all,order=lifo", false, false, false},
      {"d3:2,3", "destination", "all-to-all", true, false, false},
      {"d3:2,3", "glgl", "broadcast,source=1.1.1,count=5", true, true, false},
      {"d3:4,4", "source-vector,holds=0", "hypercube-embedding", false, false, true},
      {"d3:2,3,cabinets=1-3/4,routers=0-2-3/4", "source-vector", "all-to-all", true, false,
       false},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    struct traffic_request request = {.topology = &t,
                                      .routing = routing_of(&t, rows[i].routing),
                                      .traffic = rows[i].traffic,
                                      .packets = 1,
                                      .seed = 5};
    struct copy copy = copy_of(&request, 5);

    CHECK(copy.read.conflict_free == rows[i].conflict_free, "%s", rows[i].traffic);
    CHECK(rows[i].conflict_free == (strstr(copy.text, "\n# conflict-free\n") != NULL) &&
              rows[i].has_all == (strstr(copy.text, " all 0x") != NULL) &&
              rows[i].has_answers == (strstr(copy.text, " answers ") != NULL),
          "%s %s prints as:\n%.200s", rows[i].spec, rows[i].traffic, copy.text);
    copy_free(&copy);
  }
}

/* A trace may start packets in any cycle, and with any header of header_bits bits. */
TEST(test_written_by_hand)
{
  const char *text = TITLE "# measure 2 9\n" COLUMNS "0 3 5 0x5\n0 3 5 0xf\n0 4 1 0x1\n"
                           "7 0 15 0xf\n4294967294 15 0 0x0\n";
  struct topology t = topology_of("hypercube:4");
  char traffic[FILE_PATH + 8];
  struct schedule schedule = schedule_of(&t, trace_of(traffic, text, strlen(text)), 1, 1);

  assert_int_equal(schedule.count, 5);
  assert_int_equal(schedule.measure_from, 2);
  assert_int_equal(schedule.measure_to, 9);
  assert_int_equal(schedule.entries[1].destination, 5);
  assert_int_equal(schedule.entries[1].header, 15);
  assert_int_equal(schedule.entries[3].cycle, 7);
  assert_int_equal(schedule.entries[4].cycle, 4294967294);
  assert_int_equal(schedule_width(&schedule, &t), 2);
  schedule_free(&schedule);
}

TEST(test_malformed_traces_are_refused)
{
  static const struct {
    const char *text;
    const char *error;
  } bad[] = {
      {"",
       "trace:1: not a schedule: the first line is not '# lockhop schedule 1 hypercube:4 "
       "deterministic'"},
      {"\n", "trace:1: not a schedule"},
      {"0 1 2 0x2\n", "trace:1: not a schedule"},
      {COLUMNS, "trace:1: not a schedule"},
      {"# lockhop schedule 2 hypercube:4 deterministic\n" COLUMNS,
       "trace:2: schedule format 2 has a line of"},
      {"# lockhop schedule 11 hypercube:4 deterministic\n" COLUMNS,
       "trace:1: schedule format '11' is not known"},
      {"# lockhop schedule 1\n" COLUMNS, "trace:1: the schedule is for '', not for"},
      {"# lockhop schedule 1 hypercube:5 deterministic\n" COLUMNS,
       "trace:1: the schedule is for 'hypercube:5', not for hypercube:4"},
      {"# lockhop schedule 1 hypercube:4\n" COLUMNS,
       "trace:1: the schedule is for routing '', not for deterministic"},
      {"# lockhop schedule 1 hypercube:4 random\n" COLUMNS,
       "trace:1: the schedule is for routing 'random', not for deterministic"},
      {"# lockhop schedule 1 hypercube:4 deterministic \n" COLUMNS,
       "trace:1: the schedule is"},
      {"# lockhop schedule 1  hypercube:4 deterministic\n" COLUMNS,
       "trace:1: the schedule is"},
      {"# lockhop schedule 1 hypercube:4 deterministic\r\n" COLUMNS,
       "trace:1: a carriage return"},
      {TITLE, "trace:2: expected the line '# cycle source destination header'"},
      {TITLE "0 1 2 0x2\n", "trace:2: expected the line"},
      {TITLE "# comment\n" COLUMNS, "trace:2: expected the line"},
      {TITLE "# packets x\n" COLUMNS, "trace:2: '# packets x' is not '# packets N'"},
      {TITLE "# packets 2\n" COLUMNS "0 1 2 0x2\n",
       "trace:5: the list ends after 1 packets, its head says 2"},
      {TITLE "# packets 0\n" COLUMNS "0 1 2 0x2\n",
       "trace:5: the list ends after 1 packets, its head says 0"},
      {TITLE "# measure 5\n" COLUMNS, "trace:2: '# measure 5' is not '# measure FROM TO'"},
      {TITLE "# measure 5 5\n" COLUMNS, "trace:2: '# measure 5 5' is not"},
      {TITLE "# measure 6 5\n" COLUMNS, "trace:2: "},
      {TITLE "# measure 0 4294967296\n" COLUMNS, "trace:2: "},
      {TITLE "# measure 1 2 3\n" COLUMNS, "trace:2: "},
      {TITLE "# measure 1 2\n", "trace:3: expected the line"},
      {TITLE "# measure 1 2\n# measure 1 2\n" COLUMNS, "trace:3: expected the line"},
      {TITLE COLUMNS "0 1 2 0x2",
       "trace:3: the last line is cut short: it has no line end"},
      {TITLE COLUMNS "0 1 2 0x2\n0 1", "trace:4: the last line is cut short"},
      {TITLE "# cycle source destination header", "trace:2: the last line is cut short"},
      {TITLE COLUMNS "\n", "trace:3: '' is not 'cycle source destination 0xheader'"},
      {TITLE COLUMNS "# comment\n", "trace:3: '# comment' is not"},
      {TITLE COLUMNS "0 1 2\n", "trace:3: '0 1 2' is not"},
      {TITLE COLUMNS "0 1 2 3\n", "trace:3: '0 1 2 3' is not"},
      {TITLE COLUMNS "0 1 2 0x\n", "trace:3: '0 1 2 0x' is not"},
      {TITLE COLUMNS "0 1 2 0x2 \n", "trace:3: '0 1 2 0x2 ' is not"},
      {TITLE COLUMNS " 0 1 2 0x2\n", "trace:3: "},
      {TITLE COLUMNS "0  1 2 0x2\n", "trace:3: "},
      {TITLE COLUMNS "0 1 2 0xA\n", "trace:3: "},
      {TITLE COLUMNS "0 1 2 0x02\n", "trace:3: "},
      {TITLE COLUMNS "00 1 2 0x2\n", "trace:3: "},
      {TITLE COLUMNS "-1 1 2 0x2\n", "trace:3: "},
      {TITLE COLUMNS "0 1 2 2\n", "trace:3: "},
      {TITLE COLUMNS "x 1 2 0x2\n", "trace:3: "},
      {TITLE COLUMNS "99999999999999999999999 1 2 0x2\n", "trace:3: "},
      {TITLE COLUMNS "4294967295 1 2 0x2\n", "trace:3: cycle 4294967295 is out of range"},
      {TITLE COLUMNS "0 16 2 0x2\n",
       "trace:3: source 16 is out of range; hypercube:4 has terminals 0 to 15"},
      {TITLE COLUMNS "0 1 16 0x0\n", "trace:3: destination 16 is out of range"},
      {TITLE COLUMNS "0 1 2 0x10\n", "trace:3: header 0x10 is wider than 4 bits"},
      {TITLE COLUMNS "0 1 2 0xffffffffffffffff\n", "trace:3: header 0xffffffffffffffff is"},
      {TITLE COLUMNS "0 1 2 0x10000000000000000\n", "trace:3: "},
      {TITLE COLUMNS "5 1 2 0x2\n4 1 2 0x2\n",
       "trace:4: cycle 4 source 1 after cycle 5 source 1; lines must ascend by cycle"},
      {TITLE COLUMNS "5 3 2 0x2\n5 1 2 0x2\n",
       "trace:4: cycle 5 source 1 after cycle 5 source 3"},
      {TITLE COLUMNS "0 1 2 0x2\n\x01\n", "trace:4: byte 0x01 is not text"},
  };
  struct topology t = topology_of("hypercube:4");

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char traffic[FILE_PATH + 8];

    check_refused(&t, trace_of(traffic, bad[i].text, strlen(bad[i].text)), 1, ERR_USAGE,
                  bad[i].error);
  }
}

#define D3 "# lockhop schedule 1 d3:3,4 source-vector\n"

TEST(test_malformed_collectives_are_refused)
{
  static const struct {
    const char *text;
    const char *error;
  } bad[] = {
      {D3 "# conflict-free \n" COLUMNS, "trace:2: expected the line"},
      {D3 "# conflict-free\n# conflict-free\n" COLUMNS, "trace:3: expected the line"},
      {D3 "# conflict-free\n# measure 1 2\n" COLUMNS, "trace:3: expected the line"},
      {D3 "# conflict-free\n", "trace:3: expected the line"},
      {D3 "# conflict-free\n0 1 2 0x0\n", "trace:3: expected the line"},
      {D3 COLUMNS "0 1 al 0x0\n", "trace:3: '0 1 al 0x0' is not 'cycle source"},
      {D3 COLUMNS "0 1 ALL 0x0\n", "trace:3: '0 1 ALL 0x0' is not"},
      {D3 COLUMNS "0 all 1 0x0\n", "trace:3: '0 all 1 0x0' is not"},
      {D3 COLUMNS "0 1 4294967295 0x0\n",
       "trace:3: destination 4294967295 is out of range; d3:3,4 has terminals 0 to 47"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers 1\n",
       "trace:4: packet 1 answers packet 1; it can answer only an earlier one"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers 2\n1 3 1 0x0\n",
       "trace:4: packet 1 answers packet 2; it can answer only an earlier one"},
      {D3 COLUMNS "0 1 2 0x0 answers 0\n", "trace:3: packet 0 answers packet 0"},
      {D3 COLUMNS "0 1 2 0x0\n1 3 1 0x0 answers 0\n",
       "trace:4: packet 1 answers packet 0, which does not go to its source"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers\n", "trace:4: '1 2 1 0x0 answers' is not"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers x\n",
       "trace:4: '1 2 1 0x0 answers x' is not 'cycle source destination 0xheader answers "
       "packet'"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers 00\n", "is not 'cycle source destination"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers 0 \n", "is not 'cycle source destination"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0  answers 0\n", "is not 'cycle source destination"},
      {D3 COLUMNS "0 1 2 0x0\n1 2 1 0x0 answers 4294967295\n",
       "is not 'cycle source destination"},
  };
  struct topology t = topology_of("d3:3,4"), cube = topology_of("hypercube:4");
  const char *promise = TITLE "# conflict-free\n" COLUMNS;
  char traffic[FILE_PATH + 8];

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    check_refused(&t, trace_of(traffic, bad[i].text, strlen(bad[i].text)), 1, ERR_USAGE,
                  bad[i].error);
  check_refused(&cube, trace_of(traffic, promise, strlen(promise)), 1, ERR_USAGE,
                "trace:2: link conflicts are not defined for routing deterministic; leave "
                "the line out");
}

TEST(test_unreadable_traces_are_refused)
{
  struct topology t = topology_of("hypercube:4");

  check_refused(&t, "trace:build/test-data/none", 1, ERR_USAGE, "No such file");
  check_refused(&t, "trace:build", 1, ERR_USAGE, "it is a directory");
  check_refused(&t, "trace:/dev/zero", 1, ERR_USAGE, "/dev/zero:1: byte 0x00 is not text");
}

/* Whatever is read prints as the same bytes; all else is refused in one line. */
static void check_read_or_refused(const struct topology *t, const char *bytes, size_t size)
{
  char traffic[FILE_PATH + 8];
  struct schedule schedule;
  struct err err;

  if (try_schedule(&schedule, t, trace_of(traffic, bytes, size), 1, 1, &err)) {
    size_t printed;
    char *text = print_text(&schedule, t, &printed);

    CHECK(printed == size && memcmp(text, bytes, size) == 0, "read, but prints as:\n%s",
          text);
    free(text);
    schedule_free(&schedule);
  } else {
    check_error(&err, ERR_USAGE, "trace:", "a changed trace");
  }
}

static void check_damages(const char *spec, const char *made, int trials)
{
  struct topology t = topology_of(spec);
  struct schedule schedule = schedule_of(&t, made, 1, 1);
  struct rng rng = rng_seed(3, 3);
  size_t size;
  char *text = print_text(&schedule, &t, &size);

  for (size_t cut = 0; cut < size; cut++) {
    char traffic[FILE_PATH + 8];

    check_refused(&t, trace_of(traffic, text, cut), 1, ERR_USAGE, "trace:");
  }
  for (int i = 0; i < trials; i++) {
    static const char letters[] = "0123456789abcdefx# \n\t\r-\xffsl";
    size_t place = rng_below(&rng, size);
    char old = text[place];

    text[place] = letters[rng_below(&rng, sizeof letters)]; /* the 0 too */
    check_read_or_refused(&t, text, size);
    text[place] = old;
  }
  free(text);
  schedule_free(&schedule);
}

TEST(test_damaged_traces)
{
  check_damages("hypercube:4", "uniform,load=0.2,warmup=3,measure=10", 4000);
  check_damages("d3:1,2", "all-to-one,sink=0.0.1", 1000);
}

#ifdef MEMORY_LIMITS
TEST(test_short_memory_is_reported)
{
  struct topology t = topology_of("hypercube:16");
  struct schedule schedule = schedule_of(&t, "identity", 4, 1);
  char traffic[FILE_PATH + 8];
  struct err err;
  size_t size;
  char *text = print_text(&schedule, &t, &size);
  rlim_t old;
  bool good;

  schedule_free(&schedule);
  trace_of(traffic, text, size);
  free(text);
  old = limit_memory(2 << 20);
  good = try_schedule(&schedule, &t, traffic, 1, 1, &err);
  set_memory(old);
  assert_false(good);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory for", traffic);
}
#endif
