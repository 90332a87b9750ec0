/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_short_memory_plans -- networks, schedules, sessions and plans: whichever allocation
 * fails, that is told, and nothing is left behind. */
#include "network/topology/dependency.h"
#include "network/topology/faults.h"
#include "network/topology/measure.h"
#include "network/traffic/conflicts.h"
#include "network/traffic/loads.h"
#include "run/exercise/reach.h"
#include "tests/unit/failing.h"
#include "tests/unit/support.h"
#include "tool/campaign/check.h"
#include "tool/campaign/sweep_plan.h"
#include "tool/draw/picture.h"
#include "tool/session/machines.h"
#include "tool/testbench/record.h"

struct scene {
  struct topology t;
  struct shape shape;
  struct schedule schedule;
};

/* --- networks and schedules --- */

static bool open_topology(const void *spec, struct err *err)
{
  struct topology t;

  if (!topology_open(&t, spec, err))
    return false;
  topology_close(&t);
  return true;
}

/* Trees of shortest paths are kept where there is memory. */
TEST(test_topologies)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; rows[i]->examples[k]; k++)
      fail_each_or_less(open_topology, rows[i]->examples[k], rows[i]->examples[k], true);
}

static bool fail_switches(const void *spec, struct err *err)
{
  struct topology t;

  if (!topology_open(&t, spec, err))
    return false;
  bool done = faults_set(&t, "1,6", err);
  topology_close(&t);
  return done;
}

TEST(test_failed_switches)
{
  assert_true(fail_each_or_less(fail_switches, "hypercube:4", "faults_set", true) >= 5);
}

static bool make_schedule(const void *self, struct err *err)
{
  struct schedule schedule;

  if (!schedule_make(&schedule, self, err))
    return false;
  schedule_free(&schedule);
  return true;
}

static bool count_conflicts(const void *self, struct err *err)
{
  const struct scene *s = self;
  struct conflicts conflicts;

  return conflicts_count(&conflicts, &s->schedule, &s->t, s->shape.routing, err);
}

static bool count_loads(const void *self, struct err *err)
{
  const struct scene *s = self;
  struct path_loads loads;
  bool done = path_loads_count(&loads, &s->schedule, &s->t, s->shape.routing, err);

  path_loads_close(&loads);
  return done;
}

static bool explore_dependency(const void *self, struct err *err)
{
  const struct scene *s = self;
  struct dependency dependency;

  return dependency_explore(&dependency, &s->t, s->shape.routing, 2, false, err);
}

static bool measure(const void *self, struct err *err)
{
  enum { ROWS = 64 };
  const struct scene *s = self;
  struct measurement rows[ROWS];

  return topology_measure(&s->t, s->shape.routing, NULL, 0, rows, ROWS, err) > 0;
}

static bool explore_switch(const void *self, struct err *err)
{
  static struct exercise_map map; /* large */
  const struct scene *s = self;
  struct exercise_watch watch;

  if (!exercise_map_open(&map, &s->shape, err))
    return false;
  bool done = exercise_reach(&map, &s->shape, &s->schedule, err) &&
              exercise_watch_open(&watch, &map, &s->shape, err);
  if (done)
    exercise_watch_close(&watch);
  exercise_map_close(&map);
  return done;
}

static bool load_map(const void *file, struct err *err)
{
  static struct exercise_map map; /* large */

  rewind((FILE *)file);
  if (!exercise_map_load(&map, (FILE *)file, "map", err))
    return false;
  exercise_map_close(&map);
  return true;
}

TEST(test_maps)
{
  static struct exercise_map map; /* large */
  struct scene s = {.t = topology_of("hypercube:2")};
  struct err err;
  FILE *file = tmpfile();

  s.shape = shape_of(&s.t, NULL, 2, 2, 64);
  CHECK(exercise_map_open(&map, &s.shape, &err), "%s", err.text);
  exercise_map_store(&map, file);
  exercise_map_close(&map);
  assert_int_equal(fail_each(load_map, file, "exercise_map_load"), 2);
  fclose(file);
}

/* Where the act can be done at all: not every schedule has fixed paths. */
static void fail_each_possible(failing_act *does, const void *self, const char *what)
{
  struct err err;

  if (does(self, &err))
    fail_each(does, self, what);
  else
    check_error(&err, ERR_USAGE, "", what);
}

/* Traffic of every kind on networks where it runs, and what is done with a schedule. */
TEST(test_schedules)
{
  static const struct {
    const char *spec, *routing, *traffic;
  } rows[] = {
      {"hypercube:4", NULL, "random"},
      {"hypercube:4", "rand-sync", "random"},
      {"hypercube:4", "drand-trans-ooo", "transpose,load=0.1,warmup=9,measure=99"},
      {"hypercube:4", NULL, "uniform,load=0.2,warmup=9,measure=999"},
      {"hypercube:4", NULL, "hotspot,terminal=3,share=0.1,load=0.1,warmup=0,measure=99"},
      {"hypercube:4", NULL, "mix,warmup=0,measure=99"},
      {"hypercube:4", NULL, "function"},
      {"hypercube:4", NULL, "relation,h=2"},
      {"hypercube:4", NULL, "relation,h=2,split=1"},
      {"hypercube:4", NULL, "multicast,fanout=3"},
      {"hypercube:4", NULL, "gossip"},
      {"hypercube:4", NULL, "tokens,most=3"},
      {"hypercube:4", NULL, "broadcast,source=1"},
      {"hypercube:4", NULL, "headers"},
      {"d3:2,2", NULL, "all-to-all"},
      {"d3:2,2", NULL, "one-to-all,source=0.0.1"},
      {"d3:2,2", NULL, "all-to-one,sink=0.0.1"},
      {"d3:2,2", NULL, "broadcast,source=0.0.1,count=3"},
      {"d3:2,2", NULL, "exchange,of=random"},
      {"d3:2,2", "source-vector,holds=0", "hypercube-embedding"},
      {"d3:2,2", "ugal", "random"},
      {"mdf:1,2", NULL, "random"},
      {"torus:4x3", NULL, "tornado"},
      {"mesh:4x4", NULL, "random"},
      {"butterfly:3", NULL, "bit-reversal"},
      {"benes:3", NULL, "random"},
      {"pn:2,2", NULL, "random"},
      {"ccc:3", NULL, "random"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct scene s = {.t = topology_of(rows[i].spec)};
    const char *routing = rows[i].routing;
    struct traffic_request request = {
        .topology = &s.t, .traffic = rows[i].traffic, .packets = 3, .seed = 1};
    struct err err;

    request.routing =
        routing_of(&s.t, routing ? routing : schedule_routing(&s.t, rows[i].traffic));
    s.shape = shape_of(&s.t, request.routing->name, 2, 2, 64);
    assert_true(fail_each(make_schedule, &request, rows[i].traffic) >= 1);
    CHECK(schedule_make(&s.schedule, &request, &err), "%s", err.text);
    fail_each(measure, &s, "topology_measure");
    fail_each_possible(count_loads, &s, "path_loads_count");
    fail_each_possible(explore_dependency, &s, "dependency_explore");
    fail_each(explore_switch, &s, "exercise_reach");
    if (request.routing->timed)
      fail_each(count_conflicts, &s, "conflicts_count");
    schedule_free(&s.schedule);
  }
}

/* --- sessions --- */

static bool run_session(const void *description, struct err *err)
{
  struct session s;
  struct machine machine;
  struct run_result result = {.cycles = 0};
  bool written;

  if (!session_open(&s, description, NULL, err))
    return false;
  bool done = machines_open_golden(&machine, &s, err);
  if (done) {
    done = session_run(&s, &machine, &result, &written, err);
    run_result_close(&result);
    machine.ops->close(machine.self);
  }
  session_close(&s);
  return done;
}

static bool open_record(const void *description, struct err *err)
{
  struct session s;
  struct machine machine;
  struct record record;

  if (!session_open(&s, description, NULL, err))
    return false;
  bool done = machines_open_golden(&machine, &s, err);
  if (done) {
    done = record_open(&record, &s, &machine, 0, err);
    record_close(&record);
    machine.ops->close(machine.self);
  }
  session_close(&s);
  return done;
}

/* Dual-nets keep trees of shortest paths where there is memory. */
TEST(test_sessions)
{
  static const struct {
    const char *spec, *traffic, *routing, *disturb;
    bool records;
  } rows[] = {
      {"hypercube:3", "random", NULL, NULL, true},
      {"hypercube:3", "random", "rand-trans", "all", true},
      {"hypercube:3", "random", "rand-sync", NULL, true},
      {"hypercube:3", "uniform,load=0.2,warmup=5,measure=50", NULL, NULL, true},
      {"d3:2,2", "all-to-all", NULL, NULL, true},
      {"d3:2,2", "all-to-one,sink=0.0.1", NULL, NULL, true},
      {"mesh:4x4", "random", NULL, NULL, true},
      {"benes:3", "random", NULL, NULL, true},
      {"rdn:2x2:1", "all-to-all-broadcast", NULL, NULL, false},
      {"rdn:2x2:1", "all-to-all-personalized", NULL, NULL, false},
      {"rdn:2x2:1", "one-to-many-broadcast,count=5", NULL, NULL, false},
      {"hdn:2x2:2x2,2", "one-to-all-broadcast,rule=printed", NULL, NULL, false},
      {"hdn:2x2:2", "all-to-all-personalized", NULL, NULL, false},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct description d = description_of(rows[i].spec, rows[i].traffic);

    d.routing = rows[i].routing;
    d.disturb = rows[i].disturb;
    d.depth = rows[i].records ? 2 : d.depth;
    fail_each_or_less(run_session, &d, rows[i].traffic, !rows[i].records);
    if (rows[i].records)
      fail_each(open_record, &d, rows[i].traffic);
  }
}

/* --- campaigns --- */

static bool make_plan(const void *request, struct err *err)
{
  struct check_plan plan;

  bool done = check_plan_make(&plan, request, err);

  check_plan_free(&plan);
  return done;
}

/* Of a plan without runs. */
static bool make_no_runs(const void *stop, struct err *err)
{
  struct check *check = malloc(sizeof *check);

  if (!check)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  *check = (struct check){.settings = {.quiet = true, .jobs = 2}};
  bool done = check_run_all(check, stop, err);

  free(check);
  return done;
}

static bool read_sweep(const void *path, struct err *err)
{
  struct sweep_plan plan;

  bool done = sweep_plan_read(&plan, path, NULL, err);

  sweep_plan_free(&plan);
  return done;
}

TEST(test_campaigns)
{
  static const char text[] = "topology hypercube:3 hypercube:4\ntraffic random shuffle\n"
                             "packets 1 2\nrouting deterministic\ntrials 3\nseed 1\n";
  struct check_request request = {
      .topology = "hypercube:1", .level = CHECK_QUICK, .seed_to = 1};
  char path[FILE_PATH];
  struct err err;

  /* Time goes with the square of the allocations: with sanitizers those of a plan without
   * engines fail. */
  CHECK(make_plan(&request, &err), "%s", err.text);
#ifdef __SANITIZE_ADDRESS__
  if (!getenv("ALL"))
    request.topology = "butterfly:1";
#endif
  fail_each(make_plan, &request, "check_plan_make");
  assert_true(fail_each(make_no_runs, &(sig_atomic_t){0}, "check_run_all") >= 6);
  write_data(data_path(path, "short.plan"), text, sizeof text - 1);
  fail_each(read_sweep, path, "sweep_plan_read");
}

static bool draw(const void *topology, struct err *err)
{
  static char sheet[1 << 20];
  FILE *file = fmemopen(sheet, sizeof sheet, "w");
  bool done = picture_print(&(struct picture){.topology = topology}, file, err);

  fclose(file);
  return done;
}

TEST(test_pictures)
{
  static const char *const specs[] = {"hypercube:3", "d3:2,2", "benes:3", "torus:4x3"};

  for (size_t i = 0; i < 4; i++) {
    struct topology t = topology_of(specs[i]);

    fail_each(draw, &t, specs[i]);
  }
}
