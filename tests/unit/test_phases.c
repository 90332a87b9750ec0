/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_phases -- the phase of rand-sync, by hand and beside what the links show. */
#include "run/machine/phases.h"

#include "tests/unit/phases_unit.h"

#include <stdlib.h>

/* The last arrival of the first phase: its cycle, which is its step. */
static uint64_t last_arrival(const struct watched *w)
{
  uint64_t last = 0;

  for (size_t i = 0; i < w->arrived; i++)
    last = w->arrivals[i].cycle > last ? w->arrivals[i].cycle : last;
  return last;
}

/* Phase 1 is asked for in the cycle of the last arrival, not before, and ever after. */
static void check_phases(const struct watched *w, const char *what)
{
  uint64_t last = last_arrival(w);

  CHECK(w->arrived == w->schedule.count, "%s: %zu packets of %zu have arrived", what,
        w->arrived, w->schedule.count);
  for (uint64_t cycle = 0; cycle < w->spy.cycles; cycle++)
    CHECK(w->spy.phases[cycle] == (cycle >= last),
          "%s: last arrival in cycle %" PRIu64 ", phase %d asked in cycle %" PRIu64, what,
          last, w->spy.phases[cycle], cycle);
}

/* --- by hand: hypercube:2 --- */

struct case_by_hand {
  const char *what;
  struct {
    uint32_t cycle, source, eta, destination;
  } packets[4];
  size_t count;
  uint32_t store;        /* places that it needs */
  uint64_t steps, hops;  /* of the run */
  uint64_t last_arrival; /* of the first phase */
};

/* A packet alone: two hops and two.  One at its intermediate destination from the start
 * waits there, in the store from cycle 2 on, and arrives in step 3.  A packet whose
 * intermediate is its final destination is delivered in the first phase.  A packet that
 * starts in cycle 5 holds all up until its step 7. */
TEST(test_by_hand)
{
  static const struct case_by_hand cases[] = {
      {"one packet", {{0, 0, 3, 0}}, 1, 1, 4, 4, 2},
      {"one waits", {{0, 0, 3, 0}, {0, 1, 1, 0}}, 2, 1, 4, 5, 2},
      {"two wait at one switch", {{0, 0, 3, 0}, {0, 1, 1, 0}, {0, 3, 1, 3}}, 3, 2, 4, 7, 2},
      {"delivered in the first phase", {{0, 0, 3, 3}}, 1, 0, 2, 2, 2},
      {"eta is the source", {{0, 2, 2, 1}}, 1, 1, 2, 2, 0},
      {"all are there from the start", {{0, 0, 0, 1}, {0, 3, 3, 3}}, 2, 1, 1, 1, 0},
      {"one starts late", {{0, 1, 1, 0}, {5, 0, 3, 1}}, 2, 1, 8, 4, 7},
  };
  static struct watched w;

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct case_by_hand *c = &cases[i];

    watched_open(&w, 2);
    for (size_t p = 0; p < c->count; p++)
      add_packet(&w, c->packets[p].cycle, c->packets[p].source, c->packets[p].eta,
                 c->packets[p].destination);
    for (uint32_t depth = 0; depth <= 1; depth++) {
      run_result_close(&w.result);
      watched_run(&w, 2, depth, c->what);
      check_phases(&w, c->what);
      CHECK(w.network.shape.store == c->store, "%s: store %u", c->what,
            w.network.shape.store);
      CHECK(last_arrival(&w) == c->last_arrival, "%s: last arrival in cycle %" PRIu64,
            c->what, last_arrival(&w));
      CHECK(w.result.statistics.steps == c->steps && w.result.statistics.hops == c->hops,
            "%s: %" PRIu64 " steps, %" PRIu64 " hops", c->what, w.result.statistics.steps,
            w.result.statistics.hops);
      CHECK(statistics_average_delay(&w.result.statistics) == 0 &&
                w.result.statistics.undelayed == c->count,
            "%s: delay %g", c->what, statistics_average_delay(&w.result.statistics));
    }
    watched_close(&w);
  }
}

/* --- the second phase beside the deterministic network --- */

static int by_arrival(const void *a, const void *b)
{
  const struct arrival *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  if (x->cycle != y->cycle)
    return x->cycle < y->cycle ? -1 : 1;
  return x->channel < y->channel ? -1 : 1;
}

/* Steps, hops and delay of the packets of a phase by themselves; frees the schedule. */
static struct statistics phase_alone(const struct topology *t, uint32_t lanes,
                                     struct schedule *schedule, const char *which)
{
  struct run_result result;
  struct network network;
  struct err err;

  network_open(&network, t->ports, lanes, 0, PACKETS_MAX);
  struct run_request request = {
      .shape = network.shape, .schedule = schedule, .machine = network.golden};
  CHECK(run(&request, &result, &err) && result.outcome == OUTCOME_PASS, "%s phase: %s",
        which, err.text);
  struct statistics statistics = result.statistics;
  statistics.histogram = NULL;
  run_result_close(&result);
  network_close(&network);
  schedule_free(schedule);
  return statistics;
}

/* Steps, hops and delay of the second phase alone: the packets start at their intermediate
 * destinations, all at once, in the order in which they came there. */
static struct statistics second_phase(const struct watched *w)
{
  static struct arrival sorted[PACKETS_MAX];
  const struct topology *t = &w->network.topology;
  struct schedule schedule = {.count = 0};

  memcpy(sorted, w->arrivals, w->arrived * sizeof *sorted);
  qsort(sorted, w->arrived, sizeof *sorted, by_arrival);
  for (size_t i = 0; i < w->arrived; i++) {
    uint32_t destination = w->schedule.entries[sorted[i].number].destination;

    if (sorted[i].at != destination)
      schedule_add(&schedule, t, 0, sorted[i].at, destination);
  }
  return phase_alone(t, 64 - t->ports, &schedule, "second");
}

/* The first phase alone: as if the intermediate destinations were the final ones. */
static struct statistics first_phase(const struct watched *w, uint32_t lanes)
{
  const struct topology *t = &w->network.topology;
  struct schedule schedule = {.count = 0};

  for (size_t i = 0; i < w->schedule.count; i++)
    schedule_add(&schedule, t, 0, w->schedule.entries[i].source,
                 intermediate(w, w->schedule.entries[i].header));
  return phase_alone(t, lanes, &schedule, "first");
}

static uint64_t delays(const struct statistics *s)
{
  return s->latency - s->hops;
}

/* Steps, hops and delay are the sums of those of the two phases: so the barrier costs no
 * cycle, and waiting for it is no delay. */
static void check_two_runs(uint32_t n, uint32_t packets, const char *traffic, uint64_t seed)
{
  static struct watched w;
  char what[96];
  struct err err;

  watched_open(&w, n);
  snprintf(what, sizeof what, "hypercube:%u %s p=%u seed %" PRIu64, n, traffic, packets,
           seed);
  struct traffic_request request = {.topology = &w.network.topology,
                                    .routing = routing_of(&w.network.topology, "rand-sync"),
                                    .traffic = traffic,
                                    .packets = packets,
                                    .seed = seed};
  CHECK(schedule_make(&w.schedule, &request, &err), "%s: %s", what, err.text);
  watched_run(&w, packets, 0, what);
  check_phases(&w, what);
  struct statistics first = first_phase(&w, packets), second = second_phase(&w);
  const struct statistics *all = &w.result.statistics;
  CHECK(last_arrival(&w) == first.steps,
        "%s: last arrival in cycle %" PRIu64 ", not %" PRIu64, what, last_arrival(&w),
        first.steps);
  CHECK(all->steps == first.steps + second.steps,
        "%s: %" PRIu64 " steps, not %" PRIu64 " + %" PRIu64, what, all->steps, first.steps,
        second.steps);
  CHECK(all->hops == first.hops + second.hops, "%s: %" PRIu64 " hops", what, all->hops);
  CHECK(delays(all) == delays(&first) + delays(&second),
        "%s: delay %" PRIu64 ", not %" PRIu64 " + %" PRIu64, what, delays(all),
        delays(&first), delays(&second));
  watched_close(&w);
}

TEST(test_the_barrier_costs_no_cycle)
{
  static const char *const traffics[] = {"random", "bit-complement", "bit-reversal",
                                         "identity"};

  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t packets = 1; packets <= n; packets++)
      for (uint64_t seed = 1; seed <= 6; seed++)
        check_two_runs(n, packets, traffics[seed % 4], seed);
}

/* With the tree phase 1 is asked for 2 n + 3 cycles after the last arrival, whatever the
 * packets do; a late packet holds it up as it holds up the bench. */
static void check_tree(uint32_t n, uint32_t packets, uint32_t depth, uint64_t seed)
{
  static struct watched w;
  const uint64_t cost = 2 * n + 3;
  struct rng rng = rng_seed(seed, n);
  char what[96];

  watched_open(&w, n);
  snprintf(what, sizeof what, "hypercube:%u p=%u depth %u seed %" PRIu64, n, packets, depth,
           seed);
  const uint32_t late = (uint32_t)(seed % 3 * 17);
  const uint32_t early = late ? packets / 2 : packets; /* of each source, in cycle 0 */

  for (uint32_t from = 0, to = early; from < packets; from = to, to = packets)
    for (uint32_t i = 0; i < (to - from) << n; i++) { /* by cycle, then source */
      const uint32_t eta = (uint32_t)rng_below(&rng, 1u << n);

      add_packet(&w, from ? late : 0, i / (to - from), eta,
                 eta ^ (1 + (uint32_t)(seed & (n > 1))));
    }
  watched_run_of(&w, "rand-sync,barrier=tree", 1 + (uint32_t)seed % packets, depth, what);
  CHECK(w.result.barrier_cycles == cost, "%s: %" PRIu64 " barrier cycles, not %" PRIu64,
        what, w.result.barrier_cycles, cost);
  for (uint64_t cycle = 0; cycle < w.spy.cycles; cycle++)
    CHECK(w.spy.phases[cycle] == (cycle >= last_arrival(&w) + cost),
          "%s: last arrival in cycle %" PRIu64 ", phase %d asked in cycle %" PRIu64, what,
          last_arrival(&w), w.spy.phases[cycle], cycle);
  watched_close(&w);
}

TEST(test_the_tree_costs_its_cycles)
{
  for (uint32_t n = 1; n <= 6; n++)
    for (uint32_t packets = 1; packets <= 4; packets++)
      for (uint64_t seed = 1; seed <= 6; seed++)
        check_tree(n, packets, (uint32_t)(seed % 3), seed);
}

/* --- routings without a barrier; cycles waited --- */

TEST(test_no_barrier)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "random", 2, 1);
  struct err err;

  for (size_t i = 0; i < t.routing_count; i++) {
    struct shape shape = shape_of(&t, t.routings[i].name, 2, 1, 64);
    struct phases phases;

    if (shape.routing->phases.kind == PHASE_BARRIER)
      continue;
    assert_true(phases_open(&phases, &schedule, &shape, &err));
    for (uint64_t cycle = 0; cycle < 5; cycle++)
      assert_int_equal(phases_cycle(&phases, cycle, NULL, NULL, NULL), 0);
    assert_int_equal(phases_waited(&phases, 0), 0);
    assert_int_equal(phases_store(&schedule, &t, shape.routing), 0);
    phases_close(&phases);
  }
  schedule_free(&schedule);
}

/* Case "one waits" of above: packet 1 is there in cycle 1, phase 1 begins in cycle 3. */
TEST(test_cycles_waited)
{
  static struct watched w;
  struct network *network = &w.network;
  struct phases phases;
  struct terminals terminals;
  struct err err;

  watched_open(&w, 2);
  add_packet(&w, 0, 0, 3, 0);
  add_packet(&w, 0, 1, 1, 0);
  network->shape = shape_of(&network->topology, "rand-sync", 1, 1, 64);
  network->shape.store = 1;
  network_start(network, 8);
  assert_true(terminals_open(&terminals, &w.schedule, &network->shape, SEED, &err));
  assert_true(phases_open(&phases, &w.schedule, &network->shape, &err));
  for (uint64_t cycle = 0; cycle < 6; cycle++) {
    struct links links = network->golden.ops->links(network->golden.self);

    assert_int_equal(phases_waited(&phases, 0), 0);
    assert_int_equal(phases_waited(&phases, 1), cycle < 3 ? 0 : 2);
    assert_true(terminals_offer(&terminals, cycle, links.ready, &err));
    struct stimulus stimulus = {.injections = terminals.injections,
                                .injection_count = terminals.injection_count};

    stimulus.phase = phases_cycle(&phases, cycle, &network->golden, &links, &stimulus);
    assert_int_equal(stimulus.phase, cycle >= 2);
    machine_tick(&network->golden, &stimulus);
  }
  assert_int_equal(phases.since, 3);
  phases_close(&phases);
  terminals_close(&terminals);
  network_close(network);
  watched_close(&w);
}

TEST(test_short_memory_is_told)
{
  struct topology t = topology_of("hypercube:16");
  struct shape shape = shape_of(&t, "rand-sync", 1, 1, 64);
  struct phases phases;
  struct err err = {.kind = ERR_NONE};

  skip_where_memory_has_no_limit();
  struct schedule schedule = schedule_of(&t, "identity", 8, 1);
  rlim_t old = limit_memory(1 << 16);
  bool opened = phases_open(&phases, &schedule, &shape, &err);
  uint32_t store = phases_store(&schedule, &t, shape.routing);
  set_memory(old);
  assert_false(opened);
  check_error(&err, ERR_ENVIRONMENT, "memory", "524288 packets");
  assert_int_equal(store, UINT32_MAX);
  phases_close(&phases);
  schedule_free(&schedule);
}
