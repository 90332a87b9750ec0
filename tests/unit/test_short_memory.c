/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_short_memory -- whichever allocation fails, that is told, and nothing is left
 * behind.
 *
 * The allocator here stands before that of the C library: it counts what is in use, and can
 * fail the n-th call from now.  A sanitizer has an allocator of its own, so there the tests
 * are skipped.
 */
#include "include/lockhop.h"
#include "network/traffic/relation.h"
#include "run/lockstep/deadlock.h"
#include "run/lockstep/history.h"
#include "run/lockstep/run.h"
#include "tests/unit/support.h"

#include <stdlib.h>

static size_t in_use;   /* blocks */
static size_t fail_in;  /* calls until one fails; 0: none does */
static bool has_failed; /* it did */

#ifdef __SANITIZE_ADDRESS__
static void skip_without_counting(void)
{
  skip();
}
#else
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static void skip_without_counting(void)
{
}

static bool fails(void)
{
  if (fail_in == 0 || --fail_in > 0)
    return false;
  has_failed = true;
  return true;
}

static void *counted(void *block)
{
  in_use += block != NULL;
  return block;
}

void *malloc(size_t size)
{
  return fails() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
  return fails() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
  if (fails())
    return NULL;
  return block ? __libc_realloc(block, size) : counted(__libc_realloc(block, size));
}

void free(void *block)
{
  in_use -= block != NULL;
  __libc_free(block);
}
#endif

/* An act that allocates, and frees all of it; false with *err when it could not. */
typedef bool act(void *self, struct err *err);

/* Fails its first allocation, its second ... until it needs no more; returns how many. */
static size_t fail_each(act *does, void *self, const char *what)
{
  for (size_t n = 1;; n++) {
    struct err err = {.kind = ERR_NONE};
    size_t before = in_use;

    fail_in = n;
    has_failed = false;
    bool done = does(self, &err);
    fail_in = 0;
    CHECK(in_use == before, "%s: %zd blocks are left when allocation %zu fails", what,
          (ssize_t)(in_use - before), n);
    CHECK(done != has_failed, "%s: allocation %zu %s", what, n,
          done ? "fails unnoticed" : "does not fail");
    if (done)
      return n - 1;
    CHECK(err.kind == ERR_ENVIRONMENT && strstr(err.text, "memory"),
          "%s: when allocation %zu fails the error is kind %d '%s'", what, n, (int)err.kind,
          err.text);
  }
}

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

static bool open_golden(void *self, struct err *err)
{
  struct scene *s = self;
  struct machine m;

  if (!golden_open(&m, &s->shape, 100, err))
    return false;
  m.ops->close(m.self);
  return true;
}

TEST(test_golden)
{
  struct scene s;

  skip_without_counting();
  scene_open(&s, "random", 1);
  assert_true(fail_each(open_golden, &s, "golden_open") >= 9);
  schedule_free(&s.schedule);
  scene_open_on(&s, "d3:2,2", "uniform,load=0.1", 1);
  s.shape.vcs = 2;
  assert_true(fail_each(open_golden, &s, "golden_open with VCs and addresses") >= 12);
  schedule_free(&s.schedule);
}

static bool open_terminals(void *self, struct err *err)
{
  struct scene *s = self;
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

  skip_without_counting();
  scene_open(&s, "random", 3);
  assert_true(fail_each(open_terminals, &s, "terminals") >= 5);
  schedule_free(&s.schedule);
}

static bool open_scoreboard(void *self, struct err *err)
{
  struct scene *s = self;
  struct scoreboard board;
  bool done = scoreboard_open(&board, &s->schedule, &s->t, &s->shape.format, 1, err);

  scoreboard_close(&board);
  return done;
}

static bool find_relation(void *self, struct err *err)
{
  struct scene *s = self;
  uint32_t h;

  return relation_of(&s->schedule, &s->t, &h, err);
}

static bool open_history(void *self, struct err *err)
{
  struct scene *s = self;
  struct difference difference = {.cycle = 0};
  struct history history;
  bool done = history_open(&history, &s->shape, &difference, 0, err);

  history_close(&history);
  return done;
}

static bool deliver_late(void *self, struct err *err)
{
  struct statistics statistics = {.delivered = 0};
  bool done = true;

  (void)self;
  for (uint64_t latency = 1; latency < 100000 && done; latency *= 10)
    done = statistics_deliver(&statistics, latency, 1, latency, true, err);
  statistics_close(&statistics);
  return done;
}

TEST(test_parts_of_a_check)
{
  struct scene s;

  skip_without_counting();
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
};

static bool whole_run(void *self, struct err *err)
{
  struct whole *w = self;
  struct run_request request = {.shape = w->scene.shape,
                                .schedule = &w->scene.schedule,
                                .machine = w->machine,
                                .max_cycles = 1000};
  struct run_result result;
  bool done = run(&request, &result, err);

  CHECK(!done || result.outcome == OUTCOME_PASS, "%s", outcome_name(result.outcome));
  run_result_close(&result);
  return done;
}

TEST(test_whole_run)
{
  struct whole w;
  struct err err;

  skip_without_counting();
  scene_open(&w.scene, "random", 3);
  assert_true(golden_open(&w.machine, &w.scene.shape, 100, &err));
  assert_true(fail_each(whole_run, &w, "run") >= 7);
  w.machine.ops->close(w.machine.self);
  schedule_free(&w.scene.schedule);
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

  skip_without_counting();
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

static bool api_run(void *self, struct err *err)
{
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(self, &error);
  bool done = network && lockhop_run(network, NULL, NULL, &error);

  lockhop_close(network);
  return done || told(&error, err);
}

static bool api_by_hand(void *self, struct err *err)
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

static bool api_switch(void *self, struct err *err)
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

  skip_without_counting();
  assert_true(fail_each(api_run, &with, "lockhop_run") >= 15);
  assert_true(fail_each(api_by_hand, &without, "lockhop_tick") >= 15);
  without.routing = "rand-sync";
  assert_true(fail_each(api_switch, &without, "lockhop_switch_open") >= 10);
}
