/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run -- how a run without faults goes and ends, and what it says of itself. */
#include "run/lockstep/run.h"

#include "base/bits.h"
#include "tests/unit/support.h"

#include <math.h>

/* The statistics again, from the ejections that were observed and the schedule. */
static void check_statistics(const struct bench *b, const char *what)
{
  const struct run_result *r = &b->result;
  uint64_t hops = 0, latency = 0, undelayed = 0, last = 0;

  for (size_t i = 0; i < b->ejected; i++) {
    const struct ejection *e = &b->ejections[i];
    const struct schedule_entry *entry =
        &b->schedule.entries[payload_number(e->packet.data, &b->request.shape.format)];
    uint32_t distance = bits_count(entry->source ^ entry->destination);

    hops += distance;
    latency += e->cycle - 1 - entry->cycle;
    undelayed += e->cycle - 1 - entry->cycle == distance;
    last = e->cycle;
  }
  CHECK(b->ejected == b->schedule.count, "%s: %zu of %zu packets ejected", what, b->ejected,
        b->schedule.count);
  CHECK(r->cycles == last + 1 && r->statistics.steps == last - 1,
        "%s: %" PRIu64 " cycles, %" PRIu64 " steps; the last ejection is in cycle %" PRIu64,
        what, r->cycles, r->statistics.steps, last);
  CHECK(r->statistics.hops == hops && r->statistics.latency == latency &&
            r->statistics.undelayed == undelayed && r->statistics.delivered == b->ejected,
        "%s: hops %" PRIu64 " latency %" PRIu64 " undelayed %" PRIu64 ", not %" PRIu64
        " %" PRIu64 " %" PRIu64,
        what, r->statistics.hops, r->statistics.latency, r->statistics.undelayed, hops,
        latency, undelayed);
}

static const char *const traffics[] = {"random", "bit-complement", "shuffle", "identity",
                                       "bit-reversal"};

/* Every packet delivered: PASS, and the numbers are those of the ejections. */
TEST(test_pass_alone)
{
  static struct bench b;

  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t lanes = 1; lanes <= n; lanes += 2)
      for (uint32_t depth = 0; depth <= 2; depth++)
        for (size_t i = 0; i < 5; i++) {
          bench_open(&b, n, lanes, depth, traffics[i], n);
          bench_run(&b, OUTCOME_PASS, traffics[i]);
          check_statistics(&b, traffics[i]);
          assert_int_equal(b.result.scoreboard.faults, 0);
          assert_int_equal(b.result.scoreboard.delivered_count, b.schedule.count);
          assert_int_equal(b.result.compared_cycles, 0);
          assert_int_equal(b.seen, b.result.cycles);
          assert_int_equal(b.result.max_output_queue,
                           b.golden.golden.ops->queue_max(b.golden.golden.self));
          bench_close(&b);
        }
}

/* Two golden machines agree to the end, and for a while after it; both are clocked in every
 * cycle, the last one included. */
TEST(test_golden_passes_against_golden)
{
  static struct bench b;

  for (uint32_t n = 1; n <= 4; n++)
    for (uint32_t depth = 0; depth <= 3; depth++) {
      bench_open(&b, n, n, depth, "random", n);
      b.request.machine = planted_machine(&b.machine);
      b.request.dut = &b.dut_machine;
      bench_run(&b, OUTCOME_PASS, "lock step");
      check_statistics(&b, "lock step");
      assert_int_equal(b.result.compared_cycles, b.result.cycles + b.result.settle);
      assert_int_equal(b.seen, b.result.compared_cycles);
      assert_int_equal(b.machine.cycle, b.seen);
      assert_int_equal(b.dut.cycle, b.seen);
      assert_int_equal(b.differences, 0);
      bench_close(&b);
    }
}

TEST(test_no_packets_pass)
{
  static struct bench b;

  bench_open(&b, 3, 1, 1, NULL, 0);
  bench_run(&b, OUTCOME_PASS, "no packets");
  assert_int_equal(b.result.cycles, 1);
  assert_int_equal(b.result.statistics.delivered, 0);
  assert_int_equal(b.result.statistics.steps, 0);
  assert_int_equal(b.result.max_output_queue, 0);
  b.request.dut = &b.dut_machine;
  bench_run(&b, OUTCOME_PASS, "no packets, lock step");
  assert_int_equal(b.result.compared_cycles, 1 + b.result.settle);
  bench_close(&b);
}

/* A run begins with a reset: it does not matter what the machine did before. */
TEST(test_runs_can_be_repeated)
{
  static struct bench b;

  bench_open(&b, 4, 2, 1, "random", 3);
  bench_run(&b, OUTCOME_PASS, "first run");
  struct run_result first = b.result;
  b.request.max_cycles = 3;
  bench_run(&b, OUTCOME_TIMEOUT, "a run cut short");
  b.request.max_cycles = 0;
  bench_run(&b, OUTCOME_PASS, "second run");
  check_statistics(&b, "second run");
  assert_int_equal(b.result.cycles, first.cycles);
  assert_int_equal(b.result.statistics.latency, first.statistics.latency);
  assert_int_equal(b.result.max_output_queue, first.max_output_queue);
  bench_close(&b);
}

/* Every limit: below the cycles that the run needs it ends it there, otherwise it does not
 * matter. */
TEST(test_limit_of_cycles)
{
  static struct bench b;

  bench_open(&b, 4, 4, 0, "random", 4);
  bench_run(&b, OUTCOME_PASS, "no limit");
  uint64_t needed = b.result.cycles;
  for (int lock_step = 0; lock_step < 2; lock_step++) {
    b.request.dut = lock_step ? &b.dut_machine : NULL;
    for (uint64_t limit = 1; limit < needed + 30; limit++) {
      char what[64];

      snprintf(what, sizeof what, "limit %" PRIu64 " of %" PRIu64 " cycles", limit, needed);
      b.request.max_cycles = limit;
      bench_run(&b, limit < needed ? OUTCOME_TIMEOUT : OUTCOME_PASS, what);
      CHECK(b.result.cycles == (limit < needed ? limit : needed), "%s: %" PRIu64, what,
            b.result.cycles);
      assert_int_equal(b.result.statistics.delivered, b.ejected);
    }
  }
  bench_close(&b);
}

static sig_atomic_t stopped;

struct stopper {
  struct bench *bench;
  uint64_t at;
};

static bool stop_at(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct stopper *stopper = self;

  if (cycle->cycle == stopper->at)
    stopped = 1;
  return bench_watch(stopper->bench, cycle, err);
}

/* Stopped in any cycle, that cycle is the last. */
TEST(test_stop_interrupts)
{
  static struct bench b;

  bench_open(&b, 4, 4, 1, "random", 4);
  bench_run(&b, OUTCOME_PASS, "not stopped");
  for (uint64_t at = 0, needed = b.result.cycles; at < needed; at++) {
    struct stopper stopper = {.bench = &b, .at = at};
    char what[48];

    snprintf(what, sizeof what, "stopped in cycle %" PRIu64, at);
    stopped = 0;
    b.request.stop = &stopped;
    b.request.observer = stop_at;
    b.request.observer_self = &stopper;
    bench_run(&b, OUTCOME_INTERRUPTED, what);
    CHECK(b.result.cycles == at + 1 && b.seen == at + 1, "%s: %" PRIu64 " cycles", what,
          b.result.cycles);
  }
  stopped = 0;
  b.request.observer = NULL;
  bench_run(&b, OUTCOME_PASS, "stop is 0");
  bench_close(&b);
}

static bool refuse_cycle_3(void *self, const struct run_cycle *cycle, struct err *err)
{
  (void)self;
  return cycle->cycle < 3 || err_set(err, ERR_ENVIRONMENT, "the disk is full");
}

TEST(test_observer_can_end_the_run)
{
  static struct bench b;
  struct err err = {.kind = ERR_NONE};

  bench_open(&b, 4, 4, 0, "random", 4);
  b.request.observer = refuse_cycle_3;
  assert_false(run(&b.request, &b.result, &err));
  check_error(&err, ERR_ENVIRONMENT, "the disk is full", "observer");
  run_result_close(&b.result);
  bench_close(&b);
}

struct seen_progress {
  uint64_t calls, cycle, delivered, packets;
};

static void note_progress(void *self, const struct run_pace *pace)
{
  struct seen_progress *seen = self;

  CHECK(seen->calls == 0 ||
            (pace->cycle > seen->cycle && pace->delivered >= seen->delivered),
        "progress goes back in cycle %" PRIu64, pace->cycle);
  *seen =
      (struct seen_progress){seen->calls + 1, pace->cycle, pace->delivered, pace->packets};
}

/* Open loop: what is ejected in the window, and what started in it. */
TEST(test_window_and_progress_of_an_open_loop)
{
  static struct bench b;
  struct seen_progress seen = {.calls = 0};
  uint64_t in_window = 0, started = 0;

  bench_open(&b, 3, 1, 2, "uniform,load=0.3,warmup=40,measure=300", 1);
  b.request.progress = note_progress;
  b.request.progress_self = &seen;
  bench_run(&b, OUTCOME_PASS, "uniform");
  check_statistics(&b, "uniform");
  for (size_t i = 0; i < b.ejected; i++) {
    uint32_t start =
        b.schedule
            .entries[payload_number(b.ejections[i].packet.data, &b.request.shape.format)]
            .cycle;

    in_window += b.ejections[i].cycle >= 40 && b.ejections[i].cycle < 340;
    started += start >= 40 && start < 340;
  }
  assert_int_equal(b.schedule.measure_from, 40);
  assert_int_equal(b.schedule.measure_to, 340);
  CHECK(in_window > 500 && in_window < b.ejected, "%" PRIu64 " in the window", in_window);
  assert_int_equal(b.result.in_window, in_window);
  assert_int_equal(statistics_measured(&b.result.statistics), started);
  CHECK(seen.calls >= 340 / 64 && seen.calls <= b.result.cycles &&
            seen.packets == b.schedule.count && seen.delivered > 0,
        "progress was told %" PRIu64 " times, last %" PRIu64 " of %" PRIu64, seen.calls,
        seen.delivered, seen.packets);
  bench_close(&b);
}

/* Measured are the packets that start in [measure_from, measure_to), and in the window are
 * the ejections of those cycles. */
TEST(test_edges_of_the_window)
{
  static struct bench b;

  bench_open(&b, 2, 1, 1, NULL, 0);
  for (uint32_t cycle = 0; cycle < 30; cycle++) /* ejected in the next cycle */
    schedule_add(&b.schedule, &b.golden.topology, cycle, 1, 1);
  for (uint32_t from = 0; from < 20; from += 3)
    for (uint32_t to = from + 1; to < 29; to += 4) {
      char what[48];

      snprintf(what, sizeof what, "window [%u, %u)", from, to);
      b.schedule.measure_from = from;
      b.schedule.measure_to = to;
      bench_run(&b, OUTCOME_PASS, what);
      CHECK(statistics_measured(&b.result.statistics) == to - from,
            "%s: %" PRIu64 " measured", what, statistics_measured(&b.result.statistics));
      CHECK(b.result.in_window == to - (from ? from : 1), "%s: %" PRIu64 " in it", what,
            b.result.in_window);
    }
  bench_close(&b);
}

/* A machine that cannot count hops or queues gives the same statistics, by the routing. */
TEST(test_machine_that_cannot_tell)
{
  static struct bench b;

  bench_open(&b, 4, 4, 0, "random", 4);
  bench_run(&b, OUTCOME_PASS, "golden");
  assert_true(b.result.max_output_queue > 1);
  b.request.machine = planted_machine(&b.machine);
  bench_run(&b, OUTCOME_PASS, "a machine that cannot tell");
  check_statistics(&b, "a machine that cannot tell");
  assert_int_equal(b.result.max_output_queue, UINT32_MAX);
  bench_close(&b);
}

/* Any seed of the payloads, any width that can tell the packets apart. */
TEST(test_payloads_make_no_difference)
{
  static struct bench b;

  bench_open(&b, 3, 3, 1, "random", 3);
  for (uint32_t bits = 5; bits <= 64; bits++) {
    b.request.seed = bits;
    b.request.shape.format.data_bits = bits;
    bench_run(&b, OUTCOME_PASS, "another payload");
  }
  bench_close(&b);
}

static bool fail_reset(void *self, uint64_t seed, struct err *err)
{
  (void)self;
  (void)seed;
  return err_set(err, ERR_ENVIRONMENT, "the simulator is gone");
}

/* A run that cannot be made says why; its result can be closed. */
TEST(test_run_that_cannot_be_made)
{
  static struct bench b;
  static const struct machine_ops broken = {.name = "broken", .reset = fail_reset};
  struct machine broken_machine = {.ops = &broken};
  struct err err = {.kind = ERR_NONE};

  bench_open(&b, 2, 0, 1, "identity", 3); /* three packets for two channels */
  assert_false(run(&b.request, &b.result, &err));
  check_error(&err, ERR_USAGE, "--lanes", "three packets for two channels");
  run_result_close(&b.result);
  b.request.dut = &broken_machine;
  assert_false(run(&b.request, &b.result, &err));
  check_error(&err, ERR_ENVIRONMENT, "the simulator is gone", "a DUT that does not reset");
  run_result_close(&b.result);
  bench_close(&b);
}
