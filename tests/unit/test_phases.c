/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_phases -- the phase of rand-sync, by hand and beside what the links show; and rules
 * of more phases. */
#include "network/phases.h"

#include "base/bits.h"
#include "switch/loop.h"
#include "tests/unit/support.h"

#include <stdlib.h>

enum { SEED = 3, CYCLES_MAX = 4096, PACKETS_MAX = 1024 };

/* --- a run of rand-sync that is watched --- */

/* Between the run and the golden machine: keeps the phases that the run asks for. */
struct spy {
  struct machine inner;
  uint64_t cycles;
  uint32_t phases[CYCLES_MAX]; /* of the next cycle, asked in cycle c */
};

static bool spy_reset(void *self, uint64_t seed, struct err *err)
{
  struct spy *s = self;

  s->cycles = 0;
  return s->inner.ops->reset(s->inner.self, seed, err);
}

static void spy_exchange(void *self, const struct stimulus *stimulus)
{
  struct spy *s = self;

  assert_true(s->cycles < CYCLES_MAX);
  s->phases[s->cycles++] = stimulus->phase;
  machine_tick(&s->inner, stimulus);
}

static struct links spy_links(void *self)
{
  struct spy *s = self;

  return s->inner.ops->links(s->inner.self);
}

static struct packet spy_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct spy *s = self;

  return s->inner.ops->out_packet(s->inner.self, sw, port);
}

static struct packet spy_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct spy *s = self;

  return s->inner.ops->eject_packet(s->inner.self, sw, channel);
}

static uint32_t spy_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  const struct spy *s = self;

  return s->inner.ops->eject_hops(s->inner.self, sw, channel);
}

static const struct machine_ops spy_ops = {.name = "spy",
                                           .reset = spy_reset,
                                           .can = MACHINE_HOPS,
                                           .exchange = spy_exchange,
                                           .clock = no_clock,
                                           .links = spy_links,
                                           .out_packet = spy_out_packet,
                                           .eject_packet = spy_eject_packet,
                                           .eject_hops = spy_eject_hops};

/* Where and when packets come to the end of their first phase, as the links show it. */
struct arrival {
  uint32_t number;
  uint32_t at;
  uint32_t channel; /* in which it arrives */
  uint64_t cycle;   /* in which it crosses its last link, or enters its lane */
};

struct watched {
  struct network network;
  struct schedule schedule;
  struct spy spy;
  struct run_result result;
  struct arrival arrivals[PACKETS_MAX];
  size_t arrived;
  uint32_t most_waiting; /* packets in one waiting store */
};

static uint32_t intermediate(const struct watched *w, uint64_t header)
{
  return (uint32_t)(header & (w->network.topology.switches - 1));
}

static void arrive(struct watched *w, const struct packet *packet, uint32_t at,
                   uint32_t channel, uint64_t cycle)
{
  uint32_t number = payload_number(packet->data);

  if (intermediate(w, w->schedule.entries[number].header) != at)
    return;
  for (size_t i = 0; i < w->arrived; i++)
    if (w->arrivals[i].number == number)
      return;
  w->arrivals[w->arrived++] =
      (struct arrival){.number = number, .at = at, .channel = channel, .cycle = cycle};
}

static bool watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watched *w = self;
  const struct topology *t = &w->network.topology;

  (void)err;
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      uint32_t far = sw ^ 1u << port;

      if (!(cycle->links->valid[sw] >> port & 1) || !(cycle->links->ready[far] >> port & 1))
        continue;
      struct packet packet =
          cycle->machine->ops->out_packet(cycle->machine->self, sw, port);
      arrive(w, &packet, far, port, cycle->cycle);
    }
  for (size_t i = 0; i < cycle->injection_count; i++)
    arrive(w, &cycle->injections[i].packet, cycle->injections[i].at,
           t->ports + cycle->injections[i].lane, cycle->cycle);
  return true;
}

/* Run the schedule that is there; `lanes` a switch, queues of this depth. */
static void watched_run(struct watched *w, uint32_t lanes, uint32_t depth, const char *what)
{
  struct err err = {.kind = ERR_NONE};
  uint32_t store;

  w->network.shape = shape_of(&w->network.topology, "rand-sync", lanes, depth, 64);
  store = phases_store(&w->schedule, &w->network.topology, w->network.shape.routing);
  w->network.shape.store = store;
  network_start(&w->network, PACKETS_MAX);
  w->spy.inner = w->network.golden;
  w->arrived = 0;
  struct run_request request = {.shape = w->network.shape,
                                .schedule = &w->schedule,
                                .seed = SEED,
                                .machine = {.ops = &spy_ops, .self = &w->spy},
                                .observer = watch,
                                .observer_self = w};
  CHECK(run(&request, &w->result, &err), "%s: %s", what, err.text);
  CHECK(w->result.outcome == OUTCOME_PASS, "%s: %s", what, outcome_name(w->result.outcome));
  network_close(&w->network);
}

static void watched_open(struct watched *w, uint32_t n)
{
  char spec[TOPOLOGY_SPEC];

  memset(w, 0, sizeof *w);
  snprintf(spec, sizeof spec, "hypercube:%u", n);
  w->network.topology = topology_of(spec);
}

static void watched_close(struct watched *w)
{
  run_result_close(&w->result);
  schedule_free(&w->schedule);
}

/* One more packet: from source over eta to destination. */
static void add_packet(struct watched *w, uint32_t cycle, uint32_t source, uint32_t eta,
                       uint32_t destination)
{
  schedule_add(&w->schedule, &w->network.topology, cycle, source, destination);
  w->schedule.entries[w->schedule.count - 1].header =
      (uint64_t)destination << w->network.topology.ports | eta;
}

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
static void test_by_hand(void **state)
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

  (void)state;
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

/* Steps, hops and delay of the second phase alone: the packets start at their intermediate
 * destinations, all at once, in the order in which they came there. */
static struct statistics second_phase(const struct watched *w)
{
  static struct arrival sorted[PACKETS_MAX];
  const struct topology *t = &w->network.topology;
  struct schedule schedule = {.count = 0};
  struct run_result result;
  struct network network;
  struct err err;

  memcpy(sorted, w->arrivals, w->arrived * sizeof *sorted);
  qsort(sorted, w->arrived, sizeof *sorted, by_arrival);
  for (size_t i = 0; i < w->arrived; i++) {
    uint32_t destination = w->schedule.entries[sorted[i].number].destination;

    if (sorted[i].at != destination)
      schedule_add(&schedule, t, 0, sorted[i].at, destination);
  }
  network_open(&network, t->ports, 64 - t->ports, 0, PACKETS_MAX);
  struct run_request request = {
      .shape = network.shape, .schedule = &schedule, .machine = network.golden};
  CHECK(run(&request, &result, &err) && result.outcome == OUTCOME_PASS, "second phase: %s",
        err.text);
  struct statistics statistics = result.statistics;
  statistics.histogram = NULL;
  run_result_close(&result);
  network_close(&network);
  schedule_free(&schedule);
  return statistics;
}

/* The first phase alone: as if the intermediate destinations were the final ones. */
static struct statistics first_phase(const struct watched *w, uint32_t lanes)
{
  const struct topology *t = &w->network.topology;
  struct schedule schedule = {.count = 0};
  struct run_result result;
  struct network network;
  struct err err;

  for (size_t i = 0; i < w->schedule.count; i++)
    schedule_add(&schedule, t, 0, w->schedule.entries[i].source,
                 intermediate(w, w->schedule.entries[i].header));
  network_open(&network, t->ports, lanes, 0, PACKETS_MAX);
  struct run_request request = {
      .shape = network.shape, .schedule = &schedule, .machine = network.golden};
  CHECK(run(&request, &result, &err) && result.outcome == OUTCOME_PASS, "first phase: %s",
        err.text);
  struct statistics statistics = result.statistics;
  statistics.histogram = NULL;
  run_result_close(&result);
  network_close(&network);
  schedule_free(&schedule);
  return statistics;
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

static void test_the_barrier_costs_no_cycle(void **state)
{
  static const char *const traffics[] = {"random", "bit-complement", "bit-reversal",
                                         "identity"};

  (void)state;
  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t packets = 1; packets <= n; packets++)
      for (uint64_t seed = 1; seed <= 6; seed++)
        check_two_runs(n, packets, traffics[seed % 4], seed);
}

/* --- the store --- */

/* Places for all packets that wait at one switch; those that are at their destinations do
 * not wait. */
static void test_places_of_the_store(void **state)
{
  static struct watched w;

  (void)state;
  for (uint64_t seed = 1; seed <= 50; seed++) {
    uint32_t waiting[32] = {0}, most = 0;
    struct rng rng = rng_seed(seed, 0);

    watched_open(&w, 5);
    const struct routing *routing = routing_of(&w.network.topology, "rand-sync");
    assert_int_equal(phases_store(&w.schedule, &w.network.topology, routing), 0);
    for (uint32_t sw = 0; sw < 32; sw++) {
      uint32_t eta = (uint32_t)rng_below(&rng, 8), to = (uint32_t)rng_below(&rng, 32);

      add_packet(&w, 0, sw, eta, to);
      waiting[eta] += to != eta;
    }
    for (uint32_t sw = 0; sw < 32; sw++)
      most = waiting[sw] > most ? waiting[sw] : most;
    assert_int_equal(phases_store(&w.schedule, &w.network.topology, routing), most);
    watched_close(&w);
  }
}

/* With one place less than that, and queues without a limit, some packet waits in its
 * channel; with those places none ever does.  The last packet to arrive needs no place, so
 * only switches where another comes later are told. */
static uint32_t refusals(uint32_t store, const struct schedule *schedule, struct watched *w)
{
  struct network *network = &w->network;
  struct phases phases;
  struct terminals terminals;
  struct err err;
  uint32_t refused = 0;

  network->shape = shape_of(&network->topology, "rand-sync", 1, 0, 64);
  network->shape.store = store;
  network_start(network, PACKETS_MAX);
  assert_true(terminals_open(&terminals, schedule, &network->shape, SEED, &err));
  assert_true(phases_open(&phases, schedule, &network->shape, &err));
  for (uint64_t cycle = 0; cycle < 40; cycle++) {
    struct links links = network->golden.ops->links(network->golden.self);

    for (uint32_t sw = 0; sw < network->topology.switches; sw++)
      refused += bits_count(~links.ready[sw] & bits_mask(shape_channels(&network->shape)));
    assert_true(terminals_offer(&terminals, cycle, links.ready, &err));
    struct stimulus stimulus = {terminals.injections, terminals.injection_count, 0};

    stimulus.phase = phases_cycle(&phases, cycle, &network->golden, &links, &stimulus);
    machine_tick(&network->golden, &stimulus);
  }
  CHECK(phases.phase == 1, "phase %u", phases.phase);
  phases_close(&phases);
  terminals_close(&terminals);
  network_close(network);
  return refused;
}

static void test_store_is_large_enough_and_no_larger(void **state)
{
  static struct watched w;

  (void)state;
  watched_open(&w, 3);
  /* three wait at switch 0, while a fourth packet is on its way to 7 */
  add_packet(&w, 0, 0, 0, 5);
  add_packet(&w, 0, 1, 0, 6);
  add_packet(&w, 0, 2, 0, 7);
  add_packet(&w, 0, 3, 3, 3);
  add_packet(&w, 6, 4, 3, 0);
  const struct routing *routing = routing_of(&w.network.topology, "rand-sync");
  assert_int_equal(phases_store(&w.schedule, &w.network.topology, routing), 3);
  assert_int_equal(refusals(3, &w.schedule, &w), 0);
  assert_true(refusals(2, &w.schedule, &w) > 0);
  watched_close(&w);
}

/* --- routings without a barrier; cycles waited --- */

static void test_no_barrier(void **state)
{
  struct topology t = topology_of("hypercube:3");
  struct schedule schedule = schedule_of(&t, "random", 2, 1);
  struct err err;

  (void)state;
  for (size_t i = 0; i < t.routing_count; i++) {
    struct shape shape = shape_of(&t, t.routings[i].name, 2, 1, 64);
    struct phases phases;

    if (strcmp(shape.routing->name, "rand-sync") == 0)
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
static void test_cycles_waited(void **state)
{
  static struct watched w;
  struct network *network = &w.network;
  struct phases phases;
  struct terminals terminals;
  struct err err;

  (void)state;
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
    struct stimulus stimulus = {terminals.injections, terminals.injection_count, 0};

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

/* --- rules of four phases, on a unit of our own --- */

/* hypercube:3.  The header has four stops of three bits, the last being the destination,
 * and above them which of them the packet goes to.  At a stop it waits until the phase is
 * beyond that. */
enum { TOUR_STOPS = 4, TOUR_BITS = 3, TOUR_LEG = 12, TOUR_SUM = 26, TOUR_PACKETS = 24 };

static uint32_t tour_stop(uint64_t header, uint32_t leg)
{
  return (uint32_t)(header >> leg * TOUR_BITS & 7);
}

static struct route_out tour_comb(const struct route_in *in)
{
  const uint32_t leg = (uint32_t)(in->header >> TOUR_LEG);
  const bool there = tour_stop(in->header, leg) == in->here;
  const bool goes_on = there && leg + 1 < TOUR_STOPS && in->phase > leg;
  const uint64_t differ = in->here ^ tour_stop(in->header, leg + goes_on);

  return (struct route_out){.eject = there && leg + 1 == TOUR_STOPS,
                            .wait = there && leg + 1 < TOUR_STOPS,
                            .ports = differ & (0 - differ),
                            .header = in->header + ((uint64_t)goes_on << TOUR_LEG)};
}

static void tour_loop(struct switch_bank *bank, const uint32_t *active, size_t count)
{
  switch_loop(bank, active, count, tour_comb);
}

static const struct route_unit tour_unit = {
    .name = "tour", .phase_bits = 2, .waits = true, .comb = tour_comb, .loop = tour_loop};

static uint32_t four(const struct topology *t)
{
  (void)t;
  return TOUR_STOPS;
}

static uint32_t tour_ends_at(const struct topology *t, uint64_t header, uint32_t phase)
{
  (void)t;
  return tour_stop(header, phase);
}

/* 2, 5, 8, 11: TOUR_SUM in all. */
static uint64_t tour_length(const struct topology *t, uint32_t phase)
{
  (void)t;
  return 2 + 3 * phase;
}

struct tour {
  struct watched w;
  struct routing routing;
  uint64_t last[TOUR_STOPS]; /* cycle in which the last packet comes to this stop */
  uint32_t came[TOUR_STOPS];
};

static void tour_arrive(struct tour *tour, const struct packet *packet, uint32_t at,
                        uint64_t cycle)
{
  const uint32_t leg = (uint32_t)(packet->header >> TOUR_LEG);

  if (tour_stop(packet->header, leg) != at)
    return;
  tour->last[leg] = cycle;
  tour->came[leg]++;
}

static bool tour_watch(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct tour *tour = self;
  const struct machine *m = cycle->machine;

  (void)err;
  for (uint32_t sw = 0; sw < 8; sw++)
    for (uint32_t port = 0; port < 3; port++) {
      uint32_t far = sw ^ 1u << port;

      if (!(cycle->links->valid[sw] >> port & 1) || !(cycle->links->ready[far] >> port & 1))
        continue;
      struct packet packet = m->ops->out_packet(m->self, sw, port);
      tour_arrive(tour, &packet, far, cycle->cycle);
    }
  for (size_t i = 0; i < cycle->injection_count; i++)
    tour_arrive(tour, &cycle->injections[i].packet, cycle->injections[i].at, cycle->cycle);
  return true;
}

/* Each stop is another switch than the one before, and the last another than the first. */
static uint64_t tour_header(struct rng *rng)
{
  uint64_t header = 0;
  uint32_t stop = (uint32_t)rng_below(rng, 8);

  for (uint32_t leg = 0; leg < TOUR_STOPS; leg++) {
    header |= (uint64_t)stop << leg * TOUR_BITS;
    stop ^= 1 + (uint32_t)rng_below(rng, 7);
  }
  return tour_stop(header, 0) != tour_stop(header, TOUR_STOPS - 1) ? header
                                                                   : tour_header(rng);
}

static void tour_run(struct tour *tour, enum phase_kind kind, bool repeated,
                     uint32_t packets, uint64_t seed)
{
  struct rng rng = rng_seed(seed, packets);
  struct watched *w = &tour->w;
  struct err err = {.kind = ERR_NONE};

  memset(tour, 0, sizeof *tour);
  watched_open(w, TOUR_BITS);
  for (uint32_t i = 0; i < packets; i++) {
    uint64_t header = tour_header(&rng);

    add_packet(w, i / 8, i % 8, 0, tour_stop(header, TOUR_STOPS - 1));
    w->schedule.entries[i].header = header;
  }
  tour->routing = *routing_of(&w->network.topology, "rand-sync");
  tour->routing.unit = &tour_unit;
  tour->routing.phases = (struct phase_rule){.kind = kind,
                                             .repeated = repeated,
                                             .count = four,
                                             .ends_at = tour_ends_at,
                                             .length = tour_length};
  w->network.shape = shape_of(&w->network.topology, "rand-sync", 2, 0, 64);
  w->network.shape.routing = &tour->routing;
  w->network.shape.format.header_bits = TOUR_LEG + 2;
  w->network.shape.store =
      kind == PHASE_BARRIER
          ? phases_store(&w->schedule, &w->network.topology, &tour->routing)
          : packets;
  network_start(&w->network, PACKETS_MAX);
  w->spy.inner = w->network.golden;
  struct run_request request = {.shape = w->network.shape,
                                .schedule = &w->schedule,
                                .seed = SEED,
                                .machine = {.ops = &spy_ops, .self = &w->spy},
                                .observer = tour_watch,
                                .observer_self = tour};
  CHECK(run(&request, &w->result, &err) && w->result.outcome == OUTCOME_PASS,
        "%u packets seed %" PRIu64 ": %s %s", packets, seed,
        outcome_name(w->result.outcome), err.text);
  network_close(&w->network);
}

/* Phase p + 1 is asked for in the cycle in which the last packet comes to its stop p; after
 * the last phase comes nothing, or phase 0 again, which none can end. */
static void check_tour(bool repeated, uint32_t packets, uint64_t seed)
{
  static struct tour tour;

  tour_run(&tour, PHASE_BARRIER, repeated, packets, seed);
  for (uint32_t leg = 0; leg < TOUR_STOPS; leg++)
    CHECK(tour.came[leg] == packets, "stop %u: %u packets of %u", leg, tour.came[leg],
          packets);
  for (uint64_t cycle = 0; cycle < tour.w.spy.cycles; cycle++) {
    uint32_t phase = 0;

    for (uint32_t leg = 0; leg + !repeated < TOUR_STOPS; leg++)
      phase += cycle >= tour.last[leg];
    CHECK(tour.w.spy.phases[cycle] == phase % TOUR_STOPS,
          "%u packets seed %" PRIu64 ": phase %u asked in cycle %" PRIu64 ", not %u",
          packets, seed, tour.w.spy.phases[cycle], cycle, phase % TOUR_STOPS);
  }
  CHECK(packets > 1 || statistics_average_delay(&tour.w.result.statistics) == 0,
        "one packet alone is delayed by %g",
        statistics_average_delay(&tour.w.result.statistics));
  watched_close(&tour.w);
}

static void test_four_phases_with_a_barrier(void **state)
{
  (void)state;
  for (uint32_t packets = 1; packets <= TOUR_PACKETS; packets++)
    for (uint64_t seed = 1; seed <= 5; seed++) {
      check_tour(false, packets, seed);
      check_tour(true, packets, seed);
    }
}

/* All packets at the ends of all phases: a repeated barrier steps in every cycle. */
static void test_a_phase_lasts_one_cycle_at_least(void **state)
{
  struct network network;
  struct schedule schedule = {.count = 0};
  struct phases phases;
  struct routing routing;
  struct err err;

  (void)state;
  network_open(&network, 3, 1, 1, 8);
  routing = *network.shape.routing;
  routing.phases = (struct phase_rule){
      .kind = PHASE_BARRIER, .repeated = true, .count = four, .ends_at = tour_ends_at};
  network.shape.routing = &routing;
  schedule_add(&schedule, &network.topology, 0, 5, 5);
  schedule.entries[0].header = 5 | 5 << 3 | 5 << 6 | 5 << 9;
  const struct injection injection = {.at = 5};
  assert_true(phases_open(&phases, &schedule, &network.shape, &err));
  for (uint32_t cycle = 0; cycle < 20; cycle++) {
    struct links links = network.golden.ops->links(network.golden.self);

    assert_int_equal(phases_cycle(&phases, cycle, &network.golden, &links,
                                  &(struct stimulus){&injection, cycle == 3, 0}),
                     cycle < 3 ? 0 : (cycle - 2) % TOUR_STOPS);
  }
  assert_int_equal(phases_waited(&phases, 0), 16);
  phases_close(&phases);
  schedule_free(&schedule);
  network_close(&network);
}

/* By the step counter, whatever the packets do. */
static void test_phases_of_fixed_lengths(void **state)
{
  static struct tour tour;

  (void)state;
  for (int repeated = 0; repeated < 2; repeated++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      tour_run(&tour, PHASE_LENGTHS, repeated, TOUR_PACKETS, seed);
      for (uint64_t cycle = 1; cycle <= tour.w.spy.cycles; cycle++) {
        uint64_t step = repeated ? cycle % TOUR_SUM : cycle;
        uint32_t phase = step >= 15 ? 3 : step >= 7 ? 2 : step >= 2;

        CHECK(tour.w.spy.phases[cycle - 1] == phase,
              "repeated %d cycle %" PRIu64 ": phase %u, not %u", repeated, cycle,
              tour.w.spy.phases[cycle - 1], phase);
      }
      assert_int_equal(tour.came[TOUR_STOPS - 1], TOUR_PACKETS);
      watched_close(&tour.w);
    }
}

static void test_short_memory_is_told(void **state)
{
  struct topology t = topology_of("hypercube:16");
  struct shape shape = shape_of(&t, "rand-sync", 1, 1, 64);
  struct phases phases;
  struct err err = {.kind = ERR_NONE};

  (void)state;
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_the_barrier_costs_no_cycle),
      cmocka_unit_test(test_places_of_the_store),
      cmocka_unit_test(test_store_is_large_enough_and_no_larger),
      cmocka_unit_test(test_no_barrier),
      cmocka_unit_test(test_cycles_waited),
      cmocka_unit_test(test_four_phases_with_a_barrier),
      cmocka_unit_test(test_a_phase_lasts_one_cycle_at_least),
      cmocka_unit_test(test_phases_of_fixed_lengths),
      cmocka_unit_test(test_short_memory_is_told),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
