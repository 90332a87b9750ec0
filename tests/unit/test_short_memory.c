/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_short_memory -- machines, runs and the public API: whichever allocation fails, that
 * is told, and nothing is left behind.  See test_short_memory_plans.c for what comes
 * before. */
#include "include/lockhop.h"
#include "network/traffic/relation.h"
#include "run/lockstep/deadlock.h"
#include "run/lockstep/history.h"
#include "tests/unit/failing.h"
#include "tests/unit/support.h"

struct scene {
  struct topology t;
  struct shape shape;
  struct schedule schedule;
};

static void scene_open_on(struct scene *s, const char *spec, const char *traffic,
                          uint32_t packets)
{
  s->t = topology_of(spec);
  s->shape = shape_of(&s->t, NULL, 2, 1, 64);
  s->schedule = schedule_of(&s->t, traffic, packets, 1);
}

static void scene_open(struct scene *s, const char *traffic, uint32_t packets)
{
  scene_open_on(s, "hypercube:3", traffic, packets);
}

static bool open_golden(const void *self, struct err *err)
{
  const struct scene *s = self;
  struct machine m;

  if (!golden_open(&m, &s->shape, 100, err))
    return false;
  m.ops->close(m.self);
  return true;
}

TEST(test_golden)
{
  struct scene s;

  scene_open(&s, "random", 1);
  assert_true(fail_each(open_golden, &s, "golden_open") >= 9);
  schedule_free(&s.schedule);
  scene_open_on(&s, "d3:2,2", "uniform,load=0.1", 1);
  s.shape.vcs = 2;
  assert_true(fail_each(open_golden, &s, "golden_open with VCs and addresses") >= 12);
  schedule_free(&s.schedule);
}

static bool open_terminals(const void *self, struct err *err)
{
  const struct scene *s = self;
  uint64_t ready[8];
  struct terminals terminals;
  bool done = terminals_open(&terminals, &s->schedule, &s->shape, 1, err);

  memset(ready, 0xff, sizeof ready);
  done = done && terminals_offer(&terminals, 0, ready, err);
  terminals_close(&terminals);
  return done;
}

TEST(test_terminals)
{
  struct scene s;

  scene_open(&s, "random", 3);
  assert_true(fail_each(open_terminals, &s, "terminals") >= 5);
  schedule_free(&s.schedule);
}

static bool open_scoreboard(const void *self, struct err *err)
{
  const struct scene *s = self;
  struct scoreboard board;
  bool done = scoreboard_open(&board, &s->schedule, &s->t, &s->shape.format, 1, err);

  scoreboard_close(&board);
  return done;
}

static bool find_relation(const void *self, struct err *err)
{
  const struct scene *s = self;
  uint32_t h;

  return relation_of(&s->schedule, &s->t, &h, err);
}

static bool open_history(const void *self, struct err *err)
{
  const struct scene *s = self;
  struct difference difference = {.cycle = 0};
  struct history history;
  bool done = history_open(&history, &s->shape, &difference, 0, err);

  history_close(&history);
  return done;
}

static bool deliver_late(const void *self, struct err *err)
{
  struct statistics statistics = {.delivered = 0};
  bool done = true;

  (void)self;
  for (uint64_t latency = 1; latency < 100000 && done; latency *= 10)
    done = statistics_deliver(&statistics, latency, 1, latency, 0, err);
  statistics_close(&statistics);
  return done;
}

TEST(test_parts_of_a_check)
{
  struct scene s;

  scene_open(&s, "random", 1);
  assert_int_equal(fail_each(open_scoreboard, &s, "scoreboard_open"), 1);
  assert_int_equal(fail_each(find_relation, &s, "relation_of"), 1);
  assert_int_equal(fail_each(open_history, &s, "history_open"), 1);
  assert_int_equal(fail_each(deliver_late, &s, "statistics_deliver"), 2);
  schedule_free(&s.schedule);
}

/* The machine is there; everything else is the run's. */
struct whole {
  struct scene scene;
  struct machine machine;
  enum run_compare compare;
};

static bool whole_run(const void *self, struct err *err)
{
  const struct whole *w = self;
  struct run_request request = {.shape = w->scene.shape,
                                .schedule = &w->scene.schedule,
                                .machine = w->machine,
                                .compare = w->compare,
                                .max_cycles = 1000};
  struct run_result result;
  bool done = run(&request, &result, err);

  CHECK(!done || result.outcome == OUTCOME_PASS, "%s", outcome_name(result.outcome));
  run_result_close(&result);
  return done;
}

TEST(test_whole_run)
{
  struct whole w = {.compare = COMPARE_CYCLE};
  struct err err;

  scene_open(&w.scene, "random", 3);
  assert_true(golden_open(&w.machine, &w.scene.shape, 100, &err));
  assert_true(fail_each(whole_run, &w, "run") >= 7);
  w.compare = COMPARE_FLOW;
  assert_true(fail_each(whole_run, &w, "run judged by its flow") >= 14);
  w.compare = COMPARE_DELIVERY; /* and the order of deliveries is kept */
  assert_true(fail_each(whole_run, &w, "run judged by deliveries") >= 10);
  w.machine.ops->close(w.machine.self);
  schedule_free(&w.scene.schedule);
}

static struct packet no_packet(const void *self, uint32_t sw, uint32_t channel)
{
  (void)self;
  (void)sw;
  (void)channel;
  return (struct packet){.header = 0};
}

/* A judge sees the first refusal of a terminal. */
static bool refuse(const void *self, struct err *err)
{
  const struct scene *s = self;
  static const uint64_t none[8], all[8] = {UINT64_MAX}, one[8] = {1};
  static const uint32_t active[1];
  const struct flow_pins pins = {.valid = none,
                                 .eject = one,
                                 .ready = all,
                                 .refused = all,
                                 .active = active,
                                 .active_count = 1,
                                 .eject_packet = no_packet};
  struct flow_fault fault;
  struct flow *flow;
  bool done = flow_open(
      &flow, &(struct flow_request){.shape = &s->shape, .rules = UINT32_MAX}, err);

  CHECK(!done || !flow_judge_pins(flow, 0, &pins, &fault), "a rule is broken");
  done = done && flow_phase(flow, 0, err);
  flow_close(flow);
  return done;
}

TEST(test_refusal)
{
  struct scene s;

  scene_open(&s, "random", 1);
  assert_true(fail_each(refuse, &s, "the first refusal") >= 12);
  schedule_free(&s.schedule);
}

static uint32_t waits_for_0(const void *self, uint32_t sw, uint32_t channel)
{
  (void)self;
  (void)sw;
  (void)channel;
  return 0;
}

/* Switch 0 shows something. */
static struct links links_of_0(void *self)
{
  static const uint32_t active[] = {0};

  (void)self;
  return (struct links){.active = active, .active_count = 1};
}

/* Without memory there is no telling. */
TEST(test_deadlock)
{
  static const struct machine_ops ops = {.name = "waiter",
                                         .can = MACHINE_QUEUES,
                                         .links = links_of_0,
                                         .waits_for = waits_for_0};
  struct machine m = {.ops = &ops};
  struct scene s;
  struct waiting_port cycle[4];

  scene_open(&s, "random", 1);
  assert_int_equal(deadlock_find(&s.shape, &m, cycle, 4), 2);
  size_t before = in_use;
  fail_in = 1;
  assert_int_equal(deadlock_find(&s.shape, &m, cycle, 4), 0);
  assert_true(has_failed && in_use == before);
  schedule_free(&s.schedule);
}

/* --- the public API --- */

static bool told(const struct lockhop_error *error, struct err *err)
{
  return err_set(err, (enum err_kind)error->code, "%s", error->text);
}

static bool api_run(const void *self, struct err *err)
{
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(self, &error);
  bool done = network && lockhop_run(network, NULL, NULL, &error);

  lockhop_close(network);
  return done || told(&error, err);
}

static bool api_by_hand(const void *self, struct err *err)
{
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(self, &error);
  bool done = network != NULL;

  for (uint32_t i = 0; i < 200 && done; i++)
    done = lockhop_inject(network, i % 8, &(struct lockhop_packet){.header = 7}, &error);
  for (uint32_t i = 0; i < 300 && done; i++)
    done = lockhop_tick(network, &error);
  done = done && lockhop_reset(network, &error);
  lockhop_close(network);
  return done || told(&error, err);
}

static bool api_switch(const void *self, struct err *err)
{
  struct lockhop_error error;
  struct lockhop_switch *sw = lockhop_switch_open(self, &error);

  lockhop_switch_close(sw);
  return sw || told(&error, err);
}

TEST(test_public_api)
{
  struct lockhop_description with = {.topology = "hypercube:3", .traffic = "random"};
  struct lockhop_description without = {.topology = "hypercube:3"};

  assert_true(fail_each(api_run, &with, "lockhop_run") >= 15);
  assert_true(fail_each(api_by_hand, &without, "lockhop_tick") >= 15);
  without.routing = "rand-sync";
  assert_true(fail_each(api_switch, &without, "lockhop_switch_open") >= 10);
}
