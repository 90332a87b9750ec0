/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run_faults -- machines with planted faults: the run ends as it must, and says where.
 */
#include "run/lockstep/run.h"

#include "base/bits.h"
#include "tests/unit/support.h"

/* hypercube:3 under a load that waits; the machine or the DUT is behind plants. */
static void faulty_open(struct bench *b)
{
  bench_open(b, 3, 3, 1, "random", 3);
}

/* --- a DUT that differs --- */

/* In every cycle of the run, and of the time after it: the difference is found in that very
 * cycle, and the run goes on for `after` cycles. */
TEST(test_differ_in_every_cycle)
{
  static struct bench b;
  static const uint32_t after[] = {0, 1, 5};

  faulty_open(&b);
  bench_run(&b, OUTCOME_PASS, "golden");
  uint64_t cycles = b.result.cycles, settle = b.result.settle, injected = b.injected;
  b.request.dut = &b.dut_machine;
  b.dut.count = 1;
  for (size_t i = 0; i < 3; i++)
    for (uint64_t cycle = 0; cycle < cycles + settle; cycle++) {
      uint32_t at = (uint32_t)cycle % 8;
      char what[64];

      snprintf(what, sizeof what, "ready[2] of switch %u in cycle %" PRIu64 " after %u", at,
               cycle, after[i]);
      b.request.after = after[i];
      b.dut.plants[0] =
          (struct plant){.cycle = cycle, .field = DIFFERENCE_IN_READY, .at = at, .port = 2};
      bench_run(&b, OUTCOME_DIFFER, what);
      CHECK(b.result.difference.cycle == cycle && b.result.difference.at == at &&
                b.result.difference.port == 2 &&
                b.result.difference.field == DIFFERENCE_IN_READY &&
                b.result.difference.golden == !b.result.difference.dut,
            "%s: found in cycle %" PRIu64 " at switch %u port %u %s", what,
            b.result.difference.cycle, b.result.difference.at, b.result.difference.port,
            difference_field_name(b.result.difference.field));
      CHECK(b.result.compared_cycles == cycle + 1, "%s: %" PRIu64 " cycles compared", what,
            b.result.compared_cycles);
      CHECK(b.result.cycles == cycle + after[i] + 1 && b.seen == b.result.cycles,
            "%s: %" PRIu64 " cycles run, %" PRIu64 " seen", what, b.result.cycles, b.seen);
      CHECK(b.differences == 1 && b.difference_cycle == cycle,
            "%s: shown in %" PRIu64 " cycles, last in %" PRIu64, what, b.differences,
            b.difference_cycle);
    }
  /* The golden machine alone decides what is injected. */
  b.dut.plants[0].cycle = 1;
  b.request.after = 1000;
  bench_run(&b, OUTCOME_DIFFER, "a long time after");
  assert_int_equal(b.injected, injected);
  assert_int_equal(b.result.statistics.delivered, b.schedule.count);
  bench_close(&b);
}

/* Later than that is not looked at. */
TEST(test_no_difference_after_the_end)
{
  static struct bench b;

  faulty_open(&b);
  bench_run(&b, OUTCOME_PASS, "golden");
  b.request.dut = &b.dut_machine;
  b.dut.count = 1;
  b.dut.plants[0] = (struct plant){.cycle = b.result.cycles + b.result.settle,
                                   .field = DIFFERENCE_OUT_VALID};
  bench_run(&b, OUTCOME_PASS, "a fault after the end");
  bench_close(&b);
}

/* The first of two differences is the one that counts. */
TEST(test_first_difference_in_time_counts)
{
  static struct bench b;

  faulty_open(&b);
  b.request.dut = &b.dut_machine;
  b.request.after = 4;
  b.dut.count = 2;
  b.dut.plants[0] =
      (struct plant){.cycle = 4, .field = DIFFERENCE_OUT_VALID, .at = 0, .port = 0};
  b.dut.plants[1] =
      (struct plant){.cycle = 2, .field = DIFFERENCE_INJECT_READY, .at = 5, .port = 1};
  bench_run(&b, OUTCOME_DIFFER, "faults in cycles 2 and 4");
  assert_int_equal(b.result.difference.cycle, 2);
  assert_int_equal(b.result.difference.at, 5);
  assert_int_equal(b.result.difference.port, 1);
  assert_int_equal(b.result.compared_cycles, 3);
  assert_int_equal(b.result.cycles, 7);
  assert_int_equal(b.differences, 1);
  bench_close(&b);
}

/* --- a machine that loses, doubles, misplaces or damages packets --- */

static void check_first_fault(const struct bench *b, enum fault_kind kind, uint64_t cycle,
                              uint32_t at, uint32_t number, size_t faults, const char *what)
{
  const struct scoreboard *board = &b->result.scoreboard;
  const struct fault *f = &board->first_fault;

  CHECK(f->kind == kind && f->cycle == cycle && f->at == at && f->number == number,
        "%s: kind %d in cycle %" PRIu64 " at switch %u packet %u, not kind %d in cycle "
        "%" PRIu64 " at switch %u packet %u",
        what, (int)f->kind, f->cycle, f->at, f->number, (int)kind, cycle, at, number);
  CHECK(board->faults == faults, "%s: %zu faults, not %zu", what, board->faults, faults);
}

/* Runs without faults, and lists what was ejected; then the machine is behind plants. */
static size_t list_ejections(struct bench *b, struct ejection *list)
{
  faulty_open(b);
  bench_run(b, OUTCOME_PASS, "golden");
  memcpy(list, b->ejections, b->ejected * sizeof *list);
  b->request.machine = planted_machine(&b->machine);
  return b->ejected;
}

/* Each ejection in turn does not happen. */
TEST(test_lost_packet)
{
  static struct bench b;
  static struct ejection list[EJECTIONS];
  size_t count = list_ejections(&b, list);

  assert_int_equal(count, 24);
  b.machine.count = 1;
  for (size_t i = 0; i < count; i++) {
    uint32_t number = payload_number(list[i].packet.data, &b.request.shape.format);
    char what[48];

    snprintf(what, sizeof what, "packet %u lost", number);
    b.machine.plants[0] = (struct plant){.cycle = list[i].cycle,
                                         .field = DIFFERENCE_EJECT_VALID,
                                         .at = list[i].at,
                                         .port = list[i].channel};
    bench_run(&b, OUTCOME_LOST, what);
    check_first_fault(&b, FAULT_LOST, b.seen - 1, b.schedule.entries[number].source, number,
                      1, what);
    assert_int_equal(b.result.statistics.delivered, count - 1);
  }
  bench_close(&b);
}

/* Each ejection in turn has one bit of its data inverted. */
TEST(test_corrupted_packet)
{
  static struct bench b;
  static struct ejection list[EJECTIONS];
  size_t count = list_ejections(&b, list);

  b.machine.count = 1;
  for (size_t i = 0; i < count; i++) {
    uint32_t bit = (uint32_t)(i * 11) % 64;
    uint64_t data = list[i].packet.data ^ UINT64_C(1) << bit;
    char what[64];

    snprintf(what, sizeof what, "packet %u bit %u",
             payload_number(list[i].packet.data, &b.request.shape.format), bit);
    b.machine.plants[0] = (struct plant){.cycle = list[i].cycle,
                                         .field = DIFFERENCE_EJECT_DATA,
                                         .at = list[i].at,
                                         .port = list[i].channel,
                                         .bit = bit};
    bench_run(&b, OUTCOME_LOST, what);
    /* the packet itself never arrives */
    check_first_fault(&b, FAULT_CORRUPTED, list[i].cycle, list[i].at,
                      payload_number(data, &b.request.shape.format), 2, what);
  }
  bench_close(&b);
}

/* A channel of `at` that ejects nothing in `cycle`. */
static uint32_t free_channel(const struct ejection *list, size_t count, uint64_t cycle,
                             uint32_t at)
{
  uint64_t taken = 0;

  for (size_t i = 0; i < count; i++)
    if (list[i].cycle == cycle && list[i].at == at)
      taken |= UINT64_C(1) << list[i].channel;
  return bits_lowest(~taken);
}

/* Each packet but the last is ejected again at its destination, in the last cycle. */
TEST(test_duplicated_packet)
{
  static struct bench b;
  static struct ejection list[EJECTIONS];
  size_t count = list_ejections(&b, list), tried = 0;
  uint64_t last = list[count - 1].cycle;

  b.machine.count = 1;
  for (size_t i = 0; i < count && list[i].cycle < last; i++) {
    uint32_t number = payload_number(list[i].packet.data, &b.request.shape.format);
    char what[48];

    snprintf(what, sizeof what, "packet %u twice", number);
    b.machine.plants[0] =
        (struct plant){.cycle = last,
                       .field = DIFFERENCE_EJECT_VALID,
                       .at = list[i].at,
                       .port = free_channel(list, count, last, list[i].at),
                       .forged = list[i].packet};
    bench_run(&b, OUTCOME_LOST, what);
    check_first_fault(&b, FAULT_DUPLICATED, last, list[i].at, number, 1, what);
    assert_int_equal(b.result.statistics.delivered, count);
    assert_int_equal(b.result.cycles, last + 1);
    tried++;
  }
  assert_true(tried > 10);
  bench_close(&b);
}

/* Each packet comes out at the wrong switch, in its cycle. */
TEST(test_misdelivered_packet)
{
  static struct bench b;
  static struct ejection list[EJECTIONS];
  size_t count = list_ejections(&b, list);

  b.machine.count = 2;
  for (size_t i = 0; i < count; i++)
    for (uint32_t turn = 1; turn < 8; turn++) {
      uint32_t number = payload_number(list[i].packet.data, &b.request.shape.format);
      uint32_t wrong = list[i].at ^ turn;
      char what[48];

      snprintf(what, sizeof what, "packet %u at switch %u", number, wrong);
      b.machine.plants[0] = (struct plant){.cycle = list[i].cycle,
                                           .field = DIFFERENCE_EJECT_VALID,
                                           .at = list[i].at,
                                           .port = list[i].channel};
      b.machine.plants[1] =
          (struct plant){.cycle = list[i].cycle,
                         .field = DIFFERENCE_EJECT_VALID,
                         .at = wrong,
                         .port = free_channel(list, count, list[i].cycle, wrong),
                         .forged = list[i].packet};
      bench_run(&b, OUTCOME_LOST, what);
      check_first_fault(&b, FAULT_MISDELIVERED, list[i].cycle, wrong, number, 1, what);
    }
  bench_close(&b);
}

/* --- no progress --- */

/* A machine that stands still from a cycle on: its links stay, nothing is taken. */
struct frozen {
  struct machine inner;
  uint64_t from, cycle;
  uint64_t nothing[8];
};

static bool frozen_reset(void *self, uint64_t seed, struct err *err)
{
  struct frozen *f = self;

  f->cycle = 0;
  return f->inner.ops->reset(f->inner.self, seed, err);
}

static void frozen_exchange(void *self, const struct stimulus *stimulus)
{
  struct frozen *f = self;

  if (f->cycle++ < f->from)
    machine_tick(&f->inner, stimulus);
}

static struct links frozen_links(void *self)
{
  struct frozen *f = self;
  struct links links = f->inner.ops->links(f->inner.self);

  return f->cycle < f->from ? links
                            : (struct links){.valid = links.valid,
                                             .ready = f->nothing,
                                             .eject = f->nothing,
                                             .active = links.active,
                                             .active_count = links.active_count};
}

static struct packet frozen_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct frozen *f = self;

  return f->inner.ops->out_packet(f->inner.self, sw, port);
}

static struct packet frozen_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct frozen *f = self;

  return f->inner.ops->eject_packet(f->inner.self, sw, channel);
}

/* It freezes with packets in the network; some may still wait at their terminals. */
static void check_frozen(struct bench *b, uint64_t from)
{
  static const struct machine_ops frozen_ops = {.name = "frozen",
                                                .reset = frozen_reset,
                                                .exchange = frozen_exchange,
                                                .clock = no_clock,
                                                .links = frozen_links,
                                                .out_packet = frozen_out_packet,
                                                .eject_packet = frozen_eject_packet};
  struct frozen frozen = {.inner = b->golden.golden, .from = from};
  char what[64];

  snprintf(what, sizeof what, "%u lanes, frozen from cycle %" PRIu64, b->golden.shape.lanes,
           from);
  b->request.machine = (struct machine){.ops = &frozen_ops, .self = &frozen};
  b->request.max_cycles = 100000;
  bench_run(b, OUTCOME_DEADLOCK, what);
  CHECK(b->result.stuck_since == from - 1, "%s: stuck since cycle %" PRIu64, what,
        b->result.stuck_since);
  CHECK(b->result.cycles < from + 200, "%s: %" PRIu64 " cycles", what, b->result.cycles);
}

TEST(test_deadlock_when_nothing_moves)
{
  static struct bench b;

  bench_open(&b, 3, 3, 1, "bit-complement", 3);
  for (uint64_t from = 2; from < 5; from++)
    check_frozen(&b, from);
  bench_close(&b);
}

TEST(test_deadlock_with_packets_at_their_terminals)
{
  static struct bench b;

  bench_open(&b, 3, 1, 1, "bit-complement", 9);
  for (uint64_t from = 2; from < 8; from++)
    check_frozen(&b, from);
  bench_close(&b);
}

/* A pause of the traffic is not a deadlock, however long. */
TEST(test_pause_of_the_traffic_is_none)
{
  static struct bench b;

  bench_open(&b, 3, 1, 1, NULL, 0);
  schedule_add(&b.schedule, &b.golden.topology, 0, 1, 6);
  schedule_add(&b.schedule, &b.golden.topology, 5000, 2, 5);
  bench_run(&b, OUTCOME_PASS, "a packet in cycle 0 and one in cycle 5000");
  assert_int_equal(b.result.cycles, 5000 + 3 + 2);
  bench_close(&b);
}

TEST(test_outcomes_have_names)
{
  static const char *const names[] = {"PASS",      "VACUOUS",  "DIFFER",  "LOST",
                                      "MISROUTED", "DEADLOCK", "TIMEOUT", "INTERRUPTED"};

  for (uint32_t outcome = 0; outcome <= OUTCOME_INTERRUPTED; outcome++)
    assert_string_equal(outcome_name(outcome), names[outcome]);
}
