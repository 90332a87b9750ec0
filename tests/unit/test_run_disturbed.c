/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run_disturbed -- runs with stalls, holds and resets. */
#include "run/machine/disturb.h"
#include "tests/unit/rig.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

enum { CYCLES_MOST = 4000 };

/* What the links of the first machine show in each cycle, but the data of packets. */
struct seen {
  const struct shape *shape;
  uint64_t digest[CYCLES_MOST];
  uint64_t data; /* digest of the data */
  uint64_t transfers;
  size_t cycles;
};

static bool see(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct seen *seen = self;
  const struct links *links = cycle->links;
  const struct machine *m = cycle->machine;
  uint64_t digest = 0;

  (void)err;
  assert_true(seen->cycles < CYCLES_MOST);
  for (uint32_t sw = 0; sw < seen->shape->topology->switches; sw++) {
    digest = rng_mix(digest + links->valid[sw] + 1);
    digest = rng_mix(digest + links->ready[sw] + 2);
    digest = rng_mix(digest + links->eject[sw] + 3);
    for (uint64_t left = links->valid[sw]; left; left &= left - 1) {
      const uint32_t queue = bits_lowest(left);
      const struct packet packet =
          m->ops->out_packet(m->self, sw, queue / seen->shape->vcs);

      digest = rng_mix(digest + packet.header);
      seen->data = rng_mix(seen->data + packet.data);
      seen->transfers += links_taken(seen->shape, links, sw, queue);
    }
  }
  seen->digest[seen->cycles++] = rng_mix(digest + cycle->injection_count);
  return true;
}

static const struct rig_row rows[] = {
    {"hypercube:3", NULL, "random", 3, 2, 2, 0},
    {"hypercube:3", "rand-sync", "random", 2, 1, 1, 0},
    {"hypercube:3", "rand-trans-ooo", "random", 3, 1, 1, 0},
    {"hypercube:3", "drand-trans-ooo", "random", 3, 2, 1, 0},
    {"hypercube:3", "drand-trans-ooo,random=shared", "random", 3, 2, 1, 0},
    {"hypercube:3", NULL, "uniform,load=0.3,warmup=20,measure=40", 1, 1, 2, 0},
    {"torus:3x3", NULL, "random", 3, 1, 1, 0},
    {"mesh:4x4", NULL, "random", 2, 1, 2, 0},
    {"d3:2,3", "source-vector", "all-to-all", 1, 0, 2, 0},
    {"d3:2,3", "source-vector", "all-to-one,sink=0.0.1", 1, 0, 2, 0},
    {"d3:2,3", "source-vector", "broadcast,source=1.1.1,count=3", 1, 1, 2, 0},
    {"butterfly:3", NULL, "random", 1, 1, 1, 0},
    {"benes:3", NULL, "random", 1, 1, 1, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void watch(struct rig *rig, struct seen *seen)
{
  *seen = (struct seen){.shape = &rig->shape};
  rig->request.observer = see;
  rig->request.observer_self = seen;
}

/* After a reset in any cycle the run is, cycle for cycle, the run from its start: random
 * words, barriers and answers included.  Only the data of packets is another. */
TEST(test_a_reset_starts_the_run_again)
{
  static struct seen calm, seen;

  for (size_t i = 0; i < ROWS; i++) {
    struct rig rig;

    rig_open(&rig, &rows[i], RIG_SEED);
    watch(&rig, &calm);
    rig_run(&rig, OUTCOME_PASS);
    const uint64_t cycles = rig.result.cycles, steps = rig.result.statistics.steps,
                   hops = rig.result.statistics.hops,
                   latency = rig.result.statistics.latency;
    for (uint32_t from = 0; from < cycles + 3; from += 1 + from / 3) {
      const uint32_t length = disturb_least_reset(&rig.shape) + from % 3;
      struct disturbance list[2] = {
          {.kind = DISTURBANCE_RESET, .from = 2, .to = 2 + length},
          {.kind = DISTURBANCE_RESET,
           .from = 4 + length + from,
           .to = 4 + 2 * length + from}};
      const uint32_t to = list[1].to;

      rig.schedule.disturbances = (struct disturbances){.list = list, .count = 2};
      watch(&rig, &seen);
      rig_run(&rig, OUTCOME_PASS);
      CHECK(rig.result.cycles == to + cycles && rig.result.statistics.steps == steps &&
                rig.result.statistics.hops == hops &&
                rig.result.statistics.latency == latency,
            "%s %s: with a reset in %u to %u %" PRIu64 " cycles, not %" PRIu64,
            rows[i].spec, rows[i].traffic, list[1].from, to, rig.result.cycles,
            to + cycles);
      for (size_t cycle = 0; cycle < calm.cycles; cycle++)
        CHECK(seen.digest[to + cycle] == calm.digest[cycle],
              "%s %s %s: reset in %u to %u: cycle %zu after it is not that of the start",
              rows[i].spec, rig.shape.routing->name, rows[i].traffic, list[1].from, to,
              cycle);
      CHECK(seen.data != calm.data, "%s: the data has not changed", rows[i].spec);
    }
    rig.schedule.disturbances = (struct disturbances){.count = 0};
    rig_close(&rig);
  }
}

/* Whatever is drawn: every packet arrives, and two golden machines agree, as often as one
 * likes. */
TEST(test_drawn_runs_pass)
{
  static struct seen seen;

  for (size_t i = 0; i < ROWS; i++)
    for (uint32_t kinds = 1; kinds < DISTURB_REFUSALS; kinds++) {
      struct err err;
      struct rig rig;

      rig_prepare(&rig, &rows[i], RIG_SEED + kinds);
      CHECK(disturbances_draw(
                &rig.schedule.disturbances,
                &(struct disturb_request){
                    .shape = &rig.shape, .kinds = kinds, .seed = kinds, .horizon = 60},
                &err),
            "%s", err.text);
      rig_start(&rig);
      watch(&rig, &seen);
      rig_run(&rig, OUTCOME_PASS);
      CHECK(rig.result.scoreboard.faults == 0, "%s: faults", rows[i].spec);
      CHECK((kinds & DISTURB_RESETS) || seen.transfers == rig.result.statistics.hops ||
                rig.result.scoreboard.expected != rig.schedule.count,
            "%s: %" PRIu64 " transfers, %" PRIu64 " hops", rows[i].spec, seen.transfers,
            rig.result.statistics.hops);
      rig_close(&rig);
    }
}

/* --- by hand --- */

static struct bench hand;

/* hypercube:2, one packet from terminal 0 to 3 (ports 0, then 1), and one list. */
static uint64_t cycles_with(const struct disturbance *list, size_t count)
{
  bench_open(&hand, 2, 1, 1, NULL, 0);
  schedule_add(&hand.schedule, &hand.golden.topology, 0, 0, 3);
  hand.schedule.disturbances =
      (struct disturbances){.list = (struct disturbance *)(uintptr_t)list, .count = count};
  bench_run(&hand, OUTCOME_PASS, "by hand");
  hand.schedule.disturbances = (struct disturbances){.count = 0};
  const uint64_t cycles = hand.result.cycles;
  bench_close(&hand);
  return cycles;
}

/* It enters its lane in cycle 0, crosses the first link in cycle 1 and the second in cycle
 * 2, and is ejected in cycle 3. */
TEST(test_by_hand)
{
  static const struct {
    struct disturbance one;
    uint64_t cycles;
  } cases[] = {
      {{DISTURBANCE_STALL, 0, 1, 0, 0}, 4}, /* before it comes */
      {{DISTURBANCE_STALL, 1, 2, 0, 0}, 5}, /* as it comes */
      {{DISTURBANCE_STALL, 1, 4, 0, 0}, 7},
      {{DISTURBANCE_STALL, 1, 4, 0, 1}, 4}, /* another queue, */
      {{DISTURBANCE_STALL, 2, 4, 1, 1}, 6}, /* the second link, */
      {{DISTURBANCE_STALL, 0, 9, 2, 0}, 4}, /* a link that it does not cross */
      {{DISTURBANCE_STALL, 3, 9, 1, 1}, 4}, /* too late */
      {{DISTURBANCE_HOLD, 0, 1, 0, 0}, 5},
      {{DISTURBANCE_HOLD, 0, 5, 0, 0}, 9},
      {{DISTURBANCE_HOLD, 0, 5, 1, 0}, 4},  /* another terminal */
      {{DISTURBANCE_HOLD, 1, 5, 0, 0}, 4},  /* too late */
      {{DISTURBANCE_RESET, 0, 1, 0, 0}, 5}, /* nothing enters, and all is as at the start */
      {{DISTURBANCE_RESET, 2, 5, 0, 0}, 9}, /* what was on its way is lost, */
      {{DISTURBANCE_RESET, 3, 4, 0, 0}, 8}, /* also in the cycle in which it arrives */
      {{DISTURBANCE_RESET, 30, 31, 0, 0}, 35} /* the run waits for it */
  };

  assert_int_equal(cycles_with(NULL, 0), 4);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    CHECK(cycles_with(&cases[i].one, 1) == cases[i].cycles, "case %zu: not %" PRIu64, i,
          cases[i].cycles);
}

/* A stall that lasts longer than any limit is no deadlock, and no livelock. */
TEST(test_nobody_is_stuck)
{
  const struct disturbance stall = {DISTURBANCE_STALL, 0, 60000, 0, 0};
  const struct disturbance hold = {DISTURBANCE_HOLD, 0, 60000, 0, 0};
  const struct disturbance reset = {DISTURBANCE_RESET, 60000, 60001, 0, 0};

  assert_int_equal(cycles_with(&stall, 1), 60003);
  assert_int_equal(cycles_with(&hold, 1), 60004);
  assert_int_equal(cycles_with(&reset, 1), 60005);
}

/* A machine that cannot be disturbed is not taken for one that is. */
TEST(test_machines_that_cannot)
{
  static const struct {
    enum disturbance_kind kind;
    const char *error;
  } cases[] = {{DISTURBANCE_STALL, "cannot be stalled"},
               {DISTURBANCE_RESET, "cannot be reset in mid-run"},
               {DISTURBANCE_REFUSAL, "have no port eject_ready_i"}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct disturbance one = {.kind = cases[i].kind, .from = 0, .to = 1};
    struct machine_ops ops;
    struct rig rig;
    struct err err;

    rig_open(&rig, &rows[0], RIG_SEED);
    ops = *rig.twin.ops;
    ops.can &= ~(uint32_t)(MACHINE_STALLS | MACHINE_RESETS);
    const struct machine weak = {.ops = &ops, .self = rig.twin.self};
    rig.request.dut = &weak;
    rig.schedule.disturbances =
        (struct disturbances){.list = (struct disturbance *)(uintptr_t)&one, .count = 1};
    assert_false(run(&rig.request, &rig.result, &err));
    check_error(&err, ERR_USAGE, cases[i].error, "a machine");
    rig.schedule.disturbances = (struct disturbances){.count = 0};
    rig_close(&rig);
  }
}

/* --- machines that do not listen --- */

static const struct machine_ops *golden_ops;

static void without_stalls(void *self, const struct stimulus *stimulus)
{
  struct stimulus deaf = *stimulus;

  deaf.stalled = NULL;
  golden_ops->exchange(self, &deaf);
}

static void without_resets(void *self, const struct stimulus *stimulus)
{
  struct stimulus deaf = *stimulus;

  deaf.reset = 0;
  golden_ops->exchange(self, &deaf);
}

/* Packets survive a reset and links do not stall: lock step tells the first cycle in which
 * that shows; the scoreboard alone knows packets of before a reset from those after it. */
TEST(test_machines_that_do_not_listen)
{
  static const struct {
    struct disturbance one;
    void (*exchange)(void *self, const struct stimulus *stimulus);
    uint64_t first; /* cycle that differs */
    enum outcome alone;
  } cases[] = {{{DISTURBANCE_STALL, 1, 3, 0, 0}, without_stalls, 2, OUTCOME_PASS},
               {{DISTURBANCE_RESET, 2, 3, 0, 0}, without_resets, 3, OUTCOME_LOST}};

  for (size_t i = 0; i < 2; i++) {
    struct machine_ops ops;

    bench_open(&hand, 2, 1, 1, NULL, 0);
    schedule_add(&hand.schedule, &hand.golden.topology, 0, 0, 3);
    hand.schedule.disturbances = (struct disturbances){
        .list = (struct disturbance *)(uintptr_t)&cases[i].one, .count = 1};
    struct network other = {.topology = hand.golden.topology, .shape = hand.golden.shape};
    network_start(&other, 10);
    golden_ops = other.golden.ops;
    ops = *golden_ops;
    ops.exchange = cases[i].exchange;
    const struct machine deaf = {.ops = &ops, .self = other.golden.self};
    hand.request.dut = &deaf;
    bench_run(&hand, OUTCOME_DIFFER, "deaf");
    assert_int_equal(hand.result.difference.cycle, cases[i].first);
    hand.request.dut = NULL;
    hand.request.machine = deaf;
    bench_run(&hand, cases[i].alone, "deaf, alone");
    hand.schedule.disturbances = (struct disturbances){.count = 0};
    network_close(&other);
    bench_close(&hand);
  }
}

/* --- sessions --- */

/* Collectives on engines: a word that is held up or lost comes after all, and after a reset
 * the programs take the cycles that they always take. */
TEST(test_engines)
{
  static const char *const kinds[] = {"stalls", "holds", "resets", "all", "stalls,resets"};
  static const char *const traffics[] = {"all-to-all-broadcast", "all-to-all-personalized",
                                         "one-to-all-broadcast,source=1,words=3"};

  for (size_t i = 0; i < sizeof traffics / sizeof traffics[0]; i++)
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
      for (uint64_t seed = 1; seed <= 3; seed++) {
        struct description d = description_of("hypercube:3", traffics[i]);
        struct session s;
        struct machine m;
        struct run_result result;
        bool written;
        struct err err = {.kind = ERR_NONE};

        d.disturb = kinds[k];
        d.seed = seed;
        CHECK(session_open(&s, &d, NULL, &err), "%s", err.text);
        CHECK(machines_open(&m, &s, &err), "%s", err.text);
        CHECK(session_run(&s, &m, &result, &written, &err), "%s", err.text);
        CHECK(result.outcome == OUTCOME_PASS && result.scoreboard.faults == 0,
              "%s %s seed %" PRIu64 ": %s", traffics[i], kinds[k], seed,
              outcome_name(result.outcome));
        CHECK(strcmp(kinds[k], "resets") != 0 ||
                  session_cycles(&s, &result) == collective_session_cycles(&s),
              "%s seed %" PRIu64 ": %" PRIu64 " cycles after a reset, not %" PRIu64,
              traffics[i], seed, session_cycles(&s, &result),
              collective_session_cycles(&s));
        run_result_close(&result);
        m.ops->close(m.self);
        session_close(&s);
      }
}

TEST(test_refused)
{
  struct session s;
  struct err err;
  struct description d = description_of("hypercube:3", "random");

  d.disturb = "stalls,earthquakes";
  assert_false(session_open(&s, &d, NULL, &err));
  check_error(&err, ERR_USAGE, "--disturb 'stalls,earthquakes': 'earthquakes' is none of",
              d.disturb);
  d.disturb = "all";
  d.machine = "network";
  assert_false(session_open(&s, &d, NULL, &err));
  check_error(&err, ERR_USAGE, "cannot be stalled; give --machine array", d.disturb);
}
