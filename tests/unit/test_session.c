/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_session -- from the description of a run to its switches and machines. */
#include "tests/unit/unit.h"
#include "tool/session/choose.h"
#include "tool/session/machines.h"
#include "tool/session/trial.h"

enum { UNSET = DESCRIPTION_UNSET };

/* What a description says, and what becomes of it. */
static const struct {
  const char *topology, *traffic, *routing;
  int64_t depth, vcs, lanes;
  bool lock_step;
  struct {
    uint32_t depth, vcs, lanes, store;
    bool chosen;
  } is;
} rows[] = {
    /* The golden model alone: no limit, one VC, all start at once. */
    {"hypercube:4", "random", NULL, UNSET, UNSET, UNSET, false, {0, 1, 1, 0, false}},
    {"hypercube:4",
     "random",
     "rand-trans",
     UNSET,
     UNSET,
     UNSET,
     false,
     {0, 1, 1, 0, false}},
    {"hypercube:4", "random", "rand-trans", 2, UNSET, UNSET, false, {2, 2, 1, 0, false}},
    {"hypercube:4", "random", "rand-trans", 2, 1, 3, false, {2, 1, 3, 0, false}},
    /* Lock step: a depth that is exercised. */
    {"hypercube:4", "random", NULL, 5, UNSET, UNSET, true, {5, 1, 1, 0, false}},
    /* A store of 4 places at the least. */
    {"hypercube:4", "random", "rand-sync", UNSET, UNSET, UNSET, false, {0, 1, 1, 4, false}},
    /* No traffic: a switch for any. */
    {"hypercube:4", NULL, NULL, UNSET, UNSET, UNSET, false, {4, 1, 1, 0, false}},
    {"hypercube:4", NULL, "rand-sync", 1, UNSET, 2, false, {1, 1, 2, 16, false}},
};

static struct description description_at(size_t i)
{
  struct description d = description_of(rows[i].topology, rows[i].traffic);

  d.routing = rows[i].routing;
  d.depth = rows[i].depth;
  d.vcs = rows[i].vcs;
  d.lanes = rows[i].lanes;
  d.lock_step = rows[i].lock_step;
  return d;
}

TEST(test_what_is_chosen)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct description d = description_at(i);
    struct session s;
    struct err err;

    CHECK(session_open(&s, &d, NULL, &err), "row %zu: %s", i, err.text);
    CHECK(s.shape.depth == rows[i].is.depth && s.shape.vcs == rows[i].is.vcs &&
              s.shape.lanes == rows[i].is.lanes && s.shape.store == rows[i].is.store &&
              s.depth_chosen == rows[i].is.chosen,
          "row %zu: depth %u, %u VCs, %u lanes, store %u", i, s.shape.depth, s.shape.vcs,
          s.shape.lanes, s.shape.store);
    session_close(&s);
  }
}

/* Phases are for permutations: an open loop has a routing without, where none is named;
 * with a user's switch it has that of all other traffic.  A run with phases says so. */
TEST(test_open_loops_have_no_phases)
{
  static const struct {
    const char *topology, *traffic, *routing;
    bool dut;
    const char *is, *better; /* NULL: nothing is to be said */
  } cases[] = {
      {"mesh:4x3", "random", NULL, false, "four-phase", NULL},
      {"mesh:4x3", "random,parts=2", NULL, false, "four-phase", NULL},
      {"mesh:4x3", "function", NULL, false, "four-phase", NULL},
      {"mesh:4", "random", NULL, false, "phases", NULL},
      {"mesh:4x3", NULL, NULL, false, "four-phase", NULL},
      {"mesh:4x3", "uniform,load=0.1", NULL, false, "dimension-order", NULL},
      {"mesh:4", "uniform,measure=9,load=0.1", NULL, false, "dimension-order", NULL},
      {"mesh:4x3", "random,load=0.1", NULL, false, "dimension-order", NULL},
      {"mesh:4x3", "mix,measure=99", NULL, false, "dimension-order", NULL},
      {"mesh:4x3", "hotspot,terminal=1,share=1,load=0.1", NULL, false, "dimension-order",
       NULL},
      {"mesh:4x3", "uniform,load=0.1", NULL, true, "four-phase", "dimension-order"},
      {"mesh:4x3", "uniform,load=0.1", "four-phase", false, "four-phase",
       "dimension-order"},
      {"mesh:4x3", "uniform,load=0.1", "farthest-barrier", false, "farthest-barrier",
       "dimension-order"},
      {"mesh:4x3", "uniform,load=0.1", "farthest", false, "farthest", NULL},
      {"hypercube:3", "uniform,load=0.1", NULL, false, "deterministic", NULL},
      {"hypercube:3", "uniform,load=0.1", "rand-sync", false, "rand-sync", "deterministic"},
      {"hypercube:3", "random", "rand-sync", false, "rand-sync", NULL},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct description d = description_of(cases[i].topology, cases[i].traffic);
    struct session s;
    struct err err;

    d.routing = cases[i].routing;
    d.dut_count = cases[i].dut;
    d.lock_step = cases[i].dut;
    CHECK(session_open(&s, &d, NULL, &err), "case %zu: %s", i, err.text);
    const struct routing *better = session_without_phases(&s);
    CHECK(strcmp(s.shape.routing->name, cases[i].is) == 0 &&
              (cases[i].better ? better && strcmp(better->name, cases[i].better) == 0
                               : !better),
          "case %zu: %s, %s is better", i, s.shape.routing->name,
          better ? better->name : "nothing");
    session_close(&s);
  }
}

/* A run in lock step chooses its depth itself; so does one of a machine with Verilog. */
TEST(test_depth_of_verilog)
{
  struct description d = description_of("hypercube:4", "random");
  struct session s;
  struct err err;

  d.packets = 0;
  d.lock_step = true;
  assert_true(session_open(&s, &d, NULL, &err));
  assert_true(s.depth_chosen && s.shape.depth > 0);
  uint32_t depth = s.shape.depth;
  session_close(&s);
  d.lock_step = false;
  d.machine = "network";
  assert_true(session_open(&s, &d, NULL, &err));
  assert_true(s.depth_chosen);
  assert_int_equal(s.shape.depth, depth);
  session_close(&s);
}

TEST(test_store_that_is_short)
{
  struct description d = description_of("hypercube:4", "random");
  struct session s;
  struct err err;

  d.routing = "rand-sync";
  assert_true(session_open(&s, &d, NULL, &err));
  assert_true(s.waiting > 1);
  s.shape.store = s.waiting;
  assert_false(session_store_short(&s));
  s.shape.store = s.waiting - 1;
  assert_true(session_store_short(&s));
  session_close(&s);
}

/* The error of a session of d3:2,2 in lock step; "": there is none. */
static const char *refused_as(struct description *d, struct err *err)
{
  struct session s;

  *err = (struct err){.kind = ERR_NONE};
  d->lock_step = true;
  if (session_open(&s, d, NULL, err))
    session_close(&s);
  return err->text;
}

/* A design that runs alone cannot choose by queues that nobody looks into. */
TEST(test_what_can_be_judged)
{
  struct description d = description_of("d3:2,2", "random");
  struct err err;

  d.compare = "delivery";
  assert_string_equal(refused_as(&d, &err), "");
  d.routing = "ugal";
  assert_non_null(strstr(refused_as(&d, &err), "ugal chooses by queues"));
  d.compare = "flow";
  assert_string_equal(refused_as(&d, &err), "");
}

/* A trace says which disturbances there are, and what cannot have them refuses it. */
TEST(test_disturbances_of_a_trace)
{
  static const char stall[] =
      "# lockhop schedule 2 hypercube:2 deterministic\n"
      "# packets 1\n# stall 0 2 1 0\n# cycle source destination header\n0 1 1 0x1\n";
  char path[FILE_PATH], traffic[FILE_PATH + 8];
  struct err err;

  write_data(data_path(path, "stall.trace"), stall, strlen(stall));
  snprintf(traffic, sizeof traffic, "trace:%s", path);
  struct description d = description_of("hypercube:2", traffic);
  assert_string_equal(refused_as(&d, &err), "");
  d.machine = "network";
  assert_non_null(strstr(refused_as(&d, &err), "cannot be stalled"));
}

/* What no session can be, and what the error must say. */
TEST(test_refusals)
{
  static const struct {
    int64_t packets, depth, vcs, lanes, data_bits;
    const char *machine, *text;
    bool lock_step;
  } wrong[] = {
      {1, 1 << 21, UNSET, UNSET, 40, NULL, "--depth '2097152': must be a number in 0..", 0},
      {-2, UNSET, UNSET, UNSET, 40, NULL, "--packets '-2'", 0},
      {1, UNSET, 0, UNSET, 40, NULL, "--vcs '0': must be a number in 1..8", 0},
      {1, UNSET, UNSET, 64, 40, NULL, "--lanes '64'", 0},
      {1, UNSET, UNSET, UNSET, 0, NULL, "--data-bits '0'", 0},
      {1, UNSET, UNSET, UNSET, 3, NULL, "--data-bits 3: cannot number 16 packets", 0},
      {1, UNSET, UNSET, UNSET, 40, "golden", "with itself", 1},
      {1, UNSET, UNSET, UNSET, 40, "gold", "did you mean 'golden'?", 0},
      {1, 0, UNSET, UNSET, 40, "array", "--depth 0: only the golden model has", 0},
      {1, 1, UNSET, 0, 40, "network", "--lanes 0: only the golden model", 0},
  };

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct description d = description_of("hypercube:4", "random");
    struct session s;
    struct machine machine;
    struct err err = {.kind = ERR_NONE};

    d.packets = wrong[i].packets;
    d.depth = wrong[i].depth;
    d.vcs = wrong[i].vcs;
    d.lanes = wrong[i].lanes;
    d.data_bits = wrong[i].data_bits;
    d.machine = wrong[i].machine;
    d.lock_step = wrong[i].lock_step;
    if (session_open(&s, &d, NULL, &err)) {
      assert_false(machines_open(&machine, &s, &err));
      session_close(&s);
    }
    CHECK(err.kind == ERR_USAGE && strstr(err.text, wrong[i].text), "%zu: %s", i, err.text);
  }
}

/* The lock step that this is for is in tests/system/; here: which machine is meant. */
TEST(test_names_of_machines)
{
  struct description d = description_of("hypercube:2", "random");

  assert_string_equal(machines_name(&d), "golden");
  assert_false(machines_have_verilog(&d));
  d.lock_step = true;
  assert_string_equal(machines_name(&d), "array");
  assert_true(machines_have_verilog(&d));
}

TEST(test_a_flag_ends_a_trial)
{
  const struct description d = description_of("hypercube:4", "random");
  volatile sig_atomic_t stop = 0;
  struct trial_result result;
  struct err err;

  assert_true(trial_run(&d, &stop, &result, &err));
  assert_int_equal(result.outcome, OUTCOME_PASS);
  stop = 1;
  assert_true(trial_run(&d, &stop, &result, &err));
  assert_int_equal(result.outcome, OUTCOME_INTERRUPTED);
}

/* The map of what is reached: of the golden machine alone, or in lock step; no other
 * machine is looked into. */
TEST(test_what_a_map_needs)
{
  static const struct {
    const char *machine, *reached;
    bool lock_step, exercise, opens;
  } cases[] = {
      {NULL, NULL, false, false, true},         {NULL, NULL, false, true, true},
      {"golden", NULL, false, true, true},      {"network", NULL, false, false, true},
      {"network", NULL, false, true, false},    {"network", NULL, true, true, true},
      {"array", NULL, false, true, false},      {"array", NULL, true, true, true},
      {"network", "none", false, false, false}, {"network", "none", true, false, true},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct description d = description_of("hypercube:2", "random");
    struct err err = {.kind = ERR_NONE};
    struct session s;

    d.machine = cases[i].machine;
    d.reached = cases[i].reached;
    d.lock_step = cases[i].lock_step;
    d.exercise = cases[i].exercise;
    const bool opened = session_open(&s, &d, NULL, &err);

    CHECK(opened == cases[i].opens, "%zu: %s", i, err.text);
    if (!opened) {
      assert_non_null(strstr(err.text, "--exercise: looks into the golden model"));
      continue;
    }
    assert_int_equal(s.watch.map != NULL, d.exercise || d.reached);
    const struct exercise_share all = exercise_map_total(&s.exercise);

    assert_int_equal(all.reachable > 0, d.exercise || d.reached);
    session_close(&s);
  }
}
