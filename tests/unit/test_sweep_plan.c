/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_sweep_plan -- plans: what they mean, and that each mistake is found where it is. */
#include "unit.h"

/* The library that unit tests are linked with is cmodel/ without cli/. */
#include "tool/campaign/sweep_block.c"
#include "tool/campaign/sweep_options.c"
#include "tool/campaign/sweep_plan.c"
#include "tool/campaign/sweep_range.c"
#include "tool/campaign/sweep_search.c"

#define TAIL "packets 1\ntraffic random\nrouting deterministic\ntrials 5\nseed 7\n"

static bool read_text(struct sweep_plan *plan, const char *text, struct err *err)
{
  char path[FILE_PATH];

  *err = (struct err){.kind = ERR_NONE};
  write_data(data_path(path, "x.plan"), text, strlen(text));
  return sweep_plan_read(plan, path, NULL, err);
}

static struct sweep_plan plan_of(const char *text)
{
  struct sweep_plan plan;
  struct err err;

  CHECK(read_text(&plan, text, &err), "%s", err.text);
  return plan;
}

TEST(test_half_the_ports)
{
  static const uint32_t packets[] = {1, 1, 2, 10};
  struct sweep_plan plan =
      plan_of("topology hypercube:1 hypercube:3 hypercube:5 hypercube:20\npackets ports/2\n"
              "traffic random\nrouting deterministic\ntrials 5\nseed 7\n");

  assert_int_equal(plan.count, 4);
  for (size_t i = 0; i < 4; i++)
    assert_int_equal(plan.cells[i].packets, packets[i]);
  sweep_plan_free(&plan);
}

TEST(test_cells_are_in_the_order_of_the_plan)
{
  struct sweep_plan plan =
      plan_of("# comment\n\n"
              "topology hypercube:3 hypercube:4\n"
              "traffic shuffle\trandom # comment\n"
              "  # a comment ends no block\n"
              "packets 2 ports\n"
              "routing deterministic drand-trans-ooo,random=shared,forced=0\n"
              "seed 0x10\n"
              "trials 3\n"
              "topology hypercube:2\n" TAIL "depth 4\nvcs 2");
  static const char *const routings[] = {"deterministic",
                                         "drand-trans-ooo,forced=0,random=shared"};
  static const char *const traffic[] = {"shuffle", "random"};

  assert_int_equal(plan.count, 17);
  assert_int_equal(plan.trials, 16 * 3 + 5);
  for (size_t i = 0; i < 16; i++) {
    const struct sweep_cell *cell = &plan.cells[i];
    uint32_t ports = i < 8 ? 3 : 4;

    assert_string_equal(cell->topology, i < 8 ? "hypercube:3" : "hypercube:4");
    assert_int_equal(cell->ports, ports);
    assert_int_equal(cell->switches, 1 << ports);
    assert_int_equal(cell->packets, i / 4 % 2 ? ports : 2);
    assert_string_equal(cell->traffic, traffic[i / 2 % 2]);
    assert_string_equal(cell->routing, routings[i % 2]);
    assert_int_equal(cell->seed, 16);
    assert_int_equal(cell->first, 3 * i);
    assert_int_equal(cell->depth, 0);
    assert_int_equal(cell->vcs, 1);
    assert_int_equal(cell->line, 3);
    for (uint64_t k = 0; k < 3; k++)
      assert_ptr_equal(sweep_plan_cell(&plan, 3 * i + k), cell);
  }
  assert_int_equal(plan.cells[16].depth, 4);
  assert_int_equal(plan.cells[16].vcs, 2);
  assert_int_equal(plan.cells[16].line, 10);
  assert_ptr_equal(sweep_plan_cell(&plan, plan.trials - 1), &plan.cells[16]);
  sweep_plan_free(&plan);
}

TEST(test_vcs_are_those_of_a_run)
{
  struct sweep_plan plan = plan_of("topology hypercube:3\npackets 1\ntraffic random\n"
                                   "routing deterministic rand-trans drand-trans-ooo\n"
                                   "trials 1\nseed 1\ndepth 1\n");

  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(plan.cells[i].vcs, i + 1);
  sweep_plan_free(&plan);
}

/* Commas separate no values: specs, traffic and routings with options are one word each. */
TEST(test_words_have_commas)
{
  struct sweep_plan plan =
      plan_of("topology d3:1,2 d3:2,3,cabinets=1-3/4,routers=0-2-3/4\npackets 1\n"
              "traffic uniform,load=0.05 uniform,load=0.05,to=drawer swap\n"
              "routing valiant,b=5,holds=0 ugal\ntrials 2\nseed 1\ndepth 8\nlanes 2\n");
  static const char *const traffic[] = {"uniform,load=0.05", "uniform,load=0.05,to=drawer",
                                        "swap"};

  assert_int_equal(plan.count, 12);
  for (size_t i = 0; i < plan.count; i++) {
    const struct sweep_cell *cell = &plan.cells[i];

    assert_string_equal(cell->topology,
                        i < 6 ? "d3:1,2" : "d3:2,3,cabinets=1-3/4,routers=0-2-3/4");
    assert_int_equal(cell->switches, i < 6 ? 4 : 18);
    assert_string_equal(cell->traffic, traffic[i / 2 % 3]);
    assert_string_equal(cell->routing, i % 2 ? "ugal" : "valiant,b=5,holds=0");
    assert_int_equal(cell->vcs, 3);
    assert_int_equal(cell->lanes, 2);
  }
  sweep_plan_free(&plan);
}

TEST(test_blocks_may_share_all_but_seeds)
{
  struct sweep_plan plan = plan_of("topology hypercube:3\n" TAIL
                                   "topology hypercube:3\npackets 1\ntraffic random\n"
                                   "routing deterministic\ntrials 7\nseed 0\n"
                                   "\n\ntopology hypercube:3\n" TAIL "depth 1\n\n"
                                   "topology hypercube:3\n" TAIL "lanes 1\n"
                                   "topology hypercube:3\npackets 1\ntraffic random\n"
                                   "routing deterministic\ntrials 9\nseed 12\n");

  assert_int_equal(plan.count, 5);
  sweep_plan_free(&plan);
}

TEST(test_hash_is_of_the_meaning)
{
  static const char *const same[] = {
      "topology hypercube:3\n" TAIL,
      "#x\n\n\ntopology\thypercube:3 #x\nseed 0x7\ntrials 5\nrouting deterministic\n#x\n"
      "depth 0\nvcs 1\npackets 1\ntraffic random\n\n\n",
  };
  static const char *const other[] = {
      "topology hypercube:4\n" TAIL,
      "topology hypercube:3\n" TAIL "depth 1\n",
      "topology hypercube:3\n" TAIL "vcs 2\n",
      "topology hypercube:3\n" TAIL "lanes 2\n",
      "topology hypercube:3\npackets 2\ntraffic random\nrouting deterministic\ntrials 5\n"
      "seed 7\n",
      "topology hypercube:3\npackets 1\ntraffic shuffle\nrouting deterministic\ntrials 5\n"
      "seed 7\n",
      "topology hypercube:3\npackets 1\ntraffic random\nrouting rand-sync\ntrials 5\nseed "
      "7\n",
      "topology hypercube:3\npackets 1\ntraffic random\nrouting deterministic\ntrials 6\n"
      "seed 7\n",
      "topology hypercube:3\npackets 1\ntraffic random\nrouting deterministic\ntrials 5\n"
      "seed 8\n",
      "topology hypercube:3 hypercube:4\n" TAIL,
      "topology hypercube:4 hypercube:3\n" TAIL,
  };
  enum { SAME = sizeof same / sizeof same[0], OTHER = sizeof other / sizeof other[0] };
  char hash[1 + OTHER][HASH_TEXT], again[HASH_TEXT];

  for (size_t i = 0; i < SAME; i++) {
    struct sweep_plan plan = plan_of(same[i]);

    hash_print(&plan.hash, i == 0 ? hash[0] : again);
    sweep_plan_free(&plan);
  }
  assert_string_equal(hash[0], again);
  for (size_t i = 0; i < OTHER; i++) {
    struct sweep_plan plan = plan_of(other[i]);

    hash_print(&plan.hash, hash[1 + i]);
    sweep_plan_free(&plan);
    for (size_t j = 0; j <= i; j++)
      CHECK(strcmp(hash[j], hash[1 + i]) != 0, "plans %zu and %zu have one hash", j, i + 1);
  }
}

/* Ranges are exact, and stand in the order of their values; depths and virtual channels are
 * combined with all else, the last fastest. */
/* A block has keywords where the command line has options. */
TEST(test_an_option_that_is_refused)
{
  struct sweep_options options = {.count = 0};
  struct err err = {.kind = ERR_NONE};

  assert_false(sweep_options_add(&options, sweep_options_field("store"), "x", &err));
  assert_string_equal(err.text, "store 'x': must be a number in 1..255");
}

TEST(test_ranges)
{
  static const struct {
    const char *word, *values; /* with blanks between */
  } rows[] = {
      {"uniform,load=0.1..0.9:0.2",
       "uniform,load=0.1 uniform,load=0.3 uniform,load=0.5 uniform,load=0.7 "
       "uniform,load=0.9"},
      {"hotspot,share=0.05..0.15:0.05,load=0.5",
       "hotspot,share=0.05,load=0.5 hotspot,share=0.1,load=0.5 "
       "hotspot,share=0.15,load=0.5"},
      {"0.9..1.2:0.1", "0.9 1 1.1 1.2"},
      {"2..10:4", "2 6 10"},
      {"5..5:1", "5"},
      {"100000000..100000001:1", "100000000 100000001"},
      {"0..0.000000002:0.000000001", "0 0.000000001 0.000000002"},
      {"x=100..300:100,y=1", "x=100,y=1 x=200,y=1 x=300,y=1"},
      {"file:../a=1..2:1", "file:../a=1..2:1"},
      {"trace:../x", "trace:../x"},
      {"exchange,of=file:../x", "exchange,of=file:../x"},
      {"d3:3,4", "d3:3,4"},
      {"..", ".."},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct sweep_values values = {.word = NULL};
    struct err err = {.kind = ERR_NONE};
    char text[1024] = "";

    CHECK(sweep_range_add(&values, rows[i].word, true, &err), "%s", err.text);
    for (size_t v = 0; v < values.count; v++)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", v ? " " : "",
               values.word[v]);
    CHECK(strcmp(text, rows[i].values) == 0, "%s: %s", rows[i].word, text);
    sweep_values_free(&values);
  }

  /* 0.1 + 0.1 + ... is not exact in binary. */
  struct sweep_values values = {.word = NULL};
  struct err err;

  assert_true(sweep_range_add(&values, "load=0.001..0.999:0.001", true, &err));
  assert_int_equal(values.count, 999);
  assert_string_equal(values.word[698], "load=0.699");
  sweep_values_free(&values);

  struct sweep_plan plan =
      plan_of("topology torus:4x4\npackets 1..2:1\ntraffic tornado,load=0.1..0.2:0.1\n"
              "routing dimension-order\ntrials 2\nseed 1\ndepth 1 4..8:4\nvcs 2..3:1\n");
  assert_int_equal(plan.count, 24);
  for (size_t i = 0; i < plan.count; i++) {
    const struct sweep_cell *cell = &plan.cells[i];
    static const uint32_t depths[] = {1, 4, 8};

    assert_int_equal(cell->vcs, 2 + i % 2);
    assert_int_equal(cell->depth, depths[i / 2 % 3]);
    assert_string_equal(cell->traffic, i / 6 % 2 ? "tornado,load=0.2" : "tornado,load=0.1");
    assert_int_equal(cell->packets, 1 + i / 12);
  }
  sweep_plan_free(&plan);
}

/* A trial in lock step is that of lockhop cosim, and its plan another. */
TEST(test_lock_step)
{
  const char *text = "topology hypercube:3\n" TAIL "depth 2\nlanes 3\n";
  struct sweep_plan alone = plan_of(text), plan = plan_of(text);
  char hash[2][HASH_TEXT];
  struct err err;

  assert_true(sweep_plan_lock_step(&plan, "array", "x.plan", &err));
  hash_print(&alone.hash, hash[0]);
  hash_print(&plan.hash, hash[1]);
  assert_string_not_equal(hash[0], hash[1]);
  struct description a = sweep_plan_trial(&alone, 4), d = sweep_plan_trial(&plan, 4);

  assert_true(!a.lock_step && !a.machine && d.lock_step);
  assert_string_equal(d.machine, "array");
  assert_int_equal(d.seed, 11);
  assert_int_equal(d.depth, 2);
  assert_int_equal(d.lanes, 3);
  assert_false(sweep_plan_lock_step(&plan, "aray", "x.plan", &err));
  check_error(&err, ERR_USAGE,
              "--machine 'aray': must be golden, array, network or systemc; did you",
              "aray");
  assert_false(sweep_plan_lock_step(&plan, "golden", "x.plan", &err));
  sweep_plan_free(&alone);
  sweep_plan_free(&plan);

  plan =
      plan_of("topology hypercube:3\n" TAIL "\ntopology hypercube:4\n" TAIL "depth 2 0\n");
  assert_false(sweep_plan_lock_step(&plan, "array", "x.plan", &err));
  check_error(&err, ERR_USAGE,
              "x.plan:1: depth 0: only the golden model has queues without limit",
              "depth 0");
  sweep_plan_free(&plan);
}

/* What a file says belongs to the meaning of a plan that names it. */
TEST(test_hash_is_of_files_too)
{
  char path[FILE_PATH], text[FILE_PATH + 256];
  struct hash hash[2];

  data_path(path, "destinations");
  snprintf(text, sizeof text,
           "topology hypercube:1\npackets 1 2\ntraffic file:%s\nrouting deterministic\n"
           "trials 1\nseed 1\n",
           path);
  for (int i = 0; i < 2; i++) {
    write_data(path, i ? "1\n0\n" : "0\n1\n", 4);
    struct sweep_plan plan = plan_of(text);
    hash[i] = plan.hash;
    sweep_plan_free(&plan);
  }
  assert_memory_not_equal(&hash[0], &hash[1], sizeof hash[0]);
}

TEST(test_mistakes_are_found)
{
  /* Line, part of the error, plan. */
  static const struct {
    int line;
    const char *part, *text;
  } rows[] = {
      {1, "the plan is empty", ""},
      {4, "the plan is empty", "# nothing\n\n\n"},
      {1, "'packets' before 'topology'", "packets 1\n"},
      {8, "'seed' before 'topology'", "topology hypercube:3\n" TAIL "\nseed 1\n"},
      {2, "no keyword 'trails'; did you mean 'trials'?",
       "topology hypercube:3\ntrails 1\n"},
      {1, "no keyword 'xyz'", "xyz 1\n"},
      {1, "'topology' needs a value", "topology # none\n"},
      {3, "is in line 2 of this block already", "topology hypercube:3\nseed 1\nseed 2\n"},
      {2, "takes one value, not 2", "topology hypercube:3\ntrials 1 2\n"},
      {1, "no line 'traffic'", "topology hypercube:3\n"},
      {1, "no line 'packets'",
       "topology hypercube:3\ntraffic random\nrouting rand-sync\ntrials 1\nseed 1\n"},
      {2, "no line 'seed'",
       "#\ntopology hypercube:3\npackets 1\ntraffic random\nrouting deterministic\ntrials "
       "1\n\n"},
      {1, "no line 'routing'",
       "topology hypercube:3\npackets 1\ntraffic random\ntrials 1\nseed 1\ntopology "
       "hypercube:4\n" TAIL},
      {1, "did you mean 'hypercube'", "topology hypercub:3\n" TAIL},
      {1, "", "topology hypercube:99\n" TAIL},
      {2, "packets '0': must be a number in 1..1048576, 'ports' or 'ports/2'",
       "topology hypercube:3\npackets 0\ntraffic random\nrouting deterministic\ntrials 1\n"
       "seed 1\n"},
      {2, "at most",
       "topology hypercube:18\npackets 1048576\ntraffic random\nrouting deterministic\n"
       "trials 1\nseed 1\n"},
      {3, "did you mean 'random'",
       "topology hypercube:3\npackets 1\ntraffic randm\nrouting deterministic\ntrials 1\n"
       "seed 1\n"},
      {3, "even",
       "topology hypercube:4 hypercube:5\npackets 1\ntraffic random transpose\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "cannot read",
       "topology hypercube:3\npackets 1\ntraffic file:/nowhere\nrouting deterministic\n"
       "trials 1\nseed 1\n"},
      {4, "did you mean 'rand-trans'",
       "topology hypercube:3\npackets 1\ntraffic random\nrouting rand-trnas\ntrials 1\n"
       "seed 1\n"},
      {5, "trials '0': must be",
       "topology hypercube:3\npackets 1\ntraffic random\nrouting deterministic\ntrials 0\n"
       "seed 1\n"},
      {6, "seed '-1': must be",
       "topology hypercube:3\npackets 1\ntraffic random\nrouting deterministic\ntrials 1\n"
       "seed -1\n"},
      {6, "seed '18446744073709551615': must be",
       "topology hypercube:3\npackets 1\ntraffic random\nrouting deterministic\ntrials 1\n"
       "seed 18446744073709551615\n"},
      {3, "no number of steps leads to the end",
       "topology hypercube:3\npackets 1\ntraffic uniform,load=0.1..0.9:0.3\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "a range is FROM..TO:STEP, decimal numbers, as in 0.1..0.9:0.1",
       "topology hypercube:3\npackets 1\ntraffic uniform,load=0.1..0.9\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "a range is FROM..TO:STEP, decimal numbers, as",
       "topology hypercube:3\npackets 1\ntraffic uniform,load=0.1..0.9:x\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "has two ranges",
       "topology hypercube:3\npackets 1\ntraffic uniform,load=0.1..0.2:0.1,burst=1..2:1\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "the step is 0",
       "topology hypercube:3\npackets 1\ntraffic uniform,load=0.1..0.2:0\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "at most 1",
       "topology hypercube:3\npackets 1\ntraffic uniform,load=0.5..1.5:0.5\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {2, "more than 100000 values",
       "topology hypercube:3\npackets 1..200000:1\ntraffic random\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {7, "'9..1:1': the range ends before it begins",
       "topology hypercube:3\n" TAIL "depth 9..1:1\n"},
      {7, "vcs '9': must be", "topology hypercube:3\n" TAIL "vcs 1..9:1\n"},
      {7, "lanes '1..3:1': must be a number",
       "topology hypercube:3\n" TAIL "lanes 1..3:1\n"},
      {1, "this trial is in the block of line 1 already",
       "topology hypercube:3\n" TAIL "depth 2 1..3:1\n"},
      {7, "depth 'x': must be", "topology hypercube:3\n" TAIL "depth x\n"},
      {7, "vcs '9': must be", "topology hypercube:3\n" TAIL "vcs 9\n"},
      {7, "lanes '0': must be a number in 1..63",
       "topology hypercube:3\n" TAIL "lanes 0\n"},
      {7, "has 3 queues; they and the lanes are at most 64",
       "topology hypercube:3\n" TAIL "lanes 62\n"},
      {3, "needs a load",
       "topology d3:3,4\npackets 1\ntraffic uniform,to=drawer\nrouting ugal\ntrials 1\n"
       "seed 1\n"},
      {3, "to=drawer is defined on d3",
       "topology hypercube:4\npackets 1\ntraffic random uniform,load=1,to=drawer\n"
       "routing deterministic\ntrials 1\nseed 1\n"},
      {3, "broadcasts need source vectors, which routing destination does not",
       "topology d3:3,4\npackets 1\ntraffic broadcast,source=1,copies=routers\n"
       "routing source-vector destination\ntrials 1\nseed 1\n"},
      {7, "80 queues; at most 63", "topology hypercube:20\n" TAIL "vcs 4\n"},
      {1, "more than 10000000 trials",
       "topology hypercube:3 hypercube:4\npackets 1\ntraffic random\nrouting "
       "deterministic\n"
       "trials 10000000\nseed 1\n"},
      {1, "seed 7: this trial is in the block of line 1 already",
       "topology hypercube:3 hypercube:3\n" TAIL},
      {1, "this trial is in the block of line 1 already",
       "topology hypercube:3\npackets 3 ports\ntraffic random\nrouting deterministic\n"
       "trials 1\nseed 1\n"},
      {1, "already",
       "topology hypercube:3\npackets 1\ntraffic random\n"
       "routing drand-trans-ooo,forced=0,random=shared "
       "drand-trans-ooo,random=shared,forced=0\n"
       "trials 1\nseed 1\n"},
      {8, "seed 11: this trial is in the block of line 1 already",
       "topology hypercube:3\n" TAIL "\ntopology hypercube:3\npackets 1\n"
       "traffic random\nrouting deterministic\ntrials 1\nseed 11\n"},
      {8, "seed 7: this trial is in the block of line 1 already",
       "topology hypercube:3\n" TAIL "\ntopology hypercube:3\npackets 1\n"
       "traffic random\nrouting deterministic\ntrials 100\nseed 0\nvcs 1\n"},
      {2, "carriage return", "topology hypercube:3\npackets 1\r\n"},
      {1, "is not text", "topology hypercube:3\x01\n"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct sweep_plan plan;
    struct err err;
    char place[64];

    CHECK(!read_text(&plan, rows[i].text, &err), "accepted: %s", rows[i].text);
    snprintf(place, sizeof place, "x.plan:%d: ", rows[i].line);
    check_error(&err, ERR_USAGE, place, rows[i].text);
    check_error(&err, ERR_USAGE, rows[i].part, rows[i].text);
    sweep_plan_free(&plan);
  }
}

TEST(test_a_file_that_is_not_there)
{
  struct sweep_plan plan;
  struct err err;

  assert_false(sweep_plan_read(&plan, "/nowhere/x.plan", NULL, &err));
  check_error(&err, ERR_USAGE, "cannot read '/nowhere/x.plan'", "/nowhere/x.plan");
  sweep_plan_free(&plan);
}

TEST(test_larger_costs_more)
{
  struct sweep_plan plan =
      plan_of("topology hypercube:2 hypercube:3 hypercube:9\n"
              "packets 1 ports\ntraffic random\nrouting deterministic\n"
              "trials 1\nseed 1\n");

  for (size_t i = 1; i < plan.count; i++)
    assert_true(sweep_plan_cost(&plan, &plan.cells[i]) >
                sweep_plan_cost(&plan, &plan.cells[i - 1]));
  sweep_plan_free(&plan);
}
