/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_phases_rules -- rules of four phases, on a route unit of our own. */
#include "run/machine/phases.h"

#include "switch/bank/loop.h"
#include "tests/unit/phases_unit.h"

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

ROUTE_LOOPS(tour, tour_comb)

static const struct route_unit tour_unit = {.name = "tour",
                                            .phase_bits = 2,
                                            .waits = true,
                                            .comb = tour_comb,
                                            .loops = &tour_loops};

static uint32_t four(const struct topology *t)
{
  (void)t;
  return TOUR_STOPS;
}

static uint32_t tour_ends_at(const struct topology *t, uint32_t source, uint64_t header,
                             uint32_t phase)
{
  (void)source;
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

TEST(test_four_phases_with_a_barrier)
{
  for (uint32_t packets = 1; packets <= TOUR_PACKETS; packets++)
    for (uint64_t seed = 1; seed <= 5; seed++) {
      check_tour(false, packets, seed);
      check_tour(true, packets, seed);
    }
}

/* All packets at the ends of all phases: a repeated barrier steps in every cycle. */
TEST(test_a_phase_lasts_one_cycle_at_least)
{
  struct network network;
  struct schedule schedule = {.count = 0};
  struct phases phases;
  struct routing routing;
  struct err err;

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
                                  &(struct stimulus){.injections = &injection,
                                                     .injection_count = cycle == 3}),
                     cycle < 3 ? 0 : (cycle - 2) % TOUR_STOPS);
  }
  assert_int_equal(phases_waited(&phases, 0), 16);
  phases_close(&phases);
  schedule_free(&schedule);
  network_close(&network);
}

/* By the step counter, whatever the packets do. */
TEST(test_phases_of_fixed_lengths)
{
  static struct tour tour;

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
