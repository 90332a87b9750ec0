/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run_design -- a design that stops by itself, breaks the Moore law, keeps packets for
 * ever or makes too many: a run with it ends, and never passes. */
#include "run/lockstep/run.h"

#include "tests/unit/support.h"

/* A golden machine that says, from some tick on, that it has stopped or broken the law. */
struct talking {
  struct machine inner;
  uint64_t ticks;
  uint64_t fails_after;   /* ticks; UINT64_MAX: never */
  uint64_t breaks_after;  /* ticks; UINT64_MAX: never */
  enum failure_kind kind; /* of the failure */
};

static bool talking_reset(void *self, uint64_t seed, struct err *err)
{
  struct talking *t = self;

  t->ticks = 0;
  return t->inner.ops->reset(t->inner.self, seed, err);
}

static void talking_exchange(void *self, const struct stimulus *stimulus)
{
  struct talking *t = self;

  t->ticks++;
  machine_tick(&t->inner, stimulus);
}

static struct links talking_links(void *self)
{
  struct talking *t = self;

  return t->inner.ops->links(t->inner.self);
}

static struct packet talking_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct talking *t = self;

  return t->inner.ops->out_packet(t->inner.self, sw, port);
}

static struct packet talking_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct talking *t = self;

  return t->inner.ops->eject_packet(t->inner.self, sw, channel);
}

static bool talking_failure(const void *self, struct machine_failure *failure)
{
  const struct talking *t = self;

  *failure =
      (struct machine_failure){.kind = t->kind, .at = 3, .text = "why", .loop = "a.v:7"};
  return t->ticks >= t->fails_after;
}

static bool talking_moore(const void *self, struct moore_fault *fault)
{
  const struct talking *t = self;

  *fault = (struct moore_fault){.at = 5,
                                .output = "in_ready",
                                .output_index = 2,
                                .before = 1,
                                .input = "out_ready",
                                .input_index = 1,
                                .input_at = 5};
  return t->ticks >= t->breaks_after;
}

static struct moore_remarks talking_remarks(const void *self)
{
  (void)self;
  return (struct moore_remarks){.asynchronous = true};
}

static const struct machine_ops talking_ops = {
    .name = "talking",
    .can = MACHINE_STOPS | MACHINE_MOORE,
    .reset = talking_reset,
    .exchange = talking_exchange,
    .clock = no_clock,
    .links = talking_links,
    .out_packet = talking_out_packet,
    .eject_packet = talking_eject_packet,
    .failure = talking_failure,
    .moore = talking_moore,
    .moore_remarks = talking_remarks,
};

static struct talking talking_of(struct machine inner)
{
  return (struct talking){
      .inner = inner, .fails_after = UINT64_MAX, .breaks_after = UINT64_MAX};
}

/* The design beside the golden network, or alone. */
static void put(struct bench *b, struct talking *t, struct machine *machine, bool alone)
{
  *machine = (struct machine){.ops = &talking_ops, .self = t};
  *t = talking_of(alone ? b->golden.golden : b->twin.golden);
  b->request.machine = alone ? *machine : b->golden.golden;
  b->request.dut = alone ? NULL : machine;
}

/* Whenever it stops, in reset, under traffic or after the last delivery, the run ends there
 * and says where. */
TEST(test_stopped_design_never_passes)
{
  static struct bench b;
  struct talking t;
  struct machine machine;

  bench_open(&b, 3, 3, 1, "random", 3);
  for (int alone = 0; alone < 2; alone++) {
    put(&b, &t, &machine, alone);
    bench_run(&b, OUTCOME_PASS, "a design that does not stop");
    uint64_t end = t.ticks;

    assert_true(end > b.result.cycles + 16);
    for (uint64_t after = 0; after <= end; after++) {
      const struct difference *d = &b.result.difference;
      char what[64];

      snprintf(what, sizeof what, "stops after %" PRIu64 " ticks", after);
      t.fails_after = after;
      bench_run(&b, OUTCOME_DIFFER, what);
      CHECK(d->kind == DIFFERENCE_STOPPED && d->at == 3 && strcmp(d->text, "why") == 0,
            "%s: kind %d at %u: %s", what, (int)d->kind, d->at, d->text);
      CHECK(d->in_reset == (after == 0) && d->cycle == (after ? after - 1 : 0) &&
                t.ticks == after,
            "%s: cycle %" PRIu64 ", %" PRIu64 " ticks", what, d->cycle, t.ticks);
    }
  }
  bench_close(&b);
}

TEST(test_logic_that_does_not_settle_has_a_place)
{
  static struct bench b;
  struct talking t;
  struct machine machine;

  bench_open(&b, 2, 1, 1, "random", 1);
  put(&b, &t, &machine, false);
  t.kind = FAILURE_UNSETTLED;
  t.fails_after = 2;
  bench_run(&b, OUTCOME_DIFFER, "unsettled");
  assert_non_null(strstr(b.result.difference.text, "a loop at a.v:7"));
  bench_close(&b);
}

/* What a design wants too much of ends the run with an error. */
TEST(test_memory_and_output_are_errors)
{
  static struct bench b;
  struct talking t;
  struct machine machine;

  bench_open(&b, 2, 1, 1, "random", 1);
  put(&b, &t, &machine, false);
  t.fails_after = 1;
  for (int turn = 0; turn < 2; turn++) {
    struct err err = {.kind = ERR_NONE};

    t.kind = turn ? FAILURE_OUTPUT : FAILURE_MEMORY;
    run_result_close(&b.result);
    b.seen = b.injected = b.ejected = 0;
    assert_false(run(&b.request, &b.result, &err));
    check_error(&err, ERR_ENVIRONMENT, turn ? "--dut-output" : "--dut-memory", "design");
  }
  bench_close(&b);
}

/* In any cycle, the last one too; the run goes on for `after` cycles, for an observer. */
TEST(test_broken_moore_law_differs)
{
  static struct bench b;
  struct talking t;
  struct machine machine;

  bench_open(&b, 3, 3, 1, "random", 3);
  for (int alone = 0; alone < 2; alone++) {
    put(&b, &t, &machine, alone);
    b.request.after = 0;
    bench_run(&b, OUTCOME_PASS, "a lawful design");
    uint64_t end = t.ticks;

    for (uint64_t cycle = 0; cycle < end; cycle++) {
      const struct difference *d = &b.result.difference;

      b.request.after = cycle % 4;
      t.breaks_after = cycle + 1;
      bench_run(&b, OUTCOME_DIFFER, "breaks the law");
      CHECK(d->kind == DIFFERENCE_MOORE && d->cycle == cycle && d->at == 5 &&
                d->field == DIFFERENCE_IN_READY && d->port == 2 && d->golden == 1 &&
                d->dut == 0 && strcmp(d->moore.input, "out_ready") == 0,
            "cycle %" PRIu64 ": kind %d in cycle %" PRIu64 " at %u", cycle, (int)d->kind,
            d->cycle, d->at);
      CHECK(t.ticks <= cycle + b.request.after + 2,
            "%" PRIu64 " ticks after cycle %" PRIu64, t.ticks, cycle);
    }
  }
  bench_close(&b);
}

/* A strict run in which nothing crosses a link is no PASS, with or without Verilog. */
TEST(test_strict_run_needs_a_link)
{
  static struct bench b;
  struct talking t;
  struct machine machine;

  bench_open(&b, 2, 1, 1, "identity", 1);
  bench_run(&b, OUTCOME_PASS, "not strict");
  b.request.strict = true;
  bench_run(&b, OUTCOME_VACUOUS, "strict");
  put(&b, &t, &machine, false);
  bench_run(&b, OUTCOME_VACUOUS, "strict, lock step");
  assert_int_equal(b.result.activity.count[ACTIVITY_LINK], 0);
  assert_int_equal(b.result.activity.count[ACTIVITY_EJECT], 4);
  bench_close(&b);
  bench_open(&b, 2, 1, 1, "bit-complement", 1);
  b.request.strict = true;
  bench_run(&b, OUTCOME_PASS, "packets cross links");
  bench_close(&b);
}

/* --- packets that go round --- */

/* A network in which no packet is ever ejected, and one goes round between 0 and 1. */
struct carousel {
  uint64_t cycle;
  uint64_t valid[8], ready[8], eject[8];
  struct packet packet;
};

static bool carousel_reset(void *self, uint64_t seed, struct err *err)
{
  struct carousel *c = self;

  (void)seed;
  (void)err;
  c->cycle = 0;
  return true;
}

static void carousel_exchange(void *self, const struct stimulus *stimulus)
{
  struct carousel *c = self;

  if (stimulus->injection_count)
    c->packet = stimulus->injections[0].packet;
  c->cycle++;
}

static struct links carousel_links(void *self)
{
  struct carousel *c = self;

  memset(c->valid, 0, sizeof c->valid);
  memset(c->ready, 0xff, sizeof c->ready);
  if (c->cycle > 0)
    c->valid[c->cycle % 2] = 1;
  return (struct links){.valid = c->valid,
                        .ready = c->ready,
                        .eject = c->eject,
                        .active = all_switches(),
                        .active_count = 4};
}

static struct packet carousel_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct carousel *c = self;

  (void)sw;
  (void)port;
  return c->packet;
}

TEST(test_livelock_is_named)
{
  static const struct machine_ops ops = {.name = "carousel",
                                         .reset = carousel_reset,
                                         .exchange = carousel_exchange,
                                         .clock = no_clock,
                                         .links = carousel_links,
                                         .out_packet = carousel_packet,
                                         .eject_packet = carousel_packet};
  static struct carousel carousel;
  static struct bench b;
  size_t first, last;

  bench_open(&b, 2, 1, 1, NULL, 0);
  schedule_add(&b.schedule, &b.golden.topology, 0, 0, 3);
  b.request.machine = (struct machine){.ops = &ops, .self = &carousel};
  bench_run(&b, OUTCOME_TIMEOUT, "a packet goes round");
  assert_int_equal(b.result.limit, RUN_LIMIT_PROGRESS);
  assert_int_equal(b.result.livelock.count, 1);
  assert_int_equal(b.result.livelock.packets[0].number, 0);
  assert_true(livelock_circle(&b.result.livelock.packets[0], &first, &last));
  assert_int_equal(last - first, 2);
  CHECK(b.result.cycles < 5000, "%" PRIu64 " cycles", b.result.cycles);
  bench_close(&b);
}

/* Ejections that nobody accepts are no progress: the first is named, and the run ends. */
TEST(test_ejections_without_end)
{
  static const struct machine_ops ops = {.name = "carousel",
                                         .reset = carousel_reset,
                                         .exchange = carousel_exchange,
                                         .clock = no_clock,
                                         .links = carousel_links,
                                         .out_packet = carousel_packet,
                                         .eject_packet = carousel_packet};
  static struct carousel carousel;
  static struct bench b;

  bench_open(&b, 2, 1, 1, NULL, 0);
  schedule_add(&b.schedule, &b.golden.topology, 0, 0, 3);
  carousel.eject[2] = 1;
  b.request.machine = (struct machine){.ops = &ops, .self = &carousel};
  bench_run(&b, OUTCOME_LOST, "ejected at 2 for ever");
  assert_int_equal(b.result.scoreboard.first_fault.at, 2);
  CHECK(b.result.cycles < 300, "%" PRIu64 " cycles", b.result.cycles);
  bench_close(&b);
}
